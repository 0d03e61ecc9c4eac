/** Carries a request of the interface through conditions and coding to its endpoint and back. */
import type { Dependencies, Endpoint, Outcome, Prepared, Reply } from '../api/endpoint.ts';
import { type Problem, problem } from '../api/problems.ts';
import type { CurrentSnapshot, Lease } from '../store/current.ts';
import type { Store } from '../store/store.ts';
import type { Answer } from './answer.ts';
import { hasCurrentTag, isFresh, type Validators, validatorsOf } from './caching.ts';
import { codeBody } from './compression.ts';
import { problemAnswer, type ProblemSource } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { serviceLinks, UNCHANGED_FIELDS } from './headers.ts';
import type { Turnstile } from './turnstile.ts';

export interface EndpointDependencies extends Omit<Dependencies, 'store'> {
  readonly snapshots: CurrentSnapshot;
  readonly problems: ProblemSource;
  readonly turnstile: Turnstile;
}

/** One request sees one snapshot, even when it is replaced meanwhile. */
export async function answerEndpoint(
  endpoint: Endpoint,
  exchange: Exchange,
  segment: string | undefined,
  deps: EndpointDependencies,
): Promise<Answer> {
  const refuse = (occurrence: Problem) => problemAnswer(occurrence, exchange.headers['accept-encoding'], deps.problems);
  const ready = endpoint.prepare({
    query: exchange.target.query,
    ...(segment !== undefined && { path: segment }),
  });
  if (ready.kind === 'problem') return refuse(ready);
  const lease = deps.snapshots.acquire();
  if (lease === undefined) return refuse(problem('not_ready'));
  try {
    const answer = await answerFrom(lease, endpoint, ready, exchange, deps);
    return 'kind' in answer ? await refuse(answer) : answer;
  } finally {
    lease.release();
  }
}

async function answerFrom(
  { store }: Lease,
  endpoint: Endpoint,
  ready: Prepared,
  exchange: Exchange,
  deps: EndpointDependencies,
): Promise<Answer | Problem> {
  const { headers } = exchange;
  const validators = validatorsOf({
    endpoint,
    normalised: ready.normalised,
    snapshot: store.snapshot,
    release: deps.release,
    baseUrl: deps.baseUrl(),
    now: deps.clock(),
  });
  const isKnownGood = validators !== undefined && (ready.certain || hasCurrentTag(headers, validators));
  if (isKnownGood && isFresh(headers, validators)) return notModified(endpoint, validators);

  const begin = performance.now();
  const outcome = await carryOut(endpoint, ready, store, exchange, deps);
  const storeMs = performance.now() - begin;
  if (outcome.kind === 'problem') return outcome;
  if (validators !== undefined && isFresh(headers, validators)) return notModified(endpoint, validators);
  return replyAnswer(endpoint, outcome, validators, storeMs, exchange, deps);
}

export async function carryOut(
  endpoint: Endpoint,
  ready: Prepared,
  store: Store,
  { isWanted }: Exchange,
  deps: EndpointDependencies,
): Promise<Outcome> {
  const run = () => ready.run({ ...deps, store: () => store });
  if (endpoint.heavy !== true) return run();
  return (await deps.turnstile.pass(run, isWanted)) ?? problem('overloaded');
}

/** RFC 9110 §15.4.5; without `Link`, which a cache would put in the place of the one it has. */
function notModified(endpoint: Endpoint, { etag, lastModified }: Validators): Answer {
  return {
    status: 304,
    fields: ['cache-control', endpoint.cacheControl, 'etag', etag, 'last-modified', lastModified],
    constant: UNCHANGED_FIELDS,
  };
}

async function replyAnswer(
  endpoint: Endpoint,
  reply: Reply,
  validators: Validators | undefined,
  storeMs: number,
  exchange: Exchange,
  deps: EndpointDependencies,
): Promise<Answer> {
  const coded = codeBody(reply, exchange.headers['accept-encoding']);
  // Most are ready: not waiting for them saves a turn of the queue of promises.
  const { body, coding } = coded instanceof Promise ? await coded : coded;
  const links = reply.links === undefined ? '' : `, ${reply.links.join(', ')}`;
  const totalMs = performance.now() - exchange.started;
  const fields = [
    'content-type',
    reply.contentType,
    'cache-control',
    endpoint.cacheControl,
    'link',
    serviceLinks(deps.baseUrl()) + links,
    'server-timing',
    `store;dur=${storeMs.toFixed(1)}, total;dur=${totalMs.toFixed(1)}`,
  ];
  if (validators !== undefined) fields.push('etag', validators.etag, 'last-modified', validators.lastModified);
  if (coding !== 'identity') fields.push('content-encoding', coding);
  if (reply.headers !== undefined) fields.push(...Object.entries(reply.headers).flat());
  return { status: reply.status, fields, body };
}

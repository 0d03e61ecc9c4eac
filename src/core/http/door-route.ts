/**
 * Takes a request through a door: reads the parameters, answers 304 if possible, counts the cost, and calls the door.
 */
import { hash } from 'node:crypto';
import { memoize } from '../model/memo.ts';
import { type Store, StoreUnavailable } from '../snapshot/store.ts';
import type { SnapshotReference } from '../snapshot/current.ts';
import { readMediaType } from './body.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { Answer, Context, Door, InternalAnswer, StoredFile } from './door.ts';
import { fileResponse } from './file-response.ts';
import type { Sent } from './parameters.ts';
import { isProblem, type Problem, problem } from './problems.ts';
import type { HttpRequest } from './request.ts';
import {
  CONSTANT_HEADERS,
  encode,
  fieldsOf,
  type HttpResponse,
  type ProblemSource,
  serviceLinks,
  unchangedFieldsOf,
} from './response.ts';
import { createValidators, hasCurrentTag, isFresh, type Validators } from './validators.ts';

/** The settings and parts that all doors of a service share. */
export interface Environment extends ProblemSource {
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: () => string;
  /** The queue of heavy work. */
  readonly concurrency: ConcurrencyLimit;
  readonly common: Omit<Context, 'store' | 'baseUrl' | 'target' | 'call'>;
  /** Called with every failure; the client sees only the identifier of the request. */
  readonly onFailure: (requestId: string, error: unknown) => void;
  /** Calls a door within the process. */
  readonly call: (
    target: string,
    reference: SnapshotReference | undefined,
    request: HttpRequest,
  ) => Promise<InternalAnswer>;
  /** Writes a refusal in the form for the audience of the door. */
  readonly refuseAt: (
    occurrence: Problem,
    door: Door,
    request: HttpRequest,
    store?: Store,
  ) => HttpResponse | Promise<HttpResponse>;
}

/** The parts of an environment that the server makes. */
export type ServerEnvironment = Omit<Environment, 'call' | 'refuseAt'>;

/** Counts a further cost against the quota of a request. @returns the refusal where the quota is used up, or too small */
export type Count = (cost: number) => Promise<Problem | undefined>;

export interface Route {
  readonly door: Door;
  readonly methods: readonly string[];
  /** @param segment the variable part of the path, still percent-encoded, where the door has one */
  readonly respond: (request: HttpRequest, segment: string | undefined, count: Count) => Promise<HttpResponse>;
}

/** Methods that the door answers, in the order GET, HEAD, POST, OPTIONS. */
export function methodsOf({ methods = ['GET'] }: Pick<Door, 'methods'>): readonly string[] {
  return [...(methods.includes('GET') ? ['GET', 'HEAD'] : []), ...methods.filter((one) => one !== 'GET'), 'OPTIONS'];
}

/** Prepares what is the same for every request of a door. */
export function createRoute(door: Door, environment: Environment): Route {
  const { parameters, dependsOn } = door;
  const writer = createWriter(door, environment);
  const validatorsOf = createValidators(door, environment);
  const isOfData = dependsOn !== 'release' && dependsOn !== 'file';
  const isBodyRead = parameters.bodies.length > 0;

  async function refuseBody(occurrence: Problem, request: HttpRequest): Promise<HttpResponse> {
    const response = await environment.refuseAt(occurrence, door, request);
    response.fields.push('accept-post', parameters.bodies.join(', '), 'accept-encoding', 'identity');
    return response;
  }

  async function run(sent: Sent, request: HttpRequest, count: Count): Promise<HttpResponse> {
    const input = parameters.read(sent);
    if (isProblem(input)) return environment.refuseAt(input, door, request);
    using reference = environment.snapshots.acquire();
    if (isOfData && reference === undefined) return environment.refuseAt(problem('not_ready'), door, request);
    async function work(validators: Validators | undefined): Promise<HttpResponse> {
      const context = createContext(environment, request, reference);
      const refusal = await countCost(door, input, context, count);
      const begin = performance.now();
      const outcome = refusal ?? (await carryOut(door, input, context, environment, request));
      return isProblem(outcome)
        ? environment.refuseAt(outcome, door, request, reference?.store)
        : writer.write(outcome, request, validators, begin);
    }
    const snapshot = reference?.store.snapshot;
    const validators = sent.method === 'GET' ? validatorsOf?.(input, snapshot) : undefined;
    // A current tag proves that the same request was answered 200; a date does not.
    const isUnchanged = door.isCertain ? isFresh : hasCurrentTag;
    const hasAnswer = validators !== undefined && isUnchanged(request.headers, validators);
    const response = hasAnswer ? writer.unchanged(validators) : await work(validators);
    if (snapshot !== undefined) response.snapshot = snapshot.id;
    return response;
  }

  async function runWithBody(segment: string | undefined, request: HttpRequest, count: Count): Promise<HttpResponse> {
    const { query, headers } = request;
    const mediaType = isBodyRead ? readMediaType(headers, parameters.bodies) : '';
    if (typeof mediaType !== 'string') return refuseBody(mediaType, request);
    const outcome = await request.readBody((bytes) =>
      run({ method: 'POST', segment, query, headers, body: { bytes, mediaType } }, request, count),
    );
    return isProblem(outcome) ? environment.refuseAt(outcome, door, request) : outcome;
  }

  return {
    door,
    methods: methodsOf(door),
    respond: (request, segment, count) =>
      request.method === 'POST'
        ? runWithBody(segment, request, count)
        : run({ method: 'GET', segment, query: request.query, headers: request.headers }, request, count),
  };
}

/** Writes the answers of a door, or a 304 where the client has the current one. */
function createWriter(door: Door, environment: Environment) {
  const { parameters, cacheControl } = door;
  const varies = new Set(Object.values(parameters.shape).flatMap((parameter) => parameter.varies ?? []));
  const headers = {
    ...CONSTANT_HEADERS,
    ...(varies.size > 0 && { vary: ['Accept-Encoding', ...varies].join(', ') }),
    ...door.headers,
  };
  /** Fields of an answer to GET that adds none of its own. */
  const plainFields = [...fieldsOf(headers), 'cache-control', cacheControl];
  const unchangedFields = [...unchangedFieldsOf(headers), 'cache-control', cacheControl];
  // The public address of the service hardly ever changes.
  const serviceLinksAt = memoize(2, () => serviceLinks(environment.link));
  const unchanged = (validators: Validators): HttpResponse => ({
    status: 304,
    fields: withValidators([...unchangedFields], validators),
  });

  function write(
    answer: Answer,
    request: HttpRequest,
    prepared: Validators | undefined,
    begin: number,
  ): HttpResponse | Promise<HttpResponse> {
    const { status = 200, body } = answer;
    const isRead = request.method !== 'POST';
    const kept = answer.cacheControl ?? (status === 200 ? cacheControl : 'no-store');
    const isPlain = isRead && kept === cacheControl && answer.headers === undefined;
    const own = isPlain ? [...plainFields] : [...fieldsOf({ ...headers, ...answer.headers })];
    // Caches must not keep an answer to POST for other clients. RFC 9110 §9.3.3
    if (!isPlain) own.push('cache-control', isRead ? kept : 'no-store');
    if (isStored(body)) return fileResponse(body, answer.contentType, request, own, unchangedFields);
    // An answer with `no-store`, such as a page that temporarily lacks something, gets no validator.
    const isKept = isRead && status === 200 && kept !== 'no-store';
    const validators = isKept ? (prepared ?? bodyValidators(door, body)) : undefined;
    // Conditions apply to a successful GET only. RFC 9110 §13.2.1
    if (validators !== undefined && isFresh(request.headers, validators)) {
      return unchanged(validators);
    }
    if (validators !== undefined) withValidators(own, validators);
    if (door.operation !== undefined) pushContract(own, answer, request, begin);
    else if (answer.links !== undefined && answer.links.length > 0) own.push('link', answer.links.join(', '));
    return encode({ ...answer, body }, request, own);
  }

  /** Adds the fields that all answers of the contract have. */
  function pushContract(own: string[], { links }: Answer, { started }: HttpRequest, begin: number): void {
    const end = performance.now();
    const link = serviceLinksAt(environment.baseUrl());
    own.push('link', links === undefined ? link : `${link}, ${links.join(', ')}`);
    own.push('server-timing', `store;dur=${(end - begin).toFixed(1)}, total;dur=${(end - started).toFixed(1)}`);
  }

  return { write, unchanged };
}

/** Counts the cost of a request beyond 1, which the handler has already counted. @returns the refusal, if any */
async function countCost(
  { quota }: Door,
  input: unknown,
  context: Context,
  count: Count,
): Promise<Problem | undefined> {
  const cost = (await quota?.cost?.(input, context)) ?? 1;
  if (isProblem(cost)) return cost;
  return cost > 1 ? count(cost - 1) : undefined;
}

/** @param reference absent where there is no snapshot, and the door does not depend on one */
export function createContext(
  environment: Environment,
  request: HttpRequest,
  reference: SnapshotReference | undefined,
): Context {
  const context = {
    ...environment.common,
    store: reference?.store as Store,
    baseUrl: environment.baseUrl(),
    target: request.query === '' ? request.path : `${request.path}?${request.query}`,
    call: (target: string) => environment.call(target, reference, request),
  };
  if (reference !== undefined) return context;
  // Most contexts have no getter, because it would make them several times as slow to create.
  return Object.defineProperty(context, 'store', {
    get() {
      throw new StoreUnavailable('there is no snapshot');
    },
  });
}

/** Calls the function of the door; heavy work waits for its turn. */
export function carryOut(
  door: Door,
  input: unknown,
  context: Context,
  { concurrency }: Environment,
  { client, isWanted }: HttpRequest,
): ReturnType<Door['answer']> {
  if (door.work === 'light') return door.answer(input, context);
  const work = concurrency.run(client, async () => door.answer(input, context), isWanted);
  return work.then((outcome) => outcome ?? problem('overloaded'));
}

function isStored(body: Answer['body']): body is StoredFile {
  return 'path' in body;
}

/** The validator of an answer that depends on files: a hash of its body. */
function bodyValidators({ dependsOn }: Door, body: Uint8Array): Validators | undefined {
  return dependsOn === 'file' ? { etag: `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"` } : undefined;
}

function withValidators(fields: string[], { etag, lastModified }: Validators): string[] {
  fields.push('etag', etag);
  if (lastModified !== undefined) fields.push('last-modified', lastModified);
  return fields;
}

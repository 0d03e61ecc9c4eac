/** The Reconciliation Service API: version 0.2 at `/reconcile`, and an experiment with the draft of 1.0 at `/reconcile/draft`. */
import { type Problem, problem } from '../../api/problems.ts';
import { decodePercent } from '../../model/text.ts';
import type { PageAnswer } from '../../http/page.ts';
import type { Service, ServiceRequest } from '../../http/service.ts';
import { jsonAnswer, localeFor } from './answer.ts';
import { extend, rowsById } from './extend.ts';
import { draftManifest, manifest, PATHS } from './manifest.ts';
import { candidateOf, draftQueryOf, matchBatch, queryOf } from './match-batch.ts';
import { preview } from './preview.ts';
import { BATCH_SIZE, readDraftQueries, readExtension, readQueries, refuse, refuseTooMany } from './shapes.ts';
import { proposeProperties, suggest } from './suggest.ts';

type Answer = Promise<PageAnswer | Problem>;

const FORM = ['application/x-www-form-urlencoded', 'text/plain'];
const JSON_BODY = ['application/json'];

/** @param release version of the software */
export function reconcileServices(release: string): readonly Service[] {
  const service = (path: string, respond: Service['respond'], accepts?: readonly string[]): Service => ({
    path,
    respond,
    quota: 'reconcile',
    heavy: true,
    ...(accepts && { accepts }),
  });
  const main = (request: ServiceRequest) => respondToForm(request, release);
  const draft = async (request: ServiceRequest) => jsonAnswer(draftManifest(localeFor(request), release), request);
  return [
    service(PATHS.current, main, FORM),
    service(`${PATHS.current}/`, main, FORM),
    service(PATHS.draft, draft),
    service(`${PATHS.draft}/`, draft),
    { ...service(`${PATHS.draft}/match`, matchDraft, JSON_BODY), postOnly: true },
    { ...service(`${PATHS.draft}/extend`, extendDraft, JSON_BODY), postOnly: true },
    service(`${PATHS.draft}/{address}`, (request) => respondToAddress(request, 'extend/propose')),
    service(`${PATHS.current}/{address}`, (request) => respondToAddress(request, 'properties')),
  ];
}

/** @param proposal the address at which properties are proposed */
async function respondToAddress(request: ServiceRequest, proposal: string): Answer {
  const path = decodePercent(request.segment ?? '') ?? '';
  const [first, ...others] = path.split('/');
  const other = others.join('/');
  if (path === proposal) return proposeProperties(request);
  if (first === 'preview')
    return preview(other === '' ? (new URLSearchParams(request.query).get('id') ?? '') : other, request);
  return (first === 'suggest' ? await suggest(other, request) : undefined) ?? problem('not_found');
}

/** The manifest, a batch of queries, or a data extension, by what is sent. */
async function respondToForm(request: ServiceRequest, release: string): Answer {
  const sent = request.body === undefined ? request.query : request.body.bytes.toString();
  const queries = readField(sent, 'queries');
  const extension = queries === undefined ? readField(sent, 'extend') : undefined;
  if (queries !== undefined)
    return 'json' in queries ? matchForm(queries.json, request) : refuse('The field “queries” holds no JSON.');
  if (extension !== undefined)
    return 'json' in extension ? extendForm(extension.json, request) : refuse('The field “extend” holds no JSON.');
  if (request.body !== undefined) return refuse('The form must have a field “queries” or “extend”.');
  return jsonAnswer(manifest(localeFor(request), release), request);
}

/** Some clients send JSON that is not percent-encoded, with `+`, `%` and `&` in it: then it is all that stands behind the name. */
function readField(form: string, name: string): { readonly json: unknown } | { readonly isBroken: true } | undefined {
  const decoded = new URLSearchParams(form).get(name);
  if (decoded === null) return undefined;
  const raw = form.slice(form.search(new RegExp(`(?:^|&)${name}=`)) + name.length + 1).replace(/^=/, '');
  for (const text of raw.startsWith('{') ? [raw, decoded] : [decoded, raw]) {
    try {
      return { json: JSON.parse(text) as unknown };
    } catch {
      // The other reading may do.
    }
  }
  return { isBroken: true };
}

async function matchForm(sent: unknown, request: ServiceRequest): Answer {
  const queries = readQueries(sent);
  if (typeof queries === 'string') return refuse(queries);
  const entries = Object.entries(queries);
  const empty = entries.find(([, { query, properties = [] }]) => query === undefined && properties.length === 0);
  if (empty !== undefined) return refuse(`The query “${empty[0].slice(0, 100)}” has neither “query” nor “properties”.`);
  const refusal = await countBatch(entries.length, 'queries', request);
  if (refusal !== undefined) return refusal;
  const found = await matchBatch(
    request.store,
    entries.map(([, query]) => queryOf(query)),
  );
  const locale = localeFor(request);
  const results = entries.map(([key], place) => [
    key,
    { result: (found[place] ?? []).map((one) => candidateOf(one, locale)) },
  ]);
  return jsonAnswer(Object.fromEntries(results), request);
}

async function extendForm(sent: unknown, request: ServiceRequest): Answer {
  const extension = readExtension(sent);
  if (typeof extension === 'string') return refuse(extension);
  const refusal = await countBatch(extension.ids.length, 'identifiers', request);
  if (refusal !== undefined) return refusal;
  const extended = await extend(request.store, extension, localeFor(request));
  return jsonAnswer({ meta: extended.meta, rows: rowsById(extended) }, request);
}

async function matchDraft(request: ServiceRequest): Answer {
  const sent = readJson(request);
  const batch = readDraftQueries(sent);
  if (typeof batch === 'string') return refuse(batch);
  const isNone = batch.queries.some(({ conditions }) =>
    conditions.some(({ matchQuantifier }) => matchQuantifier === 'none'),
  );
  if (isNone) return refuse('The “matchQuantifier” “none” is not understood here.');
  const isBare = batch.queries.some(({ conditions }) =>
    conditions.some((one) => (one.propertyValue ?? one.v) === undefined),
  );
  if (isBare) return refuse('Each condition must have a “propertyValue”.');
  const refusal = await countBatch(batch.queries.length, 'queries', request);
  if (refusal !== undefined) return refusal;
  const queries = batch.queries.map(draftQueryOf);
  const found = await matchBatch(request.store, queries);
  const locale = localeFor(request);
  const results = found.map((candidates, place) => ({
    candidates: candidates
      .filter(({ features }) => queries[place]?.mustConfirm !== true || features.properties > 0)
      .map((one) => candidateOf(one, locale)),
  }));
  return jsonAnswer({ results }, request);
}

async function extendDraft(request: ServiceRequest): Answer {
  const extension = readExtension(readJson(request));
  if (typeof extension === 'string') return refuse(extension);
  const refusal = await countBatch(extension.ids.length, 'identifiers', request);
  if (refusal !== undefined) return refusal;
  return jsonAnswer(await extend(request.store, extension, localeFor(request)), request);
}

/** Undefined for what is no JSON. */
function readJson({ body }: ServiceRequest): unknown {
  try {
    return JSON.parse(body?.bytes.toString() ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** The refusal of a batch that is too large, or more than the quota allows. */
async function countBatch(size: number, what: string, { count }: ServiceRequest): Promise<Problem | undefined> {
  if (size > BATCH_SIZE) return refuseTooMany(what);
  return size > 1 ? count(size - 1) : undefined;
}

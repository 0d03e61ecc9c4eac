/** Makes responses to requests that no door answers: problem documents for programs, pages for people, redirects. */
import Negotiator from 'negotiator';
import { type Problem, problem } from './problems.ts';
import type { Door } from './door.ts';
import type { ServerEnvironment } from './door-route.ts';
import type { Store } from '../snapshot/store.ts';
import type { HttpRequest } from './request.ts';
import { CONSTANT_FIELDS, CONSTANT_HEADERS, encode, fieldsOf, type HttpResponse, problemResponse } from './response.ts';
import { isBelowContract, nearAddress } from './near-address.ts';

type FindDoor = (path: string) => { readonly route: { readonly door: Door } } | undefined;

export function createRefusals(environment: ServerEnvironment, findDoor: FindDoor) {
  const { doors } = environment.common;
  const contractPaths = doors.filter(({ operation }) => operation !== undefined).map(({ path }) => path);
  const problemPage = doors.find((door) => door.problemPage !== undefined)?.problemPage;

  function refuse(occurrence: Problem, audience: Door['audience'], request: HttpRequest, store?: Store) {
    const refusal = findDoor(request.path)?.route.door.writeRefusal?.(occurrence);
    if (refusal !== undefined) return encode(refusal, request, [...CONSTANT_FIELDS, 'cache-control', 'no-store']);
    if (audience === 'programs' || problemPage === undefined) {
      return problemResponse(occurrence, request, { ...environment, ...(store && { store }) });
    }
    using reference = environment.snapshots.acquire();
    const snapshot = (store ?? reference?.store)?.snapshot;
    const context = { baseUrl: environment.baseUrl(), operator: environment.common.operator, doors, snapshot };
    const { headers, cacheControl = 'no-store', body, ...page } = problemPage(occurrence, request, context);
    if ('path' in body) throw new TypeError('The page of a problem cannot be a file.');
    const own = { ...CONSTANT_HEADERS, vary: 'Accept-Encoding, Accept-Language', ...headers };
    const fields = [...fieldsOf(own), 'cache-control', cacheControl];
    return encode({ ...page, body }, request, fields);
  }

  function unknownAddress(path: string): Problem {
    const near = nearAddress(path, contractPaths);
    if (near === undefined) return problem('not_found');
    const suggestion = environment.baseUrl() + near;
    const detail = `There is nothing at this address. Perhaps ${suggestion} was meant.`;
    return problem('not_found', { detail, extensions: { suggestion } });
  }

  /** People get a page, or a redirect to the address without its trailing slash; programs get a problem document. */
  async function respondToUnknown(request: HttpRequest): Promise<HttpResponse> {
    const { method, path, query, headers } = request;
    if (isBelowContract(path)) return refuse(unknownAddress(path), 'programs', request);
    const isForPeople = (method === 'GET' || method === 'HEAD') && prefersHtml(headers.accept);
    const address = path.replace(/\/+$/, '');
    const isMisspelt = isForPeople && address !== path && findDoor(address) !== undefined;
    const response = isMisspelt
      ? redirect(new URL(environment.baseUrl()).pathname.replace(/\/$/, '') + address, query)
      : await refuse(problem('not_found'), isForPeople ? 'people' : 'programs', request);
    response.fields.push('vary', 'Accept');
    return response;
  }

  return { refuse, respondToUnknown };
}

const MEDIA_TYPES = ['application/problem+json', 'application/json', 'text/html'];

function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('html')) return false;
  return new Negotiator({ headers: { accept } }).mediaType(MEDIA_TYPES) === 'text/html';
}

/** RFC 9110 §15.4.9 */
function redirect(path: string, query: string): HttpResponse {
  const location = query === '' ? path : `${path}?${query}`;
  const fields = [...CONSTANT_FIELDS, 'location', location, 'cache-control', 'public, max-age=3600'];
  return { status: 308, fields, body: Buffer.alloc(0) };
}

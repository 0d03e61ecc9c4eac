/** What every request passes before its answer is looked for: quota, limits of size, load, and the methods that are not GET. */
import { type Problem, problem, type ProblemCode } from '../api/problems.ts';
import type { Client } from '../limit/client.ts';
import type { Quotas, Verdict } from '../limit/quotas.ts';
import { type Answer, type Fields, fieldsOf } from './answer.ts';
import { problemAnswer, problemOfFailure, type ProblemSource } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { PREFLIGHT_HEADERS } from './headers.ts';
import type { LoadMonitor } from './overload.ts';
import { MAX_TARGET } from './request-target.ts';
import type { FindRoute, Match } from './routes.ts';

/** What any address answers, as `Allow` says it. */
export const ALLOW = 'GET, HEAD, OPTIONS';

export interface Gate {
  readonly routes: FindRoute;
  readonly quotas: Quotas;
  readonly load: LoadMonitor;
  readonly problems: ProblemSource;
  /** Hears of every failure, which the client is told nothing of but the identifier. */
  readonly failed: (requestId: string, error: unknown) => void;
  /** Hears of every request that was counted. */
  readonly counted: (policy: string, allowed: boolean) => void;
}

export interface Passed {
  readonly answer: Answer;
  /** Fields of the quota, for the answer whatever it is. */
  readonly quotaFields: Fields;
}

/** @param targetLength of the request line's target, in characters */
export async function answerThrough(
  gate: Gate,
  exchange: Exchange,
  match: Match | undefined,
  client: Client,
  targetLength: number,
): Promise<Passed> {
  const { method, headers } = exchange;
  const refuseWith = (occurrence: Problem) =>
    match?.route.refuse?.(occurrence, exchange) ?? problemAnswer(occurrence, headers['accept-encoding'], gate.problems);
  const refuse = (code: ProblemCode, detail?: string) => refuseWith(problem(code, { ...(detail && { detail }) }));
  let quotaFields: Fields = [];
  if (match?.route.quota !== undefined) {
    const isPreflight = method === 'OPTIONS';
    const verdict = await gate.quotas.take(client, match.route.quota, isPreflight ? 0 : 1);
    if (!isPreflight) gate.counted(match.route.quota, verdict.allowed);
    quotaFields = fieldsOfVerdict(verdict, isPreflight);
    if (!verdict.allowed && !isPreflight) {
      return { answer: await refuse('rate_limited', refusalOf(verdict)), quotaFields };
    }
  }
  return { answer: await admitted().catch(failed), quotaFields };

  /** Caught here, so that the answer keeps the fields of the quota. */
  function failed(error: unknown): Promise<Answer> {
    gate.failed(exchange.id, error);
    return refuseWith(problemOfFailure(exchange.id));
  }

  async function admitted(): Promise<Answer> {
    if (targetLength > MAX_TARGET) return refuse('request_too_long');
    if (!isProperHttp(exchange)) {
      // No browser asks like this.
      const occurrence = problem('invalid_request', { detail: 'The request is not valid HTTP.' });
      return problemAnswer(occurrence, headers['accept-encoding'], gate.problems);
    }
    // What has no quota is cheap, and status must be able to say how things are.
    if (match?.route.quota !== undefined && gate.load.isOverloaded()) return refuse('overloaded');
    if (match === undefined) return refuse('not_found');
    if (method === 'GET' || method === 'HEAD') return match.route.answer(exchange, match.segment);
    if (method === 'OPTIONS') return preflight(headers['access-control-request-method'] !== undefined);
    const answer = await refuse('method_not_allowed');
    return { ...answer, fields: ['allow', ALLOW, ...answer.fields] };
  }
}

/** HTTP/1.1 requires the field `Host`, and HTTP/0.9 knows no status to answer with. RFC 9112 §3.2 */
function isProperHttp({ httpVersion, headers }: Exchange): boolean {
  return httpVersion === '1.1' ? headers.host !== undefined : httpVersion === '1.0';
}

function fieldsOfVerdict({ fields }: Verdict, isPreflight: boolean): Fields {
  const { 'ratelimit-policy': policy, ratelimit, 'retry-after': retryAfter } = fields;
  const written = ['ratelimit-policy', policy, 'ratelimit', ratelimit];
  // A preflight is never refused.
  if (retryAfter !== undefined && !isPreflight) written.push('retry-after', retryAfter);
  return written;
}

function preflight(isPreflight: boolean): Answer {
  const fields = ['allow', ALLOW];
  if (isPreflight) fields.push(...fieldsOf(PREFLIGHT_HEADERS), 'access-control-allow-methods', ALLOW);
  return { status: 204, fields };
}

function refusalOf({ violated, waitSeconds }: Verdict): string {
  const again = `Try again in ${waitSeconds} second${waitSeconds === 1 ? '' : 's'}.`;
  if (violated === undefined) return `The quota of requests is used up. ${again}`;
  const { quota, windowSeconds } = violated;
  const window = windowSeconds === 1 ? 'one second' : `${windowSeconds} seconds`;
  return `The quota of ${quota} requests in ${window} is used up. ${again}`;
}

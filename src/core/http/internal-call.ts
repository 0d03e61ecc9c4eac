/** Calls a door from within the process: the same answer as through HTTP, without quotas. */
import { memo } from '../model/memo.ts';
import type { SnapshotReference } from '../snapshot/current.ts';
import { inflateAnswer } from '../snapshot/stored-answer.ts';
import type { Answer, Door, InternalAnswer } from './door.ts';
import { carryOut, createContext, type Environment } from './door-route.ts';
import { isProblem, type Problem, problem, problemDocument } from './problems.ts';
import { type HttpRequest, splitTarget } from './request.ts';
import { problemOfFailure } from './response.ts';
import type { RouteMatch } from './router.ts';

/** Always answers: failures become problems, and pages have a text for each. */
export async function callDoor(
  target: string,
  reference: SnapshotReference | undefined,
  environment: Environment,
  request: HttpRequest,
  findRoute: (path: string) => RouteMatch<{ readonly door: Door }> | undefined,
): Promise<InternalAnswer> {
  const refuse = (occurrence: Problem): InternalAnswer => {
    const body = problemDocument(occurrence, environment.link, reference?.store.snapshot);
    return { status: occurrence.status, body };
  };
  const { path = '', query = '' } = splitTarget(target) ?? {};
  const match = findRoute(path);
  if (match === undefined) return refuse(problem('not_found'));
  const { segment } = match;
  const { door } = match.route;
  const input = door.parameters.read({ method: 'GET', segment, query, headers: {} });
  if (isProblem(input)) return refuse(input);
  if (reference === undefined) return refuse(problem('not_ready'));
  try {
    const outcome = await carryOut(door, input, createContext(environment, request, reference), environment, request);
    return isProblem(outcome) ? refuse(outcome) : parsed(outcome);
  } catch (error) {
    environment.onFailure(request.id, error);
    return refuse(problemOfFailure(error, request.id));
  }
}

function parsed({ status = 200, contentType, body, coded, shared = false }: Answer): InternalAnswer {
  if ('path' in body) throw new TypeError('A file cannot be requested within the process.');
  const parse = (): unknown => {
    const text = new TextDecoder().decode(coded === 'gzip' ? inflateAnswer(body) : body);
    return contentType === 'application/json' ? JSON.parse(text) : text;
  };
  return { status, body: shared ? memo(body, 'parsed', parse) : parse() };
}

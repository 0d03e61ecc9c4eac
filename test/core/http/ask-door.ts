/** Asks a door without a server, in a context that the test makes. */
import { createLink } from '../../../src/core/http/door-link.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, Context, Door } from '../../../src/core/http/door.ts';
import { createRouter } from '../../../src/core/http/router.ts';
import { type Problem, problem } from '../../../src/core/http/problems.ts';
import { DEFAULT_LIMITS } from '../../../src/core/quotas/quota-table.ts';
import { createMemoryLimiter } from '../../../src/core/quotas/memory-limiter.ts';
import { NOW } from '../api/fixture.ts';

/** A context without a snapshot. @param more further members */
export function contextWith(more: Partial<Context> = {}): Context {
  const refuse = (name: string) => {
    throw new Error(`${name} was asked for`);
  };
  const context: Context = {
    get store() {
      return refuse('the store');
    },
    baseUrl: 'https://links.example.org',
    isLocal: false,
    target: '/',
    release: '1.2.3',
    operator: {},
    clock: () => NOW,
    uptimeSeconds: () => 0,
    limits: DEFAULT_LIMITS,
    limiter: createMemoryLimiter(),
    snapshotRefusal: () => undefined,
    doors: [],
    link: () => undefined,
    call: async (target) => refuse(target),
  };
  const whole = Object.defineProperties(context, Object.getOwnPropertyDescriptors(more)) as Context;
  return Object.defineProperty(whole, 'link', { value: createLink(whole.doors, () => whole.baseUrl) });
}

/** Sends a GET to the door with this address. @param target path and query */
export async function askDoor(
  doors: readonly Door[],
  target: string,
  more: Partial<Context> = {},
  headers: IncomingHttpHeaders = {},
): Promise<Answer | Problem> {
  const [path = '', query = ''] = target.split('?');
  const match = createRouter(doors.map((door) => [door.path, door] as const))(path);
  if (match === undefined) return problem('not_found');
  const { route, segment } = match;
  const input = route.parameters.read({ method: 'GET', segment, query, headers });
  if (typeof input === 'object' && input !== null && 'kind' in input && input.kind === 'problem') {
    return input as Problem;
  }
  return route.answer(input, contextWith({ doors, target, ...more }));
}

/** @throws when the answer is a refusal or a file */
export function textOf(answer: Answer | Problem | undefined): string {
  if (answer === undefined || 'kind' in answer || 'path' in answer.body) throw new Error(JSON.stringify(answer));
  return Buffer.from(answer.body).toString();
}

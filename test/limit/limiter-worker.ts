/** A worker process for the tests of the primary limiter: asks it for decisions on behalf of the test. */
import { createPrimaryLimiter } from '../../src/limit/primary-limiter.ts';
import type { Policy } from '../../src/limit/limiter.ts';

/** What the test asks of the worker; it answers with `{ reply: id, value }`. */
export type Order = { readonly id: number } & (
  | { readonly order: 'take'; readonly takes: readonly (readonly [key: string, policy: Policy, cost?: number])[] }
  | { readonly order: 'health' }
  | { readonly order: 'send'; readonly messages: readonly unknown[] }
);

const limiter = createPrimaryLimiter();

async function obey(order: Order): Promise<unknown> {
  if (order.order === 'take') {
    return Promise.all(order.takes.map(([key, policy, cost]) => limiter.take(key, policy, cost)));
  }
  if (order.order === 'health') return limiter.health();
  for (const message of order.messages) process.send?.(message);
  return undefined;
}

process.on('message', (message: Order | object) => {
  if ('order' in message) void obey(message).then((value) => process.send?.({ reply: message.id, value }));
});

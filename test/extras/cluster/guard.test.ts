/** Protection of a failing cluster: the circuit breaker and the queue. */
import { expect, it } from 'vitest';
import { createGuard } from '../../../src/extras/cluster/guard.ts';
import { StoreOverloaded, StoreReadError, StoreUnavailable } from '../../../src/core/snapshot/store.ts';

/** A scripted cluster, and a clock that the test advances. */
function guarded() {
  const state = { sent: 0, time: 0, failure: undefined as Error | undefined, gate: Promise.resolve() };
  const guard = createGuard(() => state.time);
  const ask = async () => {
    state.sent += 1;
    await state.gate;
    if (state.failure !== undefined) throw state.failure;
    return 'answer';
  };
  const outcome = () => guard.run(ask).catch((error: Error) => error.message);
  return { state, guard, ask, outcome };
}

const silent = new StoreUnavailable('silent');

it('the circuit opens after five failures in a row, tries once a second, and closes with the first answer', async () => {
  const { state, guard, outcome } = guarded();
  state.failure = silent;
  for (let failures = 0; failures < 5; failures += 1) expect(await outcome()).toBe('silent');
  expect(guard.isOpen()).toBe(true);
  expect(await outcome()).toMatch(/has not answered recently/);
  expect(state.sent).toBe(5);
  state.time = 1000;
  expect([await outcome(), await outcome()]).toEqual(['silent', expect.stringMatching(/has not answered recently/)]);
  state.failure = undefined;
  state.time = 2000;
  expect([await outcome(), await outcome()]).toEqual(['answer', 'answer']);
  expect(guard.isOpen()).toBe(false);
});

it('the refusal of one request is not a failure of the cluster', async () => {
  const { state, guard, outcome } = guarded();
  state.failure = new StoreReadError('refused');
  for (let failures = 0; failures < 9; failures += 1) expect(await outcome()).toBe('refused');
  expect(guard.isOpen()).toBe(false);
});

it('the queue admits 64 requests at a time, lets 512 wait, and refuses the next one', async () => {
  const { state, outcome, ask, guard } = guarded();
  const { promise, resolve: openGate } = Promise.withResolvers<void>();
  state.gate = promise;
  const all = Array.from({ length: 64 + 512 }, outcome);
  await expect(guard.run(ask)).rejects.toThrow(StoreOverloaded);
  expect(state.sent).toBe(64);
  openGate();
  expect(new Set(await Promise.all(all))).toEqual(new Set(['answer']));
});

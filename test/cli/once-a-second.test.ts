/** Files behind status and metrics are read at most once a second. */
import { expect, it } from 'vitest';
import { onceASecond } from '../../src/cli/once-a-second.ts';

it('a file is read again after a second, not before', async () => {
  let [time, reads] = [0, 0];
  const read = onceASecond(
    async () => (reads += 1),
    () => time,
  );
  expect([await read(), await read()]).toEqual([1, 1]);
  time = 999;
  expect(await read()).toBe(1);
  time = 1_000;
  expect([await read(), await read()]).toEqual([2, 2]);
});

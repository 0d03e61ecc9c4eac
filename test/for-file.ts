/** What all tests of a file use: started before them and closed behind them. */
import { afterAll, beforeAll } from 'vitest';

/** @returns what was started; its parts are there while tests run, not before */
export function forFile<T extends { close(): Promise<void> }>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
  return new Proxy({} as T, { get: (_, name) => Reflect.get(started ?? {}, name) as unknown });
}

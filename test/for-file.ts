/** Resources for a test file or for each test: started before and closed after the tests. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

interface Closing {
  close(): Promise<void>;
}

/** @returns the resource, whose members exist only while tests run */
export function forFile<T extends Closing>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
  return partsOf(() => started);
}

/** Starts and closes the resource for each test. */
export function forTest<T extends Closing>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeEach(async () => {
    started = await start();
  });
  afterEach(() => started?.close());
  return partsOf(() => started);
}

function partsOf<T extends Closing>(started: () => T | undefined): T {
  return new Proxy({} as T, {
    get(_, name) {
      const part: unknown = Reflect.get(started() ?? {}, name);
      return typeof part === 'function' ? (part.bind(started()) as unknown) : part;
    },
  });
}

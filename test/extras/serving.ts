/** A server over the fixture with all doors; everything else is as for the core alone. */
import { onTestFinished } from 'vitest';
import { openDoors } from '../../src/cli/doors.ts';
import { serve as serveCore, type Serving, type ServingOptions } from '../core/http/serving.ts';
import { forFile } from '../for-file.ts';

export * from '../core/http/serving.ts';

export async function serve(options: ServingOptions = {}): Promise<Serving> {
  return serveCore({ doors: await openDoors({ release: '1.2.3' }), ...options });
}

/** A server for all tests of a file. */
export function serveForFile(options?: ServingOptions): Serving {
  return forFile(() => serve(options));
}

/** A server that is closed when the test ends. */
export async function serveForTest(options?: ServingOptions): Promise<Serving> {
  const service = await serve(options);
  onTestFinished(() => service.close());
  return service;
}

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Many tests start the program, so its compiled code is cached.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Tests that wait for browsers and processes begin first, because the last to begin determine the end. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) => Number(/[/](?:cli|docs|e2e|embed|pages)[/]/.test(moduleId));
    return (await super.sort(files)).toSorted((a, b) => waits(b) - waits(a));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/skipped-reporter.ts'],
    // Modules are evaluated once per process instead of once per file, so each file must restore the process.
    isolate: false,
    sequence: { sequencer: WaitingFirst },
    globalSetup: 'test/built-sample.ts',
    // For hanging tests; slow ones stay below, also on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // One worker more than processors, because tests wait for browsers, servers and child processes.
    maxWorkers: availableParallelism() + 1,
  },
});

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Many tests start the program: nothing need be compiled anew each time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Those that wait for browsers and processes begin first: whoever begins last holds up the end. */
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
    // What tests import is read once per process, not once per file; each file leaves its process as it found it.
    isolate: false,
    sequence: { sequencer: WaitingFirst },
    globalSetup: 'test/built-sample.ts',
    // For what hangs, not for what is slow: other work on the same machine must not turn a test red.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // One more than there are processors: tests wait for browsers, servers and processes of theirs.
    maxWorkers: availableParallelism() + 1,
  },
});

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Many tests start the program, so its compiled code is cached.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** The longest tests, among them short files with much work, then those that wait for browsers and processes; all others follow. */
const FIRST = [
  /[/]cluster[/](?:concurrent-runs|faults)[.]test/,
  /[/]test[/]cluster[/]/,
  /[/]slow[/].*(?:walk|nights|release-check|forgotten|resume|ingest[/]real-data|killed-update|core-alone)[.]test/,
  /[/]slow[/].*(?:matching-gold|validators|left-out|processes|ends|audited-harvest)[.]test/,
  /[/]slow[/]/,
  /[/](?:cli|docs|e2e|embed|pages)[/]/,
];

/** Long tests begin first, because the last to begin determine the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => [...FIRST, /^/].findIndex((pattern) => pattern.test(moduleId));
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/skipped-reporter.ts'],
    // Modules are evaluated once per process instead of once per file, so each file must restore the process.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    setupFiles: 'test/restored-environment.ts',
    globalSetup: ['test/built-sample.ts', 'test/cluster/start-one-node.ts'],
    // For hanging tests; slow ones stay below, also on a machine that is busy or several times slower.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 240_000 } },
    // One worker more than processors, because tests wait for browsers, servers and child processes.
    maxWorkers: availableParallelism() + 1,
  },
});

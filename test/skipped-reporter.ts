/** Lists skipped tests at the end, grouped by the reason in brackets in their title. In CI, a skipped test without a reason is a failure. */
import type { Reporter, TestModule } from 'vitest/node';

/** A class, because Vitest creates reporters with `new`. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        const note = result.state === 'skipped' ? result.note : undefined;
        const reason = note ?? /\(([^()]*(?:needs|skipped)[^()]*)\)/.exec(test.fullName)?.[1];
        const shown = reason ?? test.fullName;
        counts.set(shown, (counts.get(shown) ?? 0) + 1);
        if (reason !== undefined || process.env['CI'] === undefined) continue;
        process.exitCode = 1;
        process.stdout.write(`\n FAIL  ${module.relativeModuleId} > ${test.fullName}: skipped without a reason\n`);
      }
    }
    if (counts.size === 0) return;
    const lines = [...counts].map(([reason, count]) => `${String(count).padStart(5)}  ${reason}`);
    process.stdout.write(`\nSkipped, and why:\n${lines.join('\n')}\n`);
  }
}

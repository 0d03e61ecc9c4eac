/** Builds the bundled sample once, for all tests that only read it: `inject('sample')`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { runProcess } from './cli/command.ts';

/** The day after the sample's sources; the documents count ages from it. */
export const SAMPLE_BUILT_AT = new Date('2026-11-21T12:00:00Z');

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of snapshots with one of the sample, built as the command line builds it. Tests must not change it. */
    readonly sample: string;
    /** Folder for files that tests of a process share; removed when all tests have ended. */
    readonly shared: string;
  }
}

export default async function buildSample(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-sample-'));
  const sample = join(folder, 'snapshots');
  const env = { SOURCE_DATE_EPOCH: String(SAMPLE_BUILT_AT.getTime() / 1000) };
  const built = await runProcess(['build', '--register', 'sample/sources.yaml', '--out', sample], { env });
  if (built.code !== 0) throw new Error(built.err);
  project.provide('sample', sample);
  project.provide('shared', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

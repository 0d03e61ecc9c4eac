/** Temporary directories for tests, which are removed afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** A directory for the current test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'gnd-links-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A directory for all tests of the file or group. */
export function temporaryForFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'gnd-links-test-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

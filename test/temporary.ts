/** Directories for tests, removed afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** For the test that asks. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'gnd-links-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** For all tests of the file, or of the group, that asks. */
export function temporaryForFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'gnd-links-test-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

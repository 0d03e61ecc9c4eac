/** Temporary directories for tests, which are removed afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** A file for the current test. @returns its path */
export function temporaryFile(content: string | Uint8Array, name = 'file'): string {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, content);
  return file;
}

/** Reads a JSON file that its reader can do without: a file that is missing, damaged or unreadable counts as none. */
import { readFile } from 'node:fs/promises';

/** @param isValid may throw instead of returning false @returns undefined for no file, or a value that is not valid */
export async function readJson<T>(file: string, isValid: (value: unknown) => value is T): Promise<T | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

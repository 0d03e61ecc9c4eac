/** Reads JSON on which nothing depends, so that a missing or damaged file is like none. */
import { readFile } from 'node:fs/promises';

/** @param isValid false, or an error, for another shape @returns undefined where there is none of this shape */
export async function readJson<T>(file: string, isValid: (value: unknown) => value is T): Promise<T | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Entries of a register for tests, with defaults for all other fields. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLAUSIBILITY_DEFAULTS, type RegisteredSource } from '../../../src/build/sources/register/register.ts';

/** An entry as `loadRegister` returns it. */
export function entryOf(
  key: string,
  format: RegisteredSource['origin']['format'],
  more: Partial<RegisteredSource> = {},
): RegisteredSource {
  const label = { de: key, en: key };
  return {
    key,
    kind: format === 'beacon' ? 'links' : format === 'redirects' ? 'redirects' : 'entities',
    title: label,
    description: label,
    origin: { publisher: 'Test', format },
    licence: { statement: 'not stated' },
    cadence: 'unknown',
    state: 'active',
    guard: PLAUSIBILITY_DEFAULTS,
    scope: { description: label },
    ...more,
  };
}

/** Writes a register. @param sources entries, without fields that have defaults here @returns path of the file */
export function writeRegister(folder: string, sources: readonly object[]): string {
  const label = { de: 'Probe', en: 'Trial' };
  const common = { title: label, description: label, licence: { statement: 'CC0' }, scope: { description: label } };
  const file = join(folder, 'sources.yaml');
  writeFileSync(file, JSON.stringify({ sources: sources.map((source) => ({ ...common, ...source })) }));
  return file;
}

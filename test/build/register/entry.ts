/** Entries of a register for tests, with defaults for all other fields. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLAUSIBILITY_DEFAULTS, type RegisteredSource } from '../../../src/build/sources/register/register.ts';

/** Kinds of sources whose format is not one of records. */
const KINDS: Partial<Record<RegisteredSource['origin']['format'], RegisteredSource['kind']>> = {
  beacon: 'links',
  'skos-jsonld': 'links',
  redirects: 'redirects',
  'marcxml-redirects': 'redirects',
};

/** An entry as `loadRegister` returns it. */
export function entryOf(
  key: string,
  format: RegisteredSource['origin']['format'],
  more: Partial<RegisteredSource> = {},
): RegisteredSource {
  const label = { de: key, en: key };
  return {
    key,
    kind: KINDS[format] ?? 'entities',
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

/** A decision as an item of a list in YAML. @param lines its verdict and other fields; all decisions have the rest */
export function decision(gnd: string, ...lines: readonly string[]): string {
  const all = [`gnd: ${gnd}`, ...lines, 'reason: request', "since: '2026-10-01'", 'by: editors'];
  return all.map((line, index) => `  ${index === 0 ? '- ' : '  '}${line}\n`).join('');
}

/** Members of an entry of a register whose source is a file of persons beside it. */
export const PERSONS = {
  key: 'persons',
  kind: 'entities',
  origin: { publisher: 'Test', format: 'gnd-jsonld' },
  cadence: 'unknown',
  file: 'persons',
  retrievedAt: '2026-11-20',
};

/** Writes a register. @param sources entries, without fields that have defaults here @returns path of the file */
export function writeRegister(folder: string, sources: readonly object[]): string {
  const label = { de: 'Probe', en: 'Trial' };
  const common = { title: label, description: label, licence: { statement: 'CC0' }, scope: { description: label } };
  const file = join(folder, 'sources.yaml');
  writeFileSync(file, JSON.stringify({ sources: sources.map((source) => ({ ...common, ...source })) }));
  return file;
}

/** The completeness of several harvested sources together. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { completenessOf, completenessOfSources } from '../../../src/build/sources/harvest/completeness.ts';
import { openRecordStore, RECORD_STORE_FILE } from '../../../src/build/sources/harvest/record-store.ts';
import { source } from '../fetch/fetching.ts';
import { temporaryDirectory } from '../../temporary.ts';

const NOW = new Date('2026-10-10T00:00:00Z');

/** Sources whose harvests are complete up to a day each; undefined: nothing was harvested yet. */
function harvestedThrough(...days: readonly (string | undefined)[]): string | undefined {
  const folder = temporaryDirectory();
  const register = days.map((complete, index) => {
    const oai = { url: `https://example.org/oai/${index}`, metadataPrefix: 'MARC21-xml' };
    const key = `changes-${index}`;
    mkdirSync(join(folder, key));
    using store = openRecordStore(join(folder, key, RECORD_STORE_FILE), oai);
    if (complete !== undefined) store.take([], { granularity: 'YYYY-MM-DD', complete });
    return source('', { key, kind: 'entities', origin: { publisher: 'Test', format: 'gnd-marcxml', oai } });
  });
  return completenessOfSources(register, folder, NOW)?.harvestedThrough;
}

it('counts records missed in the last thirty days', () => {
  const folder = temporaryDirectory();
  const oai = { url: 'https://example.org/oai', metadataPrefix: 'MARC21-xml' };
  using store = openRecordStore(join(folder, RECORD_STORE_FILE), oai);
  for (const day of ['2026-09-09', '2026-09-10', '2026-10-09'])
    store.audit.log(`${day}T03:00:00Z`, { requests: 1, missed: 2 });
  expect(completenessOf(store, NOW.getTime()).missed).toBe(4);
});

it.each([
  ['2026-10-02', ['2026-10-05', '2026-10-02']],
  ['2026-10-02', ['2026-10-02', '2026-10-05']],
  [undefined, [undefined, '2026-10-05']],
  [undefined, ['2026-10-05', undefined]],
])('the completeness of several harvests reaches up to %s if the harvests reach up to %j', (expected, days) => {
  expect(harvestedThrough(...days)).toBe(expected);
});

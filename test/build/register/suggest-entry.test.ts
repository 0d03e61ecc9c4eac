/** Entries suggested for a new list are accepted unchanged by register and collections. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { loadRegister } from '../../../src/build/sources/register/register.ts';
import { type NewList, suggestEntry } from '../../../src/build/sources/register/suggest-entry.ts';
import { SHIPPED_CONFIG } from '../ingest/site.ts';
import { temporaryDirectory } from '../../temporary.ts';

const FIELDS = {
  NAME: 'Beispielarchiv: Nachlässe & "Briefe" # {1}',
  INSTITUTION: 'Beispielarchiv',
  DESCRIPTION: 'Nachlässe',
  HOMEPAGE: 'https://archive.example.org/',
  FEED: 'https://archive.example.org/beacon.txt',
  UPDATE: 'MONTHLY',
};
const SAMPLES = ['118540238', '118575449'].map((gnd) => ({ gnd, url: `https://archive.example.org/gnd/${gnd}` }));

/** Adds both entries to a copy of the shipped configuration. */
async function takeOver(list: NewList) {
  const entry = suggestEntry(list);
  const folder = temporaryDirectory();
  cpSync(SHIPPED_CONFIG, folder, { recursive: true });
  const collections = readFileSync(join(folder, 'collections.yaml'), 'utf8');
  writeFileSync(join(folder, 'collections.yaml'), collections.replace(/^collections:\n/m, (line) => `${line}${entry?.collection ?? ''}`)); // prettier-ignore
  writeFileSync(join(folder, 'sources.yaml'), `sources:\n${entry?.source ?? ''}`);
  const curation = await loadCuration(folder);
  const [source] = await loadRegister(join(folder, 'sources.yaml'), new Set(curation.collections.keys()));
  return { source, curation };
}

it('suggested entries are accepted, and assign the links of the list to the collection', async () => {
  const { source, curation } = await takeOver({ fields: FIELDS, samples: SAMPLES });
  expect(source).toMatchObject({
    key: 'beispielarchiv-nachlaesse-briefe-1',
    title: { de: FIELDS.NAME },
    cadence: 'monthly',
    collection: 'beispielarchiv-nachlaesse-briefe-1',
    origin: { publisher: 'Beispielarchiv', downloadUrl: FIELDS.FEED, format: 'beacon' },
  });
  const target = curation.target('http://www.archive.example.org/gnd/118540238');
  expect(target).toMatchObject({
    collection: source?.key,
    url: 'https://archive.example.org/gnd/118540238',
  });
});

it.each([
  ['yearly', 'annual'],
  ['Weekly (Monday)', 'weekly'],
  ['quarterly', 'quarterly'],
  ['never', 'unknown'],
  ['always', 'unknown'],
])('a suggested entry has for #UPDATE: %s the cadence %s', (UPDATE, cadence) => {
  expect(suggestEntry({ fields: { UPDATE }, samples: SAMPLES })?.source).toContain(`cadence: ${cadence}\n`);
});

it('suggested entries have no pattern if the pages have their own numbers', async () => {
  const samples = SAMPLES.map(({ gnd }, n) => ({ gnd, url: `https://archive.example.org/person/${n}` }));
  expect(suggestEntry({ fields: {}, samples })?.collection).not.toContain('targets');
  const { curation } = await takeOver({ fields: {}, samples });
  expect(curation.target('https://archive.example.org/person/17')?.collection).toBe('archive-example-org');
});

it('suggested entries are valid for any header', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  const fields = fc.record({
    NAME: text,
    INSTITUTION: text,
    DESCRIPTION: text,
    HOMEPAGE: text,
    FEED: text,
    UPDATE: text,
  });
  const property = fc.asyncProperty(fields, async (said) => {
    const { source } = await takeOver({ fields: said, samples: SAMPLES });
    expect(source?.kind).toBe('links');
  });
  await fc.assert(property, { numRuns: 25 });
});

it('no entries are suggested for a list without links', () => {
  expect(suggestEntry({ fields: FIELDS, samples: [] })).toBeUndefined();
});

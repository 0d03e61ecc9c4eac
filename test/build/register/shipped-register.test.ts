import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENTITY_TYPES } from '../../../src/core/model/entity.ts';
import type { LinkStatement } from '../../../src/build/sources/readers/reader.ts';
import type { Target } from '../../../src/build/sources/addresses/target.ts';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { checkPlausibility } from '../../../src/build/sources/fetch/plausibility.ts';
import { newestLink } from '../../../src/build/sources/download/index-page.ts';
import { inspect } from '../../../src/build/sources/fetch/inspect.ts';
import { createListCheck } from '../../../src/build/sources/register/list-check.ts';
import { loadRegister, type RegisteredSource } from '../../../src/build/sources/register/register.ts';
import { SHIPPED_CONFIG } from '../ingest/site.ts';
import { readList } from '../readers/beacon-reading.ts';
import { rowsOf } from '../readers/statements.ts';
import { present, unpacked } from '../../real-data.ts';
import { temporaryDirectory, temporaryFile } from '../../temporary.ts';

const config = (name: string): string => join(SHIPPED_CONFIG, name);
const curation = await loadCuration(SHIPPED_CONFIG);
const registered = await loadRegister(config('sources.yaml'), new Set(curation.collections.keys()));
const byKey = new Map(registered.map((source) => [source.key, source]));
const lists = registered.filter(({ origin }) => origin.format === 'beacon');

function entry(key: string): RegisteredSource {
  const found = byKey.get(key);
  if (found === undefined) throw new Error(`the register has no source ${key}`);
  return found;
}

const table = (name: string) => rowsOf(readFileSync(join(import.meta.dirname, 'shipped-register', name), 'utf8'));

it('the crosswalks that are disabled can be enabled', async () => {
  const file = join(temporaryDirectory(), 'sources.yaml');
  const disabled = readFileSync(config('sources.yaml'), 'utf8').match(/^ {2}# (?:- |  ).*$/gm) ?? [];
  writeFileSync(file, ['sources:', ...disabled.map((line) => line.replace('# ', ''))].join('\n'));
  expect((await loadRegister(file, new Set(curation.collections.keys()))).map(({ key }) => key)).toEqual([
    'gnd-agrovoc',
  ]);
});

/** The collection of a link as the build determines it: by address first, then by register entry. */
function collectionOf(target: Target | undefined, source: RegisteredSource): string {
  return target === undefined ? 'refused' : (target.collection ?? source.collection ?? 'none');
}

describe('the shipped register', () => {
  it('has at least eighty link lists, each once', () => {
    expect(lists.length).toBeGreaterThanOrEqual(80);
    expect(byKey.size).toBe(registered.length);
    const addresses = lists.map(({ origin }) => origin.downloadUrl);
    expect(new Set(addresses).size).toBe(lists.length);
  });

  it('has one dump for each entity type, and Entity Facts', () => {
    const dumps = registered.filter(({ origin }) => origin.format === 'gnd-jsonld');
    const types = dumps.flatMap(({ scope }) => scope.types ?? []);
    expect(dumps).toHaveLength(6);
    expect(types.toSorted()).toEqual(ENTITY_TYPES.filter((type) => type !== 'AuthorityResource').toSorted());
    expect(registered.filter(({ origin }) => origin.format === 'entity-facts')).toHaveLength(1);
  });

  it('has the dump of merged and deleted records, with a larger limit than lists', () => {
    const dumps = registered.filter(({ kind }) => kind === 'redirects');
    expect(dumps.map(({ key, origin }) => [key, origin.format])).toEqual([['gnd-redirects', 'marcxml-redirects']]);
    expect(dumps[0]?.guard.maximumBytes).toBe(4_000_000_000);
  });

  it('has the changes since the dumps, which replace records of these', () => {
    const changes = registered.filter(({ updates }) => updates === true);
    expect(changes.map(({ key, cadence, origin }) => [key, cadence, origin.oai?.set])).toEqual([
      ['gnd-changes', 'daily', 'authorities'],
    ]);
  });

  it.each([
    ['gnd-redirects', 'gnd_umlenk_loesch', 'mrc.xml.gz', '20270101.mrc.gz 20270101.mrc.xml.gz.md5'],
    ['gnd-works', 'gnd-werk_lds', 'jsonld.gz', '20270101.jsonld.gz.md5 20270101.ttl.gz'],
  ])('finds the newest dated copy of %s on its index page, and no other file', (key, name, ending, others) => {
    const { url, pattern } = entry(key).origin.index ?? { url: '', pattern: '' };
    const files = [`20250217.${ending}`, `20260217.${ending}`, ...others.split(' ')].map((rest) => `${name}_${rest}`);
    const page = [...files, `gnd-person_lds_20270101.${ending}`].map(
      (file) => `<a href="authorities-${file}">${file}</a>`,
    );
    expect(newestLink(page.join('\n'), url, pattern)).toBe(
      `https://data.dnb.de/opendata/authorities-${name}_20260217.${ending}`,
    );
  });

  it('states the licence of the GND, and none for lists without one', () => {
    for (const { key, licence, origin } of registered) {
      if (origin.format === 'skos-jsonld') expect(licence.spdx, key).toBe('CC-BY-4.0');
      else if (origin.format === 'beacon')
        expect(licence.statement === 'not stated', key).toBe(licence.spdx === undefined);
      else expect(licence.spdx, key).toBe('CC0-1.0');
      // A licence for software says nothing about a list that lies beside the software.
      expect(licence.spdx ?? 'CC', key).toMatch(/^CC/);
    }
  });

  it('marks a guessed address as a guess', () => {
    const built = lists.filter(({ origin }) => origin.downloadUrl?.includes('/HEAD/') === true);
    expect(built.length).toBeGreaterThan(0);
    for (const { key, note } of built) expect(note, key).toMatch(/^guess: the address/);
  });
});

describe('one line of every list', () => {
  const targets = table('targets.tsv');

  it('is in the table of this test', () => {
    expect(targets.map(([key = '']) => key).toSorted()).toEqual(lists.map(({ key }) => key).toSorted());
  });

  it.each(targets)('of %s gives a link into its collection', async (key, target, line, collection) => {
    const text = `#FORMAT: BEACON\n#PREFIX: http://d-nb.info/gnd/\n#TARGET: ${target}\n\n${line}\n`;
    const { beacon = {} } = entry(key);
    const { links } = await readList(text, beacon);
    expect(links).toHaveLength(1);
    const [link] = links as [LinkStatement];
    expect(link.gnd).toBe('118540238');
    expect(collectionOf(curation.target(link.url), entry(key)), link.url).toBe(collection);
    if (collection === 'refused') expect(entry(key).state).toBe('retired');
  });
});

/** Lines read of a real list; test/slow/build/readers/beacon-lists.test.ts reads them completely. */
const LINES = 500;

/** In any encoding: latin1 has a character for each byte. */
function beginningOf(file: string): string {
  const lines = unpacked(file)
    .toString('latin1')
    .split(/\r\n|\n|\r/);
  const header = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.slice(0, header + LINES).join('\n');
}

describe.skipIf(!present)('real lists (needs ../shared/data)', () => {
  const targets = new Map(table('targets.tsv').map(([key, , , collection]) => [key, collection]));

  it.each(table('lists.tsv'))(
    'include %s, a plausible first copy of %s without contradictions, with links into its collection',
    async (file, key, count) => {
      const source = entry(key);
      const found = { links: 0, right: 0 };
      const check = createListCheck(source, curation);
      const copy = temporaryFile(Buffer.from(beginningOf(file), 'latin1'));
      const inspection = await inspect(copy, source, (statement) => {
        if (statement.kind === 'header') check.add(statement);
        if (statement.kind !== 'link') return;
        found.links += 1;
        const target = curation.target(statement.url);
        if (target !== undefined) check.addLink(target);
        if (collectionOf(target, source) === targets.get(key)) found.right += 1;
      });
      expect(checkPlausibility(inspection, source)).toEqual({ verdict: 'accepted' });
      expect(check.contradictions()).toEqual([]);
      expect(found.links / Math.min(Number(count), LINES)).toBeGreaterThanOrEqual(0.9);
      expect(found.right / found.links).toBeGreaterThanOrEqual(0.95);
    },
  );
});

const facts = join(SHIPPED_CONFIG, '../../shared/facts/sources-hab.tsv');

describe.skipIf(!existsSync(facts))('the list of lists (needs ../shared/facts)', () => {
  // Vitest runs the body of a skipped suite as well.
  it.each(existsSync(facts) ? rowsOf(readFileSync(facts, 'utf8')) : [])(
    'has %s, which is in the register, with a collection for its addresses',
    (key = '', _label, location, pattern = '') => {
      expect(lists.map(({ origin }) => origin.downloadUrl)).toContain(location);
      const collection = curation.byCode(key);
      expect(collection).toBeDefined();
      const target = curation.target(pattern.replace('{ID}', '118540238'));
      if (pattern.includes('beacon.findbuch.de')) expect(target).toBeUndefined();
      else if (pattern !== '') expect(target?.collection).toBe(collection);
    },
  );
});

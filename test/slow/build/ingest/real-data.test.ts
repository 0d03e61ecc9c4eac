/** One snapshot of all collected dumps and lists; its counts are compared with the README of the collection. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { judge, readJudgedQueries } from '../../../../bench/search/judged.ts';
import type { Built } from '../../../../src/build/ingest/build.ts';
import { openSnapshot } from '../../../../src/cli/installation.ts';
import type { RegisteredSource } from '../../../../src/build/sources/register/register.ts';
import { verifySnapshot } from '../../../../src/build/ingest/snapshot/verify.ts';
import { DATA, present, SWITCHES } from '../../../real-data.ts';
import { answerOf, build, collected, linksOf } from '../../../build/ingest/site.ts';
import { temporaryForFile } from '../../../temporary.ts';

function sourcesIn(folder: string, format: RegisteredSource['origin']['format']): RegisteredSource[] {
  return readdirSync(new URL(folder, DATA)).map((name) => {
    const beacon = SWITCHES[name.split('.')[0] ?? ''];
    return collected(join(fileURLToPath(DATA), folder, name), format, beacon && { beacon });
  });
}

/** Excludes lists without links, which are refused, and large lists. All lists are read in test/slow/build/readers. */
const isBuilt = ({ file = '' }: RegisteredSource) => !file.includes('headeronly') && statSync(file).size < 60_000;

/** Queries for addresses of the large lists, and the sum that includes them. */
const isOfLargeLists = (kind: string, file: string) =>
  /^(?:asked|fresh)/.test(file) && ['address', 'all'].includes(kind);

describe.skipIf(!present)('a snapshot of the collected data (needs ../shared/data)', () => {
  const folder = temporaryForFile();
  let built: Built;
  const reportOf = (name: string) =>
    built.report.sources.find(({ key }) => key.endsWith(name.toLowerCase().replace(/[^a-z0-9]+/g, '-')));

  beforeAll(async () => {
    const sources = [
      ...sourcesIn('gnd/lds-jsonld-derived', 'gnd-jsonld'),
      ...sourcesIn('gnd/lds-jsonld', 'gnd-jsonld'),
      ...sourcesIn('gnd/entityfacts', 'entity-facts'),
      ...sourcesIn('gnd/entityfacts-derived', 'entity-facts'),
      ...[...sourcesIn('beacon', 'beacon'), ...sourcesIn('beacon-lists/2026-02-09', 'beacon')].filter(isBuilt),
    ];
    built = await build(folder, sources, { allowFailedSources: true });
  });

  it('passes verification', async () => {
    for await (const { claim, falsehood } of verifySnapshot(built.directory)) expect(falsehood, claim).toBeUndefined();
  });

  it('has every record of the dumps', () => {
    const readme = readFileSync(new URL('README.md', DATA), 'utf8');
    const rows = [...readme.matchAll(/^\| (authorities-gnd-\S+\.jsonld\.gz) \| (\d+) \|/gm)];
    expect(rows.length).toBeGreaterThan(10);
    for (const [, name = '', records] of rows) expect(reportOf(name)?.import.read, name).toBe(Number(records));
    // According to the README, the dumps have 12,557 records of the GND, some of them twice.
    expect(built.report.counts.entities).toBeGreaterThan(12_550);
    expect(built.report.counts.entities).toBeLessThan(12_660);
  });

  it.each([
    ['118540238', 'Person', 'Goethe, Johann Wolfgang von'],
    ['118512676', 'Person', 'Böll, Heinrich'],
    ['4074335-4', 'PlaceOrGeographicName', 'London'],
    ['4057120-8', 'PlaceOrGeographicName', 'Stein am Rhein'],
    ['4200101-8', 'SubjectHeading', 'Nakadakultur'],
    ['8954-0', 'ConferenceOrEvent', 'International Congress of Gerontology'],
    ['300126603', 'Work', 'Phantasie über den Choral "Ein’ feste Burg"'],
  ])('answers %s with the facts of the inputs', async (gnd, type, preferredName) => {
    const answer = await answerOf(built.directory, gnd);
    expect(answer).toMatchObject({ entity: { gnd, type, preferredName } });
  });

  it.each([
    ['judged-queries.tsv', 14],
    ['unseen-queries.tsv', 14],
    ['typed-queries.tsv', 14],
    ['typed-queries-kept.tsv', 14],
    ['asked-queries.tsv', 15],
    ['asked-queries-kept.tsv', 15],
    ['fresh-queries.tsv', 18],
    ['fresh-queries-kept.tsv', 18],
    ['reader-queries.tsv', 33],
    ['weighed-queries.tsv', 13],
    ['weighed-queries-kept.tsv', 13],
    ['nobody-queries.tsv', 7],
  ])('meets the judged queries of %s', async (file, kinds) => {
    const bench = join(import.meta.dirname, '../../../../bench/search');
    const store = await openSnapshot(built.directory);
    const judgements = await judge(store, readJudgedQueries(join(bench, file)));
    await store.close();
    expect(judgements.length).toBe(kinds);
    for (const { kind, first, firstFive } of judgements.filter((one) => !isOfLargeLists(one.kind, file))) {
      // A single word of nobody has near spellings; the kinds of the last three sets have few queries.
      const isNew = /^(?:nobody|weighed)/.test(file);
      const [least, leastOfFive] =
        kind === 'all' ? (isNew ? [0.95, 0.95] : [0.98, 0.99]) : isNew ? [0.8, 0.8] : [0.9, 0.95];
      expect(first, kind).toBeGreaterThanOrEqual(least);
      expect(firstFive, kind).toBeGreaterThanOrEqual(leastOfFive);
    }
  });

  it('has the contact of a list from the header, if that is an address', async () => {
    const sources = built.snapshot.sources.flatMap(({ key, contact }) =>
      contact === undefined ? [] : [[key, contact]],
    );
    const contacts = Object.fromEntries(sources) as Readonly<Record<string, string>>;
    const contactOf = (list: string) =>
      contacts[Object.keys(contacts).find((key) => key.endsWith(`${list}-txt`)) ?? ''];
    expect(contactOf('aqhab')).toBe('auskunft@hab.de');
    expect(contactOf('pkb')).toBe('professorenkatalog@uni-bamberg.de');
    // One contact is a telephone number, the other an obfuscated address.
    expect([contactOf('bdjg'), contactOf('rarp')]).toEqual([undefined, undefined]);
  });

  it('has links with the addresses that a person would expect', async () => {
    const urls = async (gnd: string) => (await linksOf(built.directory, gnd)).map(({ url }) => url);
    expect(await urls('118512676')).toEqual(
      expect.arrayContaining(['https://www.wikidata.org/wiki/Q42747', 'https://viaf.org/viaf/88858559']),
    );
    // The target is in the register; the list does not state one.
    expect(await urls('123279933')).toContain('https://www.hpk.uni-hamburg.de/resolve/gnd/123279933');
    expect(Object.keys(built.report.unknownHosts)).not.toContain('deutsche-biographie.de');
  });
});

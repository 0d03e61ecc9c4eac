/** All dumps and lists that were collected for trials, in one snapshot; the counts are held against their own README. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge, readJudgedQueries } from '../../bench/search/judged.ts';
import type { Built } from '../../src/ingest/build.ts';
import { openSnapshot } from '../../src/cli/installation.ts';
import type { BeaconSwitches } from '../../src/readers/reader.ts';
import { PLAUSIBILITY_DEFAULTS, type RegisteredSource } from '../../src/register/register.ts';
import { verifySnapshot } from '../../src/store/sqlite/verify.ts';
import { answerOf, build, linksOf } from './site.ts';

const data = join(import.meta.dirname, '../../../shared/data');

/** What a person must say of these lists; the others read themselves. */
const SWITCHES: Readonly<Record<string, BeaconSwitches>> = {
  'db.txt.gz': { targetToken: 'source', secondColumn: 'label' },
  'fabricius.txt.gz': { targetToken: 'source', secondColumn: 'label' },
  'trithemius.txt': { targetToken: 'source', secondColumn: 'label' },
  'jdg.txt.gz': { targetToken: 'source', secondColumn: 'label' },
  'hpk.txt': { targetOverride: 'https://www.hpk.uni-hamburg.de/resolve/gnd/{ID}' },
  'hvuz.txt': { targetOverride: 'http://histvv.uzh.ch/pnd/{ID}' },
  'fruchtbringer.txt': {
    targetOverride: 'http://www.die-fruchtbringende-gesellschaft.de/index.php?article_id=16#{ID}',
  },
  'hainsb.txt': { targetToken: 'third' },
};

/** Files that no build should use, and why. */
const UNUSABLE: Readonly<Record<string, string>> = {
  'badb.txt': 'html',
  'biocist.txt': 'html',
  'changeDate.txt': 'wrong_format',
  'cpl.txt': 'html',
  'dbi.txt': 'html',
  'hls.txt': 'html',
  'imslp.txt': 'html',
  'perl-data-beacon-test1.txt': 'wrong_format',
  'pta-authors-wikidata.txt': 'wrong_format',
  'pta-manuscripts-diktyon.txt': 'wrong_format',
  'pta-places-index.txt': 'wrong_format',
  'staribacher.txt': 'no_records',
};

function sourcesIn(folder: string, format: RegisteredSource['origin']['format']): RegisteredSource[] {
  return readdirSync(join(data, folder)).map((name) => {
    const key = `${folder}-${name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const label = { de: name, en: name };
    return {
      key,
      kind: format === 'beacon' ? 'links' : 'entities',
      title: label,
      description: label,
      origin: { publisher: name, format },
      licence: { statement: 'not stated' },
      cadence: 'unknown',
      state: 'active',
      guard: PLAUSIBILITY_DEFAULTS,
      file: join(data, folder, name),
      retrievedAt: '2026-02-09',
      scope: { description: label },
      ...(SWITCHES[name] !== undefined && { beacon: SWITCHES[name] }),
    };
  });
}

/** The rows of a README's tables: file name and the first number after it. */
function rowsOf(file: string, pattern: RegExp): Map<string, number> {
  const rows = new Map<string, number>();
  for (const match of readFileSync(join(data, file), 'utf8').matchAll(pattern))
    rows.set(match[1] ?? '', Number(match[2]));
  return rows;
}

describe.skipIf(!existsSync(data))('the collected data, built whole (needs ../shared/data)', () => {
  let folder: string;
  let built: Built;
  const reportOf = (name: string) =>
    built.report.sources.find(({ key }) => key.endsWith(name.toLowerCase().replace(/[^a-z0-9]+/g, '-')));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gnd-links-real-'));
    const sources = [
      ...sourcesIn('gnd/lds-jsonld-derived', 'gnd-jsonld'),
      ...sourcesIn('gnd/lds-jsonld', 'gnd-jsonld'),
      ...sourcesIn('gnd/entityfacts', 'entity-facts'),
      ...sourcesIn('gnd/entityfacts-derived', 'entity-facts'),
      ...sourcesIn('beacon', 'beacon').filter(({ file }) => !file?.includes('headeronly')),
      ...sourcesIn('beacon-lists/2026-02-09', 'beacon'),
    ];
    built = await build(folder, sources, { allowFailedSources: true });
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('verifies', async () => {
    for await (const { claim, falsehood } of verifySnapshot(built.directory)) expect(falsehood, claim).toBeUndefined();
  });

  it('finds unusable exactly the files that are', () => {
    const failed = built.report.sources.filter(({ failure }) => failure !== undefined);
    expect(failed.length).toBe(Object.keys(UNUSABLE).length);
    for (const [name, reason] of Object.entries(UNUSABLE)) expect(reportOf(name)?.failure?.reason, name).toBe(reason);
  });

  it('reads every record of the dumps', () => {
    const rows = rowsOf('README.md', /^\| (authorities-gnd-\S+\.jsonld\.gz) \| (\d+) \|/gm);
    expect(rows.size).toBeGreaterThan(10);
    for (const [name, records] of rows) expect(reportOf(name)?.import.read, name).toBe(records);
    // The README counts 12,557 records of the GND, a few of them twice; Entity Facts add fewer than a hundred.
    expect(built.report.counts.entities).toBeGreaterThan(12_550);
    expect(built.report.counts.entities).toBeLessThan(12_660);
  });

  it('accounts for every line of the lists', () => {
    const rows = new Map([
      ...rowsOf('beacon-lists/README.md', /^\| 2026-02-09 \| (\S+) \| \d+ \| (\d+) \|/gm),
      ...rowsOf('README.md', /^\| (\S+\.(?:txt|beacon)(?:\.gz)?) \| (\d+) \| \d+ \| (?:LF|CRLF)/gm),
    ]);
    expect(rows.size).toBeGreaterThan(80);
    for (const [name, lines] of rows) {
      const report = reportOf(name);
      if (UNUSABLE[name] !== undefined || report === undefined) continue;
      // One line may give several links, and some READMEs count a comment as a line; test/readers says which.
      expect(Math.abs(report.import.read - lines), name).toBeLessThanOrEqual(Math.max(26, lines * 0.001));
    }
  });

  it.each([
    ['118540238', 'Person', 'Goethe, Johann Wolfgang von'],
    ['118512676', 'Person', 'Böll, Heinrich'],
    ['4074335-4', 'PlaceOrGeographicName', 'London'],
    ['4057120-8', 'PlaceOrGeographicName', 'Stein am Rhein'],
    ['4200101-8', 'SubjectHeading', 'Nakadakultur'],
    ['8954-0', 'ConferenceOrEvent', 'International Congress of Gerontology'],
    ['300126603', 'Work', 'Phantasie über den Choral "Ein’ feste Burg"'],
  ])('answers %s as the inputs have it', async (gnd, type, preferredName) => {
    const answer = await answerOf(built.directory, gnd);
    expect(answer).toMatchObject({ entity: { gnd, type, preferredName } });
  });

  it.each(['judged-queries.tsv', 'unseen-queries.tsv'])('is searched as %s demands', async (file) => {
    const bench = join(import.meta.dirname, '../../bench/search');
    const store = await openSnapshot(built.directory);
    const judgements = await judge(store, readJudgedQueries(join(bench, file)));
    await store.close();
    expect(judgements.length).toBe(14);
    for (const { kind, first, firstFive } of judgements) {
      expect(first, kind).toBeGreaterThanOrEqual(kind === 'all' ? 0.98 : 0.9);
      expect(firstFive, kind).toBeGreaterThanOrEqual(kind === 'all' ? 0.99 : 0.95);
    }
  });

  it('builds the addresses that a person would expect', async () => {
    const urls = async (gnd: string) => (await linksOf(built.directory, gnd)).map(({ url }) => url);
    expect(await urls('118512676')).toEqual(
      expect.arrayContaining([
        'https://www.deutsche-biographie.de/pnd118512676.html',
        'https://www.wikidata.org/wiki/Q42747',
        'https://viaf.org/viaf/88858559',
      ]),
    );
    expect(Object.keys(built.report.unknownHosts)).not.toContain('deutsche-biographie.de');
  });
});

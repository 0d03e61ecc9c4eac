/** Real lists: every one is read, and every line that is no link is accounted for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { BeaconSwitches, Statement } from '../../src/readers/reader.ts';
import { countReasons, readOrReason, sortStatements } from './beacon-reading.ts';

const DATA = new URL('../../../shared/data/', import.meta.url);
const present = existsSync(new URL('beacon-lists/README.md', DATA));

/** What a list needs so that its links lead where its makers mean; all others are read without switches. */
const SWITCHES: Readonly<Record<string, BeaconSwitches>> = {
  db: { targetToken: 'source', secondColumn: 'label' },
  fabricius: { targetToken: 'source', secondColumn: 'label' },
  fruchtbringer: { targetOverride: 'http://www.die-fruchtbringende-gesellschaft.de/index.php?article_id=16#{ID}' },
  hpk: { targetOverride: 'https://www.hpk.uni-hamburg.de/resolve/gnd/{ID}' },
  hvuz: { targetOverride: 'http://histvv.uzh.ch/pnd/{ID}' },
  jdg: { targetToken: 'source', secondColumn: 'label' },
  trithemius: { targetToken: 'source', secondColumn: 'label' },
};

/** Links beyond the number of lines: cells with two identifiers, less those whose second part is empty or the same. */
const EXTRA_LINKS: Readonly<Record<string, number>> = { 'jen.txt': 25, 'khmw.txt': 10, 'dpi.txt.gz': 1 };

/** Lines that give no link; one entry per list that has any. */
const LOST_LINES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'apw.txt': { empty_id: 1 },
  'archinf.txt.gz': { no_gnd_id: 3 },
  'bach.txt': { glued_ids: 1 },
  'baltbl.txt': { no_gnd_id: 4 },
  'berlin1800.txt': { no_gnd_id: 3 },
  'bkm.txt.gz': { no_gnd_id: 18, foreign_id: 2 },
  'blgs.txt': { no_gnd_id: 2 },
  'bmlo.txt.gz': { no_gnd_id: 6 },
  'coco.txt': { no_gnd_id: 8 },
  'cors.txt': { no_gnd_id: 7 },
  'cpl.2023-12-06.txt': { no_gnd_id: 7, foreign_id: 1 },
  'cpl.2024-01-06.txt': { no_gnd_id: 7, foreign_id: 1 },
  'cpm.txt': { no_gnd_id: 1 },
  'db.txt.gz': { no_gnd_id: 1 },
  'ddb-wkd-dewiki.txt': { ellipsis: 1 },
  'ddb-wkd-enwiki.txt': { ellipsis: 1 },
  'ddb-wkd-enwikisource.txt': { ellipsis: 1 },
  'ddb-wkd-gndimages.txt': { ellipsis: 1 },
  'ddb-wkd-wikidata.txt': { ellipsis: 1 },
  'dpi.txt.gz': { foreign_id: 2, no_gnd_id: 6 },
  'fackel-persons.txt.gz': { no_gnd_id: 3, foreign_id: 17, no_target: 1, torn_line: 1 },
  'gspd.2024-01-06.txt': { glued_ids: 8 },
  'gspd.2026-02-09.txt': { no_gnd_id: 1 },
  'gspd.txt': { no_gnd_id: 1 },
  'gtrans.txt': { foreign_id: 28 },
  'hanslick.txt.gz': { foreign_id: 1 },
  'hbio.txt': { no_gnd_id: 2 },
  'imslp.2023-12-06.txt': { no_gnd_id: 1 },
  'jdg.txt.gz': { empty_id: 19 },
  'kall.2024-08-30.txt.gz': { no_gnd_id: 808, foreign_id: 220, html_line: 1 },
  'mabk.txt': { empty_id: 1, no_gnd_id: 1 },
  'oebl-2013.beacon': { no_gnd_id: 1 },
  'oebl-doi.txt.gz': { foreign_id: 1, no_gnd_id: 1, empty_id: 1, no_target: 3, torn_line: 4 },
  'pbbl.2023-12-06.txt': { no_gnd_id: 4 },
  // #TARGET is two addresses run together.
  'pbbl.2024-01-06.txt': { malformed_url: 2271 },
  'pm20-institutions.txt': { no_gnd_id: 5 },
  'pmhk.txt': { no_gnd_id: 4 },
  'porthab.txt': { no_gnd_id: 1 },
  'pta-authors-gnd.txt': { empty_id: 1 },
  'rism.txt.gz': { no_gnd_id: 7 },
  'staribacher.txt': { empty_id: 122 },
  'thun.txt': { foreign_id: 5 },
  'tillich.txt': { foreign_id: 1 },
  'trithemius.txt': { no_gnd_id: 1 },
};

/** Identifiers that the README of the lists counts and the reader does not use, and which they are. */
const README_IDS_MORE: Readonly<Record<string, readonly [more: number, which: string]>> = {
  'ddb-wkd-dewiki.txt': [1, 'the ellipsis'],
  'ddb-wkd-enwiki.txt': [1, 'the ellipsis'],
  'ddb-wkd-enwikisource.txt': [1, 'the ellipsis'],
  'ddb-wkd-gndimages.txt': [1, 'the ellipsis'],
  'ddb-wkd-wikidata.txt': [1, 'the ellipsis'],
  'fackel-persons.txt.gz': [4, 'three broken ones and that of a torn line'],
  'oebl-2013.beacon': [1, 'one of eight digits'],
  'oebl-doi.txt.gz': [8, 'those of three torn lines and five first columns that are none'],
  'pm20-institutions.txt': [5, 'five broken ones'],
  'pta-authors-gnd.txt': [1, 'an empty one'],
  'staribacher.txt': [1, 'an empty one, in every line'],
};

/** Not for the GND, or no list at all, though it lies among them. */
const WRONG_FORMAT: ReadonlySet<string> = new Set([
  'changeDate.txt',
  'perl-data-beacon-test1.txt',
  'pta-authors-wikidata.txt',
  'pta-manuscripts-diktyon.txt',
  'pta-places-index.txt',
]);

const load = (path: string): Buffer => {
  const bytes = readFileSync(new URL(path, DATA));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
};

const read = async (path: string): Promise<readonly Statement[] | string> => {
  const key = (path.split('/').at(-1) ?? '').split('.')[0] ?? '';
  const beacon = path.includes('2026-02-09/') ? (SWITCHES[key] ?? {}) : {};
  return readOrReason(load(path), [65_536], beacon);
};

interface Listed {
  readonly path: string;
  readonly file: string;
  /** As the README counts them; `HTML page` for pages. */
  readonly lines: string;
  readonly ids: string | undefined;
}

/** The table rows of both READMEs. */
function listed(): readonly Listed[] {
  const rows = (path: string): readonly (readonly string[])[] =>
    readFileSync(new URL(path, DATA), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
  const files = new Set(readdirSync(new URL('beacon/', DATA)));
  const single = rows('README.md')
    .filter(([, file = '', lines = '']) => files.has(file) && /^\d+$/.test(lines))
    .map(([, file = '', lines = '', ids]) => ({ path: `beacon/${file}`, file, lines, ids }));
  const lists = rows('beacon-lists/README.md')
    .filter(([, folder = '']) => folder === '2026-02-09' || folder === 'history')
    .map(([, folder, file = '', , lines = '']) => {
      return { path: `beacon-lists/${folder}/${file}`, file, lines, ids: undefined };
    });
  return [...single, ...lists];
}

describe.skipIf(!present)('real lists (needs ../shared/data)', () => {
  const all = present ? listed() : [];

  it('are all in the table of a README', () => {
    const folders = ['beacon', 'beacon-lists/2026-02-09', 'beacon-lists/history'];
    const onDisk = folders.flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, DATA)).map((file) => `${folder}/${file}`),
    );
    expect(all.map(({ path }) => path).toSorted()).toEqual(onDisk.toSorted());
    expect(onDisk.length).toBeGreaterThan(100);
  });

  it.each(all.filter(({ lines }) => lines === 'HTML page'))('$path is a web page', async ({ path }) => {
    expect(await read(path)).toMatch(/^html: /);
  });

  it.each(all.filter(({ file }) => WRONG_FORMAT.has(file)))('$path is no list for the GND', async ({ path }) => {
    expect(await read(path)).toMatch(/^wrong_format: /);
  });

  it.each(all.filter(({ file, lines }) => lines !== 'HTML page' && !WRONG_FORMAT.has(file)))(
    '$path: each of its $lines lines is a link or a counted defect',
    async ({ path, file, lines, ids }) => {
      const statements = await read(path);
      if (typeof statements === 'string') throw new Error(statements);
      const { links, defects } = sortStatements(statements);
      const lost = defects.filter(({ severity }) => severity === 'record');
      expect(countReasons(lost)).toEqual(LOST_LINES[file] ?? {});
      expect(links.length + lost.length - (EXTRA_LINKS[file] ?? 0)).toBe(Number(lines));
      if (ids === undefined) return;
      const distinct = new Set(links.map(({ gnd }) => gnd)).size;
      expect(distinct + (README_IDS_MORE[file]?.[0] ?? 0)).toBe(Number(ids));
    },
  );

  it.each([
    ['2026-02-09/db.txt.gz', '100000193', 'http://www.deutsche-biographie.de/pnd100000193.html#indexcontent'],
    ['2026-02-09/hainsb.txt', '118910906', 'https://stammbuch.hab.de/register/personen/abraham_bloemaert'],
    [
      '2026-02-09/tc2a.txt',
      '1052515290',
      'http://diglib.hab.de/edoc/ed000228/register/listPerson_A.html#abaza_mehmed_pascha',
    ],
    ['2026-02-09/requiem.txt', '100008143', 'http://requiem-projekt.de/db/suche.php?function=p_ausgabe&kaID=851'],
    ['2026-02-09/rism.txt.gz', '118584596', 'https://opac.rism.info/metaopac/search?q=118584596'],
    [
      '2026-02-09/fruchtbringer.txt',
      '121486001',
      'http://www.die-fruchtbringende-gesellschaft.de/index.php?article_id=16#121486001',
    ],
    ['2026-02-09/hpk.txt', '100301940', 'https://www.hpk.uni-hamburg.de/resolve/gnd/100301940'],
    ['2026-02-09/hvuz.txt', '100177085', 'http://histvv.uzh.ch/pnd/100177085'],
    ['2026-02-09/bach.txt', '300006780', 'https://www.bach-digital.de/gnd/300006780'],
    ['2026-02-09/baltbl.txt', '100027741', 'https://bbld.de/GND100027741'],
    ['2026-02-09/jdg.txt.gz', '1000060-4', 'https://www.jdg-online.de/api/beacon/1000060-4'],
    [
      '2026-02-09/trithemius.txt',
      '119221764',
      'http://www.mgh-bibliothek.de/cgi-bin/mgh/allegro.pl?db=kri&var5=IDN&item5=trithemius_119221764',
    ],
  ])('%s leads from %s to %s first', async (path, gnd, url) => {
    const statements = await read(`beacon-lists/${path}`);
    if (typeof statements === 'string') throw new Error(statements);
    expect(sortStatements(statements).links[0]).toMatchObject({ gnd, url });
  });

  it.each([
    ['pm20-persons.txt', '10107249X', 'http://purl.org/pressemappe20/folder/pe/015548', 10],
    ['pm20-subjects.txt', '4069335-1', 'http://purl.org/pressemappe20/folder/sh/145835', 4],
    ['pm20-institutions.txt', '10000563-9', 'http://purl.org/pressemappe20/gnd/co/10000563-9', undefined],
    ['ixtheo-2022.txt.gz', '1243758058', 'https://ixtheo.de/Search/Results?lookfor=1243758058&Type=GND', 1],
  ])('%s leads from %s to %s first, with %s hits', async (file, gnd, url, hits) => {
    const statements = await read(`beacon/${file}`);
    if (typeof statements === 'string') throw new Error(statements);
    const [link] = sortStatements(statements).links;
    expect(link).toMatchObject({ gnd, url });
    expect(link?.hits).toBe(hits);
  });
});

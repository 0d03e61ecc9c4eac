/** Real lists: every one is read, and every line that is no link is accounted for. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Statement } from '../../src/readers/reader.ts';
import { DATA, present, SWITCHES } from '../real-data.ts';
import { countReasons, readOrReason, sortStatements } from './beacon-reading.ts';

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
  'kall.2024-08-30.txt.gz': { no_gnd_id: 800, foreign_id: 220, html_line: 1 },
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
      const repeated = countReasons(defects)['repeated_line'] ?? 0;
      expect(links.length + lost.length + repeated - (EXTRA_LINKS[file] ?? 0)).toBe(Number(lines));
      if (ids === undefined) return;
      const distinct = new Set(links.map(({ gnd }) => gnd)).size;
      expect(distinct + (README_IDS_MORE[file]?.[0] ?? 0)).toBe(Number(ids));
    },
  );
});

/** Real lists: each is read, and each line is a link or a counted defect. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCuration } from '../../../../src/build/sources/register/curation.ts';
import type { Statement } from '../../../../src/build/sources/readers/reader.ts';
import { SHIPPED_CONFIG } from '../../../build/ingest/site.ts';
import { DATA, present, SWITCHES, unpacked } from '../../../real-data.ts';
import { countReasons, readOrReason, sortStatements } from '../../../build/readers/beacon-reading.ts';
import { table } from '../../../build/readers/statements.ts';

/** Oddities of lists; see the head of the table. */
const ODD = new Map(
  table('real-lists.tsv').map(([file, lost = '', extraLinks, unusedIds]) => {
    const counts = [...lost.matchAll(/(\w+)=(\d+)/g)].map(([, reason, count]) => [reason, Number(count)]);
    const odd = {
      lost: Object.fromEntries(counts) as object,
      extraLinks: Number(extraLinks),
      unusedIds: Number(unusedIds),
    };
    return [file, odd];
  }),
);

/** Collections that have several lists. */
const SEVERAL: Readonly<Record<string, readonly string[]>> = {
  'das-juedische-hamburg': ['das-juedische-hamburg-orgs', 'das-juedische-hamburg-persons'],
  pta: ['pta-authors-gnd', 'pta-orgs-index-gnd', 'pta-persons-gnd', 'pta-persons-index-gnd'],
};
const curation = await loadCuration(SHIPPED_CONFIG);
/** Collections that lists lead to, with the names of the lists. */
const caught: (readonly [collection: string, list: string])[] = [];

/** Files among the lists that are not for the GND, or no lists. */
const WRONG_FORMAT: ReadonlySet<string> = new Set(
  `changeDate.txt perl-data-beacon-test1.txt pta-authors-wikidata.txt pta-manuscripts-diktyon.txt
  pta-places-index.txt`.split(/\s+/),
);

const read = async (path: string): Promise<readonly Statement[] | string> => {
  const key = (path.split('/').at(-1) ?? '').split('.')[0] ?? '';
  const beacon = path.includes('2026-02-09/') ? (SWITCHES[key] ?? {}) : {};
  return readOrReason(unpacked(path), [65_536], beacon);
};

interface Listed {
  readonly path: string;
  readonly file: string;
  /** Number of lines according to the README; `HTML page` for pages. */
  readonly lines: string;
  readonly ids: string | undefined;
}

/** The rows of the tables in both READMEs. */
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

  it('are all listed in a README', () => {
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

  it.each(all.filter(({ file }) => WRONG_FORMAT.has(file)))('$path is not a list for the GND', async ({ path }) => {
    expect(await read(path)).toMatch(/^wrong_format: /);
  });

  it.each(all.filter(({ file, lines }) => lines !== 'HTML page' && !WRONG_FORMAT.has(file)))(
    '$path: each of its $lines lines is a link or a counted defect',
    async ({ path, file, lines, ids }) => {
      const statements = await read(path);
      if (typeof statements === 'string') throw new Error(statements);
      const { links, defects } = sortStatements(statements);
      // One in twenty of a long list is enough.
      const some = links.filter((_, place) => place % Math.ceil(links.length / 5_000) === 0);
      const collections = new Set(some.map(({ url }) => curation.target(url)?.collection));
      for (const one of collections) if (one !== undefined) caught.push([one, file.split('.')[0] ?? '']);
      expect(collections.size).toBeLessThanOrEqual(1);
      const odd = ODD.get(file) ?? { lost: {}, extraLinks: 0, unusedIds: 0 };
      const lost = defects.filter(({ severity }) => severity === 'record');
      expect(countReasons(lost)).toEqual(odd.lost);
      const repeated = countReasons(defects)['repeated_line'] ?? 0;
      expect(links.length + lost.length + repeated - odd.extraLinks).toBe(Number(lines));
      if (ids === undefined) return;
      const distinct = new Set(links.map(({ gnd }) => gnd)).size;
      expect(distinct + odd.unusedIds).toBe(Number(ids));
    },
  );

  it('lead to a collection each, whose rules catch no other list', () => {
    const lists = Map.groupBy(caught, ([collection]) => collection);
    expect(lists.size).toBeGreaterThan(80);
    for (const [collection, pairs] of lists) {
      const names = [...new Set(pairs.map(([, list]) => list))].toSorted();
      expect(names, collection).toEqual(SEVERAL[collection] ?? [names[0]]);
    }
  });
});

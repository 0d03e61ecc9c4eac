/** Real lists through fetch: verdicts on each list and on histories, compared with a person's judgement. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DATA, present, SWITCHES } from '../../../real-data.ts';
import { temporaryDirectory } from '../../../temporary.ts';
import { look, source, stateOf } from '../../../build/fetch/fetching.ts';
import { body, startServer } from '../../../build/fetch/misbehaving-server.ts';
import { forFile } from '../../../for-file.ts';

/** All other files are good lists, which are accepted as first copies. */
const NOT_ACCEPTED: Readonly<Record<string, string>> = {
  // Parking pages and error pages instead of lists.
  'badb.txt': 'held html',
  'biocist.txt': 'held html',
  'cpl.txt': 'held html',
  'dbi.txt': 'held html',
  'hls.txt': 'held html',
  'imslp.txt': 'held html',
  // A time stamp of the aggregator instead of a list.
  'changeDate.txt': 'held wrong_format',
  // Lists of identifiers of other registers.
  'perl-data-beacon-test1.txt': 'held wrong_format',
  'pta-authors-wikidata.txt': 'held wrong_format',
  'pta-manuscripts-diktyon.txt': 'held wrong_format',
  'pta-places-index.txt': 'held wrong_format',
  // A header without lines.
  'fackel-texte-headeronly.txt': 'held zero_links',
  'mk-headeronly.txt': 'held zero_links',
  // 122 lines whose identifier is empty.
  'staribacher.txt': 'held no_ids',
  // 28 of 261 identifiers belong to the publisher's own register: a person has to confirm that.
  'gtrans.txt': 'held too_many_unreadable',
  // Cut after three lines, with dots for the rest.
  'ddb-wkd-dewiki.txt': 'held list_shortened',
  'ddb-wkd-enwiki.txt': 'held list_shortened',
  'ddb-wkd-enwikisource.txt': 'held list_shortened',
  'ddb-wkd-gndimages.txt': 'held list_shortened',
  'ddb-wkd-wikidata.txt': 'held list_shortened',
};

/** Bytes read of the longest lists, whose later lines are of the same form. */
const LONGEST = 400_000;

function beginningOf(file: string): Buffer {
  const bytes = readFileSync(new URL(file, DATA));
  const text = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
  return text.length <= LONGEST ? bytes : text.subarray(0, text.lastIndexOf('\n', LONGEST) + 1);
}

/** A list whose address later has a parking page or an error page, which never replaces the list. */
const pages = (ids: number, times: number) => [`accepted ${ids}`, ...Array<string>(times).fill(`held html ${ids}`)];

/** For each history, by day: verdict, and number of identifiers of the copy in use. */
const HISTORIES: Readonly<Record<string, readonly string[]>> = {
  badb: pages(1305, 5),
  biocist: pages(235, 5),
  dbi: pages(5488, 1),
  hls: pages(20139, 1),
  imslp: pages(14782, 1),
  // The second version differs only in line ends, the third is an error page.
  cpl: ['accepted 1533', 'unchanged 1533', 'held html 1533'],
  // An error page first, then a list that grows, and is once unchanged.
  gspd: [
    'held html 0',
    'accepted 8304',
    'accepted 8351',
    'accepted 8360',
    'unchanged 8360',
    'accepted 8667',
    'accepted 8708',
  ],
  // A list of 38,652 identifiers, then a valid header without lines.
  kall: ['accepted 38652', 'held zero_links 38652'],
  // A target of two joined addresses, then a loss of 40 %: a person has to check both.
  pbbl: ['accepted 3788', 'held zero_links 3788', 'held below_share 3788'],
};

describe.skipIf(!present)('real lists (needs ../shared/data)', () => {
  const server = forFile(startServer);
  const names = (folder: string): readonly string[] => (present ? readdirSync(new URL(`${folder}/`, DATA)) : []);
  // test/build/register/shipped-register.test.ts accepts lists of the register with the settings of their entries.
  const registered = readFileSync(
    new URL('../../../build/register/shipped-register/lists.tsv', import.meta.url),
    'utf8',
  );
  const singles = ['beacon', 'beacon-lists/2026-02-09'].flatMap((folder) =>
    names(folder)
      .filter((file) => file in NOT_ACCEPTED || !registered.includes(`\n${folder}/${file}\t`))
      .map((file) => [file, folder] as const),
  );

  it.each(singles)('as a first copy, %s of %s gets the verdict of a person', async (file, folder) => {
    server.on('/list', body(beginningOf(`${folder}/${file}`)));
    const key = file.split('.')[0] ?? '';
    const beacon = folder === 'beacon' ? undefined : SWITCHES[key];
    const outcome = await look(temporaryDirectory(), source(`${server.url}/list`, beacon && { beacon }));
    expect([outcome.result, outcome.reason].filter(Boolean).join(' ')).toBe(NOT_ACCEPTED[file] ?? 'accepted');
    expect(outcome.hasCopy).toBe(outcome.result === 'accepted');
  });

  it.each(Object.entries(HISTORIES))(
    'a replay of %s holds no honest growth, and loses no good copy',
    async (key, verdicts) => {
      const sources = temporaryDirectory();
      const files = names('beacon-lists/history')
        .filter((name) => name.startsWith(`${key}.`))
        .toSorted();
      const seen: string[] = [];
      for (const file of files) {
        const day = file.split('.')[1] ?? '';
        server.on('/list', body(beginningOf(`beacon-lists/history/${file}`)));
        const { result, reason } = await look(sources, source(`${server.url}/list`), day);
        const { accepted } = await stateOf(sources);
        seen.push([result, reason, accepted?.ids ?? 0].filter((part) => part !== undefined).join(' '));
      }
      expect(seen).toEqual(verdicts);
    },
  );

  it('every history has a table', () => {
    const keys = new Set(names('beacon-lists/history').map((name) => name.split('.')[0] ?? ''));
    expect(keys).toEqual(new Set(Object.keys(HISTORIES)));
  });
});

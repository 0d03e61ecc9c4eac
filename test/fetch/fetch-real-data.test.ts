/** Real lists through fetch: what a person would say to each, first seen alone, then in the order of their days. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATA, present, SWITCHES } from '../real-data.ts';
import { temporaryDirectory } from '../temporary.ts';
import { look, source, stateOf } from './fetching.ts';
import { body, type MisbehavingServer, startServer } from './misbehaving-server.ts';

/** All files but these are good lists, to be accepted at first sight. */
const NOT_ACCEPTED: Readonly<Record<string, string>> = {
  // Parking pages and error pages under the names of lists.
  'badb.txt': 'held html',
  'biocist.txt': 'held html',
  'cpl.txt': 'held html',
  'dbi.txt': 'held html',
  'hls.txt': 'held html',
  'imslp.txt': 'held html',
  // A time stamp of the aggregator, no list.
  'changeDate.txt': 'held wrong_format',
  // Lists for other registers.
  'perl-data-beacon-test1.txt': 'held wrong_format',
  'pta-authors-wikidata.txt': 'held wrong_format',
  'pta-manuscripts-diktyon.txt': 'held wrong_format',
  'pta-places-index.txt': 'held wrong_format',
  // A header, and nothing else.
  'fackel-texte-headeronly.txt': 'held zero_links',
  'mk-headeronly.txt': 'held zero_links',
  // 122 lines, every identifier empty.
  'staribacher.txt': 'held no_ids',
  // 28 of 261 identifiers are of the publisher's own register: somebody has to say that this is meant so.
  'gtrans.txt': 'held too_many_unreadable',
  // Cut after three lines, with dots where the rest was.
  'ddb-wkd-dewiki.txt': 'held list_shortened',
  'ddb-wkd-enwiki.txt': 'held list_shortened',
  'ddb-wkd-enwikisource.txt': 'held list_shortened',
  'ddb-wkd-gndimages.txt': 'held list_shortened',
  'ddb-wkd-wikidata.txt': 'held list_shortened',
};

/** Of the longest lists, which say nothing else further on, only so many bytes. */
const LONGEST = 400_000;

function beginningOf(file: string): Buffer {
  const bytes = readFileSync(new URL(file, DATA));
  const text = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
  return text.length <= LONGEST ? bytes : text.subarray(0, text.lastIndexOf('\n', LONGEST) + 1);
}

/** Each history: day, verdict, and the identifiers of the copy in use. */
const HISTORIES: Readonly<Record<string, string>> = {
  // Domain sold: the parking page never replaces the list.
  badb: `
    2023-12-06 accepted 1305
    2024-01-06 held html 1305
    2024-04-29 held html 1305
    2024-08-30 held html 1305
    2024-09-26 held html 1305
    2025-06-02 held html 1305`,
  biocist: `
    2023-12-06 accepted 235
    2024-01-06 held html 235
    2024-04-29 held html 235
    2024-08-30 held html 235
    2024-09-26 held html 235
    2025-06-02 held html 235`,
  // The second differs in its line ends, not in a pair; what follows is an error page.
  cpl: `
    2023-12-06 accepted 1533
    2024-01-06 unchanged 1533
    2024-04-29 held html 1533`,
  dbi: `
    2023-12-06 accepted 5488
    2026-02-09 held html 5488`,
  // An error page first, then a list that grows, honestly, and once stands still.
  gspd: `
    2023-12-06 held html 0
    2024-01-06 accepted 8304
    2024-04-29 accepted 8351
    2024-08-30 accepted 8360
    2024-09-26 unchanged 8360
    2025-06-02 accepted 8667
    2026-02-09 accepted 8708`,
  hls: `
    2023-12-06 accepted 20139
    2026-02-09 held html 20139`,
  imslp: `
    2023-12-06 accepted 14782
    2026-02-09 held html 14782`,
  // Tens of thousands of identifiers, then a valid header without a single line.
  kall: `
    2024-08-30 accepted 38652
    2025-06-02 held zero_links 38652`,
  // A target that is two addresses run together, then a loss of 40 %: a person has to look at both.
  pbbl: `
    2023-12-06 accepted 3788
    2024-01-06 held zero_links 3788
    2025-06-02 held below_share 3788`,
};

describe.skipIf(!present)('real lists (needs ../shared/data)', () => {
  let server: MisbehavingServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  const names = (folder: string): readonly string[] => (present ? readdirSync(new URL(`${folder}/`, DATA)) : []);
  // Those that the register knows are accepted with its settings: test/register/shipped-register.test.ts.
  const registered = readFileSync(new URL('../register/shipped-register/lists.tsv', import.meta.url), 'utf8');
  const singles = ['beacon', 'beacon-lists/2026-02-09'].flatMap((folder) =>
    names(folder)
      .filter((file) => file in NOT_ACCEPTED || !registered.includes(`\n${folder}/${file}\t`))
      .map((file) => [file, folder] as const),
  );

  it.each(singles)('%s of %s gets the verdict of a person at first sight', async (file, folder) => {
    server.on('/list', body(beginningOf(`${folder}/${file}`)));
    const key = file.split('.')[0] ?? '';
    const beacon = folder === 'beacon' ? undefined : SWITCHES[key];
    const outcome = await look(temporaryDirectory(), source(`${server.url}/list`, beacon && { beacon }));
    expect([outcome.result, outcome.reason].filter(Boolean).join(' ')).toBe(NOT_ACCEPTED[file] ?? 'accepted');
    expect(outcome.hasCopy).toBe(outcome.result === 'accepted');
  });

  it.each(Object.entries(HISTORIES))(
    '%s replayed: no honest growth is held, nothing good is lost',
    async (key, days) => {
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
        seen.push([day, result, reason, accepted?.ids ?? 0].filter((part) => part !== undefined).join(' '));
      }
      expect(seen).toEqual(days.trim().split(/\n\s*/));
    },
  );

  it('has a table for every history', () => {
    const keys = new Set(names('beacon-lists/history').map((name) => name.split('.')[0] ?? ''));
    expect(keys).toEqual(new Set(Object.keys(HISTORIES)));
  });
});

/** Every claim of a snapshot is really looked at: what is spoilt behind the header's back is found, and named. */
import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifySnapshot } from '../../src/store/sqlite/verify.ts';
import { copySample, edit, overwrite, spoil } from './spoilt-snapshot.ts';

async function falsehoods(directory: string): Promise<string> {
  const lines: string[] = [];
  for await (const { claim, falsehood } of verifySnapshot(directory)) {
    if (falsehood !== undefined) lines.push(`${claim}: ${falsehood}`);
  }
  return lines.join('\n');
}

it('is true of a sound snapshot', async () => {
  expect(await falsehoods(copySample())).toBe('');
});

it.each([
  ['a missing file', (dir: string) => rmSync(join(dir, 'search.sqlite')), /search\.sqlite .+ missing/],
  [
    'a cut file',
    (dir: string) => truncateSync(join(dir, 'entities.sqlite'), 8192),
    /entities\.sqlite .+ bytes: stated/,
  ],
  [
    'a changed count',
    (dir: string) => edit(dir, (h) => (h.counts.links += 1)),
    /counts\.links: links: stated \d+, found \d+/,
  ],
  [
    'a changed type count',
    (dir: string) => edit(dir, (h) => (h.counts.byType['Person'] = 1)),
    /counts\.byType: Person/,
  ],
  ['a changed hash', (dir: string) => edit(dir, (h) => (h.contentHash = 'x')), /contentHash/],
  ['another identifier', (dir: string) => edit(dir, (h) => (h.id = '20000101-00000000')), /the answer is of snapshot/],
  [
    'an answer that is gone',
    (dir: string) => spoil(dir, 'entities', 'DELETE FROM record WHERE answer IS NOT NULL AND id % 7 = 0'),
    /names the next: \d+ comes where \d+ should[^]+counts\.entities/,
  ],
  [
    'a redirect into nothing',
    (dir: string) => spoil(dir, 'entities', 'UPDATE record SET target = 1 WHERE target IS NOT NULL'),
    /every row has its checksum[^]+every redirect leads to an entity/,
  ],
  [
    'a last row that is gone',
    (dir: string) => spoil(dir, 'entities', 'DELETE FROM record WHERE id = (SELECT max(id) FROM record)'),
    /names the next: \d+ is missing at the end/,
  ],
  [
    'an answer that is changed by one byte',
    (dir: string) =>
      spoil(
        dir,
        'entities',
        "UPDATE record SET answer = CAST(substr(answer, 1, 9) || x'03' || substr(answer, 11) AS BLOB) WHERE id = (SELECT max(id) FROM record WHERE answer IS NOT NULL)",
      ),
    /every row has its checksum and names the next: a row of \d+ is damaged$/,
  ],
  [
    'a search row that is gone',
    (dir: string) => spoil(dir, 'search', 'DELETE FROM hit WHERE rank = 5'),
    /one search row per entity/,
  ],
  [
    'a search row of another entity',
    (dir: string) => spoil(dir, 'search', "UPDATE hit SET card = json_set(card, '$[1]', 99) WHERE rank = 1"),
    /as its coverage row does/,
  ],
  [
    'a table that is gone',
    (dir: string) => spoil(dir, 'search', 'DROP TABLE identifier'),
    /search\.sqlite has the tables of its format: identifier\.\w+ is missing; identifier\.\w+ is missing/,
  ],
  [
    'a table of another format',
    (dir: string) => spoil(dir, 'entities', 'ALTER TABLE coverage RENAME COLUMN entry TO row'),
    /entities\.sqlite has the tables of its format: coverage\.entry is missing; coverage\.row is unknown/,
  ],
  [
    'a dangling name',
    (dir: string) => spoil(dir, 'search', 'INSERT INTO full_name VALUES (7, 0)'),
    /every key of full_name leads to search rows: dangling ranks: stated 0, found 1/,
  ],
  [
    'an identifier that was not stated',
    (dir: string) => spoil(dir, 'search', 'INSERT INTO identifier VALUES (7, 1)'),
    /counts\.identifiers: identifiers: stated \d+, found \d+/,
  ],
  [
    'a candidate that is gone',
    (dir: string) => spoil(dir, 'search', 'DELETE FROM candidate WHERE rank = 5'),
    /the word index holds every/,
  ],
  [
    'a name with another word',
    (dir: string) => spoil(dir, 'search', "UPDATE candidate SET names = 'x y z a b c d' WHERE rank = 1"),
    /the word index holds every/,
  ],
  [
    'a word that is gone',
    (dir: string) => spoil(dir, 'search', "DELETE FROM vocabulary WHERE word = 'gothe'"),
    /the vocabulary counts the words/,
  ],
  [
    'a prefix that few have',
    (dir: string) => spoil(dir, 'search', "INSERT INTO prefix VALUES ('goth', 1000, 1)"),
    /every frequent prefix counts its entities: goth/,
  ],
  [
    'a search row that is none',
    (dir: string) => spoil(dir, 'search', "UPDATE hit SET card = 'x' WHERE rank = 1"),
    /as its coverage row does: \S+: the row cannot be read/,
  ],
  [
    'a coverage row that is none',
    (dir: string) =>
      spoil(dir, 'entities', "UPDATE coverage SET entry = 'null' WHERE id = (SELECT min(id) FROM coverage)"),
    /the coverage row has another checksum[^]+as its coverage row does: \S+: the row cannot be read/,
  ],
  [
    'an identifier beyond all numbers',
    (dir: string) =>
      spoil(dir, 'entities', 'UPDATE record SET id = 9007199254740993 WHERE id = (SELECT max(id) FROM record)'),
    /the rows of entities\.sqlite can be read: .*too large/,
  ],
  [
    'a key beyond all numbers',
    (dir: string) => spoil(dir, 'search', 'UPDATE hit SET id = 9007199254740993 WHERE rank = 1'),
    /the rows of search\.sqlite can be read: .*too large/,
  ],
  [
    'a table of which nobody knows how to read it',
    (dir: string) =>
      spoil(
        dir,
        'search',
        `PRAGMA writable_schema = ON;
        INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 0, 'CREATE VIRTUAL TABLE x USING unheard_of(a)')`,
      ),
    /search\.sqlite has the tables of its format: no such module/,
  ],
  [
    'a table that is described badly',
    (dir: string) =>
      spoil(
        dir,
        'entities',
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE coverage (x' WHERE name = 'coverage'",
      ),
    /entities\.sqlite is an intact database: malformed database schema/,
  ],
  ['a damaged page', (dir: string) => overwrite(dir), /intact database|SHA-256/],
])('names the claim that %s makes false', async (_, spoiling, falsehood) => {
  const directory = copySample();
  spoiling(directory);
  expect(await falsehoods(directory)).toMatch(falsehood);
});

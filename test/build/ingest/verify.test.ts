/** Every claim of a snapshot is verified: damage that the header does not show is found and named. */
import { execFileSync } from 'node:child_process';
import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copySample, edit, overwrite, spoil } from '../../core/store/spoilt-snapshot.ts';
import { falsehoods } from './site.ts';

it('every claim of a sound snapshot is true', async () => {
  expect(await falsehoods(copySample())).toBe('');
});

it.each<[what: string, spoiling: (directory: string) => unknown, falsehood: RegExp]>([
  ['a missing file', (dir) => rmSync(join(dir, 'search.sqlite')), /^search\.sqlite .+ missing$/],
  ['a pipe in place of a file', putPipe, /^entities\.sqlite .+ not a file$/],
  ['a cut file', (dir) => truncateSync(join(dir, 'entities.sqlite'), 8192), /^entities\.sqlite .+ bytes: stated .+$/],
  ['a changed count', (dir) => edit(dir, (h) => (h.counts.links += 1)), /counts\.links: links: stated \d+, found \d+/],
  ['a changed type count', (dir) => edit(dir, (h) => (h.counts.byType['Person'] = 1)), /counts\.byType: Person/],
  ['a type without entities', (dir) => edit(dir, (h) => (h.counts.byType['None'] = 1)), /None: stated 1, found 0/],
  ['a changed hash', (dir) => edit(dir, (h) => (h.contentHash = 'x')), /contentHash/],
  ['another identifier', (dir) => edit(dir, (h) => (h.id = '20000101-00000000')), /the answer comes from snapshot/],
  ['a damaged page', overwrite, /intact database|SHA-256/],
])('verification names the claim that %s makes false', async (_, spoiling, falsehood) => {
  const directory = copySample();
  spoiling(directory);
  expect(await falsehoods(directory)).toMatch(falsehood);
});

/** A pipe without a writer: opening it for reading waits forever. */
function putPipe(directory: string): void {
  const file = join(directory, 'entities.sqlite');
  rmSync(file);
  execFileSync('mkfifo', [file]);
}

it.each([
  [
    'an answer that is gone',
    'DELETE FROM record WHERE answer IS NOT NULL AND id % 7 = 0',
    /names the next row: \d+ is where \d+ should[^]+counts\.entities/,
  ],
  [
    'a redirect into nothing',
    'UPDATE record SET target = 1 WHERE target IS NOT NULL',
    /every row has the right checksum[^]+every redirect leads to an entity/,
  ],
  [
    'a last row that is gone',
    'DELETE FROM record WHERE id = (SELECT max(id) FROM record)',
    /names the next row: \d+ is missing at the end/,
  ],
  [
    'an answer that is changed by one byte',
    "UPDATE record SET answer = CAST(substr(answer, 1, 9) || x'03' || substr(answer, 11) AS BLOB) WHERE id = (SELECT max(id) FROM record WHERE answer IS NOT NULL)",
    /every row has the right checksum and names the next row: a row of \d+ is damaged$/,
  ],
  [
    'a table of another format',
    'ALTER TABLE coverage RENAME COLUMN entry TO row',
    /entities\.sqlite has the tables of its format: coverage\.entry is missing; coverage\.row is unknown/,
  ],
  [
    'a coverage row that is none',
    "UPDATE coverage SET entry = 'null' WHERE id = (SELECT min(id) FROM coverage)",
    /the checksum of the coverage row is wrong[^]+agrees with its coverage row: \S+: the row cannot be read/,
  ],
  [
    'an identifier beyond all numbers',
    'UPDATE record SET id = 9007199254740993 WHERE id = (SELECT max(id) FROM record)',
    /the rows of entities\.sqlite can be read: .*too large/,
  ],
  [
    'a table that is described badly',
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE coverage (x' WHERE name = 'coverage'",
    /entities\.sqlite is an intact database: malformed database schema/,
  ],
])('verification names the claim that %s in entities.sqlite makes false', async (_, sql, falsehood) => {
  const directory = copySample();
  spoil(directory, 'entities', sql);
  expect(await falsehoods(directory)).toMatch(falsehood);
});

it.each([
  ['a missing search row', 'DELETE FROM hit WHERE rank = 5', /one search row per entity/],
  [
    'a search row of another entity',
    "UPDATE hit SET card = json_set(card, '$[1]', 99) WHERE rank = 1",
    /agrees with its coverage row/,
  ],
  [
    'a table that is gone',
    'DROP TABLE identifier',
    /search\.sqlite has the tables of its format: identifier\.\w+ is missing; identifier\.\w+ is missing/,
  ],
  [
    'a dangling name',
    'INSERT INTO full_name VALUES (7, 0)',
    /every rank in full_name has a search row: dangling ranks: stated 0, found 1/,
  ],
  [
    'an identifier that was not stated',
    'INSERT INTO identifier VALUES (7, 1)',
    /counts\.identifiers: identifiers: stated \d+, found \d+/,
  ],
  [
    'a relation that is gone',
    'DELETE FROM identifier WHERE key = (SELECT min(key) FROM identifier)',
    /every relation in the answers: relations: stated \d+, found \d+/,
  ],
  ['a candidate that is gone', 'DELETE FROM candidate WHERE rank = 5', /the word index contains every/],
  [
    'a name with another word',
    "UPDATE candidate SET names = 'x y z a b c d' WHERE rank = 1",
    /the word index contains every/,
  ],
  ['a word that is gone', "DELETE FROM vocabulary WHERE word = 'gothe'", /the counts in the vocabulary agree/],
  [
    'a prefix that few have',
    "INSERT INTO prefix VALUES ('goth', 1000, 1)",
    /every frequent prefix has the right number of entities: goth/,
  ],
  [
    'a search row that is none',
    "UPDATE hit SET card = 'x' WHERE rank = 1",
    /agrees with its coverage row: \S+: the row cannot be read/,
  ],
  [
    'a key beyond all numbers',
    'UPDATE hit SET id = 9007199254740993 WHERE rank = 1',
    /the rows of search\.sqlite can be read: .*too large/,
  ],
  [
    'a table of which nobody knows how to read it',
    `PRAGMA writable_schema = ON;
        INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 0, 'CREATE VIRTUAL TABLE x USING unheard_of(a)')`,
    /search\.sqlite has the tables of its format: no such module/,
  ],
])('verification names the claim that %s in search.sqlite makes false', async (_, sql, falsehood) => {
  const directory = copySample();
  spoil(directory, 'search', sql);
  expect(await falsehoods(directory)).toMatch(falsehood);
});

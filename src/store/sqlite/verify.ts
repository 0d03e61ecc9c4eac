/** Checks every claim of a snapshot's header against its contents and says which is false. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hash } from 'node:crypto';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import { unpackGndId } from '../../model/gnd-id.ts';
import { readFoldedName } from '../folded-name.ts';
import { claimOf, readHeader, type SnapshotHeader } from '../header.ts';
import type { CoverageEntry } from '../store.ts';
import { createAnswerDecoder } from './answer-coding.ts';
import { decodeCard } from './card.ts';
import { createContentHasher } from './content-hash.ts';
import { createCoverageDecoder } from './coverage-entry.ts';
import { readKeyBlocks } from './key-blocks.ts';
import {
  ENTITIES_FILE,
  ENTITIES_SCHEMA,
  openDatabase,
  readOpenings,
  SEARCH_FILE,
  SEARCH_SCHEMA,
  wordsOf,
} from './schema.ts';
import { indexedWords } from './search-row.ts';
import { countBeginnings, indexedWordCount } from './write-vocabulary.ts';

/** One claim, and what was found instead if it does not hold. */
export interface CheckedClaim {
  readonly claim: string;
  /** Undefined when the claim holds. */
  readonly falsehood?: string;
}

/** At most so many faulty rows are named per claim. */
const EXAMPLES = 3;

/**
 * Yields each claim as it has been checked. After a file that is missing, damaged or not of the claimed hash the claims
 * about its contents are not checked any more: they would only repeat it.
 * @throws UnusableSnapshot when there is no header to check
 */
export async function* verifySnapshot(directory: string): AsyncIterable<CheckedClaim> {
  const header = await readHeader(directory);
  let sound = true;
  for (const file of [ENTITIES_FILE, SEARCH_FILE]) {
    const falsehood = await fileFalsehood(directory, file, header);
    if (falsehood !== undefined) sound = false;
    yield claimed(`${file} has the size and SHA-256 of the header`, falsehood);
  }
  if (!sound) return;
  const entities = openDatabase(join(directory, ENTITIES_FILE));
  const search = openDatabase(join(directory, SEARCH_FILE));
  // The file is read-only all the same; listing its words takes a temporary table.
  search.exec('PRAGMA query_only = OFF');
  try {
    for (const [file, database, schema] of [
      [ENTITIES_FILE, entities, ENTITIES_SCHEMA],
      [SEARCH_FILE, search, SEARCH_SCHEMA],
    ] as const) {
      const damaged = damage(database);
      yield claimed(`${file} is an intact database`, damaged);
      if (damaged !== undefined) return;
      const foreign = unlikeSchema(database, schema);
      yield claimed(`${file} has the tables of its format`, foreign);
      if (foreign !== undefined) return;
    }
    yield* readable(ENTITIES_FILE, verifyAnswers(header, entities));
    yield* readable(ENTITIES_FILE, verifyRedirects(header, entities));
    yield* readable(SEARCH_FILE, verifySearch(header, search, entities));
  } finally {
    entities.close();
    search.close();
  }
}

/** Rows may hold anything; what cannot be read ends the checks that need it, and is a false claim like others. */
function* readable(file: string, checks: Iterable<CheckedClaim>): Iterable<CheckedClaim> {
  try {
    yield* checks;
  } catch (error) {
    yield claimed(`the rows of ${file} can be read`, (error as Error).message);
  }
}

async function fileFalsehood(directory: string, file: string, header: SnapshotHeader): Promise<string | undefined> {
  const path = join(directory, file);
  if (!existsSync(path)) return 'the file is missing';
  const [stated, found] = [header.files[file], await claimOf(path)];
  if (stated === undefined) return 'the header does not name it';
  return unequal('bytes', stated.bytes, found.bytes) ?? unequal('SHA-256', stated.sha256, found.sha256);
}

function unlikeSchema(database: DatabaseSync, schema: string): string | undefined {
  const empty = new DatabaseSync(':memory:');
  try {
    empty.exec(schema);
    const [expected, found] = [columnsOf(empty), columnsOf(database)];
    const faults = createFaults();
    for (const column of expected.difference(found)) faults.add(`${column} is missing`);
    for (const column of found.difference(expected)) faults.add(`${column} is unknown`);
    return faults.summary();
  } finally {
    empty.close();
  }
}

function columnsOf(database: DatabaseSync): Set<string> {
  const columns = database.prepare(`SELECT "table".name || '.' || "column".name AS name
    FROM sqlite_schema AS "table", pragma_table_info("table".name) AS "column"
    WHERE "table".type = 'table' AND "table".name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`);
  return new Set(columns.all().map((row) => row['name'] as string));
}

function damage(database: DatabaseSync): string | undefined {
  try {
    const found = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
    return found === 'ok' ? undefined : String(found);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Everything that follows from reading each answer once. */
function* verifyAnswers(header: SnapshotHeader, entities: DatabaseSync): Iterable<CheckedClaim> {
  const content = createContentHasher();
  const answers = createAnswerDecoder(readOpenings(entities));
  const decodeEntry = createCoverageDecoder(wordsOf(header));
  const known = {
    sources: new Set(header.sources.map(({ key }) => key)),
    collections: new Set(header.collections.map(({ key }) => key)),
  };
  const faults = createFaults();
  const found = { entities: 0, links: 0, byType: new Map<string, number>(), byCategory: new Map<string, number>() };
  const rows = entities.prepare(`SELECT entity.id AS id, answer, entry FROM entity
    LEFT JOIN coverage ON coverage.id = entity.id ORDER BY entity.id`);
  for (const row of rows.iterate()) {
    const gnd = unpackGndId(row['id'] as number);
    try {
      const body = answers.plain(row['answer'] as Uint8Array);
      content.entity(hash('sha256', body, 'buffer'));
      const answer = JSON.parse(body.toString()) as StoredAnswer;
      const stored = row['entry'] as string | null;
      const entry = stored === null ? null : decodeEntry(gnd, stored);
      const fault = answerFault(header, known, gnd, answer, entry);
      if (fault !== undefined) faults.add(`${gnd}: ${fault}`);
      found.entities += 1;
      found.links += answer.links.total;
      add(found.byType, answer.entity.type, 1);
      for (const { category, total } of answer.links.categories) add(found.byCategory, category, total);
    } catch (error) {
      faults.add(`${gnd}: the answer cannot be read (${(error as Error).message})`);
    }
  }
  for (const row of entities.prepare('SELECT id, target FROM redirect ORDER BY id').iterate()) {
    content.redirect(row['id'] as number, row['target'] as number);
  }
  for (const row of entities.prepare('SELECT id, successors FROM deletion ORDER BY id').iterate()) {
    content.deletion(row['id'] as number, row['successors'] as string);
  }
  yield claimed('every answer is complete and agrees with its coverage row', faults.summary());
  yield claimed('counts.entities', unequal('entities', header.counts.entities, found.entities));
  yield claimed('counts.byType', unequalCounts(header.counts.byType, found.byType));
  yield claimed('counts.links', unequal('links', header.counts.links, found.links));
  yield claimed('counts.byCategory', unequalCounts(header.counts.byCategory, found.byCategory));
  const rowsOf = (table: string) => count(entities, table);
  yield claimed('one coverage row per entity', unequal('rows', rowsOf('entity'), rowsOf('coverage')));
  yield claimed('contentHash', unequal('SHA-256', header.contentHash, content.digest()));
}

/** As much of the answer as is checked. */
interface StoredAnswer {
  readonly snapshot: { readonly id: string; readonly date: string };
  readonly apiVersion: string;
  readonly requested: string;
  readonly entity: { readonly gnd: string; readonly type: string; readonly preferredName: string };
  readonly links: { readonly total: number; readonly categories: readonly CountedCategory[] };
}
interface CountedCategory {
  readonly category: string;
  readonly total: number;
  readonly items: readonly { readonly collection: string; readonly assertedBy: readonly string[] }[];
}

function answerFault(
  header: SnapshotHeader,
  { sources, collections }: { readonly sources: ReadonlySet<string>; readonly collections: ReadonlySet<string> },
  gnd: string,
  answer: StoredAnswer,
  entry: CoverageEntry | null,
): string | undefined {
  if (entry === null) return 'there is no coverage row';
  const { entity, links, snapshot } = answer;
  if (snapshot.id !== header.id || snapshot.date !== header.date) return `the answer is of snapshot ${snapshot.id}`;
  if (answer.apiVersion !== header.apiVersion) return `the answer speaks interface ${answer.apiVersion}`;
  if (entity.gnd !== gnd || answer.requested !== gnd) return `the answer is that of ${entity.gnd}`;
  if (entity.preferredName !== entry.preferredName || entity.type !== entry.type)
    return 'name or type differ from coverage';
  const items = links.categories.reduce((total, category) => total + category.items.length, 0);
  if (items !== links.total || entry.links !== links.total) return `total ${links.total}, but ${items} links`;
  for (const { category, total } of links.categories) {
    if (entry.byCategory[category] !== total) return `category ${category} differs from coverage`;
  }
  for (const { collection, assertedBy } of links.categories.flatMap((category) => category.items)) {
    if (!collections.has(collection)) return `collection ${collection} is not in the header`;
    const unknown = assertedBy.find((key) => !sources.has(key));
    if (unknown !== undefined) return `source ${unknown} is not in the header`;
  }
  return undefined;
}

function* verifyRedirects(header: SnapshotHeader, entities: DatabaseSync): Iterable<CheckedClaim> {
  yield claimed('counts.redirects', unequal('redirects', header.counts.redirects, count(entities, 'redirect')));
  yield claimed('counts.deletions', unequal('deletions', header.counts.deletions, count(entities, 'deletion')));
  const named = (sql: string) => {
    const faults = createFaults();
    for (const row of entities.prepare(sql).iterate()) faults.add(unpackGndId(row['id'] as number));
    return faults.summary();
  };
  const missing = 'SELECT id FROM redirect WHERE target NOT IN (SELECT id FROM entity)';
  yield claimed('every redirect leads to an entity', named(missing));
  const both = `SELECT id FROM entity WHERE id IN (SELECT id FROM redirect UNION SELECT id FROM deletion)`;
  yield claimed('no entity is also redirected or deleted', named(both));
}

function* verifySearch(header: SnapshotHeader, search: DatabaseSync, entities: DatabaseSync): Iterable<CheckedClaim> {
  const hits = count(search, 'hit');
  yield claimed('one search row per entity', unequal('rows', header.counts.entities, hits));
  const last = search.prepare('SELECT coalesce(max(rank), 0) AS n FROM hit').get()?.['n'] as number;
  yield claimed('ranks are 1 to the number of entities', unequal('last rank', hits, last));
  yield claimed('every search row shows an entity as its coverage row does', cardFaults(search, entities, header));
  const names = checkKeys(search, 'full_name', last);
  yield claimed('every key of full_name leads to search rows', names.falsehood);
  const identifiers = checkKeys(search, 'identifier', last);
  yield claimed('every key of identifier leads to search rows', identifiers.falsehood);
  yield claimed('counts.identifiers', unequal('identifiers', header.counts.identifiers, identifiers.keys));
  yield* verifyWords(header, search);
}

/** Counts keys; pairs out of order would not be found. */
function checkKeys(search: DatabaseSync, table: string, last: number): { keys: number; falsehood: string | undefined } {
  let keys = 0;
  let [key, rank] = [-1, 0];
  let dangling = 0;
  let misplaced = 0;
  for (const pair of readKeyBlocks(search, table)) {
    if (pair[0] !== key) keys += 1;
    if (pair[0] < key || (pair[0] === key && pair[1] <= rank)) misplaced += 1;
    if (pair[1] < 1 || pair[1] > last) dangling += 1;
    [key, rank] = pair;
  }
  return { keys, falsehood: unequal('dangling ranks', 0, dangling) ?? unequal('pairs out of order', 0, misplaced) };
}

/** A contentless index cannot be listed; the number of its entries per type must be that of the names' words. */
function* verifyWords(header: SnapshotHeader, search: DatabaseSync): Iterable<CheckedClaim> {
  const found = new Map<string, { rows: number; words: number }>();
  for (const row of search
    .prepare(`SELECT type, first_year, last_year, names || char(10) || folded_variants AS names
    FROM candidate JOIN hit USING (rank)`)
    .iterate()) {
    const type = ENTITY_TYPES[row['type'] as number] ?? '';
    const counts = found.get(type) ?? { rows: 0, words: 0 };
    const names = (row['names'] as string).split('\n').map(readFoldedName);
    counts.rows += 1;
    counts.words += indexedWords(names, [row['first_year'] as number | null, row['last_year'] as number | null]).size;
    found.set(type, counts);
  }
  for (const [type, stated] of Object.entries(header.counts.byType)) {
    const { rows = 0, words = 0 } = found.get(type) ?? {};
    const indexed = indexedWordCount(search, type as EntityType, 'all');
    const falsehood = unequal('rows', stated, rows) ?? unequal('words', words, indexed);
    yield claimed(`the word index holds every ${type}`, falsehood);
  }
  const words = ENTITY_TYPES.reduce((sum, type) => sum + indexedWordCount(search, type, 'words'), 0);
  const counted = search.prepare('SELECT coalesce(sum(entities), 0) AS n FROM vocabulary').get()?.['n'] as number;
  yield claimed('the vocabulary counts the words of the index', unequal('words', words, counted));
  const faults = createFaults();
  const bearers = countBeginnings(search);
  for (const row of search.prepare('SELECT letters, entities, types FROM beginning').iterate()) {
    const { entities, types } = bearers(row['letters'] as string);
    if (entities !== row['entities'] || types !== row['types']) faults.add(row['letters'] as string);
  }
  yield claimed('every frequent beginning counts its entities', faults.summary());
}

function cardFaults(search: DatabaseSync, entities: DatabaseSync, header: SnapshotHeader): string | undefined {
  const decodeEntry = createCoverageDecoder(wordsOf(header));
  const faults = createFaults();
  const entryOf = entities.prepare('SELECT entry FROM coverage WHERE id = ?');
  for (const row of search.prepare('SELECT id, card FROM hit ORDER BY id').iterate()) {
    const gnd = unpackGndId(row['id'] as number);
    try {
      const text = entryOf.get(row['id'] as number)?.['entry'] as string | undefined;
      const card = decodeCard(gnd, row['card'] as string);
      const entry = text === undefined ? undefined : decodeEntry(gnd, text);
      if (card.type !== entry?.type || card.preferredName !== entry.preferredName || card.linkCount !== entry.links)
        faults.add(gnd);
    } catch (error) {
      faults.add(`${gnd}: the row cannot be read (${(error as Error).message})`);
    }
  }
  return faults.summary();
}

function claimed(claim: string, falsehood: string | undefined): CheckedClaim {
  return falsehood === undefined ? { claim } : { claim, falsehood };
}

function unequal(what: string, stated: number | string, found: number | string): string | undefined {
  return stated === found ? undefined : `${what}: stated ${stated}, found ${found}`;
}

function unequalCounts(
  stated: Readonly<Record<string, number>>,
  found: ReadonlyMap<string, number>,
): string | undefined {
  for (const key of new Set([...Object.keys(stated), ...found.keys()])) {
    const falsehood = unequal(key, stated[key] ?? 0, found.get(key) ?? 0);
    if (falsehood !== undefined) return falsehood;
  }
  return undefined;
}

/** Keeps a few and counts the rest: a snapshot may be wrong in every row. */
function createFaults() {
  const examples: string[] = [];
  let more = 0;
  return {
    add(fault: string): void {
      if (examples.length < EXAMPLES) examples.push(fault);
      else more += 1;
    },
    /** Undefined when there are none. */
    summary: () => (examples.length === 0 ? undefined : `${examples.join('; ')}${more > 0 ? ` and ${more} more` : ''}`),
  };
}

function count(database: DatabaseSync, rows: string): number {
  return database.prepare(`SELECT count(*) AS n FROM ${rows}`).get()?.['n'] as number;
}

function add(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

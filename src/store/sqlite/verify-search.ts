/** Checks what a snapshot claims of its search index. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import { unpackGndId } from '../../model/gnd-id.ts';
import { readFoldedName } from '../../search/folded-name.ts';
import type { SnapshotHeader } from '../header.ts';
import { decodeCard } from './card.ts';
import { type CheckedClaim, claimed, count, createFaults, unequal } from './checked-claim.ts';
import { createCoverageDecoder } from './coverage-entry.ts';
import { readKeyBlocks } from './key-blocks.ts';
import { wordsOf } from './schema.ts';
import { indexedWords } from './search-row.ts';
import { countBeginnings, indexedWordCount } from './write-vocabulary.ts';

export function* verifySearch(
  header: SnapshotHeader,
  search: DatabaseSync,
  entities: DatabaseSync,
): Iterable<CheckedClaim> {
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

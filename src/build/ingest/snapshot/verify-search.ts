/** Checks the claims of a snapshot about its search index. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../../core/model/entity.ts';
import { unpackGndId } from '../../../core/model/gnd-id.ts';
import { readFoldedName } from '../../../core/search/names/folded-name.ts';
import { indexedWords } from '../../../core/search/index-fields.ts';
import type { SnapshotHeader } from '../../../core/snapshot/header.ts';
import type { EntityCard } from '../../../core/search/engine.ts';
import { decodeCard } from '../../../core/snapshot/codec/card.ts';
import { type CheckedClaim, claimed, createFaults, unequal } from './checked-claim.ts';
import { getOrInsert } from '../../../shared/get-or-insert.ts';
import { countRows } from '../../../core/sqlite/row-statement.ts';
import { checksumOf } from '../../../core/snapshot/codec/checksum.ts';
import { coverageWords, createCoverageDecoder } from '../../../core/snapshot/codec/entity-row.ts';
import { yearWords } from '../../../core/snapshot/codec/search-row.ts';
import { FREQUENT_KEYS, identifierCount } from './write-search.ts';
import { indexedWordCount, prefixCounter } from './write-vocabulary.ts';

export function* verifySearch(
  header: SnapshotHeader,
  search: DatabaseSync,
  entities: DatabaseSync,
): Iterable<CheckedClaim> {
  const hits = countRows(search, 'hit');
  yield claimed('one search row per entity', unequal('rows', header.counts.entities, hits));
  const last = search.prepare('SELECT coalesce(max(rank), 0) AS n FROM hit').get()?.['n'] as number;
  yield claimed('the ranks run from 1 to the number of entities', unequal('last rank', hits, last));
  yield claimed('every search row agrees with its coverage row', cardFaults(search, entities, header));
  for (const table of ['full_name', 'identifier']) {
    const dangling = countRows(search, `${table} WHERE rank NOT BETWEEN 1 AND ${last}`);
    yield claimed(`every rank in ${table} has a search row`, unequal('dangling ranks', 0, dangling));
  }
  yield claimed('counts.identifiers', unequal('identifiers', header.counts.identifiers, identifierCount(search)));
  const compared = `(${FREQUENT_KEYS}) AS found FULL JOIN frequent_key AS stated USING (key)`;
  const miscounted = countRows(search, `${compared} WHERE found.entities IS NOT stated.entities`);
  yield claimed('every frequent relation has the right number of entities', unequal('wrong counts', 0, miscounted));
  yield* verifyWords(header, search);
}

/** Compares counts only, because a contentless index cannot list the words of an entity. */
function* verifyWords(header: SnapshotHeader, search: DatabaseSync): Iterable<CheckedClaim> {
  const tally = new Map<string, { rows: number; words: number }>();
  for (const row of search
    .prepare('SELECT id, type, first_year, last_year, names, card FROM candidate JOIN hit USING (rank)')
    .iterate()) {
    const type = ENTITY_TYPES[row['type'] as number] ?? '';
    const counts = getOrInsert(tally, type, () => ({ rows: 0, words: 0 }));
    const names = (row['names'] as string).split('\n').map(readFoldedName);
    counts.rows += 1;
    const years = yearWords([row['first_year'] as number | null, row['last_year'] as number | null]);
    const card = readCard(row['id'] as number, row['card'] as string);
    counts.words += indexedWords(names, card).union(years).size;
  }
  for (const [type, stated] of Object.entries(header.counts.byType)) {
    const { rows = 0, words = 0 } = tally.get(type) ?? {};
    const indexed = indexedWordCount(search, type as EntityType);
    const falsehood = unequal('rows', stated, rows) ?? unequal('words', words, indexed);
    yield claimed(`the word index contains every ${type}`, falsehood);
  }
  const words = ENTITY_TYPES.reduce((sum, type) => sum + indexedWordCount(search, type), 0);
  const counted = search.prepare('SELECT coalesce(sum(entities), 0) AS n FROM vocabulary').get()?.['n'] as number;
  yield claimed('the counts in the vocabulary agree with the word index', unequal('words', words, counted));
  const faults = createFaults();
  const frequencyOf = prefixCounter(search);
  for (const row of search.prepare('SELECT prefix, entities, types FROM prefix').iterate()) {
    const { entities, types } = frequencyOf(row['prefix'] as string);
    if (entities !== row['entities'] || types !== row['types']) faults.add(row['prefix'] as string);
  }
  yield claimed('every frequent prefix has the right number of entities', faults.summary());
}

/** Undefined for an unreadable card, which {@link cardFaults} reports. */
function readCard(id: number, card: string): EntityCard | undefined {
  try {
    return decodeCard(unpackGndId(id), card);
  } catch {
    return undefined;
  }
}

function cardFaults(search: DatabaseSync, entities: DatabaseSync, header: SnapshotHeader): string | undefined {
  const decodeEntry = createCoverageDecoder(coverageWords(header));
  const faults = createFaults();
  const entryOf = entities.prepare('SELECT entry FROM coverage WHERE id = ?');
  for (const row of search.prepare('SELECT rank, id, checksum, card FROM hit ORDER BY id').iterate()) {
    const [id, text] = [row['id'] as number, row['card'] as string];
    const gnd = unpackGndId(id);
    try {
      const stored = entryOf.get(id)?.['entry'] as string | undefined;
      const card = decodeCard(gnd, text);
      const entry = stored === undefined ? undefined : decodeEntry(gnd, stored);
      const isSame =
        card.type === entry?.type && card.preferredName === entry.preferredName && card.linkCount === entry.links;
      if (!isSame || checksumOf([row['rank'] as number, id], text) !== row['checksum']) faults.add(gnd);
    } catch (error) {
      faults.add(`${gnd}: the row cannot be read (${(error as Error).message})`);
    }
  }
  return faults.summary();
}

/** The search engine over `search.sqlite`: FTS5 for words in order of prominence, ordinary indexes for everything else. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ENTITY_TYPES, type EntityType } from '../../model/entity.ts';
import { packGndId, unpackGndId } from '../../model/gnd-id.ts';
import type { Found, IndexedCandidate, IndexedHit, Question, SearchEngine } from '../../search/engine.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { decodeCard } from './card.ts';
import { DamagedRow, verifyChecksum } from './checksum.ts';
import { ALL_TYPES, typeBit, wordTable } from './schema.ts';
import { yearWord } from './search-row.ts';
import { openVocabulary } from './vocabulary.ts';

/** So many entries are read to count matches, some one and a half milliseconds; the rest of the entities stays uncounted. */
const COUNT_COST = 50_000;
/** To leap to an entity in the list of a word costs as much as reading so many entries of it. */
const LEAP_COST = 400;

/** The best known entities are candidates of most queries: so many characters of names are kept, and so many cards. */
const KEPT_NAMES = 1_000_000;
const KEPT_CARDS = 2_000;

const COLUMNS = 'rank, type, prominence, first_year, last_year, names';
const NOTHING: Found = { candidates: [], isComplete: true, total: async () => ({ value: 0, isExact: true }) };

type WordQuestion = Question & { readonly by: 'words' };

export function createSearchEngine(search: DatabaseSync): SearchEngine {
  const vocabulary = openVocabulary(search);
  // SQLite prepares a statement anew whenever a bare variable is bound as its LIMIT, which costs more than a look-up.
  const select = {
    fullName: search.prepare('SELECT rank FROM full_name WHERE key = ? ORDER BY rank LIMIT CAST(? AS INTEGER)'),
    identifier: search.prepare('SELECT rank FROM identifier WHERE key = ? ORDER BY rank LIMIT CAST(? AS INTEGER)'),
    gnd: search.prepare('SELECT rank FROM hit WHERE id = ? LIMIT CAST(? AS INTEGER)'),
    candidate: search.prepare(`SELECT ${COLUMNS} FROM candidate WHERE rank = ?`),
    hit: search.prepare('SELECT id, checksum, card FROM hit WHERE rank = ?'),
    variants: search.prepare('SELECT variants FROM hit WHERE rank = ?'),
  };
  const last = search.prepare('SELECT coalesce(max(rank), 0) AS n FROM hit').get()?.['n'] as number;
  const candidates = createBoundedCache<number, IndexedCandidate>(
    KEPT_NAMES,
    (candidate) => candidate.names.length + candidate.variants().length,
  );
  const cards = createBoundedCache<number, IndexedHit>(KEPT_CARDS, () => 1);
  const prepared = new Map<string, { readonly candidates: StatementSync; readonly count: StatementSync }>();

  function text(statement: StatementSync, rank: number, column: string): string {
    const value = statement.get(rank)?.[column];
    if (typeof value !== 'string') throw new DamagedRow(`the search row ${rank} has no ${column}`);
    return value;
  }

  function readCandidate(row: Record<string, unknown>): IndexedCandidate {
    const rank = row['rank'] as number;
    const type = ENTITY_TYPES[row['type'] as number];
    const [lines, start, end] = [row['names'], row['first_year'] as number | null, row['last_year'] as number | null];
    if (type === undefined || typeof lines !== 'string') throw new DamagedRow(`the search row ${rank} is damaged`);
    const second = lines.indexOf('\n') + 1;
    const third = lines.indexOf('\n', second);
    const [names, variants] = third < 0 ? [lines, ''] : [lines.slice(0, third), lines.slice(third + 1)];
    return {
      rank,
      type,
      prominence: row['prominence'] as number,
      names,
      variants: () => variants,
      years: { ...(start !== null && { start }), ...(end !== null && { end }) },
    };
  }

  /** A join that yields the same takes longer, even when none is kept. */
  function candidateOf(row: Record<string, unknown>): IndexedCandidate {
    const rank = row['rank'] as number;
    return candidates(rank, () => {
      const found = select.candidate.get(rank);
      if (found === undefined) throw new DamagedRow(`the search row ${rank} is missing`);
      return readCandidate(found);
    });
  }

  /** Each set of types has its own statements: there is an index for each type. */
  function statementsFor(types: readonly EntityType[]) {
    const key = types.join();
    const known = prepared.get(key);
    if (known !== undefined) return known;
    const arms = types.map((type) => `SELECT rowid AS rank FROM ${wordTable(type)} WHERE ${wordTable(type)} MATCH ?1`);
    const all = arms.join(' UNION ALL ');
    const made = {
      // Each arm comes in order of rank, so that SQLite merges them and stops at the limit.
      candidates: search.prepare(`${all} ORDER BY 1 LIMIT CAST(?2 AS INTEGER)`),
      count: search.prepare(
        `SELECT count(*) AS n FROM (${arms.map((arm) => `${arm} AND rowid <= ?3`).join(' UNION ALL ')} LIMIT CAST(?2 AS INTEGER))`,
      ),
    };
    prepared.set(key, made);
    return made;
  }

  function findWords({ words, years = [], types: among = ENTITY_TYPES, limit }: WordQuestion): Found {
    const frequencies = words.map((word) => vocabulary.frequencyOf(word));
    const bits = frequencies.reduce((common, { types }) => common & types, ALL_TYPES);
    const types = among.filter((type) => (bits & typeBit(type)) !== 0);
    if (words.length === 0 || types.length === 0) return NOTHING;
    const terms = words.map((word) => vocabulary.termOf(word));
    const ofYears = years.map((year) => `("${year}" OR "${yearWord(year)}")`);
    const match = [...terms.map((term) => term.text), ...ofYears].join(' AND ');
    const [only] = words;
    const isSingle = words.length === 1 && years.length === 0 && among === ENTITY_TYPES;
    return {
      candidates: statementsFor(types).candidates.all(match, limit).map(candidateOf),
      isComplete: terms.every(({ isComplete }) => isComplete),
      async total(most) {
        const known = isSingle && only !== undefined ? vocabulary.exactFrequencyOf(only) : undefined;
        if (known !== undefined) return { value: Math.min(known, most), isExact: true };
        // Of those that cost too much only a part is looked through, the best known.
        const part = Math.min(1, COUNT_COST / costOf(frequencies.map(({ entities }) => entities)));
        const n = statementsFor(types).count.get(match, most, Math.ceil(last * part))?.['n'] as number;
        return { value: n, isExact: part === 1 };
      },
    };
  }

  function find(question: Question): Found {
    if (question.by === 'words') return findWords(question);
    const { by, types, limit } = question;
    const rows = select[by].all(by === 'gnd' ? packGndId(question.id) : question.key, limit);
    const candidates = rows.map(candidateOf).filter(({ type }) => types?.includes(type) ?? true);
    return { ...NOTHING, candidates, total: async () => ({ value: candidates.length, isExact: rows.length < limit }) };
  }

  function readHit(rank: number): IndexedHit {
    const row = select.hit.get(rank);
    if (row === undefined) throw new DamagedRow(`the search row ${rank} is missing`);
    const [id, card] = [row['id'] as number, row['card'] as string];
    verifyChecksum([rank, id], card, row['checksum']);
    const variantNames = () => text(select.variants, rank, 'variants').split('\n');
    return { card: decodeCard(unpackGndId(id), card), variantNames };
  }

  return {
    find: async (questions) => questions.map(find),
    carriers: async (keys, limit) =>
      keys.map((key) => select.identifier.all(key, limit).map(({ rank }) => rank as number)),
    hits: async (ranks) => new Map(ranks.map((rank) => [rank, cards(rank, () => readHit(rank))])),
    documentFrequencies: async (words) => words.map((word) => vocabulary.entitiesOf(word)),
    nearWords: async (questions) => questions.map((question) => vocabulary.near(question)),
  };
}

/** Entries that are read: all lists to their ends, or the shortest, and the others are leapt through. */
function costOf(frequencies: readonly number[]): number {
  // One list is read until the counting stops.
  if (frequencies.length === 1) return 0;
  const shortest = Math.min(...frequencies);
  const all = frequencies.reduce((sum, n) => sum + n, 0);
  return Math.min(all, shortest * (1 + LEAP_COST * (frequencies.length - 1)));
}

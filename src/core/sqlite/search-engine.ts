/** The search engine over `search.sqlite`: FTS5 for words in order of prominence, ordinary indexes for everything else. */
import type { DatabaseSync } from 'node:sqlite';
import { ENTITY_TYPES } from '../model/entity.ts';
import { packGndId, unpackGndId } from '../model/gnd-id.ts';
import {
  type EngineResult,
  type IndexedCandidate,
  type IndexedHit,
  NO_RESULT,
  type Question,
  type SearchEngine,
} from '../search/engine.ts';
import { readFoldedName } from '../search/names/folded-name.ts';
import { indexedWords } from '../search/index-fields.ts';
import type { QueryWord } from '../search/query/query.ts';
import { describedWord, fullNameKey } from '../search/names/search-text.ts';
import { createRankCache } from '../model/memo.ts';
import { LIMITS } from '../search/tuning.ts';
import { decodeCard } from '../snapshot/codec/card.ts';
import { DamagedRow, verifyChecksum } from '../snapshot/codec/checksum.ts';
import { prepareRows } from './row-statement.ts';
import { typeBits } from './schema.ts';
import { candidateOf as readCandidateRow, yearWord, yearWords } from '../snapshot/codec/search-row.ts';
import { openVocabulary } from './vocabulary.ts';
import { openWordIndex, type WordQuestion } from './word-index.ts';

/** Number of cached candidates: the best known entities are candidates of most queries. */
const KEPT_CANDIDATES = 20_000;
const KEPT_CARDS = 12_000;

type Rank = readonly [rank: number];
type CandidateRow = readonly [
  type: number,
  prominence: number,
  start: number | null,
  end: number | null,
  names: unknown,
];
type HitRow = readonly [id: number, checksum: unknown, card: unknown];

const withKey = (table: 'full_name' | 'identifier'): string =>
  `SELECT rank FROM ${table} WHERE key = ? ORDER BY rank LIMIT CAST(? AS INTEGER) OFFSET CAST(? AS INTEGER)`;

/** Statement for the entities of some types with a key. Where very many entities have the key, only the best known are looked at. */
const ofTypes = (table: 'full_name' | 'identifier'): string =>
  `SELECT rank FROM (SELECT rank FROM ${table} WHERE key = ?1 ORDER BY rank LIMIT ${LIMITS.countLimit.value})
    JOIN candidate USING (rank) WHERE (1 << type) & CAST(?3 AS INTEGER) ORDER BY rank LIMIT CAST(?2 AS INTEGER)`;

function prepareStatements(search: DatabaseSync) {
  // Without CAST, SQLite would prepare a statement again for each LIMIT, which takes longer than the look-up itself.
  return {
    fullName: prepareRows<Rank>(search, withKey('full_name')),
    identifier: prepareRows<Rank>(search, withKey('identifier')),
    fullNameOfTypes: prepareRows<Rank>(search, ofTypes('full_name')),
    identifierOfTypes: prepareRows<Rank>(search, ofTypes('identifier')),
    count: prepareRows<readonly [entities: number]>(
      search,
      `SELECT coalesce((SELECT entities FROM frequent_key WHERE key = ?1),
        (SELECT count(*) FROM identifier WHERE key = ?1))`,
    ),
    gnd: prepareRows<Rank>(search, 'SELECT rank FROM hit WHERE id = ?'),
    candidate: prepareRows<CandidateRow>(
      search,
      'SELECT type, prominence, first_year, last_year, names FROM candidate WHERE rank = ?',
    ),
    hit: prepareRows<HitRow>(search, 'SELECT id, checksum, card FROM hit WHERE rank = ?'),
    variants: prepareRows<readonly [unknown]>(search, 'SELECT variants FROM hit WHERE rank = ?'),
    last: prepareRows<Rank>(search, 'SELECT coalesce(max(rank), 0) FROM hit'),
  };
}

export function createSearchEngine(search: DatabaseSync): SearchEngine {
  const vocabulary = openVocabulary(search);
  const select = prepareStatements(search);
  const keptCandidate = createRankCache(KEPT_CANDIDATES, readCandidate);
  const candidateOf = (rank: number, isLazy = false) =>
    isLazy ? lazyCandidate(rank, keptCandidate) : keptCandidate(rank);
  const hitOf = createRankCache(KEPT_CARDS, readHit);
  const [last = 0] = select.last.get() ?? [];
  const findWords = openWordIndex(search, {
    vocabulary,
    last,
    candidateOf,
    hasAll: (candidate, question) => hasAll(candidate, question, hitOf),
  });

  function readCandidate(rank: number): IndexedCandidate {
    const [place = -1, prominence = 0, start = null, end = null, names] = select.candidate.get(rank) ?? [];
    const type = ENTITY_TYPES[place];
    if (type === undefined || typeof names !== 'string') throw new DamagedRow(`the search row ${rank} is damaged`);
    return readCandidateRow({ rank, type, prominence, years: [start, end], names });
  }

  function find(question: Question): EngineResult {
    if (question.by === 'words') return findWords(question);
    const { by, types } = question;
    // A search by identifier shows only cards, so the names of its entities are read at their first use.
    const candidates = rowsOf(question).map(([rank]) => candidateOf(rank, by !== 'fullName'));
    return {
      ...NO_RESULT,
      candidates: types === undefined ? candidates : candidates.filter(({ type }) => types.includes(type)),
    };
  }

  function rowsOf(question: Exclude<Question, WordQuestion>): readonly Rank[] {
    if (question.by === 'gnd') return select.gnd.all(packGndId(question.id));
    const { by, types, limit } = question;
    // The keys of frequent names are shared by thousands of entities, mostly of one type.
    const isImpossible =
      by === 'fullName' && (vocabulary.typesOf(question.name) & typeBits(types ?? ENTITY_TYPES)) === 0;
    if (isImpossible) return [];
    const [key, offset = 0] = by === 'fullName' ? [fullNameKey(question.name)] : [question.key, question.offset];
    return types === undefined
      ? select[by].all(key, limit, offset)
      : select[`${by}OfTypes`].all(key, limit, typeBits(types));
  }

  function readHit(rank: number): IndexedHit {
    const [id = 0, checksum, card] = select.hit.get(rank) ?? [];
    verifyChecksum([rank, id], card, checksum);
    return { card: decodeCard(unpackGndId(id), card as string), variantNames: () => variantNamesOf(rank, select) };
  }

  return {
    entities: last,
    find: async (questions) => questions.map(find),
    countByIdentifier: async (keys) => keys.map((key) => select.count.get(key)?.[0] ?? 0),
    async hits(ranks) {
      const hits = new Map<number, IndexedHit>();
      for (const rank of ranks) hits.set(rank, hitOf(rank));
      return hits;
    },
    documentFrequencies: async (words) => vocabulary.frequenciesOf(words),
    nearWords: async (questions) => questions.map((question) => vocabulary.near(question)),
  };
}

/** Whether a candidate's words in the index, from its names, years and description, include all of a question. */
function hasAll(
  candidate: IndexedCandidate,
  { words, years }: WordQuestion,
  hitOf: (rank: number) => IndexedHit,
): boolean {
  const { rank, names, years: ends } = candidate;
  const plain = ` ${names.replaceAll('\n', ' ')} `;
  const all = [...words, ...(years ?? []).map((year) => ({ forms: [String(year), yearWord(year)] }))];
  const missing = all.filter((word) => !isIn(word, plain));
  if (missing.length === 0) return true;
  const hasCompounds = plain.includes(' - ');
  if (!missing.every((word) => hasCompounds || isOfKind(word, NOT_IN_NAMES))) return false;
  const others = yearWords([ends?.start ?? null, ends?.end ?? null]);
  if (missing.some((word) => isOfKind(word, OF_DESCRIPTION)))
    for (const word of indexedWords([], hitOf(rank).card)) others.add(word);
  const left = missing.filter((word) => !areIn([word], others));
  if (!left.every((word) => hasCompounds || isOfKind(word, NUMERAL))) return false;
  return left.length === 0 || areIn(left, indexedWords(names.split('\n').map(readFoldedName)));
}

function variantNamesOf(rank: number, select: ReturnType<typeof prepareStatements>): readonly string[] {
  const [variants] = select.variants.get(rank) ?? [];
  if (typeof variants !== 'string') throw new DamagedRow(`the search row ${rank} has no variants`);
  return variants.split('\n');
}

function lazyCandidate(rank: number, read: (rank: number) => IndexedCandidate): IndexedCandidate {
  let candidate: IndexedCandidate | undefined;
  const get = (_: unknown, key: keyof IndexedCandidate) => (key === 'rank' ? rank : (candidate ??= read(rank))[key]);
  return new Proxy({ rank } as IndexedCandidate, { get } as ProxyHandler<IndexedCandidate>);
}

type Wanted = Pick<QueryWord, 'forms' | 'prefix'>;

/** Whether a word of the query is among words separated by blanks. */
function isIn({ forms, prefix }: Wanted, text: string): boolean {
  return forms.some((form) => text.includes(` ${form} `)) || (prefix !== undefined && text.includes(` ${prefix}`));
}

function areIn(wanted: readonly Wanted[], words: ReadonlySet<string>): boolean {
  const text = ` ${[...words].join(' ')} `;
  return wanted.every((word) => isIn(word, text));
}

function isOfKind({ forms, prefix = '' }: Wanted, kind: RegExp): boolean {
  return kind.test(prefix) || forms.some((form) => kind.test(form));
}

const NUMERAL = /^[ivx]+$/;
const OF_DESCRIPTION = new RegExp(`^${describedWord('')}`);
/** Index words that no folded name contains: numerals and words of descriptions. A compound is known by its hyphen. */
const NOT_IN_NAMES = new RegExp(`${NUMERAL.source}|${OF_DESCRIPTION.source}`);

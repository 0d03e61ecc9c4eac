/** The search engine over a cluster: one request answers all questions of a step, and returns cards with candidates. */
import type { EntityType } from '../../core/model/entity.ts';
import { unpackGndId } from '../../core/model/gnd-id.ts';
import { createBoundedCache } from '../../core/model/memo.ts';
import { LIMITS } from '../../core/search/tuning.ts';
import { type EntityCard, type EngineResult, type IndexedCandidate, type IndexedHit, NO_RESULT, type NearQuestion, type Question, type SearchEngine, type VocabularyWord } from '../../core/search/engine.ts'; // prettier-ignore
import { fullNameKey } from '../../core/search/names/search-text.ts';
import type { QueryWord } from '../../core/search/query/query.ts';
import { decodeCard } from '../../core/snapshot/codec/card.ts';
import { candidateOf, yearWord } from '../../core/snapshot/codec/search-row.ts';
import { StoreReadError } from '../../core/snapshot/store.ts';
import { type Ask, type SortedPage, type Search, searchAll } from './client.ts';
import type { EntityDocument } from './documents.ts';

/** Number up to which entities are counted. */
const COUNTED = LIMITS.countLimit.value + 1;
/** Number of cached entities that searches have found. */
const CACHED_ENTITIES = 4_000;
/** Number of cached words with the number of their entities. */
const CACHED_WORDS = 10_000;
/** Number of results of one request; a cluster gives at most 10,000. */
const PAGE_RESULTS = 1_000;
/** Number of near words, the most frequent ones, that are compared with a query word letter by letter. */
const MAX_NEAR = 256;
/** Fields of an {@link EntityDocument} that are read, and the number of lines in `shown` before the variant names. */
const [STORED_FIELDS, LINES_BEFORE_VARIANTS] = [{ _source: false, stored_fields: ['names', 'shown'] }, 7];
const wordOf = ({ sort: [entities, word] }: SortedPage<never>['hits'][number]): VocabularyWord => ({ word, entities });

interface Indices {
  /** Names of the indices. */
  readonly search: string;
  readonly words: string;
  /** Number of entities. */
  readonly entities: number;
}

export function createSearchEngine(ask: Ask, { search, words, entities }: Indices): SearchEngine {
  const kept = createBoundedCache<number, IndexedCandidate & IndexedHit>(CACHED_ENTITIES);
  const frequencies = createBoundedCache<string, number>(CACHED_WORDS);

  /** Caches an entity. A document lacks its empty fields. */
  function keep({ names: [names] = [''], shown: [shown] }: Partial<EntityDocument> & Pick<EntityDocument, 'shown'>) {
    const rank = Number(shown.slice(0, shown.indexOf('\n')));
    const hit = kept.get(rank) ?? read(names, shown);
    kept.set(rank, hit);
    return hit;
  }

  async function find(questions: readonly Question[]): Promise<readonly EngineResult[]> {
    const needed = questions.filter((question) => question.by !== 'words' || question.words.length > 0);
    const pages = await searchAll<EntityDocument>(ask, needed.map((question) => ({ index: search, body: bodyOf(question) }))); // prettier-ignore
    return questions.map((question) => foundOn(pages[needed.indexOf(question)], question));
  }

  async function documentFrequencies(counted: readonly string[]): Promise<readonly number[]> {
    const unknown = [...new Set(counted)].filter((word) => frequencies.get(word) === undefined);
    const body = frequent(unknown.length, { terms: { word: unknown } });
    const [page] = unknown.length === 0 ? [] : await searchAll<never>(ask, [{ index: words, body }]);
    const counts = new Map(page?.hits.map(({ sort: [number, word] }) => [word, number]));
    for (const word of unknown) frequencies.set(word, counts.get(word) ?? 0);
    return counted.map((word) => frequencies.get(word) ?? counts.get(word) ?? 0);
  }

  function foundOn(page: SortedPage<EntityDocument> | undefined, { by, types }: Question): EngineResult {
    if (page === undefined) return NO_RESULT;
    const { hits, total: { value } = { value: hits.length } } = page;
    const all = hits.map(({ fields }) => keep(fields));
    // A search by an identifier of the GND ignores types, so the candidates are filtered here.
    const candidates = by === 'gnd' ? all.filter(({ type }) => types?.includes(type) ?? true) : all;
    return { candidates, isComplete: true, total: async (limit) => ({ value: Math.min(value, limit), isExact: true }) };
  }

  async function hits(ranks: readonly number[]): Promise<ReadonlyMap<number, IndexedHit>> {
    const byRank = new Map(ranks.map((rank) => [rank, kept.get(rank)]));
    const missing = ranks.filter((rank) => byRank.get(rank) === undefined);
    const pages = await searchAll<EntityDocument>(ask, searchesByRank(search, missing));
    for (const hit of pages.flatMap((page) => page.hits.map(({ fields }) => keep(fields)))) byRank.set(hit.rank, hit);
    for (const [rank, hit] of byRank)
      if (hit === undefined) throw new StoreReadError(`the entity of rank ${rank} is missing`);
    return byRank as ReadonlyMap<number, IndexedHit>;
  }

  return {
    entities,
    find,
    hits,
    async countByIdentifier(keys) {
      const bodies = keys.map((key) => ({ ...bodyOf({ by: 'identifier', key, limit: 0 }), track_total_hits: true }));
      const pages = await searchAll<EntityDocument>(ask, bodies.map((body) => ({ index: search, body }))); // prettier-ignore
      return pages.map(({ total }) => total?.value ?? 0);
    },
    documentFrequencies,
    nearWords: (questions) => findNearWords(ask, words, questions),
  };
}

/** @param index of words */
async function findNearWords(ask: Ask, index: string, questions: readonly NearQuestion[]) {
  const bodies = questions.flatMap(nearBodies);
  const needed = bodies.filter((body) => body !== undefined);
  const pages = await searchAll<never>(ask, needed.map((body) => ({ index, body }))); // prettier-ignore
  const words = bodies.map((body) => (body && pages[needed.indexOf(body)]?.hits.map(wordOf)) ?? []);
  return questions.map(({ spellings }, place) => {
    const [spelled = [], alike = [], deleted = []] = words.slice(3 * place);
    const isSpelling = new Set(spellings);
    return { spelled: spelled.filter(({ word }) => isSpelling.has(word)), alike, deleted };
  });
}

function searchesByRank(index: string, ranks: readonly number[]): readonly Search[] {
  const searches: Search[] = [];
  for (let from = 0; from < ranks.length; from += PAGE_RESULTS) {
    const query = { terms: { rank: ranks.slice(from, from + PAGE_RESULTS) } };
    searches.push({ index, body: { ...STORED_FIELDS, query, size: PAGE_RESULTS, track_total_hits: false } });
  }
  return searches;
}

/** The body of a search. Words of a query are values in it, so the cluster interprets none as syntax. */
function bodyOf(question: Question): object {
  const { types, limit } = question;
  const best = { ...STORED_FIELDS, size: limit, sort: ['rank'], track_total_hits: false };
  if (question.by === 'gnd') return { ...best, query: { ids: { values: [question.id] } } };
  const ofTypes = types ? [{ terms: { type: types } }] : [];
  if (question.by !== 'words') {
    const [key, from = 0] = question.by === 'fullName' ? [fullNameKey(question.name)] : [question.key, question.offset];
    return { ...best, from, query: { bool: { filter: [...ofTypes, { term: { [question.by]: String(key) } }] } } };
  }
  const { words, years = [] } = question;
  const ofYears = years.map((year) => ({ terms: { words: [String(year), yearWord(year)] } }));
  const filter = [...ofTypes, ...words.map(ofWord), ...ofYears];
  // A question that only asks whether there is an entity has limit 1 and needs no count.
  return { ...best, query: { bool: { filter } }, ...(limit > 1 && { track_total_hits: COUNTED }) };
}

function ofWord({ forms, prefix }: QueryWord): object {
  const whole = { terms: { words: forms } };
  return prefix === undefined ? whole : { bool: { should: [whole, { prefix: { words: prefix } }] } };
}

/** A search for the most frequent words that match a filter. */
function frequent(size: number, ...filter: readonly object[]): object {
  const sort = [{ entities: 'desc' }, { word: 'asc' }];
  return { query: { bool: { filter } }, size, sort, stored_fields: '_none_', track_total_hits: false };
}

/** Three searches for each word: with one wrong letter, with the same sound, with two wrong letters. */
function nearBodies({ word, spellings, sound, deletions }: NearQuestion): (object | undefined)[] {
  const like = { value: word, transpositions: true, rewrite: 'constant_score' };
  const two = { fuzzy: { word: { ...like, fuzziness: 2, prefix_length: 1 } } };
  return [
    spellings.length === 0 ? undefined : frequent(MAX_NEAR, { fuzzy: { word: { ...like, fuzziness: 1 } } }),
    sound === undefined ? undefined : frequent(LIMITS.begunWords.value, { term: { sound: String(sound) } }),
    deletions === undefined ? undefined : frequent(MAX_NEAR, two, { term: { isNear: true } }),
  ];
}

function read(names: string, shown: string): IndexedCandidate & IndexedHit {
  const [rank, id, prominence, type, start = '', end = '', card = ''] = shown.split('\n', LINES_BEFORE_VARIANTS);
  const years = [start === '' ? null : Number(start), end === '' ? null : Number(end)] as const;
  let decoded: EntityCard | undefined;
  return {
    ...candidateOf({ rank: Number(rank), prominence: Number(prominence), type: type as EntityType, years, names }),
    get card() {
      return (decoded ??= decodeCard(unpackGndId(Number(id)), card));
    },
    variantNames: () => shown.split('\n').slice(LINES_BEFORE_VARIANTS),
  };
}

/** The search engine over a cluster: the questions of a step are one request, and what a hit shows comes with its candidate. */
import { LIMITS } from '../../search/dials.ts';
import type { Found, IndexedCandidate, IndexedHit, NearQuestion, Question, SearchEngine } from '../../search/engine.ts';
import type { QueryWord } from '../../search/query-words.ts';
import type { EntityType } from '../../model/entity.ts';
import { unpackGndId } from '../../model/gnd-id.ts';
import { decodeCard } from '../sqlite/card.ts';
import { yearWord } from '../sqlite/search-row.ts';
import { StoreReadError } from '../store.ts';
import { type Ask, type Hits, whole } from './client.ts';
import { type EntityDocument, keyText, type WordDocument } from './documents.ts';

/** As far as entities are counted. */
const COUNTED = LIMITS.countLimit.value + 1;
/** Questions of one request. */
const BATCH = 64;
/** So many of those that were found lately are not read again for what is shown of them. */
const KEPT = 4_000;
/** So many words that are near to one are compared letter by letter, the most frequent ones. */
const MAX_NEAR = 256;
const MAX_ALIKE = 200;

/** Each node answers from its own copy where it has one, and as a whole or not at all. */
const HEADER = '{"preference":"_local","allow_partial_search_results":false}\n';
const NOTHING: Found = { candidates: [], isComplete: true, total: async () => ({ value: 0, isExact: true }) };

interface Kept {
  readonly candidate: IndexedCandidate;
  readonly hit: IndexedHit;
}

export function createSearchEngine(
  ask: Ask,
  indices: { readonly search: string; readonly words: string },
): SearchEngine {
  const kept = new Map<number, Kept>();

  async function searchAll<T>(index: string, bodies: readonly object[]): Promise<NonNullable<Hits<T>['hits']>[]> {
    const found: NonNullable<Hits<T>['hits']>[] = [];
    for (let from = 0; from < bodies.length; from += BATCH) {
      const lines = bodies.slice(from, from + BATCH).map((body) => `${HEADER}${JSON.stringify(body)}\n`).join(''); // prettier-ignore
      const { responses } = await ask<{ responses: readonly Hits<T>[] }>('POST', `/${index}/_msearch`, { lines });
      found.push(...responses.map(whole));
    }
    return found;
  }

  function keep(source: EntityDocument): Kept {
    const known = kept.get(source.rank) ?? read(source);
    kept.set(source.rank, known);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as number);
    return known;
  }

  async function find(questions: readonly Question[]): Promise<Found[]> {
    const asked = questions.filter((question) => question.by !== 'words' || question.words.length > 0);
    const answers = await searchAll<EntityDocument>(indices.search, asked.map(bodyOf));
    return questions.map((question): Found => {
      const place = asked.indexOf(question);
      if (place < 0) return NOTHING;
      const { hits, total: { value } = { value: hits.length } } = answers[place] as (typeof answers)[number];
      const all = hits.map(({ _source }) => keep(_source).candidate);
      const { by, types } = question;
      // Of the bearers of one key the best known are looked at, whatever they are.
      const candidates = by === 'words' ? all : all.filter(({ type }) => types?.includes(type) ?? true);
      const total = async (limit: number) => ({ value: Math.min(value, limit), isExact: true });
      return { candidates, isComplete: true, total };
    });
  }

  async function hits(ranks: readonly number[]): Promise<ReadonlyMap<number, IndexedHit>> {
    const known = new Map<number, Kept>();
    const missing = ranks.filter((rank) => {
      const one = kept.get(rank);
      if (one !== undefined) known.set(rank, one);
      return one === undefined;
    });
    const body = { query: { terms: { rank: missing } }, size: missing.length };
    const [read] = missing.length === 0 ? [] : await searchAll<EntityDocument>(indices.search, [body]);
    for (const { _source } of read?.hits ?? []) known.set(_source.rank, keep(_source));
    return new Map(
      ranks.map((rank) => {
        const one = known.get(rank);
        if (one === undefined) throw new StoreReadError(`the entity of rank ${rank} is missing`);
        return [rank, one.hit];
      }),
    );
  }

  return {
    find,
    hits,
    async carriers(keys, limit) {
      const found = await find(keys.map((key) => ({ by: 'identifier', key, limit })));
      return found.map(({ candidates }) => candidates.map(({ rank }) => rank));
    },
    async documentFrequencies(words) {
      const distinct = [...new Set(words)];
      const body = { query: { terms: { word: distinct } }, size: distinct.length, track_total_hits: false };
      const [answer] = distinct.length === 0 ? [] : await searchAll<WordDocument>(indices.words, [body]);
      const known = new Map(answer?.hits.map(({ _source: { word, entities } }) => [word, entities]));
      return words.map((word) => known.get(word) ?? 0);
    },
    async nearWords(questions) {
      const bodies = questions.map(nearBodies);
      const answers = await searchAll<WordDocument>(indices.words, bodies.flat());
      const words = answers.map((answer) => answer.hits.map(({ _source }) => _source));
      return questions.map(({ spellings }, place) => {
        const [spelled = [], alike = [], deleted = []] = words.slice(3 * place);
        const isSpelling = new Set(spellings);
        return { spelled: spelled.filter(({ word }) => isSpelling.has(word)), alike, deleted };
      });
    },
  };
}

/** Nothing of a query gets into a language of the cluster: words are values. */
function bodyOf(question: Question): object {
  const { by, types, limit } = question;
  const byRank = { sort: [{ rank: 'asc' }], size: limit, track_total_hits: false };
  if (by === 'gnd') return { query: { ids: { values: [question.id] } }, size: limit };
  if (by !== 'words')
    return { ...byRank, query: { term: { [by === 'fullName' ? 'fullNames' : 'identifiers']: keyText(question.key) } } };
  const { words, years = [] } = question;
  const ofYears = years.map((year) => ({ terms: { words: [String(year), yearWord(year)] } }));
  const filter = [...ofType(types), ...words.map(ofWord), ...ofYears];
  // Whether there is anybody at all needs no counting.
  return { ...byRank, query: { bool: { filter } }, ...(limit > 1 && { track_total_hits: COUNTED }) };
}

function ofType(types: readonly EntityType[] | undefined): object[] {
  return types === undefined ? [] : [{ terms: { type: types } }];
}

function ofWord({ forms, prefix }: QueryWord): object {
  const whole = { terms: { words: forms } };
  return prefix === undefined ? whole : { bool: { should: [whole, { prefix: { words: prefix } }] } };
}

/** Three for each word: spelled with one letter wrong, sounding alike, spelled with two wrong. */
function nearBodies({ word, spellings, sound, deletions }: NearQuestion): object[] {
  const nobody = { query: { match_none: {} }, size: 0 };
  const frequent = { sort: [{ entities: 'desc' }, { word: 'asc' }], track_total_hits: false };
  const fuzzy = (fuzziness: number, letters: number) => ({
    fuzzy: {
      word: { value: word, fuzziness, prefix_length: letters, transpositions: true, rewrite: 'constant_score' },
    },
  });
  return [
    spellings.length === 0 ? nobody : { ...frequent, query: { bool: { filter: [fuzzy(1, 0)] } }, size: MAX_NEAR },
    sound === undefined
      ? nobody
      : { ...frequent, query: { bool: { filter: [{ term: { sound: String(sound) } }] } }, size: MAX_ALIKE },
    deletions === undefined
      ? nobody
      : { ...frequent, query: { bool: { filter: [fuzzy(2, 1), { term: { isNear: true } }] } }, size: MAX_NEAR },
  ];
}

function read({
  rank,
  id,
  type,
  prominence,
  years: [start, end],
  names: lines,
  variants: shown,
  card,
}: EntityDocument): Kept {
  const [preferred = '', display = '', ...others] = lines.split('\n');
  const variants = others.join('\n');
  const candidate: IndexedCandidate = {
    rank,
    type,
    prominence,
    names: `${preferred}\n${display}`,
    variants: () => variants,
    years: { ...(start !== null && { start }), ...(end !== null && { end }) },
  };
  return { candidate, hit: { card: decodeCard(unpackGndId(id), card), variantNames: () => shown.split('\n') } };
}

/** The search engine over a cluster: the questions of a step are one request, and what a hit shows comes with its candidate. */
import { unpackGndId } from '../../model/gnd-id.ts';
import { LIMITS } from '../../search/dials.ts';
import { NOBODY } from '../../search/engine.ts';
import type { Found, IndexedCandidate, IndexedHit, NearQuestion, Question, SearchEngine } from '../../search/engine.ts';
import type { QueryWord } from '../../search/query-words.ts';
import { decodeCard } from '../sqlite/card.ts';
import { yearWord } from '../sqlite/search-row.ts';
import { StoreReadError } from '../store.ts';
import { type Ask, type Hits, type Page, whole } from './client.ts';
import { type EntityDocument, keyText, type WordDocument } from './documents.ts';

/** As far as entities are counted. */
const COUNTED = LIMITS.countLimit.value + 1;
/** Questions of one request. */
const BATCH = 64;
/** So many of those that were found lately are not read again for what is shown of them. */
const KEPT = 4_000;
/** So many words that are near to one are compared letter by letter, the most frequent ones. */
const MAX_NEAR = 256;

/** Each node answers from its own copy where it has one, and as a whole or not at all. */
const HEADER = '{"preference":"_local","allow_partial_search_results":false}\n';

/** @param search @param words names of the indices */
export function createSearchEngine(ask: Ask, search: string, words: string): SearchEngine {
  const kept = new Map<number, IndexedCandidate & IndexedHit>();

  async function searchAll<T>(index: string, bodies: readonly object[]): Promise<Page<T>[]> {
    const found: Page<T>[] = [];
    for (let from = 0; from < bodies.length; from += BATCH) {
      const lines = bodies.slice(from, from + BATCH).map((body) => `${HEADER}${JSON.stringify(body)}\n`);
      const request = { lines: lines.join('') };
      const { responses } = await ask<{ responses: readonly Hits<T>[] }>('POST', `/${index}/_msearch`, request);
      found.push(...responses.map(whole));
    }
    return found;
  }

  function keep(source: EntityDocument) {
    const known = kept.get(source.rank) ?? read(source);
    kept.set(source.rank, known);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as number);
    return known;
  }

  async function find(questions: readonly Question[]): Promise<Found[]> {
    const asked = questions.filter((question) => question.by !== 'words' || question.words.length > 0);
    const answers = await searchAll<EntityDocument>(search, asked.map(bodyOf));
    return questions.map((question): Found => {
      const answer = answers[asked.indexOf(question)];
      if (answer === undefined) return NOBODY;
      const { hits, total: { value } = { value: hits.length } } = answer;
      const all = hits.map(({ _source }) => keep(_source));
      const { by, types } = question;
      // Of those that share a key the best known are looked at, whatever their type.
      const candidates = by === 'words' ? all : all.filter(({ type }) => types?.includes(type) ?? true);
      const total = async (limit: number) => ({ value: Math.min(value, limit), isExact: true });
      return { candidates, isComplete: true, total };
    });
  }

  async function hits(ranks: readonly number[]): Promise<ReadonlyMap<number, IndexedHit>> {
    const known = new Map(ranks.map((rank) => [rank, kept.get(rank)]));
    const missing = ranks.filter((rank) => known.get(rank) === undefined);
    const body = { query: { terms: { rank: missing } }, size: missing.length };
    const [found] = missing.length === 0 ? [] : await searchAll<EntityDocument>(search, [body]);
    for (const { _source } of found?.hits ?? []) known.set(_source.rank, keep(_source));
    for (const [rank, hit] of known)
      if (hit === undefined) throw new StoreReadError(`the entity of rank ${rank} is missing`);
    return known as ReadonlyMap<number, IndexedHit>;
  }

  return {
    find,
    hits,
    async carriers(keys, limit) {
      const found = await find(keys.map((key) => ({ by: 'identifier', key, limit })));
      return found.map(({ candidates }) => candidates.map(({ rank }) => rank));
    },
    async documentFrequencies(asked) {
      const distinct = [...new Set(asked)];
      const body = { query: { terms: { word: distinct } }, size: distinct.length, track_total_hits: false };
      const [answer] = distinct.length === 0 ? [] : await searchAll<WordDocument>(words, [body]);
      const known = new Map(answer?.hits.map(({ _source: { word, entities } }) => [word, entities]));
      return asked.map((word) => known.get(word) ?? 0);
    },
    async nearWords(questions) {
      const answers = await searchAll<WordDocument>(words, questions.flatMap(nearBodies));
      const found = answers.map((answer) => answer.hits.map(({ _source }) => _source));
      return questions.map(({ spellings }, place) => {
        const [spelled = [], alike = [], deleted = []] = found.slice(3 * place);
        const isSpelling = new Set(spellings);
        return { spelled: spelled.filter(({ word }) => isSpelling.has(word)), alike, deleted };
      });
    },
  };
}

/** Nothing of a query gets into a language of the cluster: words are values. */
function bodyOf(question: Question): object {
  const { types, limit } = question;
  const best = { size: limit, sort: ['rank'], track_total_hits: false };
  if (question.by === 'gnd') return { ...best, query: { ids: { values: [question.id] } } };
  if (question.by !== 'words') return { ...best, query: { term: { [question.by]: keyText(question.key) } } };
  const { words, years = [] } = question;
  const ofYears = years.map((year) => ({ terms: { words: [String(year), yearWord(year)] } }));
  const filter = [...(types ? [{ terms: { type: types } }] : []), ...words.map(ofWord), ...ofYears];
  // Whether there is anybody at all needs no counting.
  return { ...best, query: { bool: { filter } }, ...(limit > 1 && { track_total_hits: COUNTED }) };
}

function ofWord({ forms, prefix }: QueryWord): object {
  const whole = { terms: { words: forms } };
  return prefix === undefined ? whole : { bool: { should: [whole, { prefix: { words: prefix } }] } };
}

/** Three for each word: spelled with one letter wrong, sounding alike, spelled with two wrong. */
function nearBodies({ word, spellings, sound, deletions }: NearQuestion): object[] {
  const sort = [{ entities: 'desc' }, { word: 'asc' }];
  const frequent = (size: number, ...filter: object[]) => ({ query: { bool: { filter } }, size, sort, track_total_hits: false }); // prettier-ignore
  const nobody = { query: { match_none: {} }, size: 0 };
  const spelled = { value: word, transpositions: true, rewrite: 'constant_score' };
  const fuzzy = (fuzziness: number, prefix_length: number) => ({
    fuzzy: { word: { ...spelled, fuzziness, prefix_length } },
  });
  return [
    spellings.length === 0 ? nobody : frequent(MAX_NEAR, fuzzy(1, 0)),
    sound === undefined ? nobody : frequent(LIMITS.soundAlike.value, { term: { sound: String(sound) } }),
    deletions === undefined ? nobody : frequent(MAX_NEAR, fuzzy(2, 1), { term: { isNear: true } }),
  ];
}

function read(document: EntityDocument): IndexedCandidate & IndexedHit {
  const { rank, id, type, prominence, years, card } = document;
  const [preferred = '', display = '', ...others] = document.names.split('\n');
  const variants = others.join('\n');
  const [start, end] = years;
  return {
    rank,
    type,
    prominence,
    names: `${preferred}\n${display}`,
    variants: () => variants,
    years: { ...(start !== null && { start }), ...(end !== null && { end }) },
    card: decodeCard(unpackGndId(id), card),
    variantNames: () => document.variants.split('\n'),
  };
}

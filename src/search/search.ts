/** Search over a snapshot: identifiers first, then full names and all words in order of prominence, then near spellings. */
import type { EntityType } from '../model/entity.ts';
import { type GndId, parseGndId } from '../model/gnd-id.ts';
import type { EntityCard, IndexedCandidate, IndexedHit, Question, SearchEngine } from './engine.ts';
import { withNearSpellings } from './near-words.ts';
import { contractedQuery, essentialQuery, type QueryWords, readQuery } from './query-words.ts';
import { rankCandidate, type Ranked } from './ranking.ts';
import { fullNameKey, searchWords, textKey } from './search-text.ts';

export interface SearchQuery {
  /** Plain text, NFC, trimmed. */
  readonly q: string;
  /** Any of these; absent means all. */
  readonly types?: readonly EntityType[];
  readonly limit: number;
  readonly offset: number;
}

export interface SearchHit extends EntityCard {
  readonly matched: { readonly field: MatchedField; readonly value: string };
  /** 0–1: how well the words fit the entity's names; 1 is an exact identifier or full name. */
  readonly score: number;
}
export type MatchedField = 'preferredName' | 'displayName' | 'variantName' | 'gnd' | 'formerId' | 'identifier' | 'url';

export interface SearchPage {
  readonly total: { readonly value: number; readonly relation: 'exact' | 'atLeast' };
  readonly items: readonly SearchHit[];
  /** Near spellings, because nothing matched. */
  readonly approximate?: boolean;
}

/** What a foreign identifier or a link's address stands for. */
export interface Resolution {
  /** How it was read, `scheme:value` and `url:…`; none when it is neither identifier nor address. */
  readonly keys: readonly string[];
  /** The entities that carry it, the best known first, each with the first of the keys by which it is found. */
  readonly matches: readonly { readonly key: string; readonly card: EntityCard }[];
  /** There are more of them. */
  readonly isCut: boolean;
}

export interface SearchOptions {
  readonly engine: SearchEngine;
  /** Normalises what may be a foreign identifier or a link's address into the keys under which entities are indexed. */
  readonly identify: (text: string) => readonly string[];
  /** Where a former identifier leads; undefined for any other. Asked of what the engine does not know. */
  readonly survivorOf: (id: GndId) => Promise<GndId | undefined>;
}

/** The most prominent entities with all words, ranked by fit; what comes after them keeps the order of prominence. */
const RANKED_CANDIDATES = 48;
/** So many instead when hardly any of the first bears all words in one name. */
const MORE_CANDIDATES = 400;
/** Hardly any: fewer than a page. */
const FEW = 20;
/** Counting stops here. */
const COUNT_LIMIT = 10_000;
/** Entities that are told of one identifier; a page about many has more. */
const MAX_MATCHES = 20;

/** An entity that was found, and why. */
interface Finding {
  readonly rank: number;
  readonly score: number;
  /** What matched: the line of its names, or what identifies it. */
  readonly matched: number | SearchHit['matched'];
}

interface Findings {
  readonly findings: readonly Finding[];
  readonly total: number;
  /** False when there may be more than `total`. */
  readonly isExact: boolean;
}

const NOTHING: Findings = { findings: [], total: 0, isExact: true };

type RankedCandidate = Ranked & { readonly candidate: IndexedCandidate };

export function createSearch({ engine, identify, survivorOf }: SearchOptions) {
  /** Entities that the whole text names by an identifier. */
  async function identified({ q, types }: SearchQuery): Promise<Finding[]> {
    const named = await byGndId(q);
    const keys = identify(q);
    const questions = keys.map((key): Question => ({ by: 'identifier', key: textKey(key), limit: RANKED_CANDIDATES }));
    const answers = questions.length === 0 ? [] : await engine.find(questions);
    const identifiedBy = keys.flatMap((key, place) => {
      const field = key.startsWith('url:') ? 'url' : 'identifier';
      const matched = { field, value: key.slice(key.indexOf(':') + 1) } as const;
      return (answers[place]?.candidates ?? []).map((candidate) => ({ candidate, matched }));
    });
    const findings = [...named, ...identifiedBy]
      .filter(({ candidate }) => types?.includes(candidate.type) ?? true)
      .map(({ candidate: { rank }, matched }): Finding => ({ rank, score: 1, matched }));
    return distinct(findings);
  }

  async function byGndId(q: string): Promise<{ candidate: IndexedCandidate; matched: SearchHit['matched'] }[]> {
    const parsed = parseGndId(q);
    if (!parsed.ok) return [];
    const find = async (id: GndId) => (await engine.find([{ by: 'gnd', id, limit: 1 }]))[0]?.candidates[0];
    const value = parsed.id;
    const candidate = await find(value);
    if (candidate !== undefined) return [{ candidate, matched: { field: 'gnd', value } }];
    const survivor = await survivorOf(value);
    const successor = survivor === undefined ? undefined : await find(survivor);
    return successor === undefined ? [] : [{ candidate: successor, matched: { field: 'formerId', value } }];
  }

  /** Entities that bear the words in one spelling or another. */
  async function named(query: SearchQuery, wanted: number): Promise<Findings> {
    const words = readQuery(query.q);
    // A year may be part of the name, or stand beside it.
    const texts = [searchWords(query.q), words.words.map(({ forms: [word = ''] }) => word)];
    const found = await byWords(words, query, wanted, new Set(texts.map(fullNameKey)));
    if (found.total > 0) return found;
    const contracted = contractedQuery(words);
    return contracted === undefined ? NOTHING : byWords(contracted, query, wanted);
  }

  /** Entities that bear words similar to those asked for; titles and particles may be missing. */
  async function similar(query: SearchQuery, wanted: number): Promise<Findings> {
    return byWords(await withNearSpellings(essentialQuery(readQuery(query.q)), engine), query, wanted);
  }

  async function byWords(
    query: QueryWords,
    { types }: SearchQuery,
    wanted: number,
    nameKeys: ReadonlySet<number> = new Set(),
  ): Promise<Findings> {
    if (query.words.length === 0) return NOTHING;
    const all = { by: 'words', words: query.words, types } as const;
    const rank = (candidate: IndexedCandidate): RankedCandidate => ({ candidate, ...rankCandidate(candidate, query) });
    const names = [...nameKeys].map((key): Question => ({ by: 'fullName', key, types, limit: RANKED_CANDIDATES }));
    const [first, ...others] = await engine.find([
      { ...all, limit: Math.max(RANKED_CANDIDATES, wanted) },
      ...names,
      ...(query.years.length > 0 ? [{ ...all, years: query.years, limit: RANKED_CANDIDATES }] : []),
    ]);
    if (first === undefined) return NOTHING;
    const special = others.flatMap(({ candidates }, place) =>
      place < names.length ? candidates.map((candidate) => ({ ...candidate, isNamed: true })) : candidates,
    );
    let matching = first;
    let size = RANKED_CANDIDATES;
    // What is known to be so named keeps that.
    const rankHead = () => distinct([...special, ...matching.candidates.slice(0, size)]).map(rank);
    let head = rankHead();
    const isFew = head.filter(({ match }) => match !== 'acrossNames').length < FEW;
    // Whether there are more must not depend on the page that is wanted: the order is the same on all of them.
    if (isFew && matching.candidates.length >= RANKED_CANDIDATES) {
      size = MORE_CANDIDATES;
      [matching = first] = await engine.find([{ ...all, limit: Math.max(size, wanted) }]);
      head = rankHead();
    }
    head.sort((a, b) => a.tier - b.tier || weighed(b) - weighed(a) || a.candidate.rank - b.candidate.rank);
    const known = new Set(head.map(({ candidate }) => candidate.rank));
    const rest = matching.candidates.slice(size).filter((candidate) => !known.has(candidate.rank));
    const tail = rest.slice(0, Math.max(0, wanted - head.length)).map(rank);
    const findings = [...head, ...tail].map(({ candidate, score, line }): Finding => ({
      rank: candidate.rank,
      score,
      matched: line,
    }));
    // Fewer candidates than asked for: they are all there is, nothing to count.
    const isAll = matching.candidates.length < Math.max(size, wanted);
    const { value, isExact } = isAll ? { value: 0, isExact: true } : await matching.total(COUNT_LIMIT + 1);
    return { findings, total: Math.max(value, findings.length), isExact: isExact && matching.isComplete };
  }

  async function hitsOf(findings: readonly Finding[]): Promise<SearchHit[]> {
    const hits = findings.length === 0 ? new Map() : await engine.hits(findings.map(({ rank }) => rank));
    return findings.map(({ rank, score, matched }) => {
      const hit = hits.get(rank) as IndexedHit;
      return { ...hit.card, matched: typeof matched === 'object' ? matched : matchedName(hit, matched), score };
    });
  }

  return {
    async page(query: SearchQuery): Promise<SearchPage> {
      const wanted = query.offset + query.limit;
      const first = await identified(query);
      let found = await named(query, wanted + first.length);
      const approximate = first.length === 0 && found.total === 0;
      if (approximate) found = await similar(query, wanted);
      const known = new Set(first.map(({ rank }) => rank));
      const others = found.findings.filter(({ rank }) => !known.has(rank));
      const value = first.length + found.total - (found.findings.length - others.length);
      const isMore = value > COUNT_LIMIT || !found.isExact;
      return {
        total: { value: Math.min(value, COUNT_LIMIT), relation: isMore ? 'atLeast' : 'exact' },
        items: await hitsOf([...first, ...others].slice(query.offset, wanted)),
        ...(approximate && others.length > 0 && { approximate }),
      };
    },
    /** One result per text, in order. */
    async resolve(texts: readonly string[]): Promise<readonly Resolution[]> {
      const readings = texts.map((text) => identify(text));
      const keys = [...new Set(readings.flat())];
      const found = await engine.carriers(keys.map(textKey), MAX_MATCHES + 1);
      const ranks = new Map(keys.map((key, place) => [key, found[place] ?? []]));
      const hits = await engine.hits([...new Set([...ranks.values()].flat())]);
      return readings.map((reading) => {
        const carriers = distinct(reading.flatMap((key) => (ranks.get(key) ?? []).map((rank) => ({ key, rank }))));
        const matches = carriers
          .slice(0, MAX_MATCHES)
          .map(({ key, rank }) => ({ key, card: (hits.get(rank) as IndexedHit).card }));
        return { keys: reading, matches, isCut: carriers.length > MAX_MATCHES };
      });
    },
  };
}

/** Lines of a candidate's names: preferred, display, variants. */
function matchedName(hit: IndexedHit, line: number): SearchHit['matched'] {
  const { preferredName, displayName = preferredName } = hit.card;
  if (line === 0) return { field: 'preferredName', value: preferredName };
  if (line === 1) return { field: 'displayName', value: displayName };
  return { field: 'variantName', value: hit.variantNames()[line - 2] ?? '' };
}

function weighed({ candidate, weight }: RankedCandidate): number {
  return candidate.prominence * weight;
}

/** The first of each entity. */
function distinct<T extends { readonly rank: number }>(items: readonly T[]): T[] {
  const first = new Map<number, T>();
  for (const item of items) if (!first.has(item.rank)) first.set(item.rank, item);
  return [...first.values()];
}

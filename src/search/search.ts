/** Search over a snapshot: identifiers first, then full names and all words in order of prominence, then near spellings. */
import type { EntityType } from '../model/entity.ts';
import { type GndId, parseGndId } from '../model/gnd-id.ts';
import { createBudget } from './budget.ts';
import { LIMITS, MATCH_CLASSES, SIGNALS } from './dials.ts';
import type { EntityCard, IndexedCandidate, IndexedHit, Question, SearchEngine } from './engine.ts';
import { withNearSpellings } from './near-words.ts';
import {
  contractedQuery,
  describedQuery,
  essentialQuery,
  type QueryWord,
  type QueryWords,
  readQuery,
  withoutParticles,
} from './query-words.ts';
import { partsOf, singleWordsOf } from './relaxed.ts';
import { wordsOfFolded } from './folded-name.ts';
import { findSplit, halvesOf } from './split-word.ts';
import { fullNameKey, searchWords, spelledWords, textKey } from './search-text.ts';
import {
  createWordSearch,
  descriptionWords,
  distinct,
  type Findings,
  NOTHING,
  type Part,
  likelyQuestionsOf,
  questionsOf,
} from './word-search.ts';

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
export type MatchedField =
  | 'preferredName'
  | 'displayName'
  | 'variantName'
  | 'description'
  | 'gnd'
  | 'formerId'
  | 'identifier'
  | 'url';

export interface SearchPage {
  readonly total: { readonly value: number; readonly relation: 'exact' | 'atLeast' };
  readonly items: readonly SearchHit[];
  /** Nothing meets the query as it is: near spellings, or some of the words left out. */
  readonly approximate?: boolean;
  /** Those words, as they were typed. */
  readonly ignored?: readonly string[];
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
  /** Entries of the index that a query may cost. */
  readonly budget?: number;
}

/** Entities that are told of one identifier; a page about many has more. */
const MAX_MATCHES = 20;

/** An entity that was found, and why. */
interface Finding {
  readonly rank: number;
  readonly score: number;
  readonly matched: Named | SearchHit['matched'];
}
/** By the line of its names that matched, or by its description. */
interface Named {
  readonly candidate: IndexedCandidate;
  readonly line: number;
}

/** The tier of those that have the words in their description and none in a name. */
const DESCRIBED_ALONE = MATCH_CLASSES.acrossNames.tier + SIGNALS.described.tier;
/** In place of a line. */
const DESCRIPTION = -1;

/** What somebody may have meant by a query that nobody meets. */
interface Reading extends Findings {
  readonly approximate?: boolean;
  /** Words that did not count, as they were typed. */
  readonly ignored?: readonly string[];
}

export function createSearch({ engine, identify, survivorOf, budget }: SearchOptions) {
  const byWords = createWordSearch(engine);

  /** Entities that the whole text names by an identifier. */
  async function identified(q: string, types: Part['types']): Promise<Finding[]> {
    const named = await byGndId(q);
    const keys = identify(q);
    const questions = keys.map((key): Question => ({
      by: 'identifier',
      key: textKey(key),
      limit: LIMITS.rankedCandidates.value,
    }));
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
  async function named(q: string, part: Part): Promise<Findings> {
    const words = readQuery(q);
    // A year may be part of the name, or stand beside it.
    const texts = [searchWords(q), words.words.map(({ forms: [word = ''] }) => word)];
    const next = () => {
      const others = [withoutParticles(words), contractedQuery(words), essentialQuery(withoutParticles(words))];
      const different = new Set(others.filter((query) => query !== undefined && query !== words)) as Set<QueryWords>;
      const counted = [...describedQuery(words).words.flatMap(({ forms }) => forms), ...halvesOf(words).flat()];
      return { questions: [...different].flatMap((query) => questionsOf(query, part)), words: counted };
    };
    const found = await byWords(words, part, { nameKeys: [...new Set(texts.map(fullNameKey))], next });
    if (found.best !== undefined) return found;
    const plain = withoutParticles(words);
    const withoutArticle = plain === words ? NOTHING : await byWords(plain, part);
    const contracted = contractedQuery(words);
    if (withoutArticle.best !== undefined) return withoutArticle;
    const alike = contracted === undefined ? NOTHING : await byWords(contracted, part);
    return alike.best === undefined ? findSplit(words, part, engine) : alike;
  }

  /** Entities that bear words similar to those asked for, or most of them: whichever fits better. */
  async function similar(q: string, part: Part): Promise<Reading> {
    const asked = withoutParticles(readQuery(q));
    const query = essentialQuery(asked);
    const titles = query === asked ? NOTHING : await byWords(query, part);
    if (titles.best !== undefined) return { ...titles, approximate: true, ignored: lackOf(asked, query) };
    const near = await withNearSpellings(query, engine, part.budget);
    const spelled = near.words.some(({ distances }) => distances?.size) ? await byWords(near, part) : NOTHING;
    let reading: Reading = { ...spelled, approximate: true, ignored: lackOf(asked, query) };
    // Nothing with a word less fits better than two tiers back.
    const isNear = spelled.best !== undefined && spelled.best.tier <= SIGNALS.ignored.tier;
    const tryParts = async (parts: Awaited<ReturnType<typeof partsOf>>) => {
      const queries = parts.slice(0, LIMITS.parts.value).map((words) => ({
        words: query.words.flatMap((word) => words.find(({ spelled: one }) => one === word.spelled) ?? []),
        years: query.years,
      }));
      const next = () => ({ questions: queries.flatMap((some) => likelyQuestionsOf(some, part)) });
      for (const some of queries) {
        const found = await byWords(some, part, { whole: query, next });
        if (!isBetter(found, reading)) continue;
        const ignored = await missedBy(found, asked);
        reading = { ...found, approximate: ignored.length > 0, ignored };
      }
    };
    if (!isNear) await tryParts(await partsOf(query, near, engine, part));
    if (reading.best !== undefined) return reading;
    // Too few of them stand together, or to see who has them has cost all that there was.
    part.budget.release();
    await tryParts(await singleWordsOf(query, near, engine, part));
    return reading;
  }

  /** Words that the first entity does not have after all. */
  async function missedBy({ best }: Findings, { words }: QueryWords): Promise<string[]> {
    if (best === undefined) return [];
    const card = (await engine.hits([best.candidate.rank])).get(best.candidate.rank)?.card;
    const names = `${best.candidate.names}\n${best.candidate.variants()}`.split(/[\n ]/);
    const all = [...new Set([...names, ...(card === undefined ? [] : descriptionWords(card))])];
    const isMet = ({ forms, prefix, distances }: QueryWord) =>
      all.some((word) => forms.includes(word) || distances?.has(word) || (prefix && word.startsWith(prefix)));
    return words.filter((word) => !isMet(word)).map(({ typed }) => typed);
  }

  async function hitsOf(findings: readonly Finding[], q: string): Promise<SearchHit[]> {
    const hits = findings.length === 0 ? new Map() : await engine.hits(findings.map(({ rank }) => rank));
    const typed = spelledWords(q);
    return findings.map(({ rank, score, matched }) => {
      const hit = hits.get(rank) as IndexedHit;
      return { ...hit.card, matched: 'field' in matched ? matched : matchedName(hit, matched, typed), score };
    });
  }

  return {
    async page({ q, types, limit, offset }: SearchQuery): Promise<SearchPage> {
      const to = offset + limit;
      const first = await identified(q, types);
      const part = { types, from: offset - first.length, to: to + first.length, budget: createBudget(budget) };
      let found: Reading = await named(q, part);
      if (first.length === 0 && (found.best === undefined || found.best.tier >= DESCRIBED_ALONE)) {
        const other = await similar(q, part);
        if (isBetter(other, found)) found = other;
      }
      const known = new Set(first.map(({ rank }) => rank));
      const others = found.entries.filter(({ candidate }) => !known.has(candidate.rank)).map(findingOf);
      const { value: all, isExact } = await found.total();
      const value = first.length + all - (found.entries.length - others.length);
      const isMore = value > LIMITS.countLimit.value || !isExact;
      const { approximate = false, ignored = [] } = others.length > 0 ? found : {};
      return {
        total: { value: Math.min(value, LIMITS.countLimit.value), relation: isMore ? 'atLeast' : 'exact' },
        items: await hitsOf([...first, ...others].slice(offset, to), q),
        ...(approximate && { approximate }),
        ...(ignored.length > 0 && { ignored }),
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

function findingOf(entry: Findings['entries'][number]): Finding {
  const { candidate } = entry;
  if (!('match' in entry)) return { rank: candidate.rank, score: 0, matched: { candidate, line: 0 } };
  const line = entry.isDescribed ? DESCRIPTION : entry.line;
  return { rank: candidate.rank, score: entry.score, matched: { candidate, line } };
}

/** Lines of a candidate's names: preferred, display, variants. A variant that is only another spelling gives way. */
function matchedName(hit: IndexedHit, { candidate, line }: Named, typed: readonly string[]): SearchHit['matched'] {
  const { preferredName, displayName = preferredName, description = '' } = hit.card;
  if (line === DESCRIPTION) return { field: 'description', value: description };
  if (line === 1) return { field: 'displayName', value: displayName };
  if (line > 1) {
    const isSpelled = (name: string) => {
      const words = spelledWords(name);
      return typed.every((word) => words.includes(word));
    };
    const [all, folded] = [hit.variantNames(), candidate.variants().split('\n').map(wordsOfFolded)];
    const variant = all[line - 2] ?? '';
    const isSame = (name: string, place: number) => folded[place] === folded[line - 2] && isSpelled(name);
    const spelled = isSpelled(variant) ? variant : all.find(isSame);
    if (spelled !== undefined || !isSpelled(preferredName)) return { field: 'variantName', value: spelled ?? variant };
  }
  return { field: 'preferredName', value: preferredName };
}

/** By whole tiers: among equals near spellings of all words come before some of the words, and then the more telling. */
function isBetter({ best: a }: Findings, { best: b }: Findings): boolean {
  return a !== undefined && (b === undefined || Math.floor(a.tier) < Math.floor(b.tier));
}

/** Words of the one query that the other has not. */
function lackOf(asked: QueryWords, { words }: QueryWords): string[] {
  return asked.words.filter((word) => !words.includes(word)).map(({ typed }) => typed);
}

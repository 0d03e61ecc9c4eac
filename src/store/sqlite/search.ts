/** Search over a snapshot: identifiers first, then full names and all words in order of prominence, then near spellings. */
import type { DatabaseSync } from 'node:sqlite';
import { packGndId, parseGndId } from '../../model/gnd-id.ts';
import { contractedQuery, essentialQuery, type QueryWords, readQuery } from '../query-words.ts';
import { rankCandidate, type Ranked } from '../ranking.ts';
import { fullNameKey, searchWords, textKey } from '../search-text.ts';
import type { EntityCard, MatchedField, SearchHit, SearchPage, SearchQuery } from '../store.ts';
import { openVocabulary } from './vocabulary.ts';
import { type CandidateRow, openWordIndex } from './word-index.ts';

/** Normalises what may be a foreign identifier or a link's address into the keys under which entities are indexed. */
export type Identify = (text: string) => readonly string[];

/** The most prominent entities with all words, ranked by fit; what comes after them keeps the order of prominence. */
const RANKED_CANDIDATES = 64;
/** So many instead when hardly any of the first bears all words in one name. */
const MORE_CANDIDATES = 400;
/** Hardly any: fewer than a page. */
const FEW = 20;
/** Counting stops here. */
const COUNT_LIMIT = 10_000;

/** An entity that was found, and why. */
interface Finding {
  readonly rank: number;
  readonly score: number;
  /** What matched: the line of its names, or what identifies it. */
  readonly matched: number | { readonly field: MatchedField; readonly value: string };
}

interface Findings {
  readonly findings: readonly Finding[];
  readonly total: number;
  /** False when there may be more than `total`. */
  readonly exact: boolean;
}

const NOTHING: Findings = { findings: [], total: 0, exact: true };

export function createSearch(search: DatabaseSync, redirectOf: (id: number) => number | undefined, identify: Identify) {
  const select = {
    card: search.prepare('SELECT card FROM hit WHERE rank = ?'),
    cardAndVariants: search.prepare('SELECT card, variants FROM hit WHERE rank = ?'),
    byId: search.prepare('SELECT rank FROM hit WHERE id = ?'),
    byName: search.prepare('SELECT rank FROM full_name WHERE key = ? ORDER BY rank LIMIT ?'),
    byIdentifier: search.prepare('SELECT rank FROM identifier WHERE key = ? ORDER BY rank LIMIT ?'),
  };
  const vocabulary = openVocabulary(search);
  const index = openWordIndex(search, vocabulary);
  const ranksOf = (statement: 'byName' | 'byIdentifier', key: number, limit: number): number[] =>
    select[statement].all(key, limit).map((row) => row['rank'] as number);

  /** Entities that the whole text names by an identifier. */
  function identified({ q, types }: SearchQuery): Finding[] {
    const findings = new Map<number, Finding>();
    const parsed = parseGndId(q);
    if (parsed.ok) {
      const packed = packGndId(parsed.id);
      const target = redirectOf(packed);
      const rank = select.byId.get(target ?? packed)?.['rank'] as number | undefined;
      const field = target === undefined ? 'gnd' : 'formerId';
      if (rank !== undefined) findings.set(rank, { rank, score: 1, matched: { field, value: parsed.id } });
    }
    for (const key of identify(q)) {
      const field = key.startsWith('url:') ? 'url' : 'identifier';
      const value = key.slice(key.indexOf(':') + 1);
      for (const rank of ranksOf('byIdentifier', textKey(key), RANKED_CANDIDATES)) {
        if (!findings.has(rank)) findings.set(rank, { rank, score: 1, matched: { field, value } });
      }
    }
    if (types === undefined) return [...findings.values()];
    return [...findings.values()].filter(({ rank }) => types.includes(cardOf(rank).type));
  }

  /** Entities that bear the words in one spelling or another. */
  function named(query: SearchQuery, wanted: number): Findings {
    const words = readQuery(query.q);
    const key = fullNameKey(searchWords(query.q));
    const found = byWords(words, query, wanted, key);
    if (found.total > 0) return found;
    const contracted = contractedQuery(words);
    return contracted === undefined ? NOTHING : byWords(contracted, query, wanted);
  }

  /** Entities that bear words similar to those asked for; titles and particles may be missing. */
  function similar(query: SearchQuery, wanted: number): Findings {
    return byWords(vocabulary.withNearSpellings(essentialQuery(readQuery(query.q))), query, wanted);
  }

  function byWords(words: QueryWords, { types }: SearchQuery, wanted: number, nameKey?: number): Findings {
    const match = index.match(words);
    if (match === undefined) return NOTHING;
    const ranked = (row: CandidateRow) => ({ row, ...rankCandidate(row, words) });
    const named = nameKey === undefined ? [] : ranksOf('byName', nameKey, RANKED_CANDIDATES);
    const special = [
      ...named.flatMap((rank) => index.candidate(rank) ?? []).filter(({ type }) => types?.includes(type) ?? true),
      ...(match.ofYears === undefined ? [] : index.candidates(match.ofYears, types, RANKED_CANDIDATES)),
    ];
    let size = RANKED_CANDIDATES;
    let byProminence = index.candidates(match.text, types, Math.max(size, wanted));
    let head = distinct([...special, ...byProminence.slice(0, size)]).map(ranked);
    if (byProminence.length >= size && head.filter(({ fit }) => fit !== 'acrossNames').length < FEW) {
      size = MORE_CANDIDATES;
      byProminence = index.candidates(match.text, types, Math.max(size, wanted));
      head = distinct([...special, ...byProminence.slice(0, size)]).map(ranked);
    }
    head.sort((a, b) => a.tier - b.tier || standing(b) - standing(a) || a.row.rank - b.row.rank);
    const known = new Set(head.map(({ row }) => row.rank));
    const tail = byProminence.slice(size).filter(({ rank }) => !known.has(rank));
    const findings = [...head, ...tail.slice(0, Math.max(0, wanted - head.length)).map(ranked)].map(
      ({ row, score, line }): Finding => ({ rank: row.rank, score, matched: line }),
    );
    // Fewer candidates than asked for: they are all there is, nothing to count.
    const isAll = byProminence.length < Math.max(size, wanted);
    const total = isAll ? findings.length : index.count(match.text, types, COUNT_LIMIT + 1);
    return { findings, total: Math.max(total, findings.length), exact: match.complete };
  }

  function cardOf(rank: number): EntityCard {
    return JSON.parse(select.card.get(rank)?.['card'] as string) as EntityCard;
  }

  function hitOf({ rank, score, matched }: Finding): SearchHit {
    if (typeof matched === 'object') return { ...cardOf(rank), matched, score };
    const row = select.cardAndVariants.get(rank) as { card: string; variants: string };
    const card = JSON.parse(row.card) as EntityCard;
    return { ...card, matched: matchedName(card, row.variants, matched), score };
  }

  return {
    page(query: SearchQuery): SearchPage {
      const wanted = query.offset + query.limit;
      const first = identified(query);
      let found = named(query, wanted + first.length);
      const approximate = first.length === 0 && found.total === 0;
      if (approximate) found = similar(query, wanted);
      const known = new Set(first.map(({ rank }) => rank));
      const others = found.findings.filter(({ rank }) => !known.has(rank));
      const value = first.length + found.total - (found.findings.length - others.length);
      const isMore = value > COUNT_LIMIT || !found.exact;
      return {
        total: { value: Math.min(value, COUNT_LIMIT), relation: isMore ? 'atLeast' : 'exact' },
        items: [...first, ...others].slice(query.offset, wanted).map(hitOf),
        ...(approximate && others.length > 0 && { approximate }),
      };
    },
    /** The only entity that carries the identifier. */
    resolve(text: string): EntityCard | undefined {
      const found = new Set(identify(text).flatMap((key) => ranksOf('byIdentifier', textKey(key), 2)));
      const [only] = found;
      return found.size === 1 && only !== undefined ? cardOf(only) : undefined;
    },
  };
}

function standing({ row, weight }: Ranked & { readonly row: CandidateRow }): number {
  return row.prominence * weight;
}

function distinct(rows: readonly CandidateRow[]): CandidateRow[] {
  return [...new Map(rows.map((row) => [row.rank, row])).values()];
}

/** Lines of a candidate's names: preferred, display, variants. */
function matchedName(card: EntityCard, variants: string, line: number): SearchHit['matched'] {
  if (line === 1) return { field: 'displayName', value: card.displayName ?? card.preferredName };
  const variant = line > 1 ? variants.split('\n')[line - 2] : undefined;
  if (variant !== undefined) return { field: 'variantName', value: variant };
  return { field: 'preferredName', value: card.preferredName };
}

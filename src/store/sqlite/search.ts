/** Search over a snapshot: identifiers first, then full names and all words in order of prominence, then near spellings. */
import type { DatabaseSync } from 'node:sqlite';
import { packGndId, parseGndId, unpackGndId } from '../../model/gnd-id.ts';
import { contractedQuery, essentialQuery, type QueryWords, readQuery } from '../../search/query-words.ts';
import { rankCandidate, type Ranked } from '../../search/ranking.ts';
import { fullNameKey, searchWords, textKey } from '../../search/search-text.ts';
import type { EntityCard, MatchedField, SearchHit, SearchPage, SearchQuery } from '../store.ts';
import { decodeCard } from './card.ts';
import { openKeyBlocks } from './key-blocks.ts';
import { openVocabulary } from './vocabulary.ts';
import { type CandidateRow, openWordIndex } from './word-index.ts';

/** Normalises what may be a foreign identifier or a link's address into the keys under which entities are indexed. */
export type Identify = (text: string) => readonly string[];

/** The most prominent entities with all words, ranked by fit; what comes after them keeps the order of prominence. */
const RANKED_CANDIDATES = 48;
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
    cards: search.prepare('SELECT rank, id, card FROM hit WHERE rank IN (SELECT value FROM json_each(?))'),
    variants: search.prepare('SELECT variants FROM hit WHERE rank = ?'),
    byId: search.prepare('SELECT rank FROM hit WHERE id = ?'),
  };
  const byName = openKeyBlocks(search, 'full_name');
  const byIdentifier = openKeyBlocks(search, 'identifier');
  const vocabulary = openVocabulary(search);
  const index = openWordIndex(search, vocabulary);

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
      for (const rank of byIdentifier(textKey(key), RANKED_CANDIDATES)) {
        if (!findings.has(rank)) findings.set(rank, { rank, score: 1, matched: { field, value } });
      }
    }
    if (types === undefined) return [...findings.values()];
    const cards = cardsOf([...findings.keys()]);
    return [...findings.values()].filter(({ rank }) => types.includes((cards.get(rank) as EntityCard).type));
  }

  /** Entities that bear the words in one spelling or another. */
  function named(query: SearchQuery, wanted: number): Findings {
    const words = readQuery(query.q);
    // A year may be part of the name, or stand beside it.
    const texts = [searchWords(query.q), words.words.map(({ forms: [word = ''] }) => word)];
    const found = byWords(words, query, wanted, new Set(texts.map(fullNameKey)));
    if (found.total > 0) return found;
    const contracted = contractedQuery(words);
    return contracted === undefined ? NOTHING : byWords(contracted, query, wanted);
  }

  /** Entities that bear words similar to those asked for; titles and particles may be missing. */
  function similar(query: SearchQuery, wanted: number): Findings {
    return byWords(vocabulary.withNearSpellings(essentialQuery(readQuery(query.q))), query, wanted);
  }

  function byWords(words: QueryWords, { types }: SearchQuery, wanted: number, nameKeys?: Set<number>): Findings {
    const match = index.match(words, types);
    if (match === undefined) return NOTHING;
    const rank = (row: CandidateRow) => ({ row, ...rankCandidate(row, words) });
    const named = [...(nameKeys ?? [])].flatMap((key) => byName(key, RANKED_CANDIDATES));
    const special = [
      ...named.flatMap((one) => index.named(one) ?? []).filter(({ type }) => types?.includes(type) ?? true),
      ...(match.ofYears === undefined ? [] : index.candidates(match.ofYears, match.types, RANKED_CANDIDATES)),
    ];
    const lookThrough = (size: number) => {
      const byProminence = index.candidates(match.text, match.types, Math.max(size, wanted));
      return { size, byProminence, head: distinct([...special, ...byProminence.slice(0, size)]).map(rank) };
    };
    let looked = lookThrough(RANKED_CANDIDATES);
    const fitting = looked.head.filter(({ fit }) => fit !== 'acrossNames');
    // Whether there are more must not depend on the page that is wanted: the order is the same on all of them.
    if (looked.byProminence.length >= RANKED_CANDIDATES && fitting.length < FEW) looked = lookThrough(MORE_CANDIDATES);
    const { size, byProminence, head } = looked;
    head.sort((a, b) => a.tier - b.tier || standing(b) - standing(a) || a.row.rank - b.row.rank);
    const known = new Set(head.map(({ row }) => row.rank));
    const rest = byProminence.slice(size).filter((row) => !known.has(row.rank));
    const tail = rest.slice(0, Math.max(0, wanted - head.length)).map(rank);
    const findings = [...head, ...tail].map(({ row, score, line }) => ({ rank: row.rank, score, matched: line }));
    // Fewer candidates than asked for: they are all there is, nothing to count.
    const isAll = byProminence.length < Math.max(size, wanted);
    const { n, exact } = isAll ? { n: 0, exact: true } : index.count(match, COUNT_LIMIT + 1);
    return { findings, total: Math.max(n, findings.length), exact: exact && match.complete };
  }

  function cardsOf(ranks: readonly number[]): Map<number, EntityCard> {
    const rows = select.cards.all(JSON.stringify(ranks));
    return new Map(
      rows.map((row) => [row['rank'] as number, decodeCard(unpackGndId(row['id'] as number), row['card'] as string)]),
    );
  }

  function hitsOf(findings: readonly Finding[]): SearchHit[] {
    const cards = cardsOf(findings.map(({ rank }) => rank));
    return findings.map(({ rank, score, matched }) => {
      const card = cards.get(rank) as EntityCard;
      return { ...card, matched: typeof matched === 'object' ? matched : matchedName(rank, card, matched), score };
    });
  }

  /** Lines of a candidate's names: preferred, display, variants. */
  function matchedName(rank: number, card: EntityCard, line: number): SearchHit['matched'] {
    if (line === 0) return { field: 'preferredName', value: card.preferredName };
    if (line === 1) return { field: 'displayName', value: card.displayName ?? card.preferredName };
    const variants = select.variants.get(rank)?.['variants'] as string;
    return { field: 'variantName', value: variants.split('\n')[line - 2] ?? '' };
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
        items: hitsOf([...first, ...others].slice(query.offset, wanted)),
        ...(approximate && others.length > 0 && { approximate }),
      };
    },
    /** The only entity that carries the identifier. */
    resolve(text: string): EntityCard | undefined {
      const found = new Set(identify(text).flatMap((key) => byIdentifier(textKey(key), 2)));
      const [only] = found;
      return found.size === 1 && only !== undefined ? cardsOf([only]).get(only) : undefined;
    },
  };
}

function standing({ row, weight }: Ranked & { readonly row: CandidateRow }): number {
  return row.prominence * weight;
}

/** The first of each entity: what is known to be named so keeps that. */
function distinct(rows: readonly CandidateRow[]): CandidateRow[] {
  const first = new Map<number, CandidateRow>();
  for (const row of rows) if (!first.has(row.rank)) first.set(row.rank, row);
  return [...first.values()];
}

/** Search over a snapshot: identifiers first, then full names, then all words in order of prominence. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EntityType } from '../../model/entity.ts';
import { packGndId, parseGndId } from '../../model/gnd-id.ts';
import { rankEntity, type QueryWords } from '../ranking.ts';
import { asYear, contractAll, fullNameKey, searchWords, textKey } from '../search-text.ts';
import type { EntityCard, SearchHit, SearchPage, SearchQuery } from '../store.ts';
import { typeFacet, yearFacet } from './schema.ts';

/** Normalises what may be a foreign identifier or a link's address into the keys under which entities are indexed. */
export type Identify = (text: string) => readonly string[];

/** Candidates that are ranked by fit; what comes after them keeps the order of prominence. */
const RANKED_CANDIDATES = 200;
/** Counting stops here. */
const COUNT_LIMIT = 10_000;
/** Further words of a query are not looked at: each costs, none helps. */
const QUERY_WORDS = 10;

interface Row {
  readonly rank: number;
  readonly prominence: number;
  readonly card: EntityCard;
  readonly variants: readonly string[];
}

export function createSearch(search: DatabaseSync, redirectOf: (id: number) => number | undefined, identify: Identify) {
  const select = {
    hit: search.prepare('SELECT rank, prominence, card, variants FROM hit WHERE rank = ?'),
    byId: search.prepare('SELECT rank FROM hit WHERE id = ?'),
    byName: search.prepare('SELECT rank FROM full_name WHERE key = ? ORDER BY rank LIMIT ?'),
    byIdentifier: search.prepare('SELECT rank FROM identifier WHERE key = ? ORDER BY rank LIMIT ?'),
    words: search.prepare('SELECT rowid AS rank FROM word WHERE word MATCH ? ORDER BY rowid LIMIT ?'),
    count: search.prepare('SELECT count(*) AS n FROM (SELECT 1 FROM word WHERE word MATCH ? LIMIT ?)'),
  };
  const row = (rank: number): Row => {
    const found = select.hit.get(rank) as { rank: number; prominence: number; card: string; variants: string };
    return {
      rank,
      prominence: found.prominence,
      card: JSON.parse(found.card) as EntityCard,
      variants: found.variants === '' ? [] : found.variants.split('\n'),
    };
  };
  const ranks = (statement: StatementSync, key: bigint | string, limit: number): number[] =>
    statement.all(key, limit).map((found) => found['rank'] as number);

  /** Entities that the whole text names by an identifier. */
  function identified(text: string): SearchHit[] {
    const hits = new Map<number, SearchHit>();
    const parsed = parseGndId(text);
    if (parsed.ok) {
      const packed = packGndId(parsed.id);
      const target = redirectOf(packed);
      const rank = select.byId.get(target ?? packed)?.['rank'] as number | undefined;
      const field = target === undefined ? 'gnd' : 'formerId';
      if (rank !== undefined) hits.set(rank, { ...row(rank).card, matched: { field, value: parsed.id }, score: 1 });
    }
    for (const key of identify(text)) {
      const field = key.startsWith('url:') ? 'url' : 'identifier';
      const value = key.slice(key.indexOf(':') + 1);
      for (const rank of ranks(select.byIdentifier, textKey(key), RANKED_CANDIDATES)) {
        if (!hits.has(rank)) hits.set(rank, { ...row(rank).card, matched: { field, value }, score: 1 });
      }
    }
    return [...hits.values()];
  }

  function named(query: SearchQuery, wanted: number): { hits: SearchHit[]; total: number } {
    const words = queryWords(query.q);
    const found = byWords(words, query, wanted);
    if (found.total > 0) return found;
    const contracted = words.words.map(contractAll);
    const same = contracted.every((word, index) => word === words.words[index]);
    return same ? found : byWords({ ...words, words: contracted }, query, wanted);
  }

  function byWords(words: QueryWords, query: SearchQuery, wanted: number): { hits: SearchHit[]; total: number } {
    if (words.words.length === 0) return { hits: [], total: 0 };
    const match = matchExpression(words, query.types, false);
    const candidates = new Set<number>();
    for (const rank of ranks(select.byName, fullNameKey(words.words), RANKED_CANDIDATES)) candidates.add(rank);
    if (words.year !== undefined) {
      const ofYear = matchExpression(words, query.types, true);
      for (const rank of ranks(select.words, ofYear, RANKED_CANDIDATES)) candidates.add(rank);
    }
    const byProminence = ranks(select.words, match, Math.max(RANKED_CANDIDATES, wanted));
    for (const rank of byProminence.slice(0, RANKED_CANDIDATES)) candidates.add(rank);
    const judged = [...candidates]
      .map(row)
      .filter(({ card }) => query.types === undefined || query.types.includes(card.type))
      .map(({ rank, prominence, card, variants }) => {
        const ranked = rankEntity(card, variants, words);
        return { rank, card, standing: prominence * ranked.weight, ...ranked };
      })
      .sort((a, b) => a.tier - b.tier || b.standing - a.standing || a.rank - b.rank);
    const hits: SearchHit[] = judged.map(({ card, matched, score }) => ({ ...card, matched, score }));
    for (const rank of byProminence.slice(RANKED_CANDIDATES)) {
      if (hits.length >= wanted) break;
      if (candidates.has(rank)) continue;
      const { card, variants } = row(rank);
      const { matched, score } = rankEntity(card, variants, words);
      hits.push({ ...card, matched, score });
    }
    // Fewer candidates than asked for: they are all there is, nothing to count.
    const complete = byProminence.length < Math.max(RANKED_CANDIDATES, wanted);
    const total = complete ? hits.length : (select.count.get(match, COUNT_LIMIT + 1)?.['n'] as number);
    return { hits, total: Math.max(total, hits.length) };
  }

  return {
    page(query: SearchQuery): SearchPage {
      const wanted = query.offset + query.limit;
      const first = identified(query.q).filter(({ type }) => query.types === undefined || query.types.includes(type));
      const known = new Set(first.map(({ gnd }) => gnd));
      const { hits, total } = named(query, wanted + first.length);
      const others = hits.filter(({ gnd }) => !known.has(gnd));
      const all = [...first, ...others];
      const value = first.length + total - (hits.length - others.length);
      return {
        total: value > COUNT_LIMIT ? { value: COUNT_LIMIT, relation: 'atLeast' } : { value, relation: 'exact' },
        items: all.slice(query.offset, wanted),
      };
    },
    /** The only entity that carries the identifier, as rank. */
    resolve(text: string): Row | undefined {
      const found = new Set(identify(text).flatMap((key) => ranks(select.byIdentifier, textKey(key), 2)));
      const [only] = found;
      return found.size === 1 && only !== undefined ? row(only) : undefined;
    },
  };
}

/** A year among at least one other word is a wish, not a word that a name must bear. */
function queryWords(q: string): QueryWords {
  const words = searchWords(q).slice(0, QUERY_WORDS);
  const years = words.map(asYear).filter((year) => year !== undefined);
  const prefix = /[\p{L}\p{N}\p{M}]$/u.test(q) && asYear(words.at(-1) ?? '') === undefined;
  const [year] = years;
  return year !== undefined && years.length === 1 && words.length > 1 ? { words, prefix, year } : { words, prefix };
}

/** Built from words of letters and digits only, each quoted, so that nothing in a query can be an operator. */
function matchExpression(query: QueryWords, types: readonly EntityType[] | undefined, ofYear: boolean): string {
  const last = query.words.length - 1;
  const required = query.words
    .map((word, index) => ({ word, prefix: query.prefix && index === last }))
    .filter(({ word }) => query.year === undefined || asYear(word) !== query.year)
    .map(({ word, prefix }) => `"${word}"${prefix ? '*' : ''}`);
  let expression = `{name variant} : (${required.join(' AND ')})`;
  if (ofYear && query.year !== undefined) {
    expression += ` AND ({name variant} : "${query.year}" OR facet : "${yearFacet(query.year)}")`;
  }
  if (types !== undefined) expression += ` AND facet : (${types.map((type) => `"${typeFacet(type)}"`).join(' OR ')})`;
  return expression;
}

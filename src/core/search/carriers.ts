/** Confirms that entities found by the key of an identifier carry it: keys have 48 bits, so two identifiers may have the same. */
import type { GndId } from '../model/gnd-id.ts';
import type { IndexedCandidate, IndexedHit, Question, SearchEngine } from './engine.ts';
import { textKey } from './names/search-text.ts';

/** Selects, for each entity, the identifiers that its record refutes: it carries another one with the same key instead. */
export type Refute = (asked: ReadonlyMap<GndId, readonly string[]>) => Promise<ReadonlyMap<GndId, readonly string[]>>;

/** Number of entities with one identifier whose records are read; the others are believed unless all of these are refuted. */
const MAX_READ = 5;

export interface Evidence {
  readonly engine: SearchEngine;
  readonly refute: Refute;
}

/** Candidates that carry an identifier, `scheme:value`, for each. */
export async function findCarriers(
  keys: readonly string[],
  wanted: Pick<Question, 'types' | 'limit'>,
  evidence: Evidence,
): Promise<ReadonlyMap<string, readonly IndexedCandidate[]>> {
  const questions = keys.map((key): Question => ({ by: 'identifier', key: textKey(key), ...wanted }));
  const results = questions.length === 0 ? [] : await evidence.engine.find(questions);
  const found = new Map(keys.map((key, place) => [key, results[place]?.candidates ?? []]));
  const ranks = await confirmed(new Map([...found].map(([key, all]) => [key, all.map(({ rank }) => rank)])), evidence);
  return new Map(
    [...found].map(([key, all]) => {
      const carrying = new Set(ranks.get(key));
      return [key, all.filter(({ rank }) => carrying.has(rank))];
    }),
  );
}

/** Ranks of the entities that carry an identifier, for each. @param limit number of ranks for each */
export async function ranksOfCarriers(
  keys: readonly string[],
  limit: number,
  evidence: Evidence,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = keys.length === 0 ? [] : await evidence.engine.ranksByIdentifier(keys.map(textKey), limit);
  return confirmed(new Map(keys.map((key, place) => [key, found[place] ?? []])), evidence);
}

/**
 * Removes entities whose records do not have the identifier; only the hash of an identifier is in the index.
 * @param found ranks of entities by identifier (`scheme:value`)
 */
async function confirmed(
  found: ReadonlyMap<string, readonly number[]>,
  { engine, refute }: Evidence,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const ranks = [...new Set([...found.values()].flatMap((all) => all.slice(0, MAX_READ)))];
  if (ranks.length === 0) return found;
  const hits = await engine.hits(ranks);
  const gndOf = (rank: number) => (hits.get(rank) as IndexedHit).card.gnd;
  const asked = new Map<GndId, string[]>(ranks.map((rank) => [gndOf(rank), []]));
  for (const [key, all] of found) for (const rank of all.slice(0, MAX_READ)) asked.get(gndOf(rank))?.push(key);
  const refuted = await refute(asked);
  const carrying = ([key, all]: readonly [string, readonly number[]]): readonly [string, readonly number[]] => {
    const read = all.slice(0, MAX_READ);
    const kept = read.filter((rank) => refuted.get(gndOf(rank))?.includes(key) !== true);
    return [key, kept.length === 0 ? [] : [...kept, ...all.slice(MAX_READ)]];
  };
  return refuted.size === 0 ? found : new Map([...found].map(carrying));
}

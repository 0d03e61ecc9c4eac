/** Confirms that entities found by the key of an identifier carry it: keys have 48 bits, so two identifiers may have the same. */
import type { GndId } from '../model/gnd-id.ts';
import type { IndexedCandidate, IndexedHit, Question, SearchEngine } from './engine.ts';
import { textKey } from './names/search-text.ts';

/** Keys, `scheme:value`, by entity. */
type KeysOf = ReadonlyMap<GndId, readonly string[]>;

/** Selects, for each entity, the identifiers that its record refutes: it carries another one with the same key instead. */
export type Refute = (keysOf: KeysOf) => Promise<KeysOf>;

/** Number of entities with one identifier whose records are read; the others are believed unless all of these are refuted. */
const MAX_READ = 5;

export interface Evidence {
  readonly engine: SearchEngine;
  readonly refute: Refute;
}

/** Entities that carry an identifier, `scheme:value`, for each. */
export async function findCarriers(
  keys: readonly string[],
  wanted: Pick<Question, 'types' | 'limit'>,
  { engine, refute }: Evidence,
): Promise<ReadonlyMap<string, readonly IndexedCandidate[]>> {
  const questions = keys.map((key): Question => ({ by: 'identifier', key: textKey(key), ...wanted }));
  const results = questions.length === 0 ? [] : await engine.find(questions);
  const carriers = new Map(keys.map((key, place) => [key, results[place]?.candidates ?? []]));
  const ranks = [...new Set([...carriers.values()].flatMap((all) => all.slice(0, MAX_READ).map(({ rank }) => rank)))];
  if (ranks.length === 0) return carriers;
  const hits = await engine.hits(ranks);
  const gndOf = ({ rank }: IndexedCandidate) => (hits.get(rank) as IndexedHit).card.gnd;
  const keysOf = new Map<GndId, string[]>();
  for (const [key, all] of carriers)
    for (const one of all.slice(0, MAX_READ)) keysOf.set(gndOf(one), [...(keysOf.get(gndOf(one)) ?? []), key]);
  const refuted = await refute(keysOf);
  const carrying = (key: string, all: readonly IndexedCandidate[]) => {
    const kept = all.slice(0, MAX_READ).filter((one) => refuted.get(gndOf(one))?.includes(key) !== true);
    return kept.length === 0 ? [] : [...kept, ...all.slice(MAX_READ)];
  };
  return refuted.size === 0 ? carriers : new Map([...carriers].map(([key, all]) => [key, carrying(key, all)]));
}

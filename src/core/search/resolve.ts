/** Resolves foreign identifiers and addresses of links to the entities that carry them. */
import { type Evidence, findCarriers } from './carriers.ts';
import { distinctRanks, type EntityCard, type IndexedHit } from './engine.ts';
import { plainTexts } from '../model/identifier-text.ts';
import { type Identify } from '../model/read-identifiers.ts';

export interface Resolution {
  /** Readings of the text, `scheme:value` and `url:…`; empty when it is neither identifier nor address. */
  readonly keys: readonly string[];
  /** The entities that carry one of the keys, the most prominent first, each with the first of its keys. */
  readonly matches: readonly { readonly key: string; readonly card: EntityCard }[];
  /** Whether there are more entities. */
  readonly isCut: boolean;
}

/** Largest number of entities that are answered for one identifier. */
const MAX_MATCHES = 20;

/** One result per text, in order. */
export function createResolver({ engine, identify, refute }: Evidence & { readonly identify: Identify }) {
  return async (texts: readonly string[]): Promise<readonly Resolution[]> => {
    const readings = texts.map((text) =>
      plainTexts(text)
        .map(identify)
        .filter((keys) => keys.length > 0),
    );
    const keys = [...new Set(readings.flat(2))];
    const carriers = await findCarriers(keys, { limit: MAX_MATCHES + 1 }, { engine, refute });
    const hits = await engine.hits([...new Set([...carriers.values()].flat().map(({ rank }) => rank))]);
    return readings.map((groups) => {
      // The first reading that finds an entity counts.
      const own = groups.find((group) => group.some((key) => carriers.get(key)?.length)) ?? groups[0] ?? [];
      const carrying = distinctRanks(
        own.flatMap((key) => (carriers.get(key) ?? []).map(({ rank }) => ({ key, rank }))),
      );
      const matches = carrying
        .slice(0, MAX_MATCHES)
        .map(({ key, rank }) => ({ key, card: (hits.get(rank) as IndexedHit).card }));
      return { keys: own, matches, isCut: carrying.length > MAX_MATCHES };
    });
  };
}

/** Keys that several entities carry; each is given once. */
export async function sharedKeys(keys: readonly string[], evidence: Evidence): Promise<ReadonlySet<string>> {
  const carriers = await findCarriers(keys, { limit: 2 }, evidence);
  return new Set(keys.filter((key) => (carriers.get(key) ?? []).length > 1));
}

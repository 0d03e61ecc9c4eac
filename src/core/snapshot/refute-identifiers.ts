/** Compares identifiers with those in the stored answers of the entities that were found by them. */
import type { GndId } from '../model/gnd-id.ts';
import type { Identify } from '../model/read-identifiers.ts';
import { encodeNormalForm } from '../model/web-address.ts';
import type { Refute } from '../search/carriers.ts';
import { textKey } from '../search/names/search-text.ts';
import { inflateAnswer, parseAnswer } from './stored-answer.ts';

/** Number of answers in memory at a time; the largest have megabytes. */
const MAX_ANSWERS = 20;

/** @param answersOf stored answers of entities, gzipped */
export function createRefute(
  answersOf: (ids: readonly GndId[]) => ReadonlyMap<GndId, Uint8Array> | Promise<ReadonlyMap<GndId, Uint8Array>>,
  identify: Identify,
): Refute {
  return async (keysOf) => {
    const ids = [...keysOf.keys()];
    const refuted = new Map<GndId, readonly string[]>();
    for (let at = 0; at < ids.length; at += MAX_ANSWERS) {
      for (const [id, answer] of await answersOf(ids.slice(at, at + MAX_ANSWERS))) {
        const keys = refutedBy(inflateAnswer(answer), keysOf.get(id) ?? [], identify);
        if (keys.length > 0) refuted.set(id, keys);
      }
    }
    return refuted;
  };
}

/** An identifier is refuted only if the answer has another one with the same key: some spellings of an address are not in it. */
function refutedBy(body: Buffer, keys: readonly string[], identify: Identify): readonly string[] {
  // Nearly all addresses contain the identifier as it is, so the answer need not be parsed.
  const missing = keys.filter((key) => !body.includes(encodeNormalForm(key.slice(key.indexOf(':') + 1))));
  if (missing.length === 0) return [];
  const { entity, links } = parseAnswer(body);
  const urls = links.categories.flatMap(({ items }) => items.map(({ url }) => url));
  const own = new Set([...urls.flatMap(identify), ...entity.formerIds.map((id) => `gnd:${id}`)]);
  const ownKeys = new Set([...own].map(textKey));
  return missing.filter((key) => !own.has(key) && ownKeys.has(textKey(key)));
}

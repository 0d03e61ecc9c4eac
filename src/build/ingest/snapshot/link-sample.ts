/** A sample of the link targets of a snapshot, by collection: a file beside its data, which a probe reads. */
import { join } from 'node:path';
import { hash32 } from '../../../core/model/text.ts';
import { readJson } from '../../../core/snapshot/read-json.ts';
import { getOrInsert } from '../../../shared/get-or-insert.ts';

export const LINK_SAMPLE_FILE = 'link-sample.json';
/** Number of addresses per collection. */
const SAMPLE_SIZE = 200;

/** Addresses with their ranks, by collection. */
type RankedSample = Readonly<Record<string, readonly (readonly [rank: number, url: string])[]>>;

/** Keeps the addresses with the lowest hashes, so the order of links and their division into parts have no effect. */
export function createLinkSample() {
  const collections = new Map<string, [rank: number, url: string][]>();
  return {
    add(collection: string, url: string): void {
      const rank = hash32(url) >>> 0;
      const kept = getOrInsert(collections, collection, () => []);
      if (kept.length === SAMPLE_SIZE && rank >= (kept.at(-1)?.[0] ?? 0)) return;
      let index = kept.length;
      while (index > 0 && rank < (kept[index - 1]?.[0] ?? 0)) index -= 1;
      if (kept[index - 1]?.[1] === url) return;
      kept.splice(index, 0, [rank, url]);
      if (kept.length > SAMPLE_SIZE) kept.pop();
    },
    result: (): RankedSample => Object.fromEntries([...collections].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The sample of the whole from samples of its parts. */
export function mergeLinkSamples(parts: readonly RankedSample[]): Readonly<Record<string, readonly string[]>> {
  const whole = createLinkSample();
  for (const part of parts)
    for (const [collection, kept] of Object.entries(part)) for (const [, url] of kept) whole.add(collection, url);
  return Object.fromEntries(Object.entries(whole.result()).map(([key, kept]) => [key, kept.map(([, url]) => url)]));
}

/** @param directory of a snapshot @returns undefined where the sample is missing or unreadable */
export const readLinkSample = (directory: string) =>
  readJson(
    join(directory, LINK_SAMPLE_FILE),
    (sample): sample is Readonly<Record<string, readonly string[]>> => sample instanceof Object,
  );

/** A sample of the link targets of a snapshot, by collection: a file beside its data, which a probe reads. */
import { join } from 'node:path';
import { hash32 } from '../../../core/model/text.ts';
import { readJson } from '../../../core/snapshot/read-json.ts';
import { getOrInsert } from '../../../shared/get-or-insert.ts';

export const LINK_SAMPLE_FILE = 'link-sample.json';
/** Number of addresses per collection. */
const SAMPLE_SIZE = 200;

/** Addresses by collection. */
type LinkSample = Readonly<Record<string, readonly string[]>>;

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
    result(): LinkSample {
      const sorted = [...collections].sort(([a], [b]) => (a < b ? -1 : 1));
      return Object.fromEntries(sorted.map(([collection, kept]) => [collection, kept.map(([, url]) => url)]));
    },
  };
}

/** The sample of the whole from samples of its parts. */
export function mergeLinkSamples(parts: readonly LinkSample[]): LinkSample {
  const whole = createLinkSample();
  for (const [collection, urls] of parts.flatMap((part) => Object.entries(part)))
    for (const url of urls) whole.add(collection, url);
  return whole.result();
}

/** @param directory of a snapshot @returns undefined where the sample is missing or unreadable */
export const readLinkSample = (directory: string) =>
  readJson(join(directory, LINK_SAMPLE_FILE), (sample): sample is LinkSample => sample instanceof Object);

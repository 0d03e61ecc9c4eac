/** The row of an entity: the compressed answer with its digest, and the coverage row. */
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ENTITY_TYPES } from '../../model/entity.ts';
import type { GndId } from '../../model/gnd-id.ts';
import type { CoverageEntry, Snapshot, SnapshotEntity } from '../store.ts';

/** Keys in the order of the header; the numbers in a coverage row are indexes into these lists. */
export type CoverageWords = Readonly<Record<'categories' | 'sources', readonly string[]>>;

export function coverageWords({ categories, sources }: Pick<Snapshot, 'categories' | 'sources'>): CoverageWords {
  return { categories: categories.map(({ key }) => key), sources: sources.map(({ key }) => key) };
}

/** `links` are counts by category, up to the last category with links; `type` and `sources` are indexes. */
export type StoredCoverage = readonly [
  type: number,
  preferredName: string,
  links: readonly number[],
  sources: readonly number[],
];

function createCoverageEncoder({ categories, sources }: CoverageWords): (entry: CoverageEntry) => string {
  const indexes = new Map(sources.map((key, index) => [key, index]));
  return ({ type, preferredName, byCategory, sources: asserting }) => {
    const links = categories.map((key) => byCategory[key] ?? 0);
    const stored: StoredCoverage = [
      ENTITY_TYPES.indexOf(type),
      preferredName,
      links.slice(0, links.findLastIndex((count) => count > 0) + 1),
      asserting.map((key) => indexes.get(key) ?? -1),
    ];
    return JSON.stringify(stored);
  };
}

export function createCoverageDecoder({ categories, sources }: CoverageWords) {
  // Each entry has all categories as members, because objects with different members take several times as long; JSON leaves undefined out.
  const none = Object.fromEntries(categories.map((key) => [key, undefined])) as Record<string, number | undefined>;
  return (gnd: GndId, stored: string) => {
    const [typeIndex, preferredName, counts, asserting] = JSON.parse(stored) as StoredCoverage;
    const type = ENTITY_TYPES[typeIndex] ?? 'AuthorityResource';
    const byCategory = { ...none } as Record<string, number>;
    const missingCategories: string[] = [];
    let links = 0;
    for (let index = 0; index < categories.length; index += 1) {
      const key = categories[index] as string;
      const count = counts[index] ?? 0;
      if (count > 0) byCategory[key] = count;
      else missingCategories.push(key);
      links += count;
    }
    const keys = asserting.map((index) => sources[index] ?? '');
    return { gnd, type, preferredName, links, byCategory, missingCategories, sources: keys };
  };
}

/** RFC 1952 §2.3: offset of the byte that names the operating system, and its value for an unknown system. */
export const GZIP_SYSTEM = { at: 9, unknown: 0xff };

/** Bytes of a SHA-256. */
const DIGEST_LENGTH = 32;

/** Small tables of zlib: they compress a short text as well as the full window, and take less time to prepare. */
const SMALL_WINDOW = { windowBits: 13, memLevel: 6 };
const SHORT_LENGTH = 2 ** 12;
/** Most results fit into one chunk; larger chunks would be wasted. */
const CHUNK_BYTES = 1024;

export function createEntityEncoder(words: CoverageWords): (entity: SnapshotEntity) => Buffer {
  const encodeEntry = createCoverageEncoder(words);
  return ({ answer, coverage }) => {
    const stored = compress(answer);
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32LE(stored.length);
    return Buffer.concat([hash('sha256', answer, 'buffer'), length, stored, Buffer.from(encodeEntry(coverage))]);
  };
}

function compress(answer: string): Buffer {
  const stored = gzipSync(answer, {
    level: 6,
    chunkSize: CHUNK_BYTES,
    ...(answer.length < SHORT_LENGTH && SMALL_WINDOW),
  });
  stored[GZIP_SYSTEM.at] = GZIP_SYSTEM.unknown;
  return stored;
}

export type EntityRow = ReturnType<typeof decodeEntityRow>;

export function decodeEntityRow(row: Buffer) {
  const end = DIGEST_LENGTH + 4 + row.readUInt32LE(DIGEST_LENGTH);
  return {
    /** SHA-256 of the answer, uncompressed. */
    digest: row.subarray(0, DIGEST_LENGTH),
    /** The answer as a gzip member. */
    answer: row.subarray(DIGEST_LENGTH + 4, end),
    entry: row.toString('utf8', end),
  };
}

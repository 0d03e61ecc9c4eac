/** Targets of links from `links.yaml`: collections that the records name, and link lists with their members. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createPermutation, hash, type Random } from '../random.ts';
import { type Counts, type Kind, kindNumber } from './kinds.ts';

/** Values for the placeholders in the addresses of an entity's links. */
export interface LinkSubject {
  readonly gnd: string;
  /** Unique number of the entity, below 90 million. */
  readonly serial: number;
  /** Name in natural order, without qualifier. */
  readonly title: string;
}

export interface Collection {
  /** Abbreviation and name in Entity Facts; absent where Entity Facts lacks the collection. */
  readonly code?: string;
  readonly name?: string;
  /** Property in the dump, a local name; absent where only Entity Facts has the links. */
  readonly property?: 'sameAs' | 'page' | 'exactMatch' | 'closeMatch';
  readonly shares: Readonly<Partial<Record<Kind, number>>>;
  readonly prominent: number;
  readonly address: string;
}

export interface LinkList {
  readonly key: string;
  readonly title: string;
  readonly address: string;
  readonly kinds: readonly Kind[];
  /** Template of a line. */
  readonly form: string;
  /** Abbreviation in Entity Facts, which has the same links. */
  readonly code?: string;
  readonly lineEnd?: '\n' | '\r\n' | '\r';
  readonly encoding?: 'windows-1252';
  readonly byteOrderMark?: true;
  readonly finalNewline?: false;
  /** Lines after `#FORMAT`, instead of the usual header. */
  readonly header?: readonly string[];
  readonly empty?: true;
}

export interface Link {
  readonly collection: Collection;
  readonly address: string;
}

const file = parse(readFileSync(join(import.meta.dirname, 'links.yaml'), 'utf8')) as {
  readonly collections: readonly Collection[];
  readonly lists: readonly LinkList[];
};
export const LINK_LISTS = file.lists;

/** Size of the longest list as a share of all entities; other lists shrink with rank ^ -EXPONENT. */
const LONGEST = 0.38;
const EXPONENT = 0.7;

/** Tests whether a list contains an entity: a pure function, so that no list of members is kept in memory. */
export function createMembership(seed: number, counts: Counts) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shares = LINK_LISTS.map(({ kinds, empty }, rank) => {
    const population = kinds.reduce((sum, kind) => sum + counts[kind], 0);
    return empty === true ? 0 : Math.min(0.7, (LONGEST * total) / (rank + 1) ** EXPONENT / Math.max(1, population));
  });
  return (list: number, kind: Kind, index: number, prominence: number): boolean => {
    const share = shares[list] ?? 0;
    if (!(LINK_LISTS[list]?.kinds.includes(kind) ?? false)) return false;
    // Prominent entities are in more lists, and ordinary ones in slightly fewer, so that a list keeps its size.
    const chance = prominence === 0 ? share * 0.92 : 1 - (1 - share) ** (2 + 60 * prominence ** 2);
    return hash(seed, list, index, kindNumber(kind)) < chance * 2 ** 32;
  };
}

export function drawLinks(kind: Kind, subject: LinkSubject, prominence: number, random: Random): readonly Link[] {
  return file.collections.flatMap((collection) => {
    const ordinary = collection.shares[kind] ?? 0;
    const share = prominence === 0 ? ordinary : Math.max(ordinary, collection.prominent * (0.75 + 0.25 * prominence));
    if (!(kind in collection.shares) || !random.chance(share)) return [];
    return [{ collection, address: fillAddress(collection.address, subject) }];
  });
}

/** Maps a number to another one, so that addresses do not ascend. */
const disguise = createPermutation(89_999_999, 12_345_678);

export function fillAddress(address: string, { gnd, serial, title }: LinkSubject): string {
  return address.replace(/\{(\w+)\}/, (_, what: string) => {
    if (what === 'gnd') return gnd;
    if (what === 'serial') return String(1000 + serial);
    const number = 10_000_000 + disguise(serial);
    if (what === 'isni') return isni(number);
    if (what === 'stw') return `${10_000 + (number % 89_999)}-${serial % 7}`;
    // The number distinguishes namesakes.
    return what === 'title' ? encodeURIComponent(`${title} (${serial})`.replaceAll(' ', '_')) : String(number);
  });
}

/** Fifteen digits and the check digit of ISO 7064, MOD 11-2. */
function isni(value: number): string {
  const digits = String(value).padStart(15, '0');
  let total = 0;
  for (const digit of digits) total = ((total + Number(digit)) * 2) % 11;
  const check = (12 - total) % 11;
  return digits + (check === 10 ? 'X' : String(check));
}

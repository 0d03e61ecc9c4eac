/** Where links lead: collections that the records name, and link lists with their members, from `links.yaml`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createPermutation, hash, type Random } from '../random.ts';
import { type Counts, type Kind, kindNumber } from './kinds.ts';

/** What the addresses of an entity are made of. */
export interface LinkSubject {
  readonly gnd: string;
  /** A number that no other entity has, below 90 million. */
  readonly serial: number;
  /** Name in natural order without a qualifier. */
  readonly title: string;
}

export interface Collection {
  /** Abbreviation and name in Entity Facts; without them it has no links there. */
  readonly code?: string;
  readonly name?: string;
  /** Property in the dump, a local name; without one the link is in Entity Facts only. */
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
  /** How a line is written. */
  readonly form: string;
  /** Abbreviation in Entity Facts, which has these links too. */
  readonly code?: string;
  readonly lineEnd?: '\n' | '\r\n' | '\r';
  readonly encoding?: 'windows-1252';
  readonly byteOrderMark?: true;
  readonly finalNewline?: false;
  /** Lines that follow `#FORMAT`, in place of the usual ones. */
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

/** Links of the longest list, in proportion to all entities; the others follow in proportion to rank ^ -EXPONENT. */
const LONGEST = 0.38;
const EXPONENT = 0.7;

/** Who is in which list: a function of list and entity, so that nobody need remember it. */
export function createMembership(seed: number, counts: Counts) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shares = LINK_LISTS.map(({ kinds, empty }, rank) => {
    const population = kinds.reduce((sum, kind) => sum + counts[kind], 0);
    return empty === true ? 0 : Math.min(0.7, (LONGEST * total) / (rank + 1) ** EXPONENT / Math.max(1, population));
  });
  return (list: number, kind: Kind, index: number, prominence: number): boolean => {
    const share = shares[list] ?? 0;
    if (!(LINK_LISTS[list]?.kinds.includes(kind) ?? false)) return false;
    // Of the prominent, ever more; what they take is left out elsewhere, so that the size stays.
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

/** Eight digits without visible order. */
const disguise = createPermutation(89_999_999, 12_345_678);

export function fillAddress(address: string, { gnd, serial, title }: LinkSubject): string {
  return address.replace(/\{(\w+)\}/, (_, what: string) => {
    if (what === 'gnd') return gnd;
    if (what === 'serial') return String(1000 + serial);
    const number = 10_000_000 + disguise(serial);
    if (what === 'isni') return isni(number);
    if (what === 'stw') return `${10_000 + (number % 89_999)}-${serial % 7}`;
    // The number tells namesakes apart.
    return what === 'title' ? encodeURIComponent(`${title} (${serial})`.replaceAll(' ', '_')) : String(number);
  });
}

/** Fifteen digits and the check character of ISO 7064, MOD 11-2. */
function isni(value: number): string {
  const digits = String(value).padStart(15, '0');
  let total = 0;
  for (const digit of digits) total = ((total + Number(digit)) * 2) % 11;
  const check = (12 - total) % 11;
  return digits + (check === 10 ? 'X' : String(check));
}

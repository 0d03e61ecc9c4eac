/** What a name is, and the spellings that names of every kind have in common. */
import type { Random } from '../random.ts';

/** The parts of a person's name, by their names in the GND ontology. */
export interface NameParts {
  readonly surname?: string;
  readonly forename?: string;
  readonly prefix?: string;
  readonly personalName?: string;
  readonly counting?: string;
  readonly nameAddition?: string;
  readonly epithetGenericNameTitleOrTerritory?: string;
}

export interface Name {
  /** As the GND writes it: "Goethe, Johann Wolfgang von". */
  readonly text: string;
  /** Natural order, where it differs. */
  readonly natural?: string;
  readonly parts?: NameParts;
  /** Language tag, with script. */
  readonly language?: string;
}

/** An entity's name with what else was decided along with it. */
export interface Naming {
  readonly name: Name;
  /** Leaf class of the GND ontology. */
  readonly type: string;
  /** Index of the place where it is. */
  readonly place?: number;
  readonly year?: number;
}

/** The names of one kind of entity; each index has its own, whatever was asked before. */
export interface Namer {
  of(index: number): Naming;
  /** Other names of the entity, drawn from the stream. */
  variants(naming: Naming, amount: number, random: Random): readonly Name[];
}

/** Purposes of streams of random numbers. */
export const STREAM = { name: 1, series: 2, variants: 3, facts: 4, links: 5 } as const;

/** Ways in which the same word is also written. */
const RESPELLINGS: readonly (readonly [string, string])[] = [
  ['ü', 'ue'],
  ['ö', 'oe'],
  ['ä', 'ae'],
  ['ß', 'ss'],
  ['th', 't'],
  ['ck', 'k'],
  ['ff', 'f'],
  ['ei', 'ey'],
  ['ai', 'ay'],
  ['y', 'i'],
  ['c', 'k'],
  ['ph', 'f'],
  ['tz', 'z'],
  ['mann', 'man'],
  ['sch', 'sh'],
  ['dt', 't'],
  ['k', 'ck'],
  ['er', 'ern'],
  ['i', 'y'],
];

/** The word as another scribe writes it; the same where nothing can be changed. */
export function respell(word: string, random: Random): string {
  const first = random.below(RESPELLINGS.length);
  for (let i = 0; i < RESPELLINGS.length; i += 1) {
    const [from, to] = RESPELLINGS[(first + i) % RESPELLINGS.length] as (typeof RESPELLINGS)[number];
    const position = word.indexOf(from, 1);
    if (position > 0) return word.slice(0, position) + to + word.slice(position + from.length);
  }
  return word;
}

/** "GFP" for "Gesellschaft für Physik", "IGP" for a single-word institute's name, too short otherwise. */
export function abbreviate(text: string): string {
  const initials = text.replace(/[^\p{L}\s-]/gu, '').match(/(?<![\p{L}])\p{Lu}/gu) ?? [];
  return initials.length > 1 ? initials.slice(0, 6).join('') : text.slice(0, 4).toUpperCase();
}

/** Without the qualifier that the GND puts behind it: "Halle" for "Halle (Saale)". */
export function withoutQualifier(text: string): string {
  return text.replace(/(?: \(.*|, .*)$/, '');
}

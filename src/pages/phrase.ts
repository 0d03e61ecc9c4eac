/** Sentences with a gap, and numbers with the word that follows them. */
import type { Label } from '../model/entity.ts';
import { inLanguage, numberIn, type Speech } from './language.ts';

/** @param values for the gaps of the text: `{name}` */
export function fill(label: Label, values: Readonly<Record<string, string>>, speech: Speech): string {
  return inLanguage(label, speech).replace(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);
}

/** What a table has under a key that comes from the data. */
export function entryOf<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** One and many of a thing; `{n}` is the number. */
export interface Plural {
  readonly one: Label;
  readonly many: Label;
}

export function counted(n: number, { one, many }: Plural, speech: Speech): string {
  return fill(n === 1 ? one : many, { n: numberIn(n, speech) }, speech);
}

/** Twenty mechanical variations of a name: mistyped, with marks, joined, wrongly decoded, with facts added. */
import type { EntityCard } from '../../src/core/search/engine.ts';
import type { Random } from '../random.ts';
import { misspell } from './misspell.ts';

/** @returns undefined if the spelling does not apply to the name */
type Spell = (card: EntityCard, random: Random) => string | undefined;

export const SPELLINGS: Readonly<Record<string, Spell>> = {
  'one letter wrong': (card, random) => mistyped(card, random, 1),
  'two letters wrong': (card, random) => mistyped(card, random, 2),
  'all capitals': (card) => natural(card).toUpperCase(),
  'without diacritics': (card) => changed(card, (name) => name.normalize('NFD').replace(/\p{M}/gu, '')),
  'umlauts spelled out': (card) => changed(card, (name) => name.replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? '')),
  'in quotation marks': (card) => `„${natural(card)}“`,
  'with a mark behind it': (card, random) => natural(card) + (random.pick([',', '.', ';', ' –', ' *']) ?? ''),
  'in brackets': (card) => `[${card.preferredName}]`,
  'inverted without its comma': (card) => changed(card, (_, { preferredName }) => preferredName.replace(',', '')),
  'words in another order': (card, random) => several(card, (words) => random.shuffle(words).join(' ')),
  'run together': (card) => several(card, (words) => words.join('').toLowerCase()),
  'joined by points or underscores': (card, random) => several(card, (words) => words.join(random.pick(['.', '_', '-']) ?? '')),
  'initials run together': initialsTogether,
  'HTML entities': (card) => changed(card, (name) => name.replace(/[^\p{ASCII}]/gu, (letter) => `&#${letter.codePointAt(0)};`)),
  'percent codes': (card) => changed(card, encodeURIComponent),
  'UTF-8 read as Latin-1': (card) => changed(card, (name) => Buffer.from(name, 'utf8').toString('latin1')),
  'odd blanks and soft hyphens': (card) => changed(card, (name) => name.replaceAll(' ', '\u00A0').replace(/(\p{Ll}{3})(?=\p{Ll}{2})/u, '$1\u00AD')),
  'with its years': ({ years, ...card }) => (years?.start === undefined || years.start < 1000 ? undefined : `${natural(card)} (${years.start}–${years.end ?? ''})`),
  'with a word of its description': (card) => withDescription(card),
  'with a place': (card, random) => `${natural(card)} ${random.pick(PLACES) ?? ''}`,
}; // prettier-ignore

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const PLACES = ['Berlin', 'Deutschland', 'Wien', 'Hamburg', 'Leipzig', 'Frankreich', 'Halle (Saale)', 'München'];

/** "Bloedau, Hermann von" → "Hermann von Bloedau". */
function natural({ type, preferredName }: EntityCard): string {
  const [surname = '', forenames, ...more] = preferredName.normalize('NFC').split(', ');
  if (type !== 'Person' || forenames === undefined || more.length > 0) return preferredName.normalize('NFC');
  return `${forenames} ${surname}`;
}

function changed(card: EntityCard, change: (name: string, card: EntityCard) => string): string | undefined {
  const name = natural(card);
  const other = change(name, card);
  return other === name ? undefined : other;
}

function several(card: EntityCard, join: (words: readonly string[]) => string): string | undefined {
  const words = natural(card).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 1 && words.length < 5 ? join(words) : undefined;
}

function mistyped(card: EntityCard, random: Random, errors: number): string | undefined {
  const words = natural(card).split(' ');
  const long = words.findIndex((word) => word.length >= 5 + 3 * errors && /^\p{L}+$/u.test(word));
  if (long < 0) return undefined;
  return words.map((word, place) => (place === long ? misspell(word, errors, random) : word)).join(' ');
}

function initialsTogether({ type, preferredName }: EntityCard): string | undefined {
  const [, surname, forenames = ''] = /^([^,]+), (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+)$/u.exec(preferredName) ?? [];
  if (type !== 'Person' || surname === undefined) return undefined;
  return `${forenames.split(' ').map((name) => name.charAt(0)).join('')} ${surname}`; // prettier-ignore
}

function withDescription(card: EntityCard): string | undefined {
  const [word] = card.description?.match(/(?<=, )\p{Lu}[\p{L}-]{3,}(?=,|$)/u) ?? [];
  return word === undefined ? undefined : `${natural(card)} ${word}`;
}

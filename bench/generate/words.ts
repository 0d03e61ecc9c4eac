/** The vocabulary of made-up names: lists from `words.yaml`, and words that are composed from parts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Random, zipf } from '../random.ts';

export const ORIGINS = ['german', 'english', 'romance', 'slavic'] as const;
export type Origin = (typeof ORIGINS)[number];
type ByOrigin<T> = Readonly<Record<Origin, T>>;

/** The choices for each part of a word. */
type Pattern = readonly string[];

interface WordFile extends Readonly<Record<string, unknown>> {
  readonly surnames: ByOrigin<string>;
  readonly male: ByOrigin<string>;
  readonly female: ByOrigin<string>;
  readonly rareSurnames: ByOrigin<readonly Pattern[]>;
  readonly rareForenames: readonly Pattern[];
  readonly rarePlaces: readonly Pattern[];
  readonly compounds: readonly Pattern[];
  readonly genera: readonly Pattern[];
}

type Draw = (random: Random) => string;

const file = parse(readFileSync(join(import.meta.dirname, 'words.yaml'), 'utf8')) as WordFile;
/** Shift of Zipf's law for lists: the smaller, the more often the first words are drawn. */
const SHIFT = 4;

/** The words of a plain list. */
export function listOf(name: string): readonly string[] {
  return split(file[name] as string);
}

/** Functions that draw a word, by name of the list or pattern in `words.yaml`. */
export const DRAWS: ReadonlyMap<string, Draw> = new Map([
  ...Object.keys(file)
    .filter((name) => typeof file[name] === 'string')
    .map((name) => [name, fromList(listOf(name))] as const),
  ['rareForenames', fromPatterns(file.rareForenames, 400_000, 30)],
  ['rarePlaces', fromPatterns(file.rarePlaces, 6_000_000, 60)],
  ['compounds', fromPatterns(file.compounds, 8_000_000, 200)],
  ['genera', fromPatterns(file.genera, 300_000, 300)],
]);

export const DRAW_SURNAME = byOrigin((origin): Draw => {
  const common = fromList(split(file.surnames[origin]));
  const rare = fromPatterns(file.rareSurnames[origin], origin === 'german' ? 20_000_000 : 4_000_000, 60);
  return (random) => (random.chance(0.4) ? common : rare)(random);
});

export const DRAW_FORENAME = byOrigin((origin) => ({
  male: fromList(split(file.male[origin]), 1.4),
  female: fromList(split(file.female[origin]), 1.4),
}));

function byOrigin<T>(make: (origin: Origin) => T): ByOrigin<T> {
  return Object.fromEntries(ORIGINS.map((origin) => [origin, make(origin)])) as ByOrigin<T>;
}

function fromList(words: readonly string[], shift = SHIFT): Draw {
  return (random) => words[zipf(random, words.length, shift)] as string;
}

/** @param most number of words that can be drawn; rarer ones never are */
function fromPatterns(patterns: readonly Pattern[], most: number, shift: number): Draw {
  const choices = patterns.map((parts) =>
    parts.map((part, place) => split(part).map((text) => (place === 0 ? text : text.toLowerCase()))),
  );
  const sizes = choices.map((parts) => parts.reduce((product, part) => product * part.length, 1));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return (random) => {
    let rank = zipf(random, Math.min(most, all), shift);
    let pattern = 0;
    while (rank >= (sizes[pattern] ?? Infinity)) {
      rank -= sizes[pattern] ?? 0;
      pattern += 1;
    }
    return compose(choices[pattern] ?? [], spread(rank, sizes[pattern] ?? 1));
  };
}

/** Gives neighbouring ranks unlike words. The factor is a prime that divides no number of words. */
function spread(rank: number, size: number): number {
  return (rank * 7_368_787 + 40_503) % size;
}

function compose(parts: readonly (readonly string[])[], number: number): string {
  let word = '';
  for (const choices of parts) {
    word += choices[number % choices.length];
    number = Math.floor(number / choices.length);
  }
  return word;
}

function split(text: string): readonly string[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => (word === '-' ? '' : word.replaceAll('_', ' ')));
}

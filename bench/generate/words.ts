/** Words without end, put together from parts: the long tail of a vocabulary. */
import { type Random, zipf } from './random.ts';

/** The parts of a word in the order in which they stand, each with its choices; an empty choice leaves the part out. */
export type Pattern = readonly (readonly string[])[];

export interface WordSource {
  /** How many ranks there are; two of them may, rarely, spell the same word. */
  readonly size: number;
  /** The word of a rank; the lower the rank, the earlier the pattern. */
  at(rank: number): string;
  /** A word, the low ranks more often. */
  draw(random: Random): string;
}

/**
 * @param patterns the plainest first: its words are the most frequent
 * @param limit ranks beyond it are never drawn
 * @param shift the greater, the less the first words stand out
 */
export function createWords(patterns: readonly Pattern[], limit: number, shift: number): WordSource {
  const levels = patterns.map((pattern) => ({
    pattern,
    size: pattern.reduce((product, choices) => product * choices.length, 1),
  }));
  const size = Math.min(
    limit,
    levels.reduce((sum, level) => sum + level.size, 0),
  );

  function at(rank: number): string {
    let rest = rank;
    for (const level of levels) {
      if (rest < level.size) return compose(level.pattern, spread(rest, level.size));
      rest -= level.size;
    }
    throw new RangeError(`there is no word of rank ${rank}`);
  }

  return { size, at, draw: (random) => at(zipf(random.unit(), size, shift)) };
}

/** A prime larger than any list and no divisor of any product of them. */
const STEP = 7_368_787;

/** Neighbouring ranks get unlike words, and each rank its own. */
function spread(rank: number, size: number): number {
  return (rank * STEP + 40_503) % size;
}

function compose(pattern: Pattern, position: number): string {
  let word = '';
  let rest = position;
  for (const choices of pattern) {
    word += choices[rest % choices.length];
    rest = Math.floor(rest / choices.length);
  }
  return word;
}

/** A list in code: words with blanks between them, `_` for a blank inside a word, `-` for nothing. */
export function list(text: string): readonly string[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => (word === '-' ? '' : word.replaceAll('_', ' ')));
}

/** With a capital letter at the beginning. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

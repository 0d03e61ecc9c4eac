/** The attempts of search, in the order in which they are tried. */
import type { Prefetch } from '../engine.ts';
import type { Query } from '../query/query.ts';
import { allWords, contracted, initialsJoined, repaired, withoutParticles, withoutTitles } from './all-words.ts';
import type { Attempt } from './attempt.ts';
import { byIdentifier } from './by-identifier.ts';
import { compounded } from './compounded.ts';
import { decompounded } from './decompound.ts';
import { inflected } from './inflected.ts';
import { nearSpelling } from './near-spelling.ts';
import { singleWords, someWords } from './some-words.ts';
import { nameAlone, wholeName } from './whole-name.ts';

export const ATTEMPTS: readonly Attempt[] = [
  byIdentifier,
  allWords,
  repaired,
  withoutParticles,
  contracted,
  initialsJoined,
  inflected,
  decompounded,
  compounded,
  wholeName,
  withoutTitles,
  nearSpelling,
  nameAlone,
  someWords,
  singleWords,
];

/** The first questions of all attempts that come after one. */
export function upcomingQuestions(attempt: Attempt, query: Query): Prefetch {
  const upcoming = ATTEMPTS.slice(ATTEMPTS.indexOf(attempt) + 1).map((other) => other.prefetch?.(query));
  return {
    questions: upcoming.flatMap((one) => one?.questions ?? []),
    words: upcoming.flatMap((one) => one?.words ?? []),
  };
}

/** The query that was probably meant: with the one word that no hit has in the spelling of all hits, `Goethe` for `Geothe`. */
import type { SearchAnswer } from '../../core/interface/search-schema.ts';
import { spelledWords } from '../../core/search/names/search-text.ts';
import { spellingDistance } from '../../core/search/query/near-spelling.ts';

type Hit = Pick<SearchAnswer['items'][number], 'preferredName' | 'matched'>;

/** Most letters that a mistyped word differs from the one that was meant. */
const MAX_DISTANCE = 2;

/** Words that the search takes for the beginning of a longer word wherever they stand, as it takes the last word. */
const IS_ABBREVIATED = /^\p{L}$|\.$/u;

/** @param hits all hits of the query @returns undefined where several words differ, or hits do not agree in one spelling */
export function meantQuery(q: string, hits: readonly Hit[]): string | undefined {
  const names = hits.map(({ preferredName, matched }) => `${preferredName} ${matched.value}`);
  const spellings = names.map(spelledWords);
  const isInAll = (word: string) => spellings.every((words) => words.includes(word));
  const isBegunInAll = (word: string) => spellings.every((words) => words.some((other) => other.startsWith(word)));
  const typed = q.split(/\s+/).filter((word) => word !== '');
  const [mistyped, ...others] = typed.filter((word, at) => {
    const mayBeBegun = at === typed.length - 1 || IS_ABBREVIATED.test(word);
    return !spelledWords(word).every(mayBeBegun ? isBegunInAll : isInAll);
  });
  if (mistyped === undefined || others.length > 0) return undefined;
  const [folded = ''] = spelledWords(mistyped);
  const isMeant = (word: string) => {
    const [spelled] = spelledWords(word);
    return (
      spelled !== undefined && spellingDistance(folded, spelled, MAX_DISTANCE) <= MAX_DISTANCE && isBegunInAll(spelled)
    );
  };
  const meant = names[0]?.split(/[^\p{L}\p{M}\p{N}]+/u).find(isMeant);
  return meant && typed.map((word) => (word === mistyped ? meant : word)).join(' ');
}

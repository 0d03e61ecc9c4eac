/** The name by which a hit matched the query, as it is written in the record. */
import type { IndexedCandidate, IndexedHit } from '../engine.ts';
import { wordsOfFolded } from './folded-name.ts';
import type { Fit } from './ranking.ts';
import { spelledWords } from './search-text.ts';

export interface MatchedName {
  readonly field: 'preferredName' | 'displayName' | 'variantName' | 'description';
  readonly value: string;
}

/** The matched name; of variants that differ only in spelling, the one as typed. @param typed words of the query as spelled */
export function matchedName(
  hit: IndexedHit,
  candidate: IndexedCandidate,
  { line, isDescribed, isPrefix }: Fit,
  typed: () => readonly string[],
): MatchedName {
  const { preferredName, displayName = preferredName, description = '' } = hit.card;
  if (isDescribed) return { field: 'description', value: description };
  if (line === 1) return { field: 'displayName', value: displayName };
  if (line > 1) {
    const isSpelled = (name: string) => {
      const words = spelledWords(name);
      return typed().every((word) => words.includes(word));
    };
    const all = hit.variantNames();
    const variant = all[line - 2] ?? '';
    // A word that is only begun is in no variant as it was typed.
    if (!isPrefix && isSpelled(variant)) return { field: 'variantName', value: variant };
    const spelled = isPrefix ? undefined : sameNames(all, candidate, line).find(isSpelled);
    if (spelled !== undefined || !isSpelled(preferredName)) return { field: 'variantName', value: spelled ?? variant };
  }
  return { field: 'preferredName', value: preferredName };
}

/** Variants that have the same folded words as the one of a line, but another spelling. */
function sameNames(variants: readonly string[], candidate: IndexedCandidate, line: number): string[] {
  const lines = candidate.names.split('\n');
  const own = wordsOfFolded(lines[line] ?? '');
  // Only the marks of surname, qualifier and compound may differ.
  const isSame = (text: string) => text.startsWith(own.slice(0, 1)) && wordsOfFolded(text) === own;
  return variants.filter((_, place) => place !== line - 2 && isSame(lines[place + 2] ?? ''));
}

/** Words that an attempt left out of a query: entities that have them nevertheless rank higher than those that lack them. */
import type { IndexedCandidate, SearchEngine } from '../engine.ts';
import { type Description, type Fit, fitCandidate } from '../names/ranking.ts';
import type { QueryWord, QueryWords } from '../query/query-words.ts';
import { LIMITS, MATCH_CLASSES, SIGNALS } from '../tuning.ts';
import type { AttemptContext, Ranked, RankedEntity } from './attempt.ts';
import { descriptionsOf, descriptionWords } from './descriptions.ts';

interface LeftOut {
  readonly part: QueryWords;
  readonly whole: QueryWords;
  /** Whether the part is known to be a whole name, so that the words left out may stand beside it. */
  readonly isWholeName: boolean;
}

/** Ranks entities against the whole query: those that meet it come first, the others lack words. */
export async function rankWithLeftOut(
  head: readonly RankedEntity[],
  { part, whole, isWholeName }: LeftOut,
  engine: SearchEngine,
): Promise<RankedEntity[]> {
  const candidates = head.map(({ candidate }) => candidate);
  const descriptions = await descriptionsOf(candidates, engine);
  const others = wordsWithout(whole, part);
  const unmatchedWords = isCounted(others.length) ? unmatchedIn(others) : undefined;
  return head.map(({ candidate, fit }): RankedEntity => {
    const description = descriptions.get(candidate.rank);
    const unmatched = unmatchedWords?.(candidate, description) ?? others;
    const mayFit = unmatchedWords === undefined || unmatched.length === 0;
    const wholeFit = mayFit ? fitCandidate(candidate, whole, description) : undefined;
    if (wholeFit !== undefined) return { candidate, fit: wholeFit };
    // "Schleswig-Holstein" is one word beside a name.
    const joined = unmatched.filter(({ isJoined }) => isJoined).length;
    const lacking = unmatched.length - Math.min(joined, unmatched.length - 1);
    return { candidate, fit: withoutWords(fit, lacking, isWholeName && isWhole(fit, part, candidate)) };
  });
}

/** Words of the whole query that are not in the part. */
export function wordsWithout(whole: QueryWords, part: QueryWords): readonly QueryWord[] {
  return whole.words.filter(({ spelled }) => !part.words.some((word) => word.spelled === spelled));
}

/** Whether the words are a whole name: of several words, or the one name of a famous entity. */
function isWhole({ match, isPrefix }: Fit, { words }: QueryWords, { prominence }: IndexedCandidate): boolean {
  const isFullName = (match === 'fullName' || match === 'fullVariant') && !isPrefix;
  return isFullName && (words.length > 1 || prominence >= LIMITS.famous.value * 1000);
}

function withoutWords(fit: Fit, lacking: number, isBesideName: boolean): Fit {
  if (lacking === 0) return { ...fit, tier: Math.max(fit.tier, MATCH_CLASSES.acrossNames.tier) };
  const { besideName, besideMore, ignored } = SIGNALS;
  const tier = isBesideName ? besideName.tier + besideMore.tier * (lacking - 1) : ignored.tier * lacking;
  const share = isBesideName ? besideName.score * besideMore.score ** (lacking - 1) : ignored.score ** lacking;
  return { ...fit, tier: fit.tier + tier, score: Math.round(fit.score * share * 1000) / 1000 };
}

/** Finds the words that neither a name nor the description of an entity has. */
function unmatchedIn(words: readonly QueryWord[]) {
  const wanted = words.map((word) => ({
    word,
    texts: [...word.forms.map((form) => ` ${form} `), ...(word.prefix === undefined ? [] : [` ${word.prefix}`])],
  }));
  return (candidate: IndexedCandidate, description?: Description): readonly QueryWord[] => {
    if (wanted.length === 0) return [];
    const names = `${candidate.names}\n${candidate.variants()}`.replaceAll('\n', ' ');
    const text = description?.size ? ` ${names} ${[...description].join(' ')} ` : ` ${names} `;
    return wanted.filter(({ texts }) => !texts.some((one) => text.includes(one))).map(({ word }) => word);
  };
}

/** Whether each entity is searched for the words left out. Many of them all count as missing, because the search would take too long. */
function isCounted(leftOut: number): boolean {
  return leftOut <= LIMITS.besideWords.value;
}

/** Lowest possible tier of an entity that does not meet the whole query. */
export function leastTierWithout(leftOut: readonly QueryWord[]): number {
  const lacking = isCounted(leftOut.length) ? 1 : leftOut.filter(({ isJoined }) => isJoined !== true).length;
  return SIGNALS.ignored.tier * Math.max(1, lacking);
}

/** Words that the first entity lacks, as they were typed. */
export async function ignoredWords(
  { best }: Ranked,
  { words }: QueryWords,
  { engine }: AttemptContext,
): Promise<string[]> {
  if (best === undefined) return [];
  const { candidate } = best;
  const card = (await engine.hits([candidate.rank])).get(candidate.rank)?.card;
  return unmatchedIn(words)(candidate, card && descriptionWords(card)).map(({ typed }) => typed);
}

/** Words of the first query that the second lacks, as they were typed. */
export function leftOutWords(query: QueryWords, { words }: QueryWords): string[] {
  return query.words.filter((word) => !words.includes(word)).map(({ typed }) => typed);
}

/** How well an entity fits the words of a query: which of its names is meant, and how good the fit is. */
import { asYear, searchWords, withoutQualifier } from './search-text.ts';
import type { EntityCard, MatchedField } from './store.ts';

/** Fits in descending order; entities are ordered by fit, and by prominence among equals. */
export const FITS = {
  /** Every word of one name, and no other. For persons also the part before the comma: "goethe". */
  fullName: { tier: 0, score: 1 },
  /** As before, in a variant name. */
  fullVariant: { tier: 0, score: 0.9 },
  /** All words of the query within one name. */
  withinName: { tier: 1, score: 0.7 },
  withinVariant: { tier: 1, score: 0.6 },
  /** All words, spread over several names. */
  acrossNames: { tier: 2, score: 0.3 },
} as const;
export type Fit = keyof typeof FITS;

export interface Ranked {
  readonly tier: number;
  readonly score: number;
  readonly matched: { readonly field: MatchedField; readonly value: string };
}

export interface QueryWords {
  readonly words: readonly string[];
  /** The last word may be unfinished. */
  readonly prefix: boolean;
  readonly year?: number;
}

/** Judges one entity. A year counts as satisfied by the name or by the entity's years. */
export function rankEntity(card: EntityCard, variants: readonly string[], query: QueryWords): Ranked {
  const yearMet =
    query.year === undefined || card.years?.start === query.year || card.years?.end === query.year ? 0 : 0.5;
  let best: Ranked | undefined;
  const consider = (field: MatchedField, value: string, exact: Fit, within: Fit) => {
    const fit = fitOf(value, query, card, field === 'variantName');
    if (fit === undefined) return;
    const { tier, score } = FITS[fit.whole ? exact : within];
    // Within a fit, the larger the share of the name that was asked for, the better.
    const graded = fit.whole ? score : score * (0.6 + 0.4 * fit.share);
    const ranked = { tier: tier + yearMet, score: round(graded * (1 - 0.3 * yearMet)), matched: { field, value } };
    if (best === undefined || ranked.tier < best.tier || (ranked.tier === best.tier && ranked.score > best.score)) {
      best = ranked;
    }
  };
  consider('preferredName', card.preferredName, 'fullName', 'withinName');
  if (card.displayName !== undefined) consider('displayName', card.displayName, 'fullName', 'withinName');
  for (const variant of variants) consider('variantName', variant, 'fullVariant', 'withinVariant');
  return (
    best ?? {
      tier: FITS.acrossNames.tier + yearMet,
      score: FITS.acrossNames.score,
      matched: { field: 'preferredName', value: card.preferredName },
    }
  );
}

function fitOf(
  name: string,
  query: QueryWords,
  card: EntityCard,
  isVariant: boolean,
): { readonly whole: boolean; readonly share: number } | undefined {
  const words = searchWords(name);
  // A year among the words that the name does not bear is met by the entity's own years.
  const wanted = query.words.filter(
    (word) => query.year === undefined || words.includes(word) || asYear(word) !== query.year,
  );
  if (wanted.length === 0) return undefined;
  const last = query.words.at(-1);
  for (const word of wanted) {
    const found =
      words.includes(word) || (query.prefix && word === last && words.some((candidate) => candidate.startsWith(word)));
    if (!found) return undefined;
  }
  const share = Math.min(1, wanted.length / words.length);
  if (sameWords(wanted, words) || sameWords(wanted, searchWords(withoutQualifier(name))))
    return { whole: true, share: 1 };
  const isSurname =
    !isVariant &&
    card.type === 'Person' &&
    name.includes(',') &&
    sameWords(wanted, searchWords(name.split(',')[0] ?? ''));
  return { whole: isSurname, share };
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const sorted = [...b].sort();
  return [...a].sort().every((word, index) => word === sorted[index]);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** How well an entity fits the words of a query: which of its names is meant, and how good the fit is. */
import { asYear, searchWords, withoutQualifier } from './search-text.ts';
import type { EntityCard, MatchedField } from './store.ts';

/**
 * Fits in descending order. Entities are ordered by tier, and within a tier by prominence times weight: who bears a full
 * name comes first unless somebody far better known bears it as a surname.
 */
export const FITS = {
  /** Every word of one name, and no other. */
  fullName: { tier: 0, score: 1, weight: 1 },
  /** As before, in a variant name. */
  fullVariant: { tier: 0, score: 0.85, weight: 0.7 },
  /** Every word of a person's name before the comma: "goethe". */
  surname: { tier: 0, score: 0.9, weight: 0.25 },
  /** All words of the query within one name. */
  withinName: { tier: 1, score: 0.7, weight: 1 },
  withinVariant: { tier: 1, score: 0.6, weight: 0.7 },
  /** All words, spread over several names. */
  acrossNames: { tier: 2, score: 0.3, weight: 1 },
} as const;
export type Fit = keyof typeof FITS;

export interface Ranked {
  readonly tier: number;
  /** What the prominence counts for within the tier. */
  readonly weight: number;
  readonly score: number;
  readonly matched: { readonly field: MatchedField; readonly value: string };
}

export interface QueryWords {
  readonly words: readonly string[];
  /** The last word may be unfinished. */
  readonly prefix: boolean;
  /** A wish, not a condition: entities of that year come first. */
  readonly year?: number;
}

/** Judges one entity by the name that fits best. A year counts as met by the name or by the entity's years. */
export function rankEntity(card: EntityCard, variants: readonly string[], query: QueryWords): Ranked {
  const ofYear = query.year === undefined || card.years?.start === query.year || card.years?.end === query.year;
  const bySurname = card.type === 'Person' && card.preferredName.includes(',');
  let best = judged('acrossNames', 1, ofYear, 'preferredName', card.preferredName);
  const consider = (field: MatchedField, value: string, fits: NameFits) => {
    const found = fitOf(value, query, fits);
    if (found === undefined) return;
    const ranked = judged(found.fit, found.share, ofYear, field, value);
    if (ranked.tier < best.tier || (ranked.tier === best.tier && ranked.score > best.score)) best = ranked;
  };
  const name = { whole: 'fullName', within: 'withinName', bySurname: false } as const;
  consider('preferredName', card.preferredName, { ...name, bySurname });
  if (card.displayName !== undefined) consider('displayName', card.displayName, name);
  const variant = { whole: 'fullVariant', within: 'withinVariant', bySurname: false } as const;
  for (const value of variants) consider('variantName', value, variant);
  return best;
}

/** Half a tier back for the wrong year. Within a fit, the larger the share of the name that was asked for, the better. */
function judged(fit: Fit, share: number, ofYear: boolean, field: MatchedField, value: string): Ranked {
  const { tier, score, weight } = FITS[fit];
  const graded = score * (0.6 + 0.4 * share) * (ofYear ? 1 : 0.85);
  return {
    tier: ofYear ? tier : tier + 0.5,
    weight,
    score: Math.round(graded * 1000) / 1000,
    matched: { field, value },
  };
}

interface NameFits {
  readonly whole: Fit;
  readonly within: Fit;
  readonly bySurname: boolean;
}

function fitOf(name: string, query: QueryWords, fits: NameFits): { fit: Fit; share: number } | undefined {
  const words = searchWords(name);
  // A year among the words that the name does not bear is met by the entity's own years, or not at all.
  const wanted = query.words.filter(
    (word) => query.year === undefined || words.includes(word) || asYear(word) !== query.year,
  );
  const last = query.words.at(-1);
  const found = (word: string) =>
    words.includes(word) || (query.prefix && word === last && words.some((candidate) => candidate.startsWith(word)));
  if (wanted.length === 0 || !wanted.every(found)) return undefined;
  const whole = sameWords(wanted, words) || sameWords(wanted, searchWords(withoutQualifier(name)));
  if (whole) return { fit: fits.whole, share: 1 };
  const surname = fits.bySurname && sameWords(wanted, searchWords(name.slice(0, name.indexOf(','))));
  return surname
    ? { fit: 'surname', share: 1 }
    : { fit: fits.within, share: Math.min(1, wanted.length / words.length) };
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const sorted = [...b].sort();
  return [...a].sort().every((word, index) => word === sorted[index]);
}

/** How well known an entity is, as far as the data tell; decides who comes first among equally good matches. */

/** What a link says about prominence: an article in an encyclopedia more than a number in a register. */
export const CATEGORY_POINTS: Readonly<Record<string, number>> = {
  encyclopedia: 8,
  knowledge_base: 4,
  biography: 3,
  edition: 3,
  image: 2,
  collection: 2,
  media: 2,
  archive: 2,
  catalogue: 1,
  place: 1,
  portal: 1,
  authority: 1,
  other: 0.5,
};

/** Further links of a category count less and less; the square root keeps two hundred letters from outshining a life's work. */
const diminishing = Math.sqrt;

export interface ProminenceSignals {
  readonly linksByCategory: Readonly<Record<string, number>>;
  /** Sources that assert a link or describe the entity. */
  readonly sources: number;
  readonly variantNames: number;
  /** Relations of other records that point here. */
  readonly inboundRelations: number;
  /** GND level 1 (best) to 7. */
  readonly level?: number;
  /** An undifferentiated record stands for several people: it should not come before any of them. */
  readonly differentiated: boolean;
}

/** An integer from 0 to 2^31 - 1, in thousandths of a point. */
export function prominenceOf(signals: ProminenceSignals): number {
  let points = 0;
  for (const [category, links] of Object.entries(signals.linksByCategory)) {
    points += (CATEGORY_POINTS[category] ?? 0.5) * diminishing(links);
  }
  points += 1.5 * signals.sources;
  points += 3 * Math.log2(1 + signals.inboundRelations);
  points += Math.log2(1 + signals.variantNames);
  if (signals.level !== undefined) points += Math.max(0, 7 - signals.level) / 4;
  if (!signals.differentiated) points /= 10;
  return Math.min(2 ** 31 - 1, Math.round(points * 1000));
}

/** Prominence: an estimate from the data of how well known an entity is; it orders equally good matches. */

import { CATEGORY_POINTS, PROMINENCE_POINTS } from '../../core/search/tuning.ts';

/** Weight of the number of links in a category: each further link counts less, so two hundred letters do not outweigh everything else. */
const diminishing = Math.sqrt;

interface ProminenceSignals {
  readonly linksByCategory: Readonly<Record<string, number>>;
  /** Number of sources that assert a link or describe the entity. */
  readonly sources: number;
  readonly variantNames: number;
  /** Number of relations of other records that refer to the entity. */
  readonly inboundRelations: number;
  /** GND level 1 (best) to 7. */
  readonly level?: number;
  /** False for an undifferentiated record, which stands for several people and should not come before any of them. */
  readonly differentiated: boolean;
}

/** An integer from 0 to 2^31 - 1, in thousandths of a point. */
export function prominenceOf(signals: ProminenceSignals): number {
  let points = 0;
  for (const [category, links] of Object.entries(signals.linksByCategory)) {
    points += (CATEGORY_POINTS[category] ?? CATEGORY_POINTS['other'] ?? 0) * diminishing(links);
  }
  points += PROMINENCE_POINTS.source * signals.sources;
  points += PROMINENCE_POINTS.inbound * Math.log2(1 + signals.inboundRelations);
  points += PROMINENCE_POINTS.variantNames * Math.log2(1 + signals.variantNames);
  if (signals.level !== undefined) points += PROMINENCE_POINTS.level * Math.max(0, 7 - signals.level);
  if (!signals.differentiated) points *= PROMINENCE_POINTS.undifferentiated;
  return Math.min(2 ** 31 - 1, Math.round(points * 1000));
}

/** The coverage row of an entity: numbers where the header has the words. */
import { ENTITY_TYPES } from '../../model/entity.ts';
import type { GndId } from '../../model/gnd-id.ts';
import type { CoverageEntry, Snapshot } from '../store.ts';

/** What the numbers stand for: places in the header's lists. */
export interface CoverageWords {
  /** Keys, in the header's order. */
  readonly categories: readonly string[];
  /** Keys, in the header's order. */
  readonly sources: readonly string[];
}

export function coverageWords({ categories, sources }: Pick<Snapshot, 'categories' | 'sources'>): CoverageWords {
  return { categories: categories.map(({ key }) => key), sources: sources.map(({ key }) => key) };
}

/** Type, preferred name, links per category (up to the last that has any), sources. */
export type StoredCoverage = readonly [
  type: number,
  preferredName: string,
  links: readonly number[],
  sources: readonly number[],
];

export function createCoverageEncoder({ categories, sources }: CoverageWords): (entry: CoverageEntry) => string {
  const places = new Map(sources.map((key, place) => [key, place]));
  return ({ type, preferredName, byCategory, sources: asserting }) => {
    const links = categories.map((key) => byCategory[key] ?? 0);
    const stored: StoredCoverage = [
      ENTITY_TYPES.indexOf(type),
      preferredName,
      links.slice(0, links.findLastIndex((count) => count > 0) + 1),
      asserting.map((key) => places.get(key) ?? -1),
    ];
    return JSON.stringify(stored);
  };
}

export function createCoverageDecoder({
  categories,
  sources,
}: CoverageWords): (gnd: GndId, stored: string) => CoverageEntry {
  return (gnd, stored) => {
    const [type, preferredName, links, asserting] = JSON.parse(stored) as StoredCoverage;
    const byCategory: Record<string, number> = {};
    let total = 0;
    for (let place = 0; place < links.length; place += 1) {
      const count = links[place] as number;
      if (count > 0) byCategory[categories[place] ?? ''] = count;
      total += count;
    }
    return {
      gnd,
      type: ENTITY_TYPES[type] ?? 'AuthorityResource',
      preferredName,
      links: total,
      byCategory,
      sources: asserting.map((place) => sources[place] ?? ''),
    };
  };
}

/** `gnd-links search --explain`: the attempts of a search and the place of each hit, as lines for the terminal. */
import type { SearchExplanation } from '../core/search/explanation.ts';
import { alignColumns, grouped } from './table.ts';

const NUMERIC_COLUMNS = new Set([1, 2, 3, 4]);

export function explanationLines({ attempts, weights = [], hits }: SearchExplanation): string[] {
  const tried = attempts.map((attempt) =>
    attempt.isTried
      ? [
          attempt.name,
          grouped(attempt.entities),
          attempt.tier === undefined ? '' : String(attempt.tier),
          grouped(attempt.entries),
          attempt.milliseconds.toFixed(2),
        ]
      : [attempt.name, 'not tried', '', '', ''],
  );
  const placed = hits.map(({ attempt, match, tier, weight, score, prominence, covered }, place) => [
    `${place + 1} ${attempt}: ${match}`,
    String(tier),
    weight.toFixed(3),
    (prominence / 1000).toFixed(1),
    String(score),
    covered?.join(' ') ?? '',
  ]);
  return [
    ...alignColumns([['attempt', 'found', 'tier', 'cost in entries', 'ms'], ...tried], NUMERIC_COLUMNS),
    ...(weights.length === 0
      ? []
      : ['', `weights: ${weights.map(({ word, weight }) => `${word} ${weight}`).join(', ')}`]),
    ...(placed.length === 0 ? [] : ['']),
    ...alignColumns(
      placed.length === 0 ? [] : [['hit by', 'tier', 'weight', 'prominence', 'score', 'covers'], ...placed],
      NUMERIC_COLUMNS,
    ),
  ];
}

/** The gold list of matching: its rows, what a matcher makes of them, and how right that is. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityType } from '../../src/model/entity.ts';
import type { MatchCandidate, MatchQuery, Store } from '../../src/snapshot/store.ts';

export interface GoldRow {
  readonly kind: string;
  readonly query: MatchQuery;
  /** Nobody, or any of these. */
  readonly meant: readonly string[];
  readonly isAmbiguous: boolean;
}

export interface Outcome {
  readonly row: GoldRow;
  /** Identifiers in their order. */
  readonly found: readonly string[];
  /** The one that is called a match. */
  readonly matched: string | undefined;
}

/** @param isApart the half that was kept apart */
export function readGold(isApart: boolean): GoldRow[] {
  const file = join(import.meta.dirname, 'gold.tsv');
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.flatMap((line) => {
    const [kind = '', name = '', type = '', years = '', property = '', meant = ''] = line.split('\t');
    if (hash('sha1', name) >= '8' !== isApart) return [];
    const [start, end] = (/^(-?\d*)-(-?\d*)$/.exec(years) ?? [])
      .slice(1)
      .map((year) => (year === '' ? undefined : Number(year)));
    const [attribute = '', value = ''] = property.split('=');
    return {
      kind,
      query: {
        name,
        ...(type !== '' && { types: [type as EntityType] }),
        years: [start, end],
        ...(property !== '' && { properties: [{ attributes: [attribute], values: [value] }] }),
        limit: 5,
      },
      meant: meant === '-' ? [] : meant.replace('?', '').split(' '),
      isAmbiguous: meant.startsWith('?'),
    };
  });
}

/** Precision and recall at `match`, and success@3. Where the name alone cannot tell, a match is wrong and none is missing. */
export function figures(outcomes: readonly Outcome[]) {
  const isRight = ({ row, matched }: Outcome) =>
    matched !== undefined && !row.isAmbiguous && row.meant.includes(matched);
  const matches = outcomes.filter(({ matched }) => matched !== undefined);
  const findable = outcomes.filter(({ row }) => row.meant.length > 0);
  const tellable = findable.filter(({ row }) => !row.isAmbiguous);
  const right = outcomes.filter(isRight).length;
  return {
    precision: right / matches.length,
    recall: right / tellable.length,
    success:
      findable.filter(({ row, found }) => found.slice(0, 3).some((gnd) => row.meant.includes(gnd))).length /
      findable.length,
    wrong: matches.length - right,
    isRight,
  };
}

/** @param onRow hears of every row with its candidates */
export async function matchGold(
  store: Store,
  rows: readonly GoldRow[],
  onRow: (outcome: Outcome, candidates: readonly MatchCandidate[]) => void = () => undefined,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    const [candidates = []] = await store.match([row.query]);
    const matched = candidates.find(({ match }) => match)?.card.gnd;
    const outcome = { row, found: candidates.map(({ card }) => card.gnd), matched };
    outcomes.push(outcome);
    onRow(outcome, candidates);
  }
  return outcomes;
}

/** A match that should not be, or none where there should be one. */
export function isMiss({ row, matched }: Outcome): boolean {
  if (matched === undefined) return row.meant.length > 0 && !row.isAmbiguous;
  return row.isAmbiguous || !row.meant.includes(matched);
}

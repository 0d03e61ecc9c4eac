/** The gold list of matching: its rows, the results of a matcher for them, and their precision and recall. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityType } from '../../src/core/model/entity.ts';
import type { MatchCandidate, MatchQuery } from '../../src/core/search/match.ts';
import type { Store } from '../../src/core/snapshot/store.ts';

export interface GoldRow {
  readonly kind: string;
  readonly query: MatchQuery;
  /** Right entities, any of which will do; empty if no entity is meant. */
  readonly meant: readonly string[];
  readonly isAmbiguous: boolean;
}

export interface Outcome {
  readonly row: GoldRow;
  /** Identifiers in the order of the results. */
  readonly found: readonly string[];
  /** Identifier of the result that is declared a match. */
  readonly matched: string | undefined;
}

/** @param isApart reads the half that was kept for judging only */
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

/** Precision and recall at `match`, and success@3. For ambiguous names any match is wrong, and no match is right. */
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

/** @param onRow is called for every row with its candidates */
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

/** Whether there is a wrong match, or no match where one is expected. */
export function isMiss({ row, matched }: Outcome): boolean {
  if (matched === undefined) return row.meant.length > 0 && !row.isAmbiguous;
  return row.isAmbiguous || !row.meant.includes(matched);
}

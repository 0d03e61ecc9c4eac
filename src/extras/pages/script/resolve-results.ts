/** The state of a list that is resolved: one row for each distinct value, their counts, and the table for the user. */
import type { ResolvedItem, Target } from '../../client/client.js';
import { type Cell, type Column, type List, widened } from './list-table.ts';

/** A distinct value of the list. */
export interface Row {
  readonly input: string;
  times: number;
  /** Absent until there is an answer. */
  item?: ResolvedItem;
}

/** Entities that a value stands for. */
export function entitiesOf(item: ResolvedItem | undefined) {
  if (item?.verdict === 'found') return [item];
  return item?.verdict === 'ambiguous' ? item.candidates : [];
}

/** Names of schemes with contradictory identifiers in the answer. */
export function conflictsOf(item: ResolvedItem | undefined): readonly string[] {
  const names = entitiesOf(item).flatMap(({ conflict, scheme, targets = {} }) => [
    ...(conflict === true ? [scheme] : []),
    ...Object.keys(targets).filter((name) => targets[name]?.some((target) => target.conflict)),
  ]);
  return [...new Set(names)];
}

/** The address of a link, or the identifier in the scheme. */
export function textOf({ value, url, collection }: Target): string {
  return collection === undefined ? value : url;
}

const VERDICTS = ['found', 'ambiguous', 'unknown', 'unreadable'] as const;

export const FILTERS: Readonly<Record<string, (row: Row) => boolean>> = {
  all: () => true,
  ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, ({ item }: Row) => item?.verdict === verdict])),
  conflict: ({ item }) => conflictsOf(item).length > 0,
};

/** Each distinct value once, in the order of its first occurrence. */
export function rowsOf({ ids }: List): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const input of ids.flat()) {
    const row = rows.get(input) ?? { input, times: 0 };
    row.times += 1;
    rows.set(input, row);
  }
  return [...rows.values()];
}

export function countsOf(rows: readonly Row[]): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(FILTERS).map(([key, isMeant]) => [key, rows.filter(isMeant).length]));
}

/**
 * Cells about a value, with the column names of the service's CSV. Cells about an entity are empty if several entities
 * carry the value.
 */
const COLUMNS: readonly Column<Row>[] = [
  ['found_verdict', ({ item }) => item?.verdict],
  ['found_reason', ({ item }) => (item !== undefined && 'reason' in item ? item.reason : undefined)],
  ['found_suggestion', ({ item }) => (item !== undefined && 'suggestion' in item ? item.suggestion : undefined)],
  ['found_gnd', ({ item }) => (item?.verdict === 'found' ? item.gnd : undefined)],
  ['found_merged_from', ({ item }) => (item?.verdict === 'found' ? item.redirectedFrom : undefined)],
  ['found_type', ({ item }) => (item?.verdict === 'found' ? item.type : undefined)],
  ['found_name', ({ item }) => (item?.verdict === 'found' ? item.preferredName : undefined)],
  [
    'found_candidates',
    ({ item }) => (item?.verdict === 'ambiguous' ? item.candidates.map(({ gnd }) => gnd).join(' ') : undefined),
  ],
];

/** @param wanted names of targets: one column each */
export function tableOf(list: List, rows: readonly Row[], wanted: readonly string[]): Cell[][] {
  const targets = wanted
    .filter((name) => name !== 'gnd')
    .map((name): Column<Row> => {
      const valueOf = ({ item }: Row) =>
        item?.verdict === 'found' ? (item.targets?.[name] ?? []).map(textOf).join(' ') : undefined;
      return [`found_${name}`, valueOf];
    });
  const conflicts: Column<Row> = ['found_conflicts', ({ item }) => conflictsOf(item).join(' ')];
  return widened(list, new Map(rows.map((row) => [row.input, row])), [...COLUMNS, ...targets, conflicts]);
}

/** The results of a list that is resolved: findings, contradictions, and the columns of the table. */
import type { ResolvedItem, Target } from '../../client/client.js';
import type { Findings } from './list-filters.ts';
import { suggestionColumns } from './list-suggestions.ts';
import { type Cell, type Column, type List, type Row, widened } from './list-table.ts';

type ResolvedRow = Row<ResolvedItem>;

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

/** Whether an entity was found, but nothing that was wanted of it. */
export function isLacking({ item }: ResolvedRow): boolean {
  return (
    item?.verdict === 'found' &&
    item.targets !== undefined &&
    Object.values(item.targets).every((list) => list.length === 0)
  );
}

export const FINDINGS: Findings<ResolvedItem> = {
  fine: ['found'],
  wrong: ['ambiguous', 'deleted', 'withheld', 'unknown', 'invalid', 'unreadable'],
  flaw: 'conflict',
  filters: { conflict: ({ item }) => conflictsOf(item).length > 0, lacking: isLacking },
};

/**
 * The list with columns named as in the service's CSV. Cells about an entity are empty if several entities carry the
 * value. @param wanted names of targets: one column each
 */
export function tableOf(list: List, rows: readonly ResolvedRow[], wanted: readonly string[]): Cell[][] {
  const entityOf = ({ item }: ResolvedRow) => (item?.verdict === 'found' ? item : undefined);
  const targets = wanted
    .filter((name) => name !== 'gnd')
    .map((name): Column<ResolvedItem> => {
      return [`found_${name}`, (row) => entityOf(row)?.targets?.[name]?.map(textOf).join(' ')];
    });
  return widened<ResolvedItem>(list, rows, [
    ['found_verdict', ({ item }) => item?.verdict],
    ['found_reason', ({ item }) => (item !== undefined && 'reason' in item ? item.reason : undefined)],
    ...suggestionColumns('found'),
    ['found_gnd', (row) => entityOf(row)?.gnd],
    ['found_merged_from', (row) => entityOf(row)?.redirectedFrom],
    ['found_type', (row) => entityOf(row)?.type],
    ['found_name', (row) => entityOf(row)?.preferredName],
    ['found_candidates', ({ item }) => (item?.verdict === 'ambiguous' ? item.candidates.map(({ gnd }) => gnd).join(' ') : undefined)], // prettier-ignore
    ...targets,
    ['found_conflicts', ({ item }) => conflictsOf(item).join(' ')],
  ]);
}

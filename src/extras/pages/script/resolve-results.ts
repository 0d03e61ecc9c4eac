/** The results of a list that is resolved: filters, contradictions, and the columns of the table. */
import type { ResolvedItem, Target } from '../../client/client.js';
import { nearIds } from '../entity-near.ts';
import * as table from './list-table.ts';

export type ResolvedRow = table.Row<ResolvedItem>;

/** Entities that a value stands for. */
export function entitiesOf(item: ResolvedItem | undefined) {
  if (item?.verdict === 'found') return [item];
  return item?.verdict === 'ambiguous' ? item.candidates : [];
}

/** Entities that were perhaps meant: the suggestion of the service, or those one step from a slip of the pen. */
export function candidatesOf(row: ResolvedRow): readonly string[] {
  const suggestion = suggestionOf(row);
  if (suggestion !== undefined) return [suggestion];
  const isMistyped = row.corrected === undefined && row.item?.verdict === 'unreadable';
  return isMistyped ? nearIds(row.input) : [];
}

export function suggestionOf({ item, corrected }: ResolvedRow): string | undefined {
  return corrected === undefined && item !== undefined && 'suggestion' in item ? item.suggestion : undefined;
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

export const WRONG = ['ambiguous', 'deleted', 'withheld', 'unknown', 'invalid', 'unreadable'];

/** Filters of rows. @param wrong findings that need attention */
export const filtersOf = (wrong: readonly string[]): Readonly<Record<string, (row: ResolvedRow) => boolean>> => ({
  all: () => true,
  attention: (row) => wrong.some((finding) => table.hasFinding(finding, row)) || conflictsOf(row.item).length > 0,
  ...Object.fromEntries(
    ['found', ...WRONG].map((finding) => [finding, (row: ResolvedRow) => table.hasFinding(finding, row)]),
  ),
  conflict: ({ item }) => conflictsOf(item).length > 0,
  lacking: isLacking,
  corrected: ({ corrected }) => corrected !== undefined,
});

/**
 * The list with columns named as in the service's CSV. Cells about an entity are empty if several entities carry the
 * value. @param wanted names of targets: one column each
 */
export function tableOf(list: table.List, rows: readonly ResolvedRow[], wanted: readonly string[]): table.Cell[][] {
  const found = ({ item }: ResolvedRow) => (item?.verdict === 'found' ? item : undefined);
  const targets = wanted
    .filter((name) => name !== 'gnd')
    .map((name): table.Column<ResolvedRow> => {
      return [`found_${name}`, (row) => found(row)?.targets?.[name]?.map(textOf).join(' ')];
    });
  return table.widened<ResolvedRow>(list, rows, [
    ['found_verdict', ({ item }) => item?.verdict],
    ['found_reason', ({ item }) => (item !== undefined && 'reason' in item ? item.reason : undefined)],
    ['found_suggestion', suggestionOf],
    ['found_accepted', ({ corrected }) => corrected],
    ['found_gnd', (row) => found(row)?.gnd],
    ['found_merged_from', (row) => found(row)?.redirectedFrom],
    ['found_type', (row) => found(row)?.type],
    ['found_name', (row) => found(row)?.preferredName],
    ['found_candidates', ({ item }) => (item?.verdict === 'ambiguous' ? item.candidates.map(({ gnd }) => gnd).join(' ') : undefined)], // prettier-ignore
    ...targets,
    ['found_conflicts', ({ item }) => conflictsOf(item).join(' ')],
  ]);
}

/** The rows of `/resolve` as a table: fixed columns, then one for each target. */
import { csv } from '../../core/http/answer.ts';
import type { Answer } from '../../core/http/door.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import type { LookupTarget, WantedTarget } from '../../shared/lookup/targets.ts';
import { disputedNames, type ResolvedValue } from '../../shared/lookup/resolve-values.ts';

/** New columns are only ever appended. */
const COLUMNS = ['input', 'verdict', 'reason', 'gnd', 'uri', 'type', 'preferredName', 'scheme', 'value'] as const;
/** Further columns of a table with targets, before and after the targets. */
const [BEFORE, BEHIND] = [['redirectedFrom', 'suggestion'] as const, 'conflicts'];
type Cells = Partial<Record<(typeof COLUMNS)[number] | (typeof BEFORE)[number], string>>;

/** @param targets empty where the request names none */
export function csvAnswer(
  rows: readonly ResolvedValue[],
  targets: readonly WantedTarget[],
  { date }: Snapshot,
): Answer {
  const hasTargets = targets.length > 0;
  // The GND number has its column already.
  const wanted = targets.filter(({ kind }) => kind !== 'gnd');
  const names = hasTargets ? [...BEFORE, ...wanted.map(({ name }) => name), BEHIND] : [];
  const lines = rows.map((row) => {
    const cells: Cells = row;
    const candidates = row.verdict === 'ambiguous' ? row.candidates.map(({ gnd }) => gnd).join(' ') : '';
    const more = hasTargets ? [...BEFORE.map((column) => cells[column]), ...targetCells(row, wanted)] : [];
    return [...COLUMNS.map((column) => cells[column]), candidates, ...more];
  });
  return csv([[...COLUMNS, 'candidates', ...names], ...lines], `gnd-resolve-${date}.csv`);
}

/** Cells of targets; empty unless the row has exactly one entity. The last cell names the contradictory schemes. */
function targetCells(row: ResolvedValue, wanted: readonly WantedTarget[]): readonly string[] {
  const targets = row.verdict === 'found' ? row.targets : undefined;
  const cells = wanted.map(({ name }) => (targets?.[name] ?? []).map(cellOf).join(' '));
  return [...cells, disputedNames(row).join(' ')];
}

/** The identifier or address of a target. Neither contains blanks, so blanks separate targets. */
function cellOf({ value, url, collection }: LookupTarget): string {
  return collection === undefined ? value : url;
}

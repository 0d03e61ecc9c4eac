/** Repairs lines of a BEACON list: numbers of merged records are replaced, those of deleted records left out. */
import type { Expression } from '../../model/expression.ts';
import type { GndId } from '../../model/gnd-id.ts';
import { readSourceIds } from './beacon-source-id.ts';

export interface RepairRules {
  /** The current number for a number: undefined for a deleted record, the same number where nothing has changed. */
  readonly currentId: (gnd: GndId) => GndId | undefined;
  /** See {@link readSourceIds}. */
  readonly idPattern: Expression | undefined;
  /** Whether notes and addresses are left out, so that only GND numbers and tokens for the pattern remain. */
  readonly onlyIdentifiers: boolean;
}

/** @param line without its end @returns undefined where nothing remains of the line */
export function repairLine(line: string, { currentId, idPattern, onlyIdentifiers }: RepairRules): string | undefined {
  if (line.startsWith('#')) return line;
  const [column = '', ...others] = line.split('|');
  const { ids } = readSourceIds(column, idPattern);
  // An unreadable line names no record, so it is left to its author.
  if (ids.length === 0) return onlyIdentifiers ? undefined : line;
  const current = [...new Set(ids.flatMap((id) => currentId(id) ?? []))];
  if (current.length === 0) return undefined;
  if (onlyIdentifiers) return current.join(';') + tokenOf(others);
  return [repairColumn(column, ids, current), ...others].join('|');
}

/** The column with current numbers. The text around a single number stays, such as the address of the GND. */
function repairColumn(column: string, ids: readonly GndId[], current: readonly GndId[]): string {
  if (ids.join() === current.join()) return column;
  const [before = '', after = ''] = [ids[0], current[0]];
  return ids.length === 1 && column.includes(before) ? column.replace(before, after) : current.join(';');
}

/** The third column, if it is an identifier and no address. */
function tokenOf([, third = '']: readonly string[]): string {
  const token = third.trim();
  return /^[\w.~-]+$/.test(token) ? `||${token}` : '';
}

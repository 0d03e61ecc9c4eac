/** Repairs lines of a BEACON list: replaces identifiers of merged records, and removes those of deleted records. */
import type { GndId } from '../../../core/model/gnd-id.ts';
import { readSourceIds } from './beacon-source-id.ts';

export interface RepairRules {
  /** Maps an identifier to the current one: undefined for a deleted record, itself for an unchanged record. */
  readonly currentId: (gnd: GndId) => GndId | undefined;
  /** Whether to keep only GND identifiers and tokens for the pattern, without notes and addresses. */
  readonly onlyIdentifiers: boolean;
}

/** @param line without its line end @returns undefined if nothing remains of the line */
export function repairLine(line: string, { currentId, onlyIdentifiers }: RepairRules): string | undefined {
  if (line.startsWith('#')) return line;
  const [column = '', ...others] = line.split('|');
  const { ids } = readSourceIds(column);
  // An unreadable line names no record, so it is left to its author.
  if (ids.length === 0) return onlyIdentifiers ? undefined : line;
  const current = [...new Set(ids.flatMap((id) => currentId(id) ?? []))];
  if (current.length === 0) return undefined;
  if (onlyIdentifiers) return current.join(';') + tokenOf(others);
  return [repairColumn(column, ids, current), ...others].join('|');
}

/** The column with current identifiers. Text around a single identifier stays, such as `https://d-nb.info/gnd/`. */
function repairColumn(column: string, ids: readonly GndId[], current: readonly GndId[]): string {
  if (ids.join() === current.join()) return column;
  const [before = '', after = ''] = [ids[0], current[0]];
  return ids.length === 1 && column.includes(before) ? column.replace(before, after) : current.join(';');
}

/** The third column if it is a token for the pattern, not an address, with the separators before it. */
function tokenOf([, third = '']: readonly string[]): string {
  const token = third.trim();
  return /^[\w.~-]+$/.test(token) ? `||${token}` : '';
}

/** Suggestions for the entries of a list: the entity of a former identifier, or entities that were perhaps meant. */
import type { createClient } from '../../client/client.js';
import { nearIds } from '../entity-near.ts';
import { worstOf } from './compare-names.ts';
import { type Column, type EntryAnswer, findingOf, type Row, type Suggestion } from './list-table.ts';

/** Largest number of mistyped entries for which similar identifiers are looked up. */
const MAX_MISTYPED = 100;
/** Largest number of suggestions for a mistyped entry. */
const MAX_NEAR = 3;
const MISTYPED: ReadonlySet<string | undefined> = new Set(['unknown', 'invalid', 'unreadable']);

/** Identifiers that were perhaps meant: the suggestion of the service, or those one step from a slip of the pen. */
function candidatesOf(row: Row<EntryAnswer>): readonly string[] {
  const { input, item, corrected } = row;
  if (corrected !== undefined || item === undefined) return [];
  if (item.suggestion !== undefined) return [item.suggestion];
  const { verdict, readings, scheme = 'gnd' } = item;
  // Neighbours are GND identifiers, so only entries that are read as such have any.
  const isForeign = scheme !== 'gnd' || (verdict === 'unknown' && readings !== undefined);
  return MISTYPED.has(findingOf(row)) && !isForeign ? nearIds(input) : [];
}

/** Looks up the entities that were perhaps meant, because nobody can judge an identifier without a name. */
export async function takeNear(
  rows: readonly Row<EntryAnswer>[],
  { coverage }: Pick<ReturnType<typeof createClient>, 'coverage'>,
  signal: AbortSignal,
) {
  let guesses = 0;
  const mistyped = rows.filter((row) => {
    if (row.near !== undefined || candidatesOf(row).length === 0) return false;
    return row.item?.suggestion !== undefined || (guesses += 1) <= MAX_MISTYPED;
  });
  const found = new Map<string, Omit<Suggestion, 'id'>>();
  const ids = new Set(mistyped.flatMap(candidatesOf));
  for await (const { input, preferredName: name = '', type } of coverage(ids, { signal }))
    found.set(input, { name, type });
  for (const row of mistyped) {
    const near = candidatesOf(row).map((id) => ({ id, name: '', ...found.get(id) }));
    row.near = near.filter(({ id, name }) => name !== '' || id === row.item?.suggestion).slice(0, MAX_NEAR);
  }
}

export function suggestionsOf({ corrected, item, near = [] }: Row<EntryAnswer>): readonly Suggestion[] {
  if (corrected !== undefined) return [];
  const { verdict, gnd, preferredName = '' } = item ?? {};
  return verdict === 'redirected' && gnd !== undefined ? [{ id: gnd, name: preferredName }] : near;
}

const isMerged = ({ item }: Row<EntryAnswer>) => item?.verdict === 'redirected';
export const isGuessed = (row: Row<EntryAnswer>) => !isMerged(row) && suggestionsOf(row).length > 0;

/** The valid identifier of a merged entry that has the name in the list; guesses are accepted one by one only. */
export function validIdOf(row: Row<EntryAnswer>): string | undefined {
  const [first] = suggestionsOf(row);
  return first === undefined || !isMerged(row) || differsFrom(row, first) ? undefined : first.id;
}

/** Whether a suggested entity has another name than the row. */
export function differsFrom({ names }: Row<EntryAnswer>, { name }: Suggestion): boolean {
  return worstOf(names, name) === 'different';
}

/** Columns of the table about suggestions. @param prefix of their names */
export function suggestionColumns(prefix: string): readonly Column<EntryAnswer>[] {
  return [
    [`${prefix}_suggestion`, (row) => suggestionsOf(row).map(({ id }) => id).join(' ')], // prettier-ignore
    [`${prefix}_suggestion_name`, (row) => suggestionsOf(row).map(({ name }) => name).join(' | ')], // prettier-ignore
    [`${prefix}_accepted`, ({ corrected }) => corrected],
  ];
}

/** Filters of the rows of a list by their findings. */
import { isGuessed } from './list-suggestions.ts';
import { type EntryAnswer, findingOf, type Row } from './list-table.ts';

type Filters<Item> = Readonly<Record<string, (row: Row<Item>) => boolean>>;

/** The findings of a page of lists, in the order of their filters. */
export interface Findings<Item> {
  readonly fine: readonly string[];
  /** Findings that need attention. */
  readonly wrong: readonly string[];
  /** Further filters, and the name of the one whose rows need attention. */
  readonly filters: Filters<Item>;
  readonly flaw: string;
}

/** Filters of rows by name, and the names of those whose rows need attention; in an excerpt of the GND, an unknown identifier may be right. */
export function filtersOf<Item extends EntryAnswer>(findings: Findings<Item>, isExcerpt: boolean) {
  const { fine, wrong, flaw } = findings;
  const faults = [...wrong.filter((finding) => !(isExcerpt && finding === 'unknown')), flaw];
  const byFinding: Filters<Item> = Object.fromEntries(
    [...fine, ...wrong].map((finding) => [finding, (row) => findingOf(row) === finding]),
  );
  const own = { ...byFinding, ...findings.filters };
  const filters: Filters<Item> = {
    all: () => true,
    attention: (row) => faults.some((fault) => own[fault]?.(row)),
    ...own,
    guessed: isGuessed,
    corrected: ({ corrected }) => corrected !== undefined,
  };
  return { filters, faults };
}

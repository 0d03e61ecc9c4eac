/** What the scripts of the coverage page hand to each other. */
import type { CoverageRowValue } from '../../api/coverage-schema.ts';

/** A row of the API's report, without the input. */
export type Item = Omit<CoverageRowValue, 'input' | 'missingCategories'>;
export type Verdict = Item['verdict'];

/** One distinct entry of the list. */
export interface Row {
  readonly input: string;
  times: number;
  /** What is asked instead of the input. */
  corrected?: string;
  /** Absent until it was answered. */
  item?: Item;
  /** What was known of the input before it was corrected. */
  before?: Item;
  /** Names that stand beside it in the list. */
  readonly names: Set<string>;
}

/** How a name of the list and the preferred name agree. */
export type NameCheck = 'same' | 'similar' | 'different';

export interface Snapshot {
  readonly id: string;
  readonly date: string;
}

/** A list as it was given, and where its identifiers and names are. */
export interface List {
  readonly reading: Reading;
  /** Identifiers of every row. */
  readonly ids: readonly (readonly string[])[];
  /** Column of the names that are compared. */
  readonly names: number | undefined;
}

/** A list that is being checked. */
export interface Check {
  readonly list: List;
  /** Each distinct entry once. */
  readonly rows: readonly Row[];
  /** Preferred names of what is suggested, by identifier. */
  readonly suggested: ReadonlyMap<string, string>;
  /** Keys in the order of the API. */
  readonly categories: readonly string[];
  /** That answers came from, the newest last. */
  readonly snapshots: readonly Snapshot[];
}

export interface Share {
  readonly key: string;
  readonly entities: number;
  readonly share: number;
}

export interface State {
  readonly phase: 'running' | 'waiting' | 'paused' | 'failed' | 'done' | 'cancelled';
  readonly done: number;
  readonly total: number;
  /** Of waiting. */
  readonly reason?: 'quota' | 'busy' | 'network';
  /** End of waiting, in milliseconds since 1970. */
  readonly until?: number;
  /** Of HTTP, where the API refuses what no waiting helps against. */
  readonly status?: number;
}

/** A sentence for the reader: name of the text, and the number in it. */
export interface Sentence {
  readonly key: string;
  readonly n?: number;
}

export interface Column {
  /** Place in the rows, from 0. */
  readonly index: number;
  /** Its header, or else its first cell. */
  readonly name: string;
  /** Cells that look like an identifier. */
  readonly hits: number;
  /** Cells that are not empty. */
  readonly filled: number;
}

/** Where the identifiers are: in a column, everywhere, or everywhere but only what looks like one. */
export type Choice = number | 'everything' | 'lookalikes';

export interface Reading {
  /** Every row as it was given, empty ones too; one cell per row when it is no table; without the header. */
  readonly rows: readonly (readonly string[])[];
  readonly header: readonly string[] | undefined;
  /** Between the cells of a table. */
  readonly delimiter?: string;
  /** The column that seems to have names. */
  readonly names?: number | undefined;
  /** None when it is no table. */
  readonly columns: readonly Column[];
  readonly best: Choice;
}

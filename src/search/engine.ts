/** The questions that search asks of an engine, which keeps the index; `search.ts` does everything else. */
import type { EntityType } from '../model/entity.ts';
import type { GndId } from '../model/gnd-id.ts';
import type { Budget } from './budget.ts';
import type { QueryWord } from './query/query-words.ts';
import type { Candidate } from './names/ranking.ts';

/**
 * Entities are numbered from the most prominent (1) to the least, without gaps: their `rank`. What is indexed of them is
 * said in `index-fields.ts`. Every method takes all questions of a step at once and answers them in their order, so that an
 * engine behind a network needs one round trip for each.
 */
export interface SearchEngine {
  /** @param prefetch may be asked next; an engine behind a network asks for it in the same round trip */
  find(questions: readonly Question[], prefetch?: () => Prefetch): Promise<readonly EngineResult[]>;
  /**
   * Ranks of the entities that have each key of `identifierKeys`, ascending, at most so many of each.
   * @param offset ranks of each that are left out, the lowest; limit and offset together ≤ `RELATION_WINDOW`
   */
  ranksByIdentifier(keys: readonly number[], limit: number, offset?: number): Promise<readonly (readonly number[])[]>;
  /** How many entities have each key. */
  countByIdentifier(keys: readonly number[]): Promise<readonly number[]>;
  /** Cards of entities, by rank; the answer may have others as well. */
  hits(ranks: readonly number[]): Promise<ReadonlyMap<number, IndexedHit>>;
  /** How many entities have each word in a name. */
  documentFrequencies(words: readonly string[]): Promise<readonly number[]>;
  nearWords(questions: readonly NearQuestion[]): Promise<readonly NearWords[]>;
}

/** `types` restricts to any of these; `limit` is the number of entities that are wanted, those with the lowest ranks. */
export type Question = { readonly types?: readonly EntityType[] | undefined; readonly limit: number } & (
  | {
      /** Entities whose names have all of the words, not necessarily in one name. */
      readonly by: 'words';
      readonly words: readonly QueryWord[];
      /** Each must be a word of a name, or the year of beginning or end. */
      readonly years?: readonly number[];
      /** More of what was asked before: those up to this rank are known and need not be answered again. */
      readonly after?: number;
      /** Budget of the whole query; without it the question has one of its own. */
      readonly budget?: Budget;
    }
  /** Entities of which `fullNameKey` of a name, or `textKey` of an identifier, is the key. */
  | { readonly by: 'fullName' | 'identifier'; readonly key: number }
  | { readonly by: 'gnd'; readonly id: GndId }
);

/** Questions and words of `documentFrequencies` that may be asked next. */
export interface Prefetch {
  readonly questions?: readonly Question[];
  readonly words?: readonly string[];
}

export interface IndexedCandidate extends Candidate {
  readonly rank: number;
}

export interface EngineResult {
  /** In order of rank. */
  readonly candidates: readonly IndexedCandidate[];
  /** False when a prefix stands for more words than the engine looked for, or the budget did not last: there may be more entities. */
  readonly isComplete: boolean;
  /** The budget did not last for the lists: there is nothing behind these that could be asked for. */
  readonly isPartial?: boolean;
  /**
   * How many entities there are in all, up to a limit; not exact when counting would take too long. Asked only where
   * there are as many candidates as were wanted.
   */
  total(limit: number): Promise<Total>;
}

/** Where nobody can be found. */
export const NO_RESULT: EngineResult = {
  candidates: [],
  isComplete: true,
  total: async () => ({ value: 0, isExact: true }),
};

export interface Total {
  readonly value: number;
  readonly isExact: boolean;
}

/** The parts of an entity that a search result shows. */
export interface EntityCard {
  readonly gnd: GndId;
  readonly type: EntityType;
  readonly preferredName: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly years?: { readonly start?: number; readonly end?: number };
  readonly differentiated?: boolean;
  /** Not found by words. */
  readonly isReferenceRecord?: boolean;
  readonly linkCount: number;
}

export interface IndexedHit {
  readonly card: EntityCard;
  /** As they were written, in the order of the candidate's folded variants. */
  variantNames(): readonly string[];
}

/** Asks for words of the vocabulary in three ways; no answer need have all of the words that fit. */
export interface NearQuestion {
  readonly word: string;
  readonly spellings: readonly string[];
  /** As `soundOf` has it; undefined asks for none. */
  readonly sound: number | undefined;
  /** As `deletionKeys` has them; words with a key in common, of so many characters. */
  readonly deletions: { readonly keys: readonly number[]; readonly from: number; readonly to: number } | undefined;
  /** Words that are looked at because of a key in common. */
  readonly scanned: number;
}

export interface VocabularyWord {
  readonly word: string;
  /** Entities that have it in a name. */
  readonly entities: number;
}

export interface NearWords {
  readonly spelled: readonly VocabularyWord[];
  /** The most frequent ones. */
  readonly alike: readonly VocabularyWord[];
  readonly deleted: readonly VocabularyWord[];
}

/** The questions that search asks of an engine, which keeps the index; `search.ts` does everything else. */
import type { EntityType, Years } from '../model/entity.ts';
import type { GndId } from '../model/gnd-id.ts';
import type { Budget } from './budget.ts';
import type { QueryWord } from './query/query.ts';
import type { Candidate } from './names/ranking.ts';

/**
 * Entities are numbered from the most prominent (1) to the least, without gaps: their `rank`. `index-fields.ts` defines their
 * indexed fields. Every method takes all questions of a step at once and answers them in their order, so that an engine
 * behind a network needs one round trip for a step.
 */
export interface SearchEngine {
  /** Number of entities. */
  readonly entities: number;
  find(questions: readonly Question[]): Promise<readonly EngineResult[]>;
  /** Number of entities with each key of `identifierKeys`. */
  countByIdentifier(keys: readonly number[]): Promise<readonly number[]>;
  /** Cards of entities, by rank; the answer may contain further ones. */
  hits(ranks: readonly number[]): Promise<ReadonlyMap<number, IndexedHit>>;
  /** Number of entities with each word in a name. */
  documentFrequencies(words: readonly string[]): Promise<readonly number[]>;
  nearWords(questions: readonly NearQuestion[]): Promise<readonly NearWords[]>;
}

/** A question for the entities with the lowest ranks, at most `limit`; `types` restricts it to entities of any of these. */
export type Question = { readonly types?: readonly EntityType[] | undefined; readonly limit: number } & (
  | {
      /** Entities whose names have all of the words, not necessarily in one name. */
      readonly by: 'words';
      readonly words: readonly QueryWord[];
      /** Each must be a word of a name, or the year of beginning or end. */
      readonly years?: readonly number[];
      /** Budget of the whole query; by default the question has one of its own. */
      readonly budget?: Budget;
    }
  /** Entities with a name that consists of these words, folded, in any order. */
  | { readonly by: 'fullName'; readonly name: readonly string[] }
  | {
      /** Entities with this key of `identifierKeys`. */
      readonly by: 'identifier';
      readonly key: number;
      /** Entities with the lowest ranks to leave out, without types; limit and offset together ≤ `RELATION_WINDOW`. */
      readonly offset?: number;
    }
  | { readonly by: 'gnd'; readonly id: GndId }
);

export interface IndexedCandidate extends Candidate {
  readonly rank: number;
}

export interface EngineResult {
  /** In order of rank. */
  readonly candidates: readonly IndexedCandidate[];
  /** False when there may be more entities: a prefix stands for more words than the engine looked up, or the budget was used up. */
  readonly isComplete: boolean;
  /**
   * Set when the budget did not allow to read the lists of all words: then the candidates are the best known entities with
   * some of the words, as far as they have the others. Where all entities with these words were checked, the result is
   * complete all the same.
   */
  readonly isOfBestKnown?: boolean;
  /**
   * Number of all entities, up to a limit; not exact when counting would take too long. Called only where there are as many
   * candidates as the limit of the question.
   */
  total(limit: number): Promise<Total>;
}

/** Result without entities. */
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
  readonly displayName?: string | undefined;
  readonly description?: string | undefined;
  readonly years?: Years | undefined;
  readonly differentiated?: boolean | undefined;
  /** Set for a reference record, which search by words does not find. */
  readonly isReferenceRecord?: boolean | undefined;
  readonly linkCount: number;
}

export interface IndexedHit {
  readonly card: EntityCard;
  /** Variant names as written, in the order of the folded variants of the candidate. */
  variantNames(): readonly string[];
}

/** A question for words of the vocabulary in three ways; answers need not be complete. */
export interface NearQuestion {
  readonly word: string;
  readonly spellings: readonly string[];
  /** Sound of the word, from `soundOf`; undefined for no search by sound. */
  readonly sound: number | undefined;
  /** Keys from `deletionKeys`, for words with a common key that have `from` to `to` characters. */
  readonly deletions: { readonly keys: readonly number[]; readonly from: number; readonly to: number } | undefined;
  /** Largest number of words with a common key that are compared. */
  readonly scanned: number;
}

export interface VocabularyWord {
  readonly word: string;
  /** Entities that have it in a name. */
  readonly entities: number;
}

/** Words in each of the three ways; `alike` are the most frequent ones. */
export type NearWords = Readonly<Record<'spelled' | 'alike' | 'deleted', readonly VocabularyWord[]>>;

/** Removes repeated entities; of equal ones the first is kept. */
export function distinct<T>(items: readonly T[], rankOf: (item: T) => number): T[] {
  const seen = new Set<number>();
  return items.filter((item) => {
    const { size } = seen;
    return seen.add(rankOf(item)).size > size;
  });
}

export function distinctRanks<T extends { readonly rank: number }>(items: readonly T[]): T[] {
  return distinct(items, ({ rank }) => rank);
}

/** Explanation of a search: the attempts with their costs, and the reasons for the place of each hit. */
import type { Ranked, FittedEntity } from './attempts/attempt.ts';
import type { Budget } from './budget.ts';
import type { Fit } from './names/ranking.ts';

export interface SearchExplanation {
  /** In the order in which they are tried. */
  readonly attempts: readonly TriedAttempt[];
  /** Weights of the words of the query, where entities are found that lack some of them. */
  readonly weights?: NonNullable<Ranked['weights']>;
  /** One for each item of the page. */
  readonly hits: readonly ExplainedHit[];
}

type TriedAttempt =
  | { readonly name: string; readonly isTried: false }
  | {
      readonly name: string;
      readonly isTried: true;
      /** Number of entities found up to the end of the page. */
      readonly entities: number;
      /** Tier of the first entity. */
      readonly tier?: number;
      /** Number of entries of the index that were taken from the budget. */
      readonly entries: number;
      readonly milliseconds: number;
    };

interface ExplainedHit extends Fit {
  readonly attempt: string;
  /** Prominence in thousandths of a point. */
  readonly prominence: number;
}

/** Called for each attempt before it is tried; the function that it returns is called with the result. */
export type AttemptTrace = (name: string, isTried: boolean, budget: Budget) => ((result: Ranked) => void) | undefined;

export function createExplainer() {
  const attempts: TriedAttempt[] = [];
  const trace: AttemptTrace = (name, isTried, budget) => {
    if (!isTried) return void attempts.push({ name, isTried });
    const [begin, spent] = [performance.now(), budget.spent()];
    return ({ entries, best }) => {
      const tier = best && { tier: best.fit.tier };
      const cost = { entries: budget.spent() - spent, milliseconds: performance.now() - begin };
      attempts.push({ name, isTried: true, entities: entries.length, ...tier, ...cost });
    };
  };
  /** @param bestBy name of the attempt whose entities are answered */
  const explain = (
    entities: readonly FittedEntity[],
    bestBy: string,
    weights: Ranked['weights'],
  ): SearchExplanation => ({
    attempts,
    ...(weights && { weights }),
    hits: entities.map(({ candidate: { prominence }, fit, identifiedBy }) => ({
      attempt: identifiedBy === undefined ? bestBy : (attempts.find(({ isTried }) => isTried)?.name ?? ''),
      prominence,
      ...fit,
    })),
  });
  return { trace, explain };
}

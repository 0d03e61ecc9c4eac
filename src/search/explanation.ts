/** Why a search finds what it finds: which attempts were tried at which cost, and why each hit stands where it stands. */
import type { Ranked, RankedEntity } from './attempts/attempt.ts';
import type { Budget } from './budget.ts';
import type { Fit } from './names/ranking.ts';

export interface SearchExplanation {
  /** In the order in which they are tried. */
  readonly attempts: readonly TriedAttempt[];
  /** One for each item of the page. */
  readonly hits: readonly ExplainedHit[];
}

export type TriedAttempt =
  | { readonly name: string; readonly isTried: false }
  | {
      readonly name: string;
      readonly isTried: true;
      /** Found up to the end of the page. */
      readonly entities: number;
      /** The tier of the first of them. */
      readonly tier?: number;
      /** Entries of the index that were drawn from the budget. */
      readonly entries: number;
      readonly milliseconds: number;
    };

export interface ExplainedHit extends Fit {
  readonly attempt: string;
  /** In thousandths of a point. */
  readonly prominence: number;
}

/** Called for each attempt before it is tried; the function that it returns is called with the result. */
export type AttemptTrace = (name: string, isTried: boolean, budget: Budget) => ((found: Ranked) => void) | undefined;

export function createExplainer() {
  const attempts: TriedAttempt[] = [];
  const trace: AttemptTrace = (name, isTried, budget) => {
    if (!isTried) attempts.push({ name, isTried });
    const [begin, spent] = [performance.now(), budget.spent()];
    return ({ entries, best }) => {
      const tier = best && { tier: best.fit.tier };
      const cost = { entries: budget.spent() - spent, milliseconds: performance.now() - begin };
      attempts.push({ name, isTried: true, entities: entries.length, ...tier, ...cost });
    };
  };
  /** @param bestBy name of the attempt that is answered */
  const explain = (entities: readonly RankedEntity[], bestBy: string): SearchExplanation => ({
    attempts,
    hits: entities.map(({ candidate: { prominence }, fit, identifiedBy }) => ({
      attempt: identifiedBy === undefined ? bestBy : (attempts.find(({ isTried }) => isTried)?.name ?? ''),
      prominence,
      ...fit,
    })),
  });
  return { trace, explain };
}

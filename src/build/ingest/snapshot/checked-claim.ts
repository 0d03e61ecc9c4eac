/** A claim with the result of its check, and functions that compare values and collect examples of faulty rows. */
import type { Counts } from '../../../shared/counts.ts';

export interface CheckedClaim {
  readonly claim: string;
  /** Finding that contradicts the claim; undefined when the claim holds. */
  readonly falsehood?: string;
}

/** Number of faulty rows that are named per claim. */
const MAX_EXAMPLES = 3;

export function claimed(claim: string, falsehood: string | undefined): CheckedClaim {
  return falsehood === undefined ? { claim } : { claim, falsehood };
}

export function unequal(what: string, stated: number | string, actual: number | string): string | undefined {
  return stated === actual ? undefined : `${what}: stated ${stated}, found ${actual}`;
}

export function unequalCounts(stated: Readonly<Counts>, actual: Readonly<Counts>): string | undefined {
  const differing = Object.keys({ ...stated, ...actual }).find((key) => (stated[key] ?? 0) !== (actual[key] ?? 0));
  return differing && unequal(differing, stated[differing] ?? 0, actual[differing] ?? 0);
}

/** Keeps a few examples and counts the rest: a snapshot may be wrong in every row. */
export function createFaults() {
  const examples: string[] = [];
  let more = 0;
  return {
    add(fault: string): void {
      if (examples.length < MAX_EXAMPLES) examples.push(fault);
      else more += 1;
    },
    /** Undefined when there are none. */
    summary: () => (examples.length === 0 ? undefined : `${examples.join('; ')}${more > 0 ? ` and ${more} more` : ''}`),
  };
}

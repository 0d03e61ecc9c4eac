/** What one query may cost: all its steps draw from one budget, so that it is bounded whatever the words are. */
import { LIMITS } from './dials.ts';

export interface Budget {
  /** Pays for so many things as a step's share of what is left does. @param each as in `COSTS` @returns how many these are */
  take(wanted: number, each: number): number;
  spent(): number;
  /** Lets what was kept back be spent. */
  release(): void;
  /** What was paid for as a whole: to go on with it costs nothing. */
  readonly paid: Set<string>;
}

export function createBudget(entries: number = LIMITS.budget.value): Budget {
  let kept = Math.floor(entries / LIMITS.keptPart.value);
  let left = entries - kept;
  return {
    take(wanted, each) {
      const granted = Math.min(wanted, Math.floor(left / LIMITS.sharePart.value / each));
      left -= granted * each;
      return granted;
    },
    release() {
      left += kept;
      kept = 0;
    },
    paid: new Set(),
    spent: () => entries - left - kept,
  };
}

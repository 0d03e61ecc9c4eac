/** The budget of one query: all its steps draw from it, so that the work is bounded whatever the words are. */
import { LIMITS } from './tuning.ts';

export interface Budget {
  /**
   * Pays for so many things as a step's share of what is left does, or all that is left.
   * @param each as in `COSTS`
   * @returns how many these are
   */
  take(wanted: number, each: number, isAll?: boolean): number;
  /** Gives back what was paid for and not read. */
  refund(entries: number): void;
  spent(): number;
  /** Lets what was kept back be spent. */
  release(): void;
}

export function createBudget(entries: number = LIMITS.budget.value): Budget {
  let kept = Math.floor(entries / LIMITS.keptPart.value);
  let left = entries - kept;
  return {
    take(wanted, each, isAll = false) {
      const share = isAll ? left : left / LIMITS.sharePart.value;
      const granted = Math.min(wanted, Math.floor(share / each));
      left -= granted * each;
      return granted;
    },
    refund(entries) {
      left += entries;
    },
    release() {
      left += kept;
      kept = 0;
    },
    spent: () => entries - left - kept,
  };
}

/** The budget of one query: all its steps draw from it, so that the work is bounded whatever the words are. */
import { LIMITS } from './tuning.ts';

export interface Budget {
  /**
   * Pays for as many of the wanted items as one step may have: its share of the remaining budget, or the whole rest.
   * @param wanted number of items
   * @param each cost of an item, one of `COSTS`
   * @param isAll whether the whole rest may be spent
   * @returns number of items that are paid for
   */
  take(wanted: number, each: number, isAll?: boolean): number;
  /** Returns entries that were paid for but not read. */
  refund(entries: number): void;
  spent(): number;
  /** Whether a step had less than it wanted, so that entities may be missing. */
  isShort(): boolean;
}

export function createBudget(entries: number = LIMITS.budget.value): Budget {
  let left = entries;
  let isShort = false;
  return {
    take(wanted, each, isAll = false) {
      const share = isAll ? left : left / LIMITS.sharePart.value;
      const granted = Math.min(wanted, Math.floor(share / each));
      left -= granted * each;
      isShort ||= granted < wanted;
      return granted;
    },
    refund(entries) {
      left += entries;
    },
    spent: () => entries - left,
    isShort: () => isShort,
  };
}

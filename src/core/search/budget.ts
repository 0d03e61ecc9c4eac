/** The budget of one query: all its steps draw from it, so that the work is bounded whatever the words are. */
import { LIMITS } from './tuning.ts';

export type Budget = ReturnType<typeof createBudget>;

export function createBudget(entries: number = LIMITS.budget.value) {
  let left = entries;
  let isShort = false;
  return {
    /**
     * Pays for as many of the wanted items as one step may have: its share of the remaining budget, or the whole rest.
     * @param wanted number of items
     * @param each cost of an item, one of `COSTS`
     * @param isAll whether the whole rest may be spent
     * @returns number of items that are paid for
     */
    take(wanted: number, each: number, isAll = false): number {
      const share = isAll ? left : left / LIMITS.sharePart.value;
      const granted = Math.min(wanted, Math.floor(share / each));
      left -= granted * each;
      isShort ||= granted < wanted;
      return granted;
    },
    /** Returns entries that were paid for but not read. */
    refund(entries: number): void {
      left += entries;
    },
    spent: () => entries - left,
    /** Whether a step had less than it wanted, so that entities may be missing. */
    isShort: () => isShort,
  };
}

/** Held days: days with far fewer changed records than the same weekday before, until they have been listed again. */
import { DAY_MS, dayOf, HOUR_MS } from '../../../core/model/days.ts';
import type { HarvestedDay } from './audit-store.ts';
import { completeBeforeGaps } from './harvest.ts';
import type { RecordStore } from './record-store.ts';

/** Milliseconds after which a held day is listed again: a repository that failed at night may work in the morning. */
export const RELIST_HELD_MS = 6 * HOUR_MS;

/** The rule for holding a day; documents and tests take the numbers from here. */
export const HELD_RULE = {
  /** Number of weeks before the day that are compared. */
  weeks: 8,
  /** Smallest number of days of the same weekday in these weeks that must be known. */
  leastDays: 4,
  /** Smallest expected number of records, the median of these days, to which the rule applies. */
  leastExpected: 20,
  /** Share of the expected number below which the day is held. */
  share: 0.25,
} as const;
/** Number of last days to which the rule applies: audits list older days again anyway. */
const JUDGED_DAYS = 14;

/** Counts records of days completed since the last count, and holds days with too few. @param now in milliseconds */
export function countDays(store: RecordStore, now: number): void {
  const { complete } = completeBeforeGaps(store);
  const last = store.audit.lastDay();
  const first = last === undefined ? store.audit.firstDay() : dayOf(Date.parse(last) + DAY_MS);
  if (complete === undefined || first === undefined) return;
  // The last day is not over: only a part of it was harvested.
  const end = Date.parse(complete.slice(0, 10)) - DAY_MS;
  // Earlier days are compared with none; a wrong datestamp may be centuries old.
  const begin = Math.max(Date.parse(first), end - (JUDGED_DAYS + HELD_RULE.weeks * 7) * DAY_MS);
  if (begin > end) return;
  const counted = new Map(store.audit.countDays(dayOf(begin), dayOf(end)).map(({ day, records }) => [day, records]));
  for (let instant = begin; instant <= end; instant += DAY_MS) {
    const day = dayOf(instant);
    const records = counted.get(day) ?? 0;
    const isHeld =
      instant > end - JUDGED_DAYS * DAY_MS && isFarBelow(records, expectedOn(day, earlierDays(store, instant)));
    store.audit.setDay({ day, records, held: isHeld ? new Date(now).toISOString() : undefined });
  }
}

const earlierDays = (store: RecordStore, instant: number): readonly HarvestedDay[] =>
  store.audit.days(dayOf(instant - HELD_RULE.weeks * 7 * DAY_MS));

/** The median of records on the same weekday, held days left out; undefined if too few days are known. */
export function expectedOn(day: string, earlier: readonly HarvestedDay[]): number | undefined {
  const weekday = new Date(day).getUTCDay();
  const counts = earlier
    .filter((other) => other.day < day && typeof other.held !== 'string' && new Date(other.day).getUTCDay() === weekday)
    .map(({ records }) => records)
    .sort((a, b) => a - b);
  return counts.length < HELD_RULE.leastDays ? undefined : counts[Math.floor(counts.length / 2)];
}

export function isFarBelow(records: number, expected: number | undefined): boolean {
  return expected !== undefined && expected >= HELD_RULE.leastExpected && records < HELD_RULE.share * expected;
}

export function heldDays(store: RecordStore): readonly HarvestedDay[] {
  return store.audit.days('').filter(({ held }) => typeof held === 'string');
}

/** Releases a day that was listed again, however few records it has. */
export function release(store: RecordStore, day: string): void {
  store.audit.setDay({ day, records: store.audit.countDays(day, day)[0]?.records ?? 0 });
}

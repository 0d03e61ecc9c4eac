/** Days in UTC, and lengths of time in milliseconds. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The day of an instant in UTC, `YYYY-MM-DD`. @param instant a number is milliseconds since 1970 */
export function dayOf(instant: Date | number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The same time of day, some days before. */
export function daysBefore(instant: Date | number, days: number): Date {
  return new Date(Number(instant) - days * DAY_MS);
}

/** The local time of the DNB, in which its records and dumps state their last change. */

const LOCAL = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' });

/** `2026-08-14T11:00:03`. @param instant in milliseconds */
export function localTime(instant: number): string {
  return LOCAL.format(instant).replace(' ', 'T');
}

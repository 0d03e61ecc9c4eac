/** The local time of the DNB, in which its records and dumps state their last change. */
import { HOUR_MS } from './days.ts';

const LOCAL = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' });

/** `2026-08-14T11:00:03`. @param instant in milliseconds */
export function localTime(instant: number): string {
  return LOCAL.format(instant).replace(' ', 'T');
}

/** Milliseconds since 1970; the earlier instant for a time that occurs twice. @param local `2026-08-14T11:00:03` */
export function instantOfLocal(local: string): number {
  const asIfUtc = Date.parse(`${local}Z`);
  const [summer, winter] = [asIfUtc - 2 * HOUR_MS, asIfUtc - HOUR_MS];
  return localTime(summer) === local ? summer : winter;
}

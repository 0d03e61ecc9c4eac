/** Datestamps of OAI-PMH: days or instants in UTC, in the granularity of the repository. */
import { DAY_MS } from './days.ts';

/** Milliseconds by the granularity in `Identify`; every repository supports days. OAI-PMH 2.0 §3.3 */
export const GRANULARITY_MS = { 'YYYY-MM-DD': DAY_MS, 'YYYY-MM-DDThh:mm:ssZ': 1_000 } as const;
export type Granularity = keyof typeof GRANULARITY_MS;

const DATESTAMP = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?Z)?$/;

/** The datestamp without fractions of a second; undefined for other texts. Datestamps of a repository sort by time. */
export function parseDatestamp(text: string): string | undefined {
  const [, day, time] = DATESTAMP.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const datestamp = time === undefined ? day : `${day}T${time}Z`;
  const instant = Date.parse(datestamp);
  // Date.parse takes 31 February for 3 March.
  const exists = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
  return exists ? datestamp : undefined;
}

const WITH_ZONE = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d|)$/;

/** Reads a datestamp of a repository, in UTC; also one with another offset, with none, or in lower case. */
export function readDatestamp(text: string): string | undefined {
  const [, day, time, zone] = WITH_ZONE.exec(text.trim().toUpperCase()) ?? [];
  if (day === undefined || time === undefined) return parseDatestamp(text);
  const local = parseDatestamp(`${day}T${time}Z`);
  if (local === undefined || zone === undefined || zone === '' || zone === 'Z') return local;
  const instant = new Date(`${day}T${time}${zone.slice(0, 3)}:${zone.slice(-2)}`);
  return Number.isNaN(instant.getTime()) ? undefined : `${instant.toISOString().slice(0, 19)}Z`;
}

/** Milliseconds since 1970; of a day, its first instant. */
export function instantOf(datestamp: string): number {
  return Date.parse(datestamp);
}

/** Cuts off digits finer than the granularity. @param instant in milliseconds since 1970 */
export function formatDatestamp(instant: number, granularity: Granularity): string {
  const text = new Date(instant).toISOString();
  return granularity === 'YYYY-MM-DD' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`;
}

/** The last datestamp within a day, in milliseconds since 1970. */
export function endOfDay(day: string, granularity: Granularity): number {
  return instantOf(day) + GRANULARITY_MS['YYYY-MM-DD'] - GRANULARITY_MS[granularity];
}

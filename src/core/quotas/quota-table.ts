/** The table of quotas: the names, defaults and texts that settings, `/status`, pages and documents use. */
import { type Static, Type } from 'typebox';
import type { Label } from '../model/entity.ts';
import { count, described, type Immutable } from '../model/schema.ts';

interface QuotaKind {
  /** Default number of requests of a client in a minute, and within one second. */
  readonly quota: number;
  readonly burst: number;
  /** Unit that is counted, in the words of help and documents. */
  readonly counted: string;
  /** Name for people. */
  readonly label: Label;
}

/** Quotas by name. Their policies in the `RateLimit` fields have the same name, and both settings begin with it. */
export const QUOTAS = {
  links: {
    quota: 600,
    burst: 300,
    counted: 'requests for /gnd/{gnd}/links, pages, and services without a quota of their own',
    label: { de: 'Entität und Verweise', en: 'Entity and links' },
  },
  search: {
    quota: 300,
    burst: 150,
    counted: 'requests for /search; a page of results counts twice',
    label: { de: 'Suche', en: 'Search' },
  },
  coverage: {
    quota: 120,
    burst: 60,
    counted: 'requests for /coverage, with up to 100 identifiers each',
    label: { de: 'Listenprüfung (je 100 Nummern)', en: 'List check (per 100 identifiers)' },
  },
  resolve: {
    quota: 12_000,
    burst: 2000,
    counted: 'identifiers sent to /resolve and /changes/for, up to 1,000 in a request',
    label: { de: 'Nummern zuordnen (je Nummer)', en: 'Resolve identifiers (per identifier)' },
  },
  reconcile: {
    quota: 3000,
    burst: 300,
    counted: 'queries to /reconcile; a request may contain several',
    label: { de: 'Namen abgleichen (je Name)', en: 'Match names (per name)' },
  },
  mcp: {
    quota: 600,
    burst: 150,
    counted: 'messages to /mcp; in calls, each name and identifier counts once, a search twice',
    label: {
      de: 'Model Context Protocol (je Name und Nummer)',
      en: 'Model Context Protocol (per name and identifier)',
    },
  },
} as const satisfies Readonly<Record<string, QuotaKind>>;

export type QuotaName = keyof typeof QUOTAS;
export const QUOTA_NAMES = Object.keys(QUOTAS) as readonly QuotaName[];

export const QuotaValue = described('Quota', 'Requests allowed per IP address (IPv6: per /64).', {
  quota: count(
    'Requests per window. For `resolve`, `reconcile` and `mcp`, the identifiers and names in the requests are counted.',
  ),
  windowSeconds: Type.Integer({ minimum: 1, description: 'Length of the window in seconds.' }),
  burst: count('Maximum number of requests within one second, counted in the same way as requests per window.'),
  site: Type.Optional(
    count('Requests per window from a whole IPv6 /48. The field is absent if there is no such limit.'),
  ),
});

export type QuotaInForce = Immutable<Static<typeof QuotaValue>>;
export type Quota = Omit<QuotaInForce, 'site'>;

/** The quotas as they are configured. */
export type Limits = Readonly<Record<QuotaName, Quota>>;
/** The quotas as they are published, with the quota of an IPv6 site where there is one. */
export type LimitsInForce = Readonly<Record<QuotaName, QuotaInForce>>;

/** One value for each quota. */
export function perQuota<T>(make: (name: QuotaName) => T): Readonly<Record<QuotaName, T>> {
  return Object.fromEntries(QUOTA_NAMES.map((name) => [name, make(name)])) as Record<QuotaName, T>;
}

/** Length of the window in which requests are counted. */
export const WINDOW_SECONDS = 60;

/** @param valueOf a setting's value by its name, e.g. `linksBurst` */
export function limitsFrom(valueOf: (setting: `${QuotaName}${'Quota' | 'Burst'}`) => number): Limits {
  return perQuota((name) => perMinute(valueOf(`${name}Quota`), valueOf(`${name}Burst`)));
}

const perMinute = (quota: number, burst: number): Quota => ({ quota, windowSeconds: WINDOW_SECONDS, burst });

export const DEFAULT_LIMITS: Limits = perQuota((name) => perMinute(QUOTAS[name].quota, QUOTAS[name].burst));

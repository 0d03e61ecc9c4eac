/** What the page of the service's state says. */
import type { LimitedName } from '../api/endpoint.ts';
import type { Label } from '../model/entity.ts';
import type { Plural } from './locale.ts';

export const TEXT = {
  title: { de: 'Status', en: 'Status' },
  description: {
    de: 'Wie es dem Dienst und seinen Daten gerade geht.',
    en: 'How the service and its data are at the moment.',
  },
  again: { de: 'Neu laden', en: 'Reload' },
  data: { de: 'Daten', en: 'Data' },
  snapshot: { de: 'Kennung des Stands', en: 'Identifier of the snapshot' },
  date: { de: 'Datum der Daten', en: 'Date of the data' },
  built: { de: 'Zusammengestellt', en: 'Built' },
  entities: { de: 'Entitäten', en: 'Entities' },
  links: { de: 'Verweise', en: 'Links' },
  redirects: { de: 'Umgelenkte Nummern', en: 'Redirected identifiers' },
  format: { de: 'Version des Datenformats', en: 'Version of the data format' },
  byType: { de: 'Entitäten nach Typ', en: 'Entities by type' },
  sources: { de: 'Quellen', en: 'Sources' },
  sourcesText: {
    de: 'Eine Quelle, die älter ist als ihr eigener Rhythmus, genügt für „mit Einschränkungen“. Abfragen beantwortet der Dienst trotzdem vollständig.',
    en: 'One source that is older than its own cadence is enough for “with limitations”. Requests are answered in full nevertheless.',
  },
  checks: { de: 'Prüfungen', en: 'Checks' },
  check: { de: 'Prüfung', en: 'Check' },
  result: { de: 'Ergebnis', en: 'Result' },
  quotas: { de: 'Kontingente', en: 'Quotas' },
  quotasText: {
    de: 'Für jede Adresse im Netz (IPv6: jedes /64) gelten diese Grenzen, für jede Art von Abfrage für sich. Was darüber hinausgeht, wird mit 429 abgelehnt; „Retry-After“ sagt, wie lange zu warten ist. Seiten, die dasselbe zeigen, zählen mit. Alles andere ist nicht begrenzt.',
    en: 'These limits hold for every network address (IPv6: every /64), for each kind of request by itself. What goes beyond is refused with 429; “Retry-After” says how long to wait. Pages that show the same count as well. Nothing else is limited.',
  },
  endpoint: { de: 'Abfrage', en: 'Request' },
  quota: { de: 'Anfragen', en: 'Requests' },
  perWindow: {
    de: '{n} in {seconds} Sekunden, höchstens {burst} davon in einer Sekunde',
    en: '{n} in {seconds} seconds, at most {burst} of them within one second',
  },
  site: { de: 'Für ein ganzes IPv6-/48', en: 'For a whole IPv6 /48' },
  noSite: { de: 'keine Grenze', en: 'no limit' },
  service: { de: 'Dienst', en: 'Service' },
  release: { de: 'Version der Software', en: 'Version of the software' },
  api: { de: 'Version der Schnittstelle', en: 'Version of the interface' },
  uptime: { de: 'Läuft seit', en: 'Running for' },
  json: { de: 'Dieselben Angaben als JSON', en: 'The same as JSON' },
} as const satisfies Record<string, Label>;

export const HEALTH = {
  pass: {
    badge: 'good',
    label: { de: 'in Ordnung', en: 'in order' },
    headline: { de: 'Alles in Ordnung', en: 'Everything is in order' },
    text: {
      de: 'Der Dienst antwortet, und alle Quellen sind aktuell.',
      en: 'The service answers, and all sources are up to date.',
    },
  },
  warn: {
    badge: 'warn',
    label: { de: 'mit Einschränkungen', en: 'with limitations' },
    headline: { de: 'In Betrieb, mit Einschränkungen', en: 'In service, with limitations' },
    text: {
      de: 'Der Dienst antwortet. Was nicht ganz in Ordnung ist, steht unter „Prüfungen“.',
      en: 'The service answers. What is not quite in order is listed under “Checks”.',
    },
  },
  fail: {
    badge: 'bad',
    label: { de: 'gestört', en: 'failing' },
    headline: { de: 'Gestört', en: 'Out of order' },
    text: {
      de: 'Die Daten können zurzeit nicht gelesen werden. Abfragen schlagen fehl; bitte später noch einmal versuchen.',
      en: 'The data cannot be read at present. Requests fail; please try again later.',
    },
  },
} as const satisfies Record<string, { badge: string; label: Label; headline: Label; text: Label }>;

interface CheckWords {
  readonly name: Label;
  readonly explanation: Label;
}

/** The set may grow; a check that is not here is shown under its own name. */
export const CHECKS: Readonly<Record<string, CheckWords>> = {
  store: {
    name: { de: 'Datenbestand', en: 'Data' },
    explanation: { de: 'Lassen sich die Daten lesen, und wie schnell?', en: 'Can the data be read, and how fast?' },
  },
  limiter: {
    name: { de: 'Kontingente', en: 'Quotas' },
    explanation: { de: 'Werden Anfragen gezählt?', en: 'Are requests counted?' },
  },
  freshness: {
    name: { de: 'Aktualität', en: 'Freshness' },
    explanation: { de: 'Wie viele Quellen sind nicht aktuell?', en: 'How many sources are not up to date?' },
  },
};

export const UNITS: Readonly<Record<string, Plural>> = {
  ms: { one: { de: '{n} ms', en: '{n} ms' }, many: { de: '{n} ms', en: '{n} ms' } },
  sources: {
    one: { de: '{n} Quelle', en: '{n} source' },
    many: { de: '{n} Quellen', en: '{n} sources' },
  },
};

export const LIMITED_LABELS: Readonly<Record<LimitedName, Label>> = {
  links: { de: 'Entität und Verweise', en: 'Entity and links' },
  search: { de: 'Suche', en: 'Search' },
  coverage: { de: 'Deckungsabfrage (je 100 Nummern)', en: 'Coverage (100 identifiers each)' },
};

/** From the largest unit to the smallest. */
export const SPANS: readonly (readonly [seconds: number, words: Plural])[] = [
  [86_400, { one: { de: '{n} Tag', en: '{n} day' }, many: { de: '{n} Tagen', en: '{n} days' } }],
  [3600, { one: { de: '{n} Stunde', en: '{n} hour' }, many: { de: '{n} Stunden', en: '{n} hours' } }],
  [60, { one: { de: '{n} Minute', en: '{n} minute' }, many: { de: '{n} Minuten', en: '{n} minutes' } }],
  [1, { one: { de: '{n} Sekunde', en: '{n} second' }, many: { de: '{n} Sekunden', en: '{n} seconds' } }],
];

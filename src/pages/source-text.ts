/** What the page of one source says. */
import type { Label } from '../model/entity.ts';
import type { Plural } from './locale.ts';

export const TEXT = {
  all: { de: 'Alle Quellen', en: 'All sources' },
  about: { de: 'Herkunft', en: 'Origin' },
  key: { de: 'Schlüssel', en: 'Key' },
  kind: { de: 'Art', en: 'Kind' },
  publisher: { de: 'Herausgeber', en: 'Publisher' },
  homepage: { de: 'Website', en: 'Website' },
  download: { de: 'Bezugsadresse', en: 'Download address' },
  format: { de: 'Format', en: 'Format' },
  licence: { de: 'Lizenz', en: 'Licence' },
  freshness: { de: 'Aktualität', en: 'Freshness' },
  state: { de: 'Zustand', en: 'State' },
  reason: { de: 'Grund', en: 'Reason' },
  age: { de: 'Alter', en: 'Age' },
  cadence: { de: 'Rhythmus', en: 'Cadence' },
  history: { de: 'Verlauf', en: 'History' },
  declared: { de: 'Datum, das die Quelle selbst nennt', en: 'Date that the source itself declares' },
  observed: { de: 'Dieser Inhalt hier zuerst gesehen', en: 'This content first seen here' },
  retrieved: { de: 'Diese Fassung geladen', en: 'This copy fetched' },
  checked: { de: 'Zuletzt nach einer neueren gesehen', en: 'Last look for a newer one' },
  historyNote: {
    de: 'Mehr als diese Zeitpunkte nennt die Schnittstelle nicht: Frühere Fassungen werden nicht veröffentlicht.',
    en: 'The interface tells no more than these moments: earlier copies are not published.',
  },
  scope: { de: 'Umfang', en: 'Scope' },
  entities: { de: 'Entitäten', en: 'Entities' },
  links: { de: 'Verweise', en: 'Links' },
  types: { de: 'Entitätstypen', en: 'Entity types' },
  categories: { de: 'Bereiche', en: 'Categories' },
  collections: { de: 'Sammlungen', en: 'Collections' },
  noLinks: {
    de: 'Aus dieser Quelle stammt im Augenblick kein Verweis.',
    en: 'At the moment no link comes from this source.',
  },
  import: { de: 'Was verwendet wurde', en: 'What was used' },
  importText: {
    de: 'Gezählt werden die Datensätze oder Zeilen der Quelle; Anteile beziehen sich auf alle, die gelesen wurden.',
    en: 'Counted in records or lines of the source; shares refer to all that were read.',
  },
  read: { de: 'Gelesen', en: 'Read' },
  accepted: { de: 'Verwendet', en: 'Used' },
  rejected: { de: 'Abgelehnt', en: 'Rejected' },
  why: { de: 'Warum abgelehnt wurde', en: 'Why they were rejected' },
  rejectionReason: { de: 'Grund', en: 'Reason' },
  number: { de: 'Anzahl', en: 'Number' },
  share: { de: 'Anteil', en: 'Share' },
  noRejections: { de: 'Nichts wurde abgelehnt.', en: 'Nothing was rejected.' },
  noneUsed: {
    de: 'Von dieser Quelle ist zurzeit keine Fassung in Gebrauch.',
    en: 'No copy of this source is in use at present.',
  },
  checksum: { de: 'SHA-256 der Datei', en: 'SHA-256 of the file' },
  mistake: { de: 'Fehler gefunden?', en: 'Found a mistake?' },
  mistakeText: {
    de: 'Falsche oder veraltete Verweise berichtigt, wer die Quelle pflegt; der Dienst übernimmt die Berichtigung mit der nächsten Fassung.',
    en: 'Wrong or outdated links are corrected by those who keep the source; the service takes over the correction with the next copy.',
  },
  report: { de: 'Fehler bei der Quelle melden', en: 'Report a mistake to the source' },
  noContact: {
    de: 'Eine Website ist für diese Quelle nicht verzeichnet; Ansprechpartner ist der Herausgeber.',
    en: 'No website is on record for this source; contact its publisher.',
  },
  unknown: { de: 'Eine Quelle mit diesem Schlüssel gibt es nicht.', en: 'There is no source with this key.' },
} as const satisfies Record<string, Label>;

export const DAYS: Plural = {
  one: { de: '{n} Tag', en: '{n} day' },
  many: { de: '{n} Tage', en: '{n} days' },
};

/** Formats by their names in the register; others are shown as they are. */
export const FORMATS: Readonly<Record<string, Label>> = {
  beacon: { de: 'BEACON-Liste', en: 'BEACON list' },
  'gnd-jsonld': { de: 'JSON-LD der GND', en: 'JSON-LD of the GND' },
  'gnd-marcxml': { de: 'MARC21-XML der GND', en: 'MARC21-XML of the GND' },
  'entity-facts': { de: 'Entity Facts (JSON-LD)', en: 'Entity Facts (JSON-LD)' },
  redirects: { de: 'Liste von Umlenkungen', en: 'List of redirects' },
  'marcxml-redirects': {
    de: 'MARC21-XML der umgelenkten und gelöschten Sätze',
    en: 'MARC21-XML of redirected and deleted records',
  },
};

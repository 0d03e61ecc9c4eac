/** What the home page says, in both languages. */
import type { Label } from '../model/entity.ts';

export const TEXT = {
  lead: {
    de: 'Von jeder Person, jedem Ort und jedem Thema der GND zu dem, was Bibliotheken, Archive, Museen und Forschung darüber im Netz zeigen.',
    en: 'From every person, place and subject in the GND to what libraries, archives, museums and researchers show about it on the web.',
  },
  hint: {
    de: 'Namen in beliebiger Reihenfolge und Schreibung, GND-Nummern, Wikidata- und VIAF-Nummern oder Adressen.',
    en: 'Names in any order and spelling, GND, Wikidata or VIAF identifiers, or addresses.',
  },
  examples: { de: 'Zum Ausprobieren', en: 'Try it' },
  examplePerson: { de: 'Eine Person', en: 'A person' },
  examplePlace: { de: 'Ein Ort', en: 'A place' },
  exampleOther: { de: 'Eine Entität', en: 'An entity' },
  exampleList: { de: 'Eine Liste', en: 'A list' },
  exampleListName: { de: 'Sechs Nummern prüfen', en: 'Check six identifiers' },
  exampleListNote: {
    de: 'Welche sind gültig, zusammengeführt oder gelöscht, und wohin führen sie?',
    en: 'Which are valid, merged or deleted, and where do they lead?',
  },
  links: { de: 'Verweise', en: 'links' },
  oneLink: { de: '{n} Verweis', en: '{n} link' },
  manyLinks: { de: '{n} Verweise', en: '{n} links' },
  about: { de: 'Was ist das?', en: 'What is this?' },
  aboutText: {
    de: 'Die Gemeinsame Normdatei (GND) gibt Personen, Körperschaften, Orten, Themen und Werken eine eindeutige Nummer. Viele Einrichtungen verzeichnen damit, was sie besitzen oder wissen. Hier sind diese Verweise zu jeder Nummer zusammengeführt, nach Art geordnet und mit Angabe der Quelle: zum Nachschlagen für Menschen, als offene Schnittstelle für Programme.',
    en: 'The Integrated Authority File (GND) gives persons, organisations, places, subjects and works an unambiguous identifier. Many institutions use it to record what they hold or know. Here these links are brought together for each identifier, sorted by kind, each with its source: for people to look up, and for programs as an open interface.',
  },
  portals: { de: 'Für Portale und Kataloge', en: 'For portals and catalogues' },
  portalsText: {
    de: 'Weiterführende Verweise in der eigenen Anwendung zeigen: Eine Anfrage je GND-Nummer genügt, ohne Anmeldung und von jeder Webseite aus. Auch als Ersatz für Abfragen bei beacon.findbuch.de gedacht.',
    en: 'To show further links in an application of your own, one request for each GND identifier is enough, without registration and from any web page. Also meant to replace queries to beacon.findbuch.de.',
  },
  portalsDocs: { de: 'Beschreibung der Schnittstelle', en: 'Description of the interface' },
  data: { de: 'Was enthalten ist', en: 'What it holds' },
  entities: { de: 'Entitäten', en: 'entities' },
  sources: { de: 'Quellen', en: 'sources' },
  date: { de: 'Stand der Daten', en: 'data as of' },
  allFresh: { de: 'Alle Quellen sind aktuell.', en: 'All sources are up to date.' },
  someFresh: {
    de: '{fresh} von {all} Quellen sind aktuell, {behind}.',
    en: '{fresh} of {all} sources are up to date, {behind}.',
  },
  stale: { de: '{n} veraltet', en: '{n} out of date' },
  held: { de: '{n} zurückgehalten', en: '{n} held back' },
  failing: { de: '{n} nicht erreichbar', en: '{n} not reachable' },
  allSources: { de: 'Alle Quellen ansehen', en: 'See all sources' },
  byType: { de: 'Entitäten nach Art', en: 'Entities by type' },
  type: { de: 'Art', en: 'Type' },
  byCategory: { de: 'Verweise nach Kategorie', en: 'Links by category' },
  category: { de: 'Kategorie', en: 'Category' },
  number: { de: 'Anzahl', en: 'Number' },
  description: {
    de: 'Suche in der Gemeinsamen Normdatei (GND) und Verweise von jeder Entität ins Netz, nach Art geordnet und mit Quelle.',
    en: 'Search the Integrated Authority File (GND) and follow the links from each entity into the web, sorted by kind, with sources.',
  },
} as const satisfies Record<string, Label>;

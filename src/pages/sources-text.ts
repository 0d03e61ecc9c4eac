/** What the page of the register says. */
import type { Label } from '../model/entity.ts';
import type { Plural } from './locale.ts';

export const TEXT = {
  title: { de: 'Quellen', en: 'Sources' },
  lead: {
    de: 'Jeder Verweis stammt aus einer dieser Quellen: aus Datensätzen der GND oder aus Listen, die Bibliotheken, Archive, Editionen und Portale selbst pflegen. Die Tabelle sagt, wie frisch jede ist, unter welcher Lizenz sie steht und wie viel von ihr verwendet werden konnte.',
    en: 'Every link comes from one of these sources: from records of the GND, or from lists that libraries, archives, editions and portals keep themselves. The table says how fresh each of them is, under which licence it is, and how much of it could be used.',
  },
  description: {
    de: 'Das Register der Datenquellen mit Alter, Lizenz, Umfang und Zustand.',
    en: 'The register of data sources with age, licence, scope and state.',
  },
  states: { de: 'Quellen nach Zustand', en: 'Sources by state' },
  all: { de: 'alle', en: 'all' },
  register: { de: 'Das Register', en: 'The register' },
  kind: { de: 'Art', en: 'Kind' },
  state: { de: 'Zustand', en: 'State' },
  order: { de: 'Reihenfolge', en: 'Order' },
  show: { de: 'Anzeigen', en: 'Show' },
  source: { de: 'Quelle', en: 'Source' },
  age: { de: 'Alter (Tage)', en: 'Age (days)' },
  cadence: { de: 'Rhythmus', en: 'Cadence' },
  entities: { de: 'Entitäten', en: 'Entities' },
  links: { de: 'Verweise', en: 'Links' },
  licence: { de: 'Lizenz', en: 'Licence' },
  rejected: { de: 'Abgelehnt', en: 'Rejected' },
  notes: {
    de: 'Alter: seit dem Datum, das die Quelle nennt, sonst seit der Inhalt zuerst gesehen wurde. Abgelehnt: Anteil der gelesenen Datensätze oder Zeilen, die nichts beitrugen; warum, steht auf der Seite der Quelle.',
    en: 'Age: since the date that the source declares, or else since its content was first seen. Rejected: share of the records or lines read that contributed nothing; the page of the source says why.',
  },
  none: { de: 'Keine Quelle passt zu dieser Auswahl.', en: 'No source fits this choice.' },
  showAll: { de: 'Alle Quellen anzeigen', en: 'Show all sources' },
  whither: { de: 'Wohin die Verweise führen', en: 'Where the links lead' },
  whitherText: {
    de: 'Die Verweise je Bereich, dann die größten Quellen und die Bereiche, in die sie führen; die letzte Zeile zählt, wie viele der übrigen Quellen in einen Bereich führen. Wie sich die Verweise einer Quelle auf ihre Bereiche verteilen, nennt die Schnittstelle nicht.',
    en: 'The links by category, then the largest sources and the categories that they lead to; the last row counts how many of the other sources lead to a category. How the links of one source are spread over its categories is not told by the interface.',
  },
  byCategory: { de: 'Verweise je Bereich', en: 'Links by category' },
  category: { de: 'Bereich', en: 'Category' },
  matrix: { de: 'Größte Quellen und ihre Bereiche', en: 'Largest sources and their categories' },
  yes: { de: 'ja', en: 'yes' },
  data: { de: 'Dieselben Angaben als JSON', en: 'The same as JSON' },
  meanings: { de: 'Was die Zustände bedeuten', en: 'What the states mean' },
  scroll: { de: 'Register der Quellen, seitlich verschiebbar', en: 'Register of sources, scrollable sideways' },
} as const satisfies Record<string, Label>;

export const SHOWN: Plural = {
  one: { de: '{n} Quelle', en: '{n} source' },
  many: { de: '{n} Quellen', en: '{n} sources' },
};

export const FURTHER: Plural = {
  one: { de: '{n} weitere Quelle', en: '{n} further source' },
  many: { de: '{n} weitere Quellen', en: '{n} further sources' },
};

/** Texts of the guide to the API, in both languages. */
import type { Label } from '../model/entity.ts';

const label = (de: string, en: string): Label => ({ de, en });

export const TEXT = {
  title: label('Schnittstelle', 'Interface'),
  description: label(
    'Anleitung zur öffentlichen JSON-Schnittstelle: Adressen, Beispiele zum Kopieren, Regeln.',
    'Guide to the public JSON interface: addresses, examples to copy, rules.',
  ),
  lead: label(
    'Sechs Adressen, nur lesend, ohne Anmeldung und ohne Schlüssel. Was auf diesen Seiten steht, kommt von ihnen.',
    'Six addresses, read-only, without registration or key. What these pages show comes from them.',
  ),
  contents: label('Inhalt', 'Contents'),
  start: label('Der Anfang', 'Getting started'),
  startText: label(
    'Drei Anfragen, die in jedem Terminal und in jedem Browser gehen:',
    'Three requests that work in any terminal and in any browser:',
  ),
  snippets: label('Beispiele zum Kopieren', 'Examples to copy'),
  snippetsText: label(
    'Name und Zahl der Verweise zu einer GND-Nummer:',
    'Name and number of links for a GND identifier:',
  ),
  endpoints: label('Die Adressen', 'The addresses'),
  rules: label('Die Regeln', 'The rules'),
  quotas: label('Kontingente', 'Quotas'),
  quotasText: label(
    'Verweise, Suche und Deckungsabfrage sind je Adresse des Clients begrenzt (IPv6: je /64). „RateLimit-Policy“ und „RateLimit“ nennen das Kontingent und was davon übrig ist. Darüber hinaus ist die Antwort 429; „Retry-After“ sagt, wie lange zu warten ist. Eine Deckungsabfrage nach 100 Nummern zählt einfach.',
    'Links, search and coverage are limited per client address (IPv6: per /64). “RateLimit-Policy” and “RateLimit” tell the quota and what is left of it. Beyond it the answer is 429; “Retry-After” says how long to wait. A coverage request for 100 identifiers counts once.',
  ),
  quotaNote: label('Die geltenden Kontingente nennt die Seite', 'The quotas in force are told by the page'),
  problems: label('Fehler', 'Problems'),
  problemsText: label(
    'Jeder Fehler ist ein Dokument nach RFC 9457 („application/problem+json“). „code“ ist für Programme, „detail“ für Menschen, „type“ führt auf eine Seite, die den Fehler erklärt:',
    'Every error is a document as RFC 9457 describes (“application/problem+json”). “code” is for programs, “detail” for people, “type” leads to a page that explains it:',
  ),
  allProblems: label('Alle Fehlerarten', 'All kinds of problems'),
  reference: label('Vollständige Referenz', 'Complete reference'),
  referenceText: label(
    'Alle Parameter, Felder und Kopfzeilen jeder Adresse, zum Nachschlagen und Ausprobieren (englisch):',
    'All parameters, fields and header fields of every address, to look up and to try:',
  ),
  machineText: label(
    'Dieselbe Beschreibung als OpenAPI 3.1, zum Erzeugen von Clients oder zum Laden in eigene Werkzeuge:',
    'The same description in OpenAPI 3.1, for generating clients or for tools of your own:',
  ),
  limited: label('begrenzt', 'limited'),
  guide: label('Anleitung', 'Guide'),
  needsScripts: label(
    'Die Referenz braucht JavaScript. Ohne es hilft die OpenAPI-Beschreibung selbst:',
    'The reference needs JavaScript. Without it there is the OpenAPI description itself:',
  ),
  unknown: label('Eine Adresse dieses Namens gibt es nicht.', 'There is no address of this name.'),
} as const satisfies Record<string, Label>;

/** By operation. */
export const OPERATIONS: Readonly<Record<string, Label>> = {
  getLinks: label('Eine Entität und ihre Verweise', 'An entity and its links'),
  search: label('Suche über alle Entitätstypen', 'Search across all entity types'),
  getStatus: label('Zustand des Dienstes', 'Health of the service'),
  getSources: label('Das Register der Quellen', 'The register of data sources'),
  getCoverage: label('Eine Liste von GND-Nummern prüfen', 'Coverage report for a list of identifiers'),
  getOpenapi: label('Beschreibung der Schnittstelle', 'Description of this interface'),
};

/** What an operation is for, in a sentence. */
export const PURPOSES: Readonly<Record<string, Label>> = {
  getLinks: label(
    'Identität, Typ, Namen und ausgewählte Angaben zu einer GND-Nummer, dazu alle Verweise, nach Bereichen geordnet. Eine umgelenkte Nummer führt auf den Datensatz, der weiterbesteht.',
    'Identity, type, names and selected attributes of a GND identifier, and all its links, by category. A redirected identifier leads to the record that survives.',
  ),
  search: label(
    'Findet Entitäten nach bevorzugten und abweichenden Namen in jeder Wortfolge, nach GND-Nummer und nach Kennungen oder Adressen, die ein Verweis trägt.',
    'Finds entities by preferred and variant names in any word order, by GND identifier, and by identifiers or addresses that a link carries.',
  ),
  getStatus: label(
    'Was ausgeliefert wird und wie gut: Stand der Daten, Zustand der Quellen, geltende Kontingente, Prüfungen.',
    'What is served and how well: the data, the state of their sources, the quotas in force, the checks.',
  ),
  getSources: label(
    'Jede Quelle mit Herkunft, Lizenz, Aktualität und Umfang, dazu Bereiche und Sammlungen.',
    'Every source with origin, licence, freshness and scope; the categories and the collections.',
  ),
  getCoverage: label(
    'Zu bis zu 100 Nummern auf einmal je eine Zeile: ob es Verweise gibt, wie viele und in welchen Bereichen; als JSON oder CSV.',
    'One row for each of up to 100 identifiers at once: whether there are links, how many and in which categories; as JSON or CSV.',
  ),
  getOpenapi: label('Diese Dokumentation, für Programme.', 'This documentation, for programs.'),
};

/** What holds for every address. */
export const RULES: readonly (readonly [term: Label, text: Label])[] = [
  [
    label('Kennungen', 'Identifiers'),
    label(
      'GND-Nummern werden großzügig gelesen (URI, „(DE-588)“ oder „gnd:“ davor, kleines x) und in ihrer kanonischen Form beantwortet.',
      'GND identifiers are read leniently (URI, “(DE-588)” or “gnd:” in front, lower-case x) and answered in canonical form.',
    ),
  ],
  [
    label('Antworten', 'Answers'),
    label(
      'JSON in UTF-8. Jede Antwort nennt „apiVersion“ und „snapshot“: welche Schnittstelle, welche Daten. Fehlende Werte werden weggelassen, Listen sind immer Listen, Texte für Menschen gibt es deutsch und englisch. Jede Webseite darf jede Antwort lesen (CORS).',
      'JSON in UTF-8. Every answer names “apiVersion” and “snapshot”: which interface, which data. Absent values are left out, lists are always lists, texts for people come in German and English. Every web page may read every answer (CORS).',
    ),
  ],
  [
    label('Zwischenspeichern', 'Caching'),
    label(
      'Dieselbe Anfrage an denselben Stand bekommt dieselben Bytes. Eine bedingte Anfrage („If-None-Match“) wird mit 304 beantwortet.',
      'The same request to the same snapshot gets the same bytes. A conditional request (“If-None-Match”) is answered 304.',
    ),
  ],
  [
    label('Beständigkeit', 'Stability'),
    label(
      'Version 1 wächst nur: Adressen, Parameter, Felder und ihre Bedeutung bleiben. Neue können hinzukommen; Clients übergehen, was sie nicht kennen.',
      'Version 1 only ever grows: addresses, parameters, fields and their meaning stay. New ones may be added; clients ignore what they do not know.',
    ),
  ],
  [
    label('Lizenz', 'Licence'),
    label(
      'Daten der GND sind CC0. Verweise kommen aus den Quellen, die „assertedBy“ nennt; die Lizenz von jeder steht im Register der Quellen.',
      'Data of the GND are CC0. Links come from the sources that “assertedBy” names; the register of sources tells the licence of each.',
    ),
  ],
];

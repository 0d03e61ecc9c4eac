/** What the documentation says beside the description of the interface, and that description's rules in German. */
import type { Label } from '../model/entity.ts';
import type { Operation } from './interface-docs-openapi.ts';

const label = (de: string, en: string): Label => ({ de, en });

export const TEXT = {
  title: label('Schnittstelle', 'Interface'),
  description: label(
    'Dokumentation der öffentlichen JSON-Schnittstelle: Adressen, Parameter, Antworten, Regeln.',
    'Documentation of the public JSON interface: addresses, parameters, answers, rules.',
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
  endpoints: label('Die Adressen', 'The addresses'),
  rules: label('Die Regeln', 'The rules'),
  fields: label('Kopfzeilen der Antworten', 'Header fields of the answers'),
  fieldsText: label(
    'Welche Antwort welche Kopfzeilen trägt, steht bei der Adresse.',
    'The page of each address tells which answer carries which fields.',
  ),
  problems: label('Fehler', 'Problems'),
  problemsText: label(
    'Jeder Fehler ist ein Dokument nach RFC 9457 mit einem festen Code:',
    'Every error is a document as RFC 9457 describes, with a stable code:',
  ),
  allProblems: label('Alle Fehlerarten', 'All kinds of problems'),
  machine: label('Für Programme', 'For programs'),
  machineText: label(
    'Dieselbe Beschreibung als OpenAPI 3.1, zum Erzeugen von Clients oder zum Laden in eigene Werkzeuge:',
    'The same description in OpenAPI 3.1, for generating clients or for tools of your own:',
  ),
  quota: label('begrenzt', 'limited'),
  quotaNote: label('Die geltenden Kontingente nennt die Seite', 'The quotas in force are told by the page'),
  english: label(
    'Texte aus der OpenAPI-Beschreibung sind auch auf dieser Seite englisch.',
    'The texts of this page come from the OpenAPI description.',
  ),
  back: label('Alle Adressen', 'All addresses'),
  try: label('Ausprobieren', 'Try it'),
  send: label('Anfrage senden', 'Send request'),
  newWindow: label('Die Antwort erscheint in einem neuen Fenster.', 'The answer appears in a new window.'),
  answer: label('Antwort', 'Answer'),
  status: label('Status', 'Status'),
  time: label('Dauer (ms)', 'Time (ms)'),
  size: label('Größe (Bytes)', 'Size (bytes)'),
  cut: label(
    'Die Antwort ist länger; hier stehen die ersten 100.000 Zeichen.',
    'The answer is longer; these are its first 100,000 characters.',
  ),
  failed: label('Der Dienst ist nicht zu erreichen.', 'The service cannot be reached.'),
  parameters: label('Parameter', 'Parameters'),
  noParameters: label('Diese Adresse hat keine Parameter.', 'This address has no parameters.'),
  parameter: label('Parameter', 'Parameter'),
  meaning: label('Bedeutung', 'Meaning'),
  example: label('Beispiel', 'Example'),
  required: label('nötig', 'required'),
  optional: label('optional', 'optional'),
  inPath: label('im Pfad', 'in the path'),
  request: label('Anfrage', 'Request'),
  examples: label('Beispiele', 'Examples'),
  responses: label('Antworten', 'Answers'),
  schemas: label('Felder der Antwort', 'Fields of the answer'),
  headerFields: label('Kopfzeilen', 'Header fields'),
  field: label('Feld', 'Field'),
  type: label('Typ', 'Type'),
  mayGrow: label('wird vielleicht erweitert', 'may grow'),
  number: label('Wert', 'Value'),
  characters: label('Zeichen', 'Characters'),
  members: label('Anzahl', 'Members'),
  default: label('Vorgabe', 'Default'),
  unknown: label('Eine Adresse dieses Namens gibt es nicht.', 'There is no address of this name.'),
} as const satisfies Record<string, Label>;

/** By operation; an operation that is not here goes by its own summary. */
const OPERATIONS: Readonly<Record<string, Label>> = {
  getLinks: label('Eine Entität und ihre Verweise', 'An entity and its links'),
  search: label('Suche über alle Entitätstypen', 'Search across all entity types'),
  getStatus: label('Zustand des Dienstes', 'Health of the service'),
  getSources: label('Das Register der Quellen', 'The register of data sources'),
  getCoverage: label('Eine Liste von GND-Nummern prüfen', 'Coverage report for a list of identifiers'),
  getOpenapi: label('Beschreibung der Schnittstelle', 'Description of this interface'),
};

export function operationLabel({ operationId, summary }: Operation): Label {
  return OPERATIONS[operationId] ?? { de: summary, en: summary };
}

/** What an operation is for, in a sentence; the description says it at length. */
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

/** The rules of the description by their headings; what comes before the first heading has none. */
export const RULES_DE: Readonly<Record<string, { readonly heading: string; readonly text: string }>> = {
  '': {
    heading: '',
    text: 'Öffentliche, nur lesbare Schnittstelle zu den Entitäten der GND (Gemeinsame Normdatei) und den gepflegten Verweisen von jeder von ihnen ins Netz. Anonym: keine Schlüssel, keine Cookies, kein Schreiben; jede Webseite darf jede Antwort lesen (CORS).',
  },
  Stability: {
    heading: 'Beständigkeit',
    text: 'Version 1 wächst nur: Adressen, Parameter, Felder, Werte und die Bedeutung von jedem bleiben. Hinzukommen können optionale Parameter, Felder, Bereiche, Sammlungen, Quellen und Fehlercodes; Clients übergehen, was sie nicht kennen. `x-extensible-enum` nennt die Werte einer Menge, die wachsen kann, `enum` die einer Menge, die es nicht wird. Alles andere bekäme einen neuen Pfad, `/api/v2`.',
  },
  Answers: {
    heading: 'Antworten',
    text: 'JSON ist UTF-8 in Unicode NFC. Jede Antwort beginnt mit `apiVersion` und `snapshot`: welche Schnittstelle, welche Daten. Dieselbe Anfrage an denselben Stand bekommt dieselben Bytes; nur `status` und `sources` sehen auch auf die Uhr. Fehlende Werte werden weggelassen, sind also nie `null`. Listen sind immer Listen. Texte für Menschen gibt es deutsch und englisch.',
  },
  Methods: {
    heading: 'Methoden',
    text: 'GET, HEAD (wie GET, ohne Inhalt) und OPTIONS. Ein Parameter, der unbekannt, doppelt oder außerhalb seiner Grenzen ist, ergibt einen Fehler, der ihn nennt.',
  },
  Errors: {
    heading: 'Fehler',
    text: 'Alle sind `application/problem+json` (RFC 9457). `code` ist für Programme, `detail` für Menschen, `type` führt auf eine Seite, die den Fehler erklärt.',
  },
  Caching: {
    heading: 'Zwischenspeichern',
    text: 'Schwaches `ETag` und `Last-Modified`; eine bedingte Anfrage wird mit 304 beantwortet. Inhaltskodierung: br, zstd, gzip.',
  },
  Quotas: {
    heading: 'Kontingente',
    text: 'Verweise, Suche und Deckungsabfrage sind je Adresse des Clients begrenzt (IPv6: je /64). `RateLimit-Policy` und `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11) nennen das Kontingent und was davon übrig ist; sie sind Hinweise. Darüber hinaus ist die Antwort 429 mit `Retry-After`. Jede Anfrage zählt einfach, auch eine Deckungsabfrage nach 100 Nummern.',
  },
  Identifiers: {
    heading: 'Kennungen',
    text: 'GND-Nummern werden großzügig gelesen (URI, `(DE-588)` oder `gnd:` davor, kleines x) und in ihrer kanonischen Form beantwortet, als `gnd` und `uri`.',
  },
  Licence: {
    heading: 'Lizenz',
    text: 'Daten der GND sind CC0. Verweise kommen aus den Quellen, die `assertedBy` nennt; die Lizenz von jeder sagt `/api/v1/sources`.',
  },
};

/** Texts of the coverage page: those of its markup, and those its scripts show, in both languages. */
import type { CoverageRowValue } from '../api/coverage-schema.ts';
import type { Label } from '../model/entity.ts';

type Texts = Readonly<Record<string, Label>>;

export const TEXT = {
  title: { de: 'Liste prüfen', en: 'Check a list' },
  description: {
    de: 'Für eine Liste von GND-Nummern zeigen, welche es gibt, welche zusammengeführt oder gelöscht wurden und wohin von ihnen verwiesen wird.',
    en: 'For a list of GND identifiers: which of them exist, which were merged or deleted, and where they link to.',
  },
  lead: {
    de: 'Welche GND-Nummern einer Liste gibt es, welche wurden zusammengeführt oder gelöscht, welche sind vertippt, und wie viele Verweise führen von jeder ins Netz?',
    en: 'Which GND identifiers of a list exist, which were merged or deleted, which are mistyped, and how many links lead from each into the web?',
  },
  ids: { de: 'GND-Nummern', en: 'GND identifiers' },
  hint: {
    de: 'Eine je Zeile oder getrennt durch Komma, Semikolon oder Leerzeichen; auch als Adresse (https://d-nb.info/gnd/…) oder mit (DE-588) davor.',
    en: 'One per line or separated by comma, semicolon or blank; also as an address (https://d-nb.info/gnd/…) or with (DE-588) in front.',
  },
  hintTable: {
    de: 'Auch ganze Tabellen: einfach aus der Tabellenkalkulation einfügen oder eine Datei hierher ziehen.',
    en: 'Whole tables as well: paste them from the spreadsheet, or drop a file here.',
  },
  withoutScript: {
    de: 'Ohne JavaScript bis zu 100 Nummern auf einmal, mit JavaScript beliebig viele.',
    en: 'Without JavaScript up to 100 identifiers at a time, with JavaScript any number.',
  },
  file: { de: 'Datei wählen', en: 'Choose a file' },
  fileHint: {
    de: 'Text oder CSV. Sie wird nur hier im Browser gelesen; gesendet werden allein die Nummern.',
    en: 'Text or CSV. It is read in this browser only; nothing but the identifiers is sent.',
  },
  removeFile: { de: 'Datei entfernen', en: 'Remove the file' },
  column: { de: 'Wo die Nummern stehen', en: 'Where the identifiers are' },
  check: { de: 'Prüfen', en: 'Check' },
  progress: { de: 'Fortschritt', en: 'Progress' },
  pause: { de: 'Anhalten', en: 'Pause' },
  resume: { de: 'Fortsetzen', en: 'Resume' },
  cancel: { de: 'Abbrechen', en: 'Cancel' },
  result: { de: 'Ergebnis', en: 'Result' },
  shown: { de: 'Anzeigen', en: 'Show' },
  all: { de: 'alle', en: 'all' },
  acceptAll: { de: 'Alle Vorschläge übernehmen', en: 'Accept all suggestions' },
  rows: { de: 'Nummern', en: 'Identifiers' },
  download: { de: 'Herunterladen:', en: 'Download:' },
  csv: { de: 'CSV herunterladen', en: 'Download CSV' },
  json: { de: 'JSON herunterladen', en: 'Download JSON' },
  csvHint: {
    de: 'CSV: UTF-8, durch Komma getrennt; in Excel über „Daten → Aus Text/CSV“ öffnen.',
    en: 'CSV: UTF-8, separated by commas; in Excel open it by “Data → From Text/CSV”.',
  },
  pages: { de: 'Seiten', en: 'Pages' },
  previous: { de: 'Vorige', en: 'Previous' },
  next: { de: 'Nächste', en: 'Next' },
  overview: { de: 'Überblick', en: 'Overview' },
  tooMany: {
    de: 'Das sind {received} Nummern, auf einmal gehen {maximum}. Mit JavaScript beliebig viele, ohne in Hunderterblöcken:',
    en: 'These are {received} identifiers, and {maximum} are possible at a time. With JavaScript any number, without it in blocks of a hundred:',
  },
  block: { de: 'Nummern {from} bis {to}', en: 'Identifiers {from} to {to}' },
  missing: { de: 'Mindestens eine GND-Nummer eingeben.', en: 'Enter at least one GND identifier.' },
  failed: { de: 'Die Liste konnte nicht geprüft werden.', en: 'The list could not be checked.' },
  again: { de: 'Noch einmal versuchen', en: 'Try again' },
  number: { de: 'Nummer', en: 'Identifier' },
  finding: { de: 'Befund', en: 'Finding' },
  entity: { de: 'Entität', en: 'Entity' },
  links: { de: 'Verweise', en: 'Links' },
  categories: { de: 'Kategorien', en: 'Categories' },
  sources: { de: 'Quellen', en: 'Sources' },
  suggestion: { de: 'Vorschlag', en: 'Suggestion' },
  successors: { de: 'Nachfolger', en: 'Successors' },
  summaryLine: {
    de: 'Nummern: {requested}, verschiedene: {distinct}. Datenstand {date}.',
    en: 'Identifiers: {requested}, distinct: {distinct}. Data of {date}.',
  },
} as const satisfies Texts;

export const VERDICT_TEXT: Readonly<Record<CoverageRowValue['verdict'], Label>> = {
  covered: { de: 'mit Verweisen', en: 'with links' },
  no_links: { de: 'ohne Verweise', en: 'without links' },
  redirected: { de: 'zusammengeführt', en: 'merged' },
  deleted: { de: 'gelöscht', en: 'deleted' },
  unknown: { de: 'unbekannt', en: 'unknown' },
  invalid: { de: 'ungültig', en: 'invalid' },
};

/** Class that colours the badge of a verdict, beside its words. */
export const VERDICT_TONE: Readonly<Record<CoverageRowValue['verdict'], 'good' | 'merged' | 'warn' | 'bad'>> = {
  covered: 'good',
  no_links: 'warn',
  redirected: 'merged',
  deleted: 'bad',
  unknown: 'bad',
  invalid: 'bad',
};

export const REASON_TEXT: Readonly<Record<NonNullable<CoverageRowValue['reason']>, Label>> = {
  check_digit: { de: 'Prüfziffer stimmt nicht', en: 'wrong check digit' },
  missing_hyphen: { de: 'Bindestrich fehlt', en: 'hyphen is missing' },
  foreign_identifier: { de: 'Nummer eines anderen Registers', en: 'identifier of another register' },
  bad_characters: { de: 'unerlaubte Zeichen', en: 'characters that do not belong' },
  bad_length: { de: 'zu kurz oder zu lang', en: 'too short or too long' },
};

/** Shown by the scripts; what stands in braces they replace. */
export const SCRIPT_TEXT = {
  recognised: {
    de: 'Erkannte Nummern: {ids}, verschiedene: {distinct}, Anfragen: {requests}.',
    en: 'Identifiers recognised: {ids}, distinct: {distinct}, requests: {requests}.',
  },
  header: { de: 'Kopfzeile übergangen: „{header}“.', en: 'Header line passed over: “{header}”.' },
  fileChosen: { de: 'Datei „{name}“, Zeilen: {lines}.', en: 'File “{name}”, lines: {lines}.' },
  everything: { de: 'überall: alle {n} Einträge', en: 'everywhere: all {n} entries' },
  lookalikes: {
    de: 'überall: nur was wie eine GND-Nummer aussieht ({n})',
    en: 'everywhere: only what looks like a GND identifier ({n})',
  },
  inColumn: {
    de: 'Spalte {column} „{name}“: {hits} von {filled} sehen danach aus',
    en: 'column {column} “{name}”: {hits} of {filled} look like it',
  },
  nothing: {
    de: 'Keine GND-Nummern gefunden. Bitte eine Liste eingeben oder eine Datei wählen.',
    en: 'No GND identifiers found. Enter a list or choose a file.',
  },
  notText: {
    de: '„{name}“ ist kein Text. Tabellen bitte als CSV speichern oder die Spalte kopieren und einfügen.',
    en: '“{name}” is not text. Please save spreadsheets as CSV, or copy the column and paste it.',
  },
  unreadable: { de: '„{name}“ konnte nicht gelesen werden.', en: '“{name}” could not be read.' },
  started: { de: 'Prüfung begonnen, Nummern: {total}.', en: 'Check begun, identifiers: {total}.' },
  running: { de: '{done} von {total} geprüft', en: '{done} of {total} checked' },
  remaining: { de: 'noch etwa {time}', en: 'about {time} left' },
  seconds: { de: '{n} s', en: '{n} s' },
  minutes: { de: '{n} min', en: '{n} min' },
  percent: { de: '{n} Prozent geprüft.', en: '{n} per cent checked.' },
  waitingQuota: {
    de: 'Das Kontingent ist verbraucht; weiter in {n} s.',
    en: 'The quota is used up; going on in {n} s.',
  },
  waitingBusy: { de: 'Der Dienst ist ausgelastet; weiter in {n} s.', en: 'The service is busy; going on in {n} s.' },
  waitingNetwork: {
    de: 'Keine Antwort; neuer Versuch in {n} s.',
    en: 'No answer; trying again in {n} s.',
  },
  paused: { de: 'Angehalten.', en: 'Paused.' },
  cancelled: { de: 'Abgebrochen: {done} von {total} geprüft.', en: 'Cancelled: {done} of {total} checked.' },
  done: { de: 'Fertig, geprüfte Nummern: {total}.', en: 'Done, identifiers checked: {total}.' },
  gaveUp: {
    de: 'Der Dienst ist nicht zu erreichen. „Fortsetzen“ macht dort weiter, wo es aufgehört hat.',
    en: 'The service cannot be reached. “Resume” goes on where it stopped.',
  },
  refused: {
    de: 'Der Dienst hat die Anfrage abgelehnt (HTTP {status}).',
    en: 'The service refused the request (HTTP {status}).',
  },
  changed: {
    de: 'Während der Prüfung kam ein neuer Datenstand in Dienst; das Ergebnis mischt beide. Noch einmal prüfen bringt es auf einen Stand.',
    en: 'New data came into service during the check, and the result mixes both. Checking again brings it to one state.',
  },
  summary: {
    de: 'Einträge: {inputs}, verschiedene: {distinct}, Entitäten: {entities}, Verweise: {links}. Datenstand {date}.',
    en: 'Entries: {inputs}, distinct: {distinct}, entities: {entities}, links: {links}. Data of {date}.',
  },
  suggestions: {
    de: 'Vorschläge für vertippte oder fremde Nummern: {n}.',
    en: 'Suggestions for mistyped or foreign identifiers: {n}.',
  },
  withSuggestion: { de: 'mit Vorschlag', en: 'with suggestion' },
  corrected: { de: 'ersetzt', en: 'corrected' },
  accept: { de: '{id} übernehmen', en: 'Accept {id}' },
  undo: { de: 'Zurücknehmen', en: 'Undo' },
  correctedTo: { de: 'ersetzt durch', en: 'replaced by' },
  accepted: { de: 'Übernommen: {n}. Wird geprüft.', en: 'Accepted: {n}. Being checked.' },
  times: { de: '{n}-mal in der Liste', en: '{n} times in the list' },
  none: { de: 'keine', en: 'none' },
  empty: { de: 'Keine Nummer mit diesem Befund.', en: 'No identifier with this finding.' },
  range: { de: '{from} bis {to} von {total}', en: '{from} to {to} of {total}' },
  sourceCount: { de: 'Quellen: {n}', en: 'Sources: {n}' },
  byCategory: {
    de: 'Anteil der Entitäten mit Verweis, nach Kategorie',
    en: 'Share of entities with a link, by category',
  },
  bySource: { de: 'Anteil der Entitäten mit Verweis, nach Quelle', en: 'Share of entities with a link, by source' },
  category: { de: 'Kategorie', en: 'Category' },
  source: { de: 'Quelle', en: 'Source' },
  entities: { de: 'Entitäten', en: 'Entities' },
  share: { de: 'Anteil', en: 'Share' },
  moreSources: { de: 'Alle Quellen ({n})', en: 'All sources ({n})' },
  matrix: { de: 'Verweise je Entität und Kategorie', en: 'Links by entity and category' },
  matrixPage: {
    de: 'Verweise je Entität und Kategorie (die angezeigten Nummern)',
    en: 'Links by entity and category (the identifiers shown)',
  },
  legend: {
    de: 'Je größer das Quadrat, desto mehr Verweise: 1, 2 bis 4, 5 bis 9, ab 10.',
    en: 'The larger the square, the more links: 1, 2 to 4, 5 to 9, from 10.',
  },
  asTable: { de: 'Als Tabelle', en: 'As a table' },
  total: { de: 'Summe', en: 'Total' },
} as const satisfies Texts;

/** What the pages of problems say beside the table of problems itself: their names in both languages, and what to do. */
import type { ProblemCode } from '../api/problems.ts';
import type { Label } from '../model/entity.ts';

interface ProblemWords {
  readonly title: Label;
  readonly advice: Label;
}

const words = (titleDe: string, titleEn: string, adviceDe: string, adviceEn: string): ProblemWords => ({
  title: { de: titleDe, en: titleEn },
  advice: { de: adviceDe, en: adviceEn },
});

export const PROBLEM_TEXT = {
  invalid_gnd_id: words(
    'Keine GND-Nummer',
    'Not a GND identifier',
    'Die Nummer mit dem Katalog vergleichen und vollständig angeben, mit Bindestrich und Prüfzeichen, etwa 118540238 oder 4018118-2. Ist nur der Name bekannt, hilft die Suche.',
    'Compare the identifier with the catalogue and give the whole of it, with hyphen and check character, such as 118540238 or 4018118-2. If only the name is known, use the search.',
  ),
  unknown_gnd_id: words(
    'Unbekannte GND-Nummer',
    'Unknown GND identifier',
    'Die Nummer auf Tippfehler prüfen. Ist der Datensatz in der GND neu, erscheint er hier mit dem nächsten Stand der Daten.',
    'Check the identifier for typing errors. If the record is new in the GND, it will be here with the next state of the data.',
  ),
  deleted_gnd_id: words(
    'Gelöschte GND-Nummer',
    'Deleted GND identifier',
    'Die Nummer nicht mehr verwenden. Nennt die Antwort Nachfolger, den passenden auswählen; sonst nach dem Namen suchen.',
    'Stop using the identifier. If the answer names successors, choose the right one; otherwise search by name.',
  ),
  invalid_search: words(
    'Ungültige Suche',
    'Invalid search request',
    'Den genannten Parameter berichtigen: „q“ braucht 2 bis 200 Zeichen, „limit“ liegt zwischen 1 und 100, „offset“ und „limit“ ergeben zusammen höchstens 1000.',
    'Correct the parameter that is named: “q” takes 2 to 200 characters, “limit” is between 1 and 100, “offset” and “limit” together are at most 1000.',
  ),
  missing_ids: words(
    'Keine Nummern',
    'No identifiers',
    'Mindestens eine GND-Nummer in „ids“ angeben, etwa ids=118540238,4018118-2.',
    'Give at least one GND identifier in “ids”, such as ids=118540238,4018118-2.',
  ),
  too_many_ids: words(
    'Zu viele Nummern',
    'Too many identifiers',
    'Die Liste in Teile von höchstens 100 Nummern zerlegen und nacheinander abfragen.',
    'Split the list into parts of at most 100 identifiers and ask for them one after the other.',
  ),
  invalid_format: words(
    'Ungültiges Format',
    'Invalid format',
    'format=json oder format=csv angeben oder den Parameter weglassen; dann ist es JSON.',
    'Give format=json or format=csv, or leave the parameter out for JSON.',
  ),
  invalid_coverage_request: words(
    'Ungültige Deckungsabfrage',
    'Invalid coverage request',
    'Jeden Parameter nur einmal angeben und Sonderzeichen prozentkodieren (UTF-8). Es gibt nur „ids“ und „format“.',
    'Give every parameter only once and percent-encode special characters (UTF-8). There are only “ids” and “format”.',
  ),
  invalid_request: words(
    'Ungültige Anfrage',
    'Invalid request',
    'Den genannten Parameter weglassen. Die Dokumentation nennt zu jeder Adresse, was sie nimmt.',
    'Leave out the parameter that is named. The documentation tells for every address what it takes.',
  ),
  not_found: words(
    'Nicht gefunden',
    'Not found',
    'Die Adresse auf Tippfehler prüfen oder von der Startseite aus suchen. Die Dokumentation nennt alle Adressen der Schnittstelle.',
    'Check the address for typing errors, or search from the home page. The documentation lists all addresses of the interface.',
  ),
  method_not_allowed: words(
    'Methode nicht erlaubt',
    'Method not allowed',
    'GET verwenden. Schreiben ist an keiner Adresse möglich.',
    'Use GET. Nothing can be written at any address.',
  ),
  request_timeout: words(
    'Anfrage zu langsam',
    'Request timeout',
    'Die Anfrage noch einmal senden. Kommt das öfter vor, liegt es meist an der Verbindung oder einem Proxy dazwischen.',
    'Send the request again. If this happens often, the reason is usually the connection or a proxy in between.',
  ),
  request_too_long: words(
    'Anfrage zu lang',
    'Request too long',
    'Die Adresse kürzen, etwa weniger GND-Nummern auf einmal abfragen, und unnötige Kopfzeilen weglassen.',
    'Shorten the address, for example by asking for fewer identifiers at once, and leave out needless header fields.',
  ),
  rate_limited: words(
    'Zu viele Anfragen',
    'Too many requests',
    'So viele Sekunden warten, wie „Retry-After“ nennt. Für Listen die Deckungsabfrage nehmen: 100 Nummern zählen als eine Anfrage.',
    'Wait for as many seconds as “Retry-After” says. For lists use the coverage request: 100 identifiers count as one request.',
  ),
  internal_error: words(
    'Interner Fehler',
    'Internal error',
    'Noch einmal versuchen. Bleibt der Fehler, beim Melden die Kennung aus „instance“ angeben.',
    'Try again. If the error stays, report it together with the identifier in “instance”.',
  ),
  not_ready: words(
    'Noch nicht bereit',
    'Not ready',
    'In ein paar Sekunden noch einmal versuchen: Der Dienst startet gerade.',
    'Try again in a few seconds: the service is starting.',
  ),
  data_unreadable: words(
    'Daten nicht lesbar',
    'Data unreadable',
    'So viele Sekunden warten, wie „Retry-After“ nennt. Bleibt es dabei, bitte den Betreibern melden.',
    'Wait for as many seconds as “Retry-After” says. If it stays so, please tell the operators.',
  ),
  overloaded: words(
    'Überlastet',
    'Overloaded',
    'So viele Sekunden warten, wie „Retry-After“ nennt, und dann langsamer fragen.',
    'Wait for as many seconds as “Retry-After” says, and then ask more slowly.',
  ),
} as const satisfies Record<ProblemCode, ProblemWords>;

export const TEXT = {
  service: { de: 'Zustand des Dienstes', en: 'State of the service' },
  all: { de: 'Fehlerarten', en: 'Kinds of problems' },
  lead: {
    de: 'Jeder Fehler der Schnittstelle ist ein Dokument nach RFC 9457. Sein Feld „type“ führt auf eine dieser Seiten, „code“ ist der feste Name für Programme.',
    en: 'Every error of the interface is a document as RFC 9457 describes. Its member “type” leads to one of these pages; “code” is the stable name for programs.',
  },
  problem: { de: 'Fehler', en: 'Problem' },
  status: { de: 'HTTP-Status', en: 'HTTP status' },
  code: { de: 'Code', en: 'Code' },
  caching: { de: 'Zwischenspeicher', en: 'Caching' },
  never: { de: 'wird nicht zwischengespeichert', en: 'is not cached' },
  seconds: { de: 'darf {n} Sekunden lang wiederholt werden', en: 'may be repeated for {n} seconds' },
  meaning: { de: 'Bedeutung', en: 'Meaning' },
  advice: { de: 'Was tun?', en: 'What to do' },
  occurs: { de: 'Kommt vor bei', en: 'Occurs at' },
  everywhere: { de: 'allen Adressen', en: 'all addresses' },
  elsewhere: { de: 'allen anderen Adressen', en: 'all other addresses' },
  example: { de: 'Beispiel', en: 'Example' },
  back: { de: 'Alle Fehlerarten', en: 'All kinds of problems' },
  docs: { de: 'Dokumentation der Schnittstelle', en: 'Documentation of the interface' },
  unknown: {
    de: 'Eine Fehlerart dieses Namens gibt es nicht.',
    en: 'There is no kind of problem of this name.',
  },
} as const satisfies Record<string, Label>;

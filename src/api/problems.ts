/** The one table of everything that can go wrong, and the one function that writes it down (RFC 9457). */
import type { InvalidReason } from '../model/gnd-id.ts';
import type { Label } from '../model/entity.ts';
import type { Snapshot } from '../store/store.ts';
import type { ProblemDocument } from './problem-schema.ts';
import { API_VERSION } from './schemas.ts';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** Sentence of an occurrence that has nothing more to say. */
  readonly detail: string;
  /** What its page says, in both languages. */
  readonly page: Label;
  /** Seconds for which a cache may repeat it; 0 for never. */
  readonly maxAge: number;
}

const kind = (status: number, title: string, detail: string, de: string, en: string, maxAge = 0): ProblemKind => ({
  status,
  title,
  detail,
  page: { de, en },
  maxAge,
});

export const PROBLEMS = {
  invalid_gnd_id: kind(
    400,
    'Not a GND identifier',
    'The path does not hold a GND identifier.',
    'Die angefragte Kennung ist keine GND-Nummer. „reason“ sagt, woran es liegt; „suggestion“ nennt eine Nummer, die gemeint sein könnte und im Bestand ist.',
    'What was asked for is not a GND identifier. “reason” says why; “suggestion” names an identifier that may have been meant and that exists in the data.',
  ),
  unknown_gnd_id: kind(
    404,
    'Unknown GND identifier',
    'No entity with this GND identifier is in the data.',
    'Die GND-Nummer ist wohlgeformt, aber nicht im Bestand. „reason“: „check_digit“ heißt, dass die Prüfziffer nicht stimmt, also wohl ein Tippfehler vorliegt.',
    'The GND identifier is well-formed but not in the data. “reason”: “check_digit” says that its check digit is wrong, so it is probably mistyped.',
    60,
  ),
  deleted_gnd_id: kind(
    410,
    'Deleted GND identifier',
    'The record with this GND identifier was deleted.',
    'Der Datensatz wurde in der GND gelöscht. „successors“ nennt die Datensätze, auf die er aufgeteilt wurde, falls es welche gibt.',
    'The record was deleted from the GND. “successors” names the records that it was split into, if there are any.',
    60,
  ),
  invalid_search: kind(
    400,
    'Invalid search request',
    'The search request has an invalid parameter.',
    'Ein Parameter der Suche fehlt, ist doppelt, unbekannt oder außerhalb seiner Grenzen. „errors“ nennt ihn.',
    'A parameter of the search is missing, repeated, unknown or out of bounds. “errors” names it.',
  ),
  missing_ids: kind(
    400,
    'No identifiers',
    'The parameter “ids” must hold at least one GND identifier.',
    'Der Parameter „ids“ fehlt oder ist leer. Er nimmt 1 bis 100 GND-Nummern, getrennt durch Komma, Leerzeichen oder Semikolon.',
    'The parameter “ids” is missing or empty. It takes 1 to 100 GND identifiers, separated by comma, whitespace or semicolon.',
  ),
  too_many_ids: kind(
    400,
    'Too many identifiers',
    'The parameter “ids” holds too many GND identifiers.',
    'Eine Anfrage nimmt höchstens 100 GND-Nummern („maximum“); gezählt wird vor dem Entfernen von Dubletten („received“).',
    'A request takes at most 100 GND identifiers (“maximum”), counted before duplicates are removed (“received”).',
  ),
  invalid_format: kind(
    400,
    'Invalid format',
    'The parameter “format” must be “json” or “csv”.',
    'Der Parameter „format“ nimmt „json“ oder „csv“.',
    'The parameter “format” takes “json” or “csv”.',
  ),
  invalid_coverage_request: kind(
    400,
    'Invalid coverage request',
    'The coverage request has an invalid parameter.',
    'Ein Parameter ist doppelt, unbekannt oder falsch kodiert. „errors“ nennt ihn.',
    'A parameter is repeated, unknown or wrongly encoded. “errors” names it.',
  ),
  invalid_request: kind(
    400,
    'Invalid request',
    'The request cannot be understood.',
    'Die Anfrage ist kein gültiges HTTP oder hat einen Parameter, den es hier nicht gibt. „errors“ nennt ihn.',
    'The request is not valid HTTP or has a parameter that does not exist here. “errors” names it.',
  ),
  not_found: kind(
    404,
    'Not found',
    'There is nothing at this address.',
    'Unter dieser Adresse gibt es nichts. Die sechs Adressen der Schnittstelle beschreibt /api/v1/openapi.json.',
    'There is nothing at this address. The six addresses of the interface are described by /api/v1/openapi.json.',
    60,
  ),
  method_not_allowed: kind(
    405,
    'Method not allowed',
    'This address does not answer this method.',
    'Die Schnittstelle ist nur lesbar: GET, HEAD und OPTIONS. Der Kopf „Allow“ nennt, was erlaubt ist.',
    'The interface is read-only: GET, HEAD and OPTIONS. The field “Allow” names what is allowed.',
  ),
  request_timeout: kind(
    408,
    'Request timeout',
    'The request did not arrive in time.',
    'Die Anfrage kam nicht rechtzeitig vollständig an.',
    'The request did not arrive completely in time.',
  ),
  request_too_long: kind(
    414,
    'Request too long',
    'The address or the header of the request is too long.',
    'Die Adresse (8 KiB) oder der Kopf (16 KiB) der Anfrage ist zu lang.',
    'The address (8 KiB) or the header (16 KiB) of the request is too long.',
  ),
  body_too_large: kind(
    413,
    'Body too large',
    'The body of the request may have at most 1 MiB.',
    'Der Inhalt der Anfrage ist zu groß: höchstens 1 MiB (1.048.576 Bytes).',
    'The body of the request is too large: at most 1 MiB (1,048,576 bytes).',
  ),
  unsupported_media_type: kind(
    415,
    'Unsupported media type',
    'The body of the request is of a kind that is not read here.',
    'Der Inhalt der Anfrage hat eine Form, die hier nicht gelesen wird. „Accept-Post“ nennt, was geht; gepackt darf er nicht sein.',
    'The body of the request has a form that is not read here. “Accept-Post” names what is; it must not be compressed.',
  ),
  rate_limited: kind(
    429,
    'Too many requests',
    'The quota of requests is used up.',
    'Das Kontingent ist verbraucht. „Retry-After“ sagt, nach wie vielen Sekunden es weitergeht. Eine Listenprüfung mit 100 Nummern zählt als eine Anfrage.',
    'The quota is used up. “Retry-After” says after how many seconds to go on. A coverage request for 100 identifiers counts as one request.',
  ),
  internal_error: kind(
    500,
    'Internal error',
    'The service failed to answer. The request id identifies what happened.',
    'Der Dienst hat einen Fehler gemacht. Mit der Kennung der Anfrage („instance“) lässt er sich finden.',
    'The service made a mistake. It can be found by the identifier of the request (“instance”).',
  ),
  not_ready: kind(
    503,
    'Not ready',
    'The service has no data to answer from yet.',
    'Der Dienst hat noch keine Daten, aus denen er antworten könnte. Bitte gleich noch einmal versuchen.',
    'The service has no data to answer from yet. Please try again in a moment.',
  ),
  data_unreadable: kind(
    503,
    'Data unreadable',
    'The data cannot be read at the moment.',
    'Der Dienst kann seine Daten gerade nicht lesen. Ob es die angefragte Nummer gibt, ist damit nicht gesagt.',
    'The service cannot read its data at the moment. Whether what was asked for exists is not known.',
  ),
  overloaded: kind(
    503,
    'Overloaded',
    'The service is too busy to answer.',
    'Der Dienst ist überlastet. „Retry-After“ sagt, wann ein neuer Versuch lohnt.',
    'The service is overloaded. “Retry-After” says when to try again.',
  ),
} as const satisfies Record<string, ProblemKind>;
export type ProblemCode = keyof typeof PROBLEMS;

export interface ParameterError {
  readonly parameter: string;
  readonly code: string;
  readonly detail: string;
}

/** One occurrence of a problem; what is left out comes from the table. */
export interface Problem {
  readonly kind: 'problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly ParameterError[];
  readonly extensions?: ProblemExtensions;
}

/** Members that some problems have beyond those of RFC 9457. */
export interface ProblemExtensions {
  readonly instance?: string;
  readonly gnd?: string;
  readonly reason?: InvalidReason | 'check_digit';
  readonly suggestion?: string;
  readonly successors?: readonly string[];
  readonly maximum?: number;
  readonly received?: number;
}

export type ProblemDetails = Partial<Pick<Problem, 'status' | 'detail' | 'errors' | 'extensions'>>;

export function problem(code: ProblemCode, details: ProblemDetails = {}): Problem {
  const { status, detail } = PROBLEMS[code];
  return { kind: 'problem', code, status, detail, ...details };
}

/** Last part of the address of a problem's page, e.g. `unknown-gnd-id`. */
export function problemSlug(code: ProblemCode): string {
  return code.replaceAll('_', '-');
}

/** Inverse of {@link problemSlug}. */
export function problemOfSlug(slug: string): ProblemCode | undefined {
  return (Object.keys(PROBLEMS) as ProblemCode[]).find((code) => problemSlug(code) === slug);
}

export interface ProblemContext {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Absent when there is none to speak of. */
  readonly snapshot?: Pick<Snapshot, 'id' | 'date'>;
}

export function problemDocument(occurrence: Problem, context: ProblemContext): ProblemDocument {
  const { snapshot } = context;
  return {
    apiVersion: API_VERSION,
    ...(snapshot && { snapshot: { id: snapshot.id, date: snapshot.date } }),
    type: `${context.baseUrl}/problems/${problemSlug(occurrence.code)}`,
    title: PROBLEMS[occurrence.code].title,
    status: occurrence.status,
    detail: occurrence.detail,
    code: occurrence.code,
    ...(occurrence.errors && { errors: occurrence.errors }),
    ...occurrence.extensions,
  };
}

/** `Cache-Control` of a problem. */
export function problemCacheControl(code: ProblemCode): string {
  const { maxAge } = PROBLEMS[code];
  return maxAge === 0 ? 'no-store' : `public, max-age=${maxAge}`;
}

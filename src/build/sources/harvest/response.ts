/** Reads a response of an OAI-PMH repository as a stream. Limits its size, and counts unusable records. */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { GndId } from '../../../core/model/gnd-id.ts';
import { DownloadFailed } from '../download/download-failure.ts';
import { type Granularity, GRANULARITY_MS, instantOf, parseDatestamp } from '../../../core/model/datestamp.ts';
import { createMarcCopy, type UncopiedReason } from './marc-copy.ts';

/** One item as the repository lists it. */
export interface HarvestedRecord {
  /** OAI identifier: `oai:dnb.de/authorities/118540238`. */
  readonly identifier: string;
  readonly datestamp: string;
  readonly deleted: boolean;
  /** Absent for a deleted item unless the repository gives it. */
  readonly marc?: string;
  readonly gnd?: GndId;
}

/** Reason why a record of a response is left out. */
export type HarvestDefect = UncopiedReason | 'no_identifier' | 'no_datestamp';

export type OaiResponse = ReturnType<ReturnType<typeof createEnvelope>['finish']>;

/** Limits for hostile responses; the DNB lists 50 records at a time. */
export const RESPONSE_LIMITS = { bytes: 64 * 1024 * 1024, records: 10_000, text: 8_192, depth: 32 } as const;

const OAI = 'http://www.openarchives.org/OAI/2.0/';
/**
 * Path of the element with the list. Responses to `ListRecords`, `ListIdentifiers` and `GetRecord` name it differently,
 * and `ListIdentifiers` has headers outside of records. `pathOf` maps all to the paths of `ListRecords`.
 */
const LIST = 'OAI-PMH/ListRecords';
const LIST_NAMES: ReadonlySet<string> = new Set(['ListRecords', 'ListIdentifiers', 'GetRecord']);
const RECORD = `${LIST}/record`;
const HEADER = `${RECORD}/header`;
const METADATA = `${RECORD}/metadata`;
/** Paths of the elements whose text is read. */
const TEXT_PATHS = {
  responseDate: 'OAI-PMH/responseDate',
  granularity: 'OAI-PMH/Identify/granularity',
  earliest: 'OAI-PMH/Identify/earliestDatestamp',
  identifier: `${HEADER}/identifier`,
  datestamp: `${HEADER}/datestamp`,
  token: `${LIST}/resumptionToken`,
} as const;
const READ_PATHS: ReadonlySet<string> = new Set(Object.values(TEXT_PATHS));

/** Characters that XML forbids; one of them in a response must not stop the harvest. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const FORBIDDEN_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** @throws DownloadFailed when the response is not OAI-PMH, is incomplete, or exceeds {@link RESPONSE_LIMITS} */
export async function readResponse(body: AsyncIterable<Uint8Array>): Promise<OaiResponse> {
  const decoder = new TextDecoder('utf-8');
  const reader = createResponseReader();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > RESPONSE_LIMITS.bytes) throw tooLarge(`${RESPONSE_LIMITS.bytes.toLocaleString('en-GB')} bytes`);
    reader.push(decoder.decode(chunk, { stream: true }));
  }
  reader.push(decoder.decode());
  return reader.finish();
}

function createResponseReader() {
  const parser = new SaxesParser({ xmlns: true });
  const envelope = createEnvelope();
  parser.on('opentag', (element) => envelope.open(element));
  parser.on('closetag', (element) => envelope.close(element));
  parser.on('text', (text) => envelope.text(text));
  parser.on('cdata', (text) => envelope.text(text));
  parser.on('doctype', (type) => {
    throw /^\s*html\b/i.test(type) ? htmlPage() : notOai();
  });
  function attempt(step: () => unknown, failed: (cause: unknown) => DownloadFailed): void {
    try {
      step();
    } catch (cause) {
      throw cause instanceof DownloadFailed ? cause : failed(cause);
    }
  }
  return {
    push: (text: string) => attempt(() => parser.write(text.replace(FORBIDDEN_CHARACTERS, '\uFFFD')), notOai),
    finish(): OaiResponse {
      attempt(() => parser.close(), cutOff);
      return envelope.finish();
    },
  };
}

function pathOf(parent: string | undefined, name: string): string {
  if (parent === undefined) return name;
  if (parent === 'OAI-PMH' && LIST_NAMES.has(name)) return LIST;
  return parent === LIST && name === 'header' ? HEADER : `${parent}/${name}`;
}

/** Reads the elements of OAI-PMH; passes the content of `<metadata>` to {@link createMarcCopy}. */
function createEnvelope() {
  const paths: string[] = [];
  const texts: Partial<Record<string, string>> = {};
  const records: HarvestedRecord[] = [];
  const defects: Partial<Record<HarvestDefect, number>> = {};
  let error: string | undefined;
  let listed = false;
  let identified = false;
  let size: number | undefined;
  let deleted = false;
  let copy: ReturnType<typeof createMarcCopy> | undefined;

  /** @param hasMetadata false for a header without a record */
  function finishRecord(hasMetadata: boolean): void {
    const identifier = texts[TEXT_PATHS.identifier]?.trim() ?? '';
    const datestamp = parseDatestamp(texts[TEXT_PATHS.datestamp] ?? '');
    const copied = copy?.finish() ?? 'no_metadata';
    copy = undefined;
    if (records.length >= RESPONSE_LIMITS.records) throw tooLarge(`${RESPONSE_LIMITS.records} records`);
    if (identifier === '') count(defects, 'no_identifier');
    else if (datestamp === undefined) count(defects, 'no_datestamp');
    else if (typeof copied === 'object') records.push({ identifier, datestamp, deleted, ...copied });
    else if (deleted || !hasMetadata) records.push({ identifier, datestamp, deleted });
    else count(defects, copied);
  }

  function begin(path: string, parent: string | undefined, { attributes }: SaxesTagNS): void {
    if (READ_PATHS.has(path)) texts[path] = '';
    if (path === 'OAI-PMH/error') error ??= attributes['code']?.value ?? '';
    if (path === 'OAI-PMH/Identify') identified = true;
    if (path === LIST) listed = true;
    if (path === METADATA) copy = createMarcCopy();
    if (path === TEXT_PATHS.token) size = Number(attributes['completeListSize']?.value ?? Number.NaN);
    if (parent === LIST && (path === RECORD || path === HEADER)) {
      copy = undefined;
      deleted = false;
      delete texts[TEXT_PATHS.identifier];
      delete texts[TEXT_PATHS.datestamp];
    }
    if (path === HEADER) deleted = attributes['status']?.value === 'deleted';
  }

  return {
    open(element: SaxesTagNS): void {
      const { uri, local } = element;
      const parent = paths.at(-1);
      if (paths.length >= RESPONSE_LIMITS.depth) throw notOai();
      if (parent === undefined && (uri !== OAI || local !== 'OAI-PMH')) throw local === 'html' ? htmlPage() : notOai();
      if (parent?.startsWith(METADATA) === true) copy?.open(element);
      const name = uri === OAI ? local : `?${local}`;
      const path = pathOf(parent, name);
      paths.push(path);
      begin(path, parent, element);
    },
    text(text: string): void {
      const path = paths.at(-1) ?? '';
      if (path.startsWith(METADATA)) return copy?.text(text);
      const before = texts[path];
      if (before !== undefined && READ_PATHS.has(path)) texts[path] = (before + text).slice(0, RESPONSE_LIMITS.text);
    },
    close(element: SaxesTagNS): void {
      const path = paths.pop() ?? '';
      if (path !== METADATA && path.startsWith(METADATA)) copy?.close(element);
      if (path === RECORD) finishRecord(true);
      else if (path === HEADER && paths.at(-1) === LIST) finishRecord(false);
    },
    finish() {
      const responseDate = parseDatestamp(texts[TEXT_PATHS.responseDate] ?? '');
      if (responseDate === undefined || (error === undefined && !listed && !identified)) throw notOai();
      const token = texts[TEXT_PATHS.token]?.trim() ?? '';
      if (token.length >= RESPONSE_LIMITS.text) throw tooLarge(`${RESPONSE_LIMITS.text} characters of a token`);
      const stated = texts[TEXT_PATHS.granularity]?.trim() ?? '';
      const granularity = Object.keys(GRANULARITY_MS).find((known) => known === stated) as Granularity | undefined;
      const earliest = parseDatestamp(texts[TEXT_PATHS.earliest] ?? '');
      return {
        /** The repository's own clock, in milliseconds since 1970. */
        responseDate: instantOf(responseDate),
        /** Code of the first error. */
        error,
        /** Present in an answer to `Identify`. */
        repository: identified ? { granularity: granularity ?? ('YYYY-MM-DD' as const), earliest } : undefined,
        /** Present in an answer to `ListRecords`, `ListIdentifiers` and `GetRecord`. */
        records: listed ? (records as readonly HarvestedRecord[]) : undefined,
        defects,
        /** Resumption token; undefined at the end of the list. */
        token: token === '' ? undefined : token,
        completeListSize: Number.isSafeInteger(size) ? size : undefined,
      };
    },
  };
}

function count(defects: Partial<Record<HarvestDefect, number>>, reason: HarvestDefect): void {
  defects[reason] = (defects[reason] ?? 0) + 1;
}

function tooLarge(what: string): DownloadFailed {
  return new DownloadFailed('too_large', `The repository sends more than ${what} at a time.`);
}

function htmlPage(): DownloadFailed {
  return new DownloadFailed('html', 'The repository answers with an HTML page, perhaps an error message.', {
    transient: true,
  });
}

function notOai(cause?: unknown): DownloadFailed {
  return new DownloadFailed('wrong_format', 'The repository does not answer in the XML of OAI-PMH.', {
    transient: true,
    cause,
  });
}

function cutOff(cause: unknown): DownloadFailed {
  return new DownloadFailed('truncated', 'The answer of the repository breaks off.', {
    transient: true,
    cause,
  });
}

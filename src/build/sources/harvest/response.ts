/** Reads a response of an OAI-PMH repository. Limits its size, and names unusable records. */
import { SaxesParser } from 'saxes';
import type { GndId } from '../../../core/model/gnd-id.ts';
import { DownloadFailed } from '../download/download-failure.ts';
import { GRANULARITY_MS, type Granularity, instantOf, readDatestamp } from '../../../core/model/datestamp.ts';
import { LIMITS, UnusableSource } from '../readers/reader.ts';
import { decodeXml, localName } from '../readers/xml-text.ts';
import { type CopiedRecord, copyMarc, type UncopiedReason } from './marc-copy.ts';

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

/** An item whose record cannot be used. */
export interface UnreadItem {
  /** Undefined with the reason `no_identifier`. */
  readonly identifier: string | undefined;
  /** Undefined with the reason `no_datestamp`. */
  readonly datestamp: string | undefined;
  readonly reason: UnreadReason;
}

/** Reason why the record of an item is left out. */
export type UnreadReason = UncopiedReason | 'no_metadata' | 'record_too_large' | 'no_identifier' | 'no_datestamp';

export type OaiResponse = ReturnType<ReturnType<typeof createEnvelope>['finish']>;

/** Limits for hostile responses; the DNB lists 50 records at a time. */
export const RESPONSE_LIMITS = { bytes: 64 * 1024 * 1024, records: 10_000, text: 8_192, depth: 32 } as const;

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

const ROOT = /<(?:[\w.-]+:)?OAI-PMH(?=[\s>])/;
/** Start of metadata, or the end of the response. */
const NEXT = /<(?:(?:[\w.-]+:)?metadata(?:\s[^<>]*)?(\/?)>|\/(?:[\w.-]+:)?(OAI-PMH)\s*>)/g;
const METADATA_END = /<\/(?:[\w.-]+:)?metadata\s*>/g;

/** @throws DownloadFailed when the response is not OAI-PMH, is incomplete, or exceeds {@link RESPONSE_LIMITS} */
export async function readResponse(body: AsyncIterable<Uint8Array>): Promise<OaiResponse> {
  let text = '';
  try {
    for await (const piece of decodeXml(limited(body))) text += piece;
  } catch (error) {
    throw error instanceof UnusableSource ? notOai(error) : error;
  }
  if (text.trim() === '') throw cutOff();
  const begin = ROOT.exec(text)?.index;
  // Entities are never expanded.
  if (begin === undefined || /<!DOCTYPE[^>]*\[/.test(text.slice(0, begin))) throw otherThanOai(text);
  return parseResponse(text.slice(begin));
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > RESPONSE_LIMITS.bytes) throw tooLarge(`${RESPONSE_LIMITS.bytes.toLocaleString('en-GB')} bytes`);
    yield chunk;
  }
}

/**
 * Separates the metadata of each record from the elements of OAI-PMH around them, so that a fault in one record does not
 * touch the others. Skips what stands after the response.
 */
function parseResponse(text: string): OaiResponse {
  const parser = new SaxesParser();
  const envelope = createEnvelope();
  parser.on('opentag', ({ name, attributes }) => envelope.open(localName(name), attributes));
  parser.on('closetag', () => envelope.close());
  parser.on('text', (piece) => envelope.text(piece));
  parser.on('cdata', (piece) => envelope.text(piece));
  /** Position up to which the text has been parsed or skipped. */
  let at = 0;
  for (;;) {
    const [tag, isEmpty, isEnd] = find(NEXT, text, at) ?? [];
    const end = tag === undefined ? text.length : NEXT.lastIndex;
    try {
      parser.write(text.slice(at, end));
    } catch (cause) {
      throw cause instanceof DownloadFailed ? cause : notOai(cause);
    }
    if (isEnd !== undefined) return envelope.finish();
    at = end;
    if (isEmpty === '/') continue;
    // The end tag belongs to OAI-PMH.
    const close = find(METADATA_END, text, at)?.index;
    if (close === undefined) throw cutOff();
    envelope.metadata(close - at > LIMITS.recordBytes ? 'record_too_large' : copied(text.slice(at, close)));
    at = close;
  }
}

function find(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

function copied(metadata: string): CopiedRecord | UnreadReason {
  if (metadata.trim() === '') return 'no_metadata';
  const copy = copyMarc(metadata);
  // The end of one record and the beginning of the next are missing, so records would be lost unseen.
  if (copy === 'malformed_xml' && /<(?:[\w.-]+:)?header[\s>]/.test(metadata)) throw notOai();
  return copy;
}

function pathOf(parent: string | undefined, name: string): string {
  if (parent === undefined) return name;
  if (parent === 'OAI-PMH' && LIST_NAMES.has(name)) return LIST;
  return parent === LIST && name === 'header' ? HEADER : `${parent}/${name}`;
}

/** Reads the elements of OAI-PMH. */
function createEnvelope() {
  const paths: string[] = [];
  const texts: Partial<Record<string, string>> = {};
  const records: HarvestedRecord[] = [];
  const unread: UnreadItem[] = [];
  let error: string | undefined;
  let listed = false;
  let identified = false;
  let size: number | undefined;
  let deleted = false;
  let metadata: CopiedRecord | UnreadReason = 'no_metadata';

  /** @param isRecord false for a header without a record */
  function finishItem(isRecord: boolean): void {
    const identifier = texts[TEXT_PATHS.identifier]?.trim() ?? '';
    const datestamp = readDatestamp(texts[TEXT_PATHS.datestamp] ?? '');
    if (records.length + unread.length >= RESPONSE_LIMITS.records) throw tooLarge(`${RESPONSE_LIMITS.records} records`);
    if (identifier === '') unread.push({ identifier: undefined, datestamp, reason: 'no_identifier' });
    else if (datestamp === undefined) unread.push({ identifier, datestamp, reason: 'no_datestamp' });
    else if (typeof metadata === 'object') records.push({ identifier, datestamp, deleted, ...metadata });
    else if (deleted || !isRecord) records.push({ identifier, datestamp, deleted });
    else unread.push({ identifier, datestamp, reason: metadata });
  }

  function begin(path: string, parent: string | undefined, attributes: Readonly<Record<string, string>>): void {
    if (READ_PATHS.has(path)) texts[path] = '';
    if (path === 'OAI-PMH/error') error ??= attributes['code'] ?? '';
    if (path === 'OAI-PMH/Identify') identified = true;
    if (path === LIST) listed = true;
    if (path === TEXT_PATHS.token) size = Number(attributes['completeListSize'] ?? Number.NaN);
    if (parent === LIST && (path === RECORD || path === HEADER)) {
      metadata = 'no_metadata';
      deleted = false;
      delete texts[TEXT_PATHS.identifier];
      delete texts[TEXT_PATHS.datestamp];
    }
    if (path === HEADER) deleted = attributes['status']?.trim().toLowerCase() === 'deleted';
  }

  return {
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      const parent = paths.at(-1);
      if (paths.length >= RESPONSE_LIMITS.depth) throw notOai();
      const path = pathOf(parent, name);
      paths.push(path);
      begin(path, parent, attributes);
    },
    text(text: string): void {
      const path = paths.at(-1) ?? '';
      const before = texts[path];
      if (before !== undefined && READ_PATHS.has(path)) texts[path] = (before + text).slice(0, RESPONSE_LIMITS.text);
    },
    /** Receives the content of `<metadata>`. */
    metadata(copy: CopiedRecord | UnreadReason): void {
      if (paths.at(-1) === METADATA) metadata = copy;
    },
    close(): void {
      const path = paths.pop() ?? '';
      if (path === RECORD) finishItem(true);
      else if (path === HEADER && paths.at(-1) === LIST) finishItem(false);
    },
    finish() {
      const responseDate = readDatestamp(texts[TEXT_PATHS.responseDate] ?? '');
      if (responseDate === undefined || (error === undefined && !listed && !identified)) throw notOai();
      const token = texts[TEXT_PATHS.token]?.trim() ?? '';
      if (token.length >= RESPONSE_LIMITS.text) throw tooLarge(`${RESPONSE_LIMITS.text} characters of a token`);
      const stated = texts[TEXT_PATHS.granularity]?.trim().toLowerCase() ?? '';
      const granularity = Object.keys(GRANULARITY_MS).find((known) => known.toLowerCase() === stated);
      const earliest = readDatestamp(texts[TEXT_PATHS.earliest] ?? '');
      return {
        /** The repository's own clock, in milliseconds since 1970. */
        responseDate: instantOf(responseDate),
        /** Code of the first error. */
        error,
        /** Present in an answer to `Identify`. */
        repository: identified ? { granularity: (granularity ?? 'YYYY-MM-DD') as Granularity, earliest } : undefined,
        /** Present in an answer to `ListRecords`, `ListIdentifiers` and `GetRecord`. */
        records: listed
          ? (records.map((record) => datedUntil(record, responseDate)) as readonly HarvestedRecord[])
          : undefined,
        unread: unread as readonly UnreadItem[],
        /** Resumption token; undefined at the end of the list. */
        token: token === '' ? undefined : token,
        completeListSize: Number.isSafeInteger(size) ? size : undefined,
      };
    },
  };
}

/**
 * The record with a datestamp of at most `until`. A later one is wrong: no later version of the record could replace it.
 * @param until a day includes all its instants
 */
export function datedUntil(record: HarvestedRecord, until: string): HarvestedRecord {
  return record.datestamp.slice(0, until.length) > until ? { ...record, datestamp: until } : record;
}

function tooLarge(what: string): DownloadFailed {
  return new DownloadFailed('too_large', `The repository sends more than ${what} at a time.`);
}

function htmlPage(): DownloadFailed {
  return new DownloadFailed('html', 'The repository answers with an HTML page, perhaps an error message.', {
    transient: true,
  });
}

function otherThanOai(text: string): DownloadFailed {
  return /<(?:!doctype\s+html|html)\b/i.test(text) ? htmlPage() : notOai();
}

function notOai(cause?: unknown): DownloadFailed {
  return new DownloadFailed('wrong_format', 'The repository does not answer in the XML of OAI-PMH.', {
    transient: true,
    cause,
  });
}

function cutOff(): DownloadFailed {
  return new DownloadFailed('truncated', 'The answer of the repository breaks off.', { transient: true });
}

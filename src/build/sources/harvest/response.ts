/** Reads a response of an OAI-PMH repository. Limits its size, and names unusable records. */
import { grouped } from '../../../shared/numbers.ts';
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
type UnreadReason = UncopiedReason | 'no_metadata' | 'record_too_large' | 'no_identifier' | 'no_datestamp';

export type OaiResponse = ReturnType<typeof readRoot>;

/** Limits for hostile responses; the DNB lists 50 records at a time. */
export const RESPONSE_LIMITS = { bytes: 64 * 1024 * 1024, elements: 200_000, text: 8_192, depth: 32 } as const;

/** Elements with a list; `ListIdentifiers` has headers outside of records. */
const LIST_NAMES: ReadonlySet<string> = new Set(['ListRecords', 'ListIdentifiers', 'GetRecord']);

/** An element of OAI-PMH. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
  /** The record in the content of `<metadata>`, or the reason why there is none. */
  copy?: CopiedRecord | UnreadReason;
}

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
  if (begin === undefined || /<!DOCTYPE[^<>]*\[/.test(text.slice(0, begin))) throw otherThanOai(text);
  return parseResponse(text.slice(begin));
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > RESPONSE_LIMITS.bytes) throw tooLarge(`${grouped(RESPONSE_LIMITS.bytes)} bytes at a time`);
    yield chunk;
  }
}

/**
 * Separates the metadata of each record from the elements of OAI-PMH around them, so that a fault in one record does not
 * touch the others. Skips what stands after the response.
 */
function parseResponse(text: string): OaiResponse {
  const parser = new SaxesParser();
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const current = (): Element => open.at(-1) ?? root;
  let elements = 0;
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (elements > RESPONSE_LIMITS.elements) throw tooLarge(`${RESPONSE_LIMITS.elements} elements at a time`);
    if (open.length > RESPONSE_LIMITS.depth) throw notOai();
    const element = { name: localName(name), attributes, children: [], text: '' };
    current().children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  const addText = (piece: string): void => {
    const element = current();
    element.text = (element.text + piece).slice(0, RESPONSE_LIMITS.text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
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
    if (isEnd !== undefined) return readRoot(root.children[0] ?? root);
    at = end;
    if (isEmpty === '/') continue;
    // The end tag belongs to OAI-PMH.
    const close = find(METADATA_END, text, at)?.index;
    if (close === undefined) throw cutOff();
    current().copy = close - at > LIMITS.recordBytes ? 'record_too_large' : copied(text.slice(at, close));
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

function child(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((one) => one.name === name);
}

const textOf = (element: Element | undefined, name: string): string => child(element, name)?.text.trim() ?? '';

/** Reads the element `OAI-PMH`. */
function readRoot(root: Element) {
  const responseDate = readDatestamp(textOf(root, 'responseDate'));
  const [error, identify] = [child(root, 'error'), child(root, 'Identify')];
  const list = root.children.find(({ name }) => LIST_NAMES.has(name));
  if (responseDate === undefined || (error ?? identify ?? list) === undefined) throw notOai();
  const token = textOf(list, 'resumptionToken');
  if (token.length >= RESPONSE_LIMITS.text) throw tooLarge(`${RESPONSE_LIMITS.text} characters in a resumption token`);
  const size = Number(child(list, 'resumptionToken')?.attributes['completeListSize'] ?? Number.NaN);
  const stated = textOf(identify, 'granularity').toLowerCase();
  const granularity = Object.keys(GRANULARITY_MS).find((name) => name.toLowerCase() === stated);
  const earliest = readDatestamp(textOf(identify, 'earliestDatestamp'));
  const items = list?.children.filter(({ name }) => name === 'record' || name === 'header').map(readItem) ?? [];
  const records = items.flatMap((item) => ('reason' in item ? [] : [datedUntil(item, responseDate)]));
  return {
    /** The repository's own clock, in milliseconds since 1970. */
    responseDate: instantOf(responseDate),
    /** Code of the first error. */
    error: error && (error.attributes['code'] ?? ''),
    /** Present in an answer to `Identify`. */
    repository: identify && { granularity: (granularity ?? 'YYYY-MM-DD') as Granularity, earliest },
    /** Present in an answer to `ListRecords`, `ListIdentifiers` and `GetRecord`. */
    records: list && (records as readonly HarvestedRecord[]),
    unread: items.filter((item) => 'reason' in item) as readonly UnreadItem[],
    /** Resumption token; undefined at the end of the list. */
    token: token === '' ? undefined : token,
    completeListSize: Number.isSafeInteger(size) ? size : undefined,
  };
}

/** @param item a record, or a header without one */
function readItem(item: Element): HarvestedRecord | UnreadItem {
  const header = item.name === 'header' ? item : child(item, 'header');
  const identifier = textOf(header, 'identifier');
  const datestamp = readDatestamp(textOf(header, 'datestamp'));
  const deleted = header?.attributes['status']?.trim().toLowerCase() === 'deleted';
  const metadata = child(item, 'metadata')?.copy ?? 'no_metadata';
  if (identifier === '') return { identifier: undefined, datestamp, reason: 'no_identifier' };
  if (datestamp === undefined) return { identifier, datestamp, reason: 'no_datestamp' };
  if (typeof metadata === 'object') return { identifier, datestamp, deleted, ...metadata };
  if (deleted || item === header) return { identifier, datestamp, deleted };
  return { identifier, datestamp, reason: metadata };
}

/**
 * The record with a datestamp of at most `until`. A later one is wrong: no later version of the record could replace it.
 * @param until a day includes all its instants
 */
export function datedUntil(record: HarvestedRecord, until: string): HarvestedRecord {
  return record.datestamp.slice(0, until.length) > until ? { ...record, datestamp: until } : record;
}

function tooLarge(what: string): DownloadFailed {
  return new DownloadFailed('too_large', `The repository sends more than ${what}.`);
}

function otherThanOai(text: string): DownloadFailed {
  if (!/<(?:!doctype\s+html|html)\b/i.test(text)) return notOai();
  const sentence = 'The repository answers with an HTML page, perhaps an error message.';
  return new DownloadFailed('html', sentence, { transient: true });
}

function notOai(cause?: unknown): DownloadFailed {
  return new DownloadFailed('wrong_format', 'The answer from the repository is not OAI-PMH XML.', {
    transient: true,
    cause,
  });
}

function cutOff(): DownloadFailed {
  return new DownloadFailed('truncated', 'The answer from the repository is cut off.', { transient: true });
}

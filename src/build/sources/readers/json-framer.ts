/** Finds the records in a stream of JSON without parsing them: the text from the opening to the closing brace. */
import { defect } from './defects.ts';
import { createRecordBuffer } from './record-buffer.ts';
import { type Defect, LIMITS, UnusableSource } from './reader.ts';

/** The text of a record, a defect, or undefined for the end of an array. */
export type JsonFrame = string | Defect | undefined;

const LF = 0x0a;
const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Deepest nesting within a record. */
const MAX_DEPTH = 256;

/** Bytes with which lines between records may begin. */
const STRUCTURAL: ReadonlySet<number> = new Set([OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, COMMA]);

const BYTE_ORDER_MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);

/** The key of the records and the bracket behind it, in a file that is one object. */
const GRAPH = /"@graph"\s*:\s*\[$/;

/** @param limit largest record in bytes */
export function createJsonFramer(limit: number = LIMITS.recordBytes) {
  let bytes: Buffer = Buffer.alloc(0);
  let frames: JsonFrame[] = [];
  const lines = createLines();
  /** Between records; in a record; after an error, until a line begins like a new record. */
  let mode: 'outside' | 'record' | 'recover' = 'outside';
  /** Whether a string is open, which may reach over several chunks, and whether its next byte is escaped. */
  let [isString, isEscaped] = [false, false];

  /** Whether anything was found; number of open arrays around records. */
  let [isBegun, arrays] = [false, 0];
  /** Whether unexpected text was found; whether to ignore it, because it is the rest of a broken record. */
  let [isStray, isQuiet] = [false, false];

  const buffered = createRecordBuffer(limit);
  /** Position in `bytes` at which the record begins; 0 if it began in an earlier chunk. */
  let start = 0;
  let startLine = 0;
  const scanner = createRecordScanner();
  /** Open arrays around the array of `@graph`, of which the records are read; whether its object is read to its end. */
  let graph: number | undefined;
  let isRest = false;

  function push(chunk: Uint8Array): JsonFrame[] {
    bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    [frames, start] = [[], 0];
    for (let i = 0; i < bytes.length;) {
      if (isString) i = skipString(i);
      else if ((bytes[i] as number) <= BLANK) i = lines.skipBlanks(bytes, i);
      else {
        if (lines.begin(bytes[i] as number) && mode === 'recover' && lines.isBoundary()) mode = 'outside';
        if (mode === 'recover') i = endOfLine(bytes, i);
        else if (mode === 'outside') i = readOutside(i);
        else i = readRecord(i);
      }
    }
    if (mode === 'record') buffered.add(bytes.subarray(start));
    return frames;
  }

  /** @returns the position after the string. A raw line feed in a string breaks the record. */
  function skipString(from: number): number {
    const i = endOfString(bytes, from, isEscaped);
    isString = i >= bytes.length;
    isEscaped = i > bytes.length;
    if (isString || bytes[i] === QUOTE) return i + 1;
    return mode === 'outside' ? i : fail(i);
  }

  function readOutside(at: number): number {
    const byte = bytes[at] as number;
    // Each of several concatenated files may have a byte order mark.
    if (BYTE_ORDER_MARK.has(byte)) return at + 1;
    if (!isBegun && byte !== OPEN_ARRAY && byte !== OPEN_OBJECT) throw notJson(bytes.subarray(at));
    isBegun = true;
    if (byte === OPEN_OBJECT) {
      if (isStray) frames.push(defect('malformed_json', 'record'));
      buffered.clear();
      [mode, start, startLine, isStray, isQuiet] = ['record', at, lines.number(), false, false];
      scanner.begin(OPEN_OBJECT);
    } else if (byte === OPEN_ARRAY) {
      arrays += 1;
    } else if (byte === CLOSE_ARRAY && arrays > 0) {
      arrays -= 1;
      frames.push(undefined);
      if (arrays === graph) leaveGraph(at + 1);
    } else if (byte !== COMMA) {
      isStray ||= !isQuiet;
      isString = byte === QUOTE;
    }
    return at + 1;
  }

  function readRecord(from: number): number {
    const at = scanner.scan(bytes, from);
    const stop = scanner.stop();
    if (stop === 'end') return complete(at);
    if (stop === 'fault') return fail(at);
    if (stop === 'array' && GRAPH.test(buffered.tail(bytes.subarray(start, at)))) enterGraph();
    isString = stop === 'string';
    return at;
  }

  function enterGraph(): void {
    [graph, mode] = [arrays, 'outside'];
    arrays += 1;
    buffered.clear();
  }

  function leaveGraph(after: number): void {
    [graph, mode, isRest, start] = [undefined, 'record', true, after];
    buffered.clear();
    scanner.begin(CLOSE_ARRAY);
  }

  function complete(after: number): number {
    if (!isRest) {
      lines.setBoundary();
      frames.push(...framesOf(buffered.take(bytes.subarray(start, after)), buffered.head));
    }
    [mode, isRest] = ['outside', false];
    return after;
  }

  /** Drops the record. Continues at this byte if its line begins like a new record, else at the next such line. */
  function fail(at: number): number {
    buffered.add(bytes.subarray(start, at));
    frames.push(defect('malformed_json', 'record', buffered.head()));
    [isQuiet, isRest] = [true, false];
    mode = lines.number() !== startLine && lines.isBoundary() ? 'outside' : 'recover';
    return at;
  }

  /** @throws UnusableSource `truncated` within a record or array */
  function finish(): JsonFrame[] {
    if (mode === 'record' || arrays > 0) throw truncated(mode === 'record' ? 'a record' : 'an array of records');
    return isStray ? [defect('malformed_json', 'record')] : [];
  }

  return { push, finish };
}

/** @param text undefined if it is too large @param head its beginning, for a report */
function framesOf(text: string | undefined, head: () => string): readonly JsonFrame[] {
  if (text === undefined) return [defect('record_too_large', 'record', head())];
  return text.includes('\uFFFD') ? [defect('invalid_utf8', 'notice', text), text] : [text];
}

/** Follows the brackets of a record. A bracket that may not open or close where it stands is a fault. */
function createRecordScanner() {
  /** Open brackets, beginning with that of the record. */
  const brackets = new Uint8Array(MAX_DEPTH);
  let depth = 0;
  /** Last byte that is not white space. */
  let last = 0;
  /** Whether the record is the first of the file, the only one that stops at its arrays. */
  let isFirst: boolean | undefined;
  /** White space or the end of the bytes; the first byte of a string or array; the end of the record; a fault. */
  let stop: 'blank' | 'string' | 'array' | 'end' | 'fault' = 'blank';

  /** @returns the position at which it stopped */
  function scan(bytes: Buffer, from: number): number {
    let previous = last;
    let i = from;
    stop = 'blank';
    for (; i < bytes.length && stop === 'blank'; i += 1) {
      const byte = bytes[i] as number;
      if (byte <= BLANK) break;
      if (byte === QUOTE) stop = 'string';
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (!mayOpen(previous)) return fault(i);
        brackets[depth] = byte;
        depth += 1;
        if (isFirst === true && depth === 2 && byte === OPEN_ARRAY) stop = 'array';
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        // In ASCII, the closing bracket comes two codes after the opening one.
        if (brackets[depth - 1] !== byte - 2) return fault(i);
        depth -= 1;
        if (depth === 0) stop = 'end';
      }
      previous = byte;
    }
    last = previous;
    return i;
  }

  /** Whether a bracket may open: after a colon, and in an array at its beginning or after a comma. */
  function mayOpen(previous: number): boolean {
    if (depth === MAX_DEPTH) return false;
    return (
      previous === COLON || (brackets[depth - 1] === OPEN_ARRAY && (previous === COMMA || previous === OPEN_ARRAY))
    );
  }

  function fault(at: number): number {
    stop = 'fault';
    return at;
  }

  /** @param before last byte that is not white space */
  function begin(before: number): void {
    isFirst = isFirst === undefined;
    [brackets[0], depth, last] = [OPEN_OBJECT, 1, before];
  }

  return { begin, scan, stop: () => stop };
}

/** The lines of a file, by whose beginnings the next record after a broken one is found. */
function createLines() {
  let number = 0;
  let isStart = true;
  let column = 0;
  let first = 0;
  let firstColumn = 0;
  /** Column at which the line of the last good record began: other records are expected to begin there, too. */
  let boundary = 0;
  return {
    number: () => number,
    /** @returns position after the white space */
    skipBlanks(bytes: Buffer, from: number): number {
      let i = from;
      for (; i < bytes.length && (bytes[i] as number) <= BLANK; i += 1) {
        if (bytes[i] === LF) {
          number += 1;
          isStart = true;
          column = 0;
        } else if (isStart) {
          column += 1;
        }
      }
      return i;
    },
    /** @returns whether the byte is the first of its line that is not white space */
    begin(byte: number): boolean {
      if (!isStart) return false;
      isStart = false;
      first = byte;
      firstColumn = column;
      return true;
    },
    setBoundary(): void {
      boundary = firstColumn;
    },
    /** Whether the line begins like the first line of a record, or like a line between records. */
    isBoundary: () => !isStart && firstColumn === boundary && STRUCTURAL.has(first),
  };
}

/**
 * @returns position of the quotation mark or line feed that ends the string, or the length of the bytes, and one more if
 * they end with a backslash that escapes the next byte
 */
function endOfString(bytes: Buffer, from: number, isEscaped: boolean): number {
  let i = isEscaped && bytes[from] !== LF ? from + 1 : from;
  for (; i < bytes.length && bytes[i] !== LF && bytes[i] !== QUOTE; i += 1) {
    if (bytes[i] === BACKSLASH && bytes[i + 1] !== LF) i += 1;
  }
  return i;
}

/** @returns position of the next line feed, or the end of the bytes */
function endOfLine(bytes: Buffer, from: number): number {
  const index = bytes.indexOf(LF, from);
  return index === -1 ? bytes.length : index;
}

function notJson(rest: Buffer): UnusableSource {
  const excerpt = JSON.stringify(rest.toString('utf8', 0, 40).split('\n')[0] ?? '');
  return new UnusableSource('wrong_format', `JSON was expected, but the file begins with ${excerpt}.`);
}

function truncated(where: string): UnusableSource {
  return new UnusableSource('truncated', `The file ends in the middle of ${where}.`);
}

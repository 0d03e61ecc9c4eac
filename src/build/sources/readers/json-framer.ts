/** Finds the records in a stream of JSON without parsing them: the text from the opening to the closing bracket. */
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

/** States: between records; in a record; in a skipped value; after an error, until a line begins like a new record. */
type Mode = 'outside' | 'record' | 'discard' | 'recover';

/** Deepest nesting within a record, and of arrays around records. */
const MAX_DEPTH = 256;

/** Bytes with which lines between records may begin. */
const STRUCTURAL: ReadonlySet<number> = new Set([OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, COMMA]);

const BYTE_ORDER_MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);

const GRAPH_KEY = Buffer.from('@graph');

/** @param limit largest record in bytes */
export function createJsonFramer(limit: number = LIMITS.recordBytes) {
  let bytes: Buffer = Buffer.alloc(0);
  let frames: JsonFrame[] = [];
  /** Position in `bytes` at which the record begins; 0 if it began in an earlier chunk. */
  let start = 0;
  const buffered = createRecordBuffer(limit);

  let mode: Mode = 'outside';
  let started = false;
  /** Open arrays and objects with `@graph` around the records. */
  const around: ('array' | 'graph')[] = [];
  /** Open brackets of the record, beginning with its own. */
  const nesting = new Uint8Array(MAX_DEPTH);
  let depth = 0;
  /** Last byte of the record that is not white space. */
  let previous = 0;

  let inString = false;
  let escaped = false;
  let stringLength = 0;
  /** Whether the last string directly in the record was `@graph`. */
  let graphKey = false;

  let lineStart = true;
  let column = 0;
  let lineFirst = 0;
  let lineColumn = 0;
  /** Column at which the line of the last good record began: other records are expected to begin there, too. */
  let boundary = 0;
  /** Whether the record has been on a single line so far. */
  let sameLine = true;
  /** Whether unexpected text between records was found. */
  let stray = false;
  /** Whether to ignore unexpected text between records, because it is the rest of a broken record. */
  let quiet = false;

  function push(chunk: Uint8Array): JsonFrame[] {
    bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    frames = [];
    start = 0;
    let i = 0;
    while (i < bytes.length) {
      if (inString) i = scanString(i);
      else if ((bytes[i] as number) <= BLANK) i = skipBlanks(i);
      else {
        if (lineStart) beginLine(bytes[i] as number);
        if (mode === 'recover') i = indexOrEnd(bytes.indexOf(LF, i));
        else if (mode === 'outside') i = scanOutside(i);
        else i = scanRecord(i);
      }
    }
    if (mode === 'record') buffered.add(bytes.subarray(start));
    return frames;
  }

  /** Scans to the end of a string, and returns the next position. A raw line feed in a string breaks the record. */
  function scanString(from: number): number {
    const piece = bytes;
    let i = from;
    for (; i < piece.length; i += 1) {
      const byte = piece[i] as number;
      if (byte === LF) break;
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) break;
    }
    stringLength += i - from;
    if (i === piece.length) return i;
    inString = false;
    escaped = false;
    if (piece[i] === QUOTE) {
      if (depth === 1 && mode === 'record') {
        graphKey = stringLength === GRAPH_KEY.length && buffered.endsWith(bytes.subarray(start, i), GRAPH_KEY);
      }
      return i + 1;
    }
    if (mode !== 'outside') fail(i);
    return i;
  }

  function skipBlanks(from: number): number {
    const piece = bytes;
    let i = from;
    for (; i < piece.length && (piece[i] as number) <= BLANK; i += 1) {
      if (piece[i] === LF) {
        lineStart = true;
        column = 0;
        sameLine = false;
      } else if (lineStart) {
        column += 1;
      }
    }
    return i;
  }

  function beginLine(first: number): void {
    lineStart = false;
    lineFirst = first;
    lineColumn = column;
    if (mode === 'recover' && isBoundary()) mode = 'outside';
  }

  /** Whether the line begins like the first line of a record, or like a line between records. */
  function isBoundary(): boolean {
    return !lineStart && lineColumn === boundary && STRUCTURAL.has(lineFirst);
  }

  function scanOutside(i: number): number {
    const byte = bytes[i] as number;
    // Each of several concatenated files may have a byte order mark.
    if (BYTE_ORDER_MARK.has(byte)) return i + 1;
    if (!started) {
      if (byte !== OPEN_ARRAY && byte !== OPEN_OBJECT) throw notJson(bytes.subarray(i));
      started = true;
    }
    const top = around.at(-1);
    if (byte === OPEN_OBJECT) {
      begin(i, byte, top === 'graph' ? 'discard' : 'record');
    } else if (byte === OPEN_ARRAY) {
      if (top === 'graph') begin(i, byte, 'discard');
      else enter('array');
    } else if (byte === CLOSE_ARRAY && top === 'array') {
      around.pop();
      frames.push(undefined);
    } else if (byte === CLOSE_OBJECT && top === 'graph') {
      around.pop();
    } else {
      if (byte === QUOTE) beginString();
      // Other members of an object with `@graph` are expected.
      if (byte !== COMMA && top !== 'graph' && !quiet) stray = true;
    }
    return i + 1;
  }

  function scanRecord(from: number): number {
    let i = from;
    for (; i < bytes.length; i += 1) {
      const byte = bytes[i] as number;
      if (byte === QUOTE) {
        previous = byte;
        beginString();
        return i + 1;
      }
      if (byte <= BLANK) return i;
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (!mayOpen() || depth === MAX_DEPTH) return fail(i);
        if (graphKey && depth === 1 && mode === 'record') return enterGraph(i, byte);
        nesting[depth] = byte;
        depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        // In ASCII, the closing bracket comes two codes after the opening one.
        if (nesting[depth - 1] !== byte - 2) return fail(i);
        depth -= 1;
        if (depth === 0) return complete(i + 1);
      }
      previous = byte;
    }
    return i;
  }

  /** Whether a bracket may open here: after a colon, and in an array at its beginning or after a comma. */
  function mayOpen(): boolean {
    if (previous === COLON) return true;
    return nesting[depth - 1] === OPEN_ARRAY && (previous === COMMA || previous === OPEN_ARRAY);
  }

  function begin(at: number, opening: number, as: Mode): void {
    if (stray) frames.push(defect('malformed_json', 'record'));
    stray = false;
    quiet = false;
    mode = as;
    start = at;
    buffered.clear();
    nesting[0] = opening;
    depth = 1;
    previous = opening;
    graphKey = false;
    sameLine = true;
  }

  function beginString(): void {
    inString = true;
    stringLength = 0;
  }

  /** Enters an object that looked like a record, but contains the records. */
  function enterGraph(at: number, opening: number): number {
    enter('graph');
    if (opening === OPEN_OBJECT) {
      begin(at, opening, 'record');
    } else {
      enter('array');
      buffered.clear();
      mode = 'outside';
    }
    return at + 1;
  }

  function enter(what: 'array' | 'graph'): void {
    if (around.length === MAX_DEPTH) {
      throw new UnusableSource('wrong_format', `The file nests arrays more than ${MAX_DEPTH} deep.`);
    }
    around.push(what);
  }

  function complete(after: number): number {
    if (mode === 'record') {
      boundary = lineColumn;
      const text = buffered.take(bytes.subarray(start, after));
      if (text === undefined) {
        frames.push(defect('record_too_large', 'record', buffered.head()));
      } else {
        if (text.includes('\uFFFD')) frames.push(defect('invalid_utf8', 'notice', text));
        frames.push(text);
      }
    }
    mode = 'outside';
    return after;
  }

  /** Drops the record. Continues at this byte if its line begins like a new record, else at the next such line. */
  function fail(at: number): number {
    if (mode === 'record') {
      buffered.add(bytes.subarray(start, at));
      frames.push(defect('malformed_json', 'record', buffered.head()));
    }
    quiet = true;
    mode = !sameLine && isBoundary() ? 'outside' : 'recover';
    return at;
  }

  /** @throws UnusableSource `truncated` within a record or array */
  function finish(): JsonFrame[] {
    if (mode === 'record' || mode === 'discard') throw truncated('a record');
    if (around.length > 0) throw truncated('an array of records');
    return stray ? [defect('malformed_json', 'record')] : [];
  }

  function indexOrEnd(index: number): number {
    return index === -1 ? bytes.length : index;
  }

  return { push, finish };
}

function notJson(rest: Buffer): UnusableSource {
  const found = JSON.stringify(rest.toString('utf8', 0, 40).split('\n')[0] ?? '');
  return new UnusableSource('wrong_format', `JSON was expected, but the file begins with ${found}.`);
}

function truncated(where: string): UnusableSource {
  return new UnusableSource('truncated', `The file ends in the middle of ${where}.`);
}

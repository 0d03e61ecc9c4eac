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

/** At a byte of a record: a string begins; its records begin; it ends; it is no JSON. */
type RecordEvent = 'string' | 'graph' | 'end' | 'broken' | undefined;

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
  const around = createSurroundings();
  const record = createRecordScanner();
  const strings = createStrings();
  const lines = createLines();
  let mode: Mode = 'outside';
  /** Line in which the record begins. */
  let startLine = 0;

  function push(chunk: Uint8Array): JsonFrame[] {
    bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    frames = [];
    start = 0;
    let i = 0;
    while (i < bytes.length) {
      if (strings.isOpen()) i = scanString(i);
      else if ((bytes[i] as number) <= BLANK) i = lines.skipBlanks(bytes, i);
      else {
        if (lines.begin(bytes[i] as number) && mode === 'recover' && lines.isBoundary()) mode = 'outside';
        if (mode === 'recover') i = endOfLine(bytes, i);
        else if (mode === 'outside') i = scanOutside(i);
        else i = scanRecord(i);
      }
    }
    if (mode === 'record') buffered.add(bytes.subarray(start));
    return frames;
  }

  /** Scans to the end of a string, and returns the next position. A raw line feed in a string breaks the record. */
  function scanString(from: number): number {
    const i = strings.scan(bytes, from);
    if (i === bytes.length) return i;
    if (bytes[i] !== QUOTE) return mode === 'outside' ? i : fail(i);
    if (mode === 'record' && record.depth() === 1) {
      const isGraph = strings.length() === GRAPH_KEY.length && buffered.endsWith(bytes.subarray(start, i), GRAPH_KEY);
      record.setGraphKey(isGraph);
    }
    return i + 1;
  }

  function scanOutside(i: number): number {
    const byte = bytes[i] as number;
    const found = around.read(byte, () => bytes.subarray(i));
    if (found === 'string') strings.open();
    else if (found === 'endOfArray') frames.push(undefined);
    else if (found !== undefined) begin(i, byte, found);
    return i + 1;
  }

  function scanRecord(from: number): number {
    const i = record.scan(bytes, from);
    const event = record.event();
    if (event === 'graph') return enterGraph(i, bytes[i] as number);
    if (event === 'end') return complete(i + 1);
    if (event === 'broken') return fail(i);
    if (event === undefined) return i;
    strings.open();
    return scanString(i + 1);
  }

  function begin(at: number, opening: number, as: Mode): void {
    if (around.endStray()) frames.push(defect('malformed_json', 'record'));
    mode = as;
    start = at;
    buffered.clear();
    record.begin(opening);
    startLine = lines.number();
  }

  /** Enters an object that looked like a record, but contains the records. */
  function enterGraph(at: number, opening: number): number {
    around.enter('graph');
    if (opening === OPEN_OBJECT) begin(at, opening, 'record');
    else {
      around.enter('array');
      buffered.clear();
      mode = 'outside';
    }
    return at + 1;
  }

  function complete(after: number): number {
    if (mode === 'record') {
      lines.setBoundary();
      frames.push(...framesOf(buffered.take(bytes.subarray(start, after)), buffered.head));
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
    around.ignoreStray();
    mode = lines.number() !== startLine && lines.isBoundary() ? 'outside' : 'recover';
    return at;
  }

  /** @throws UnusableSource `truncated` within a record or array */
  function finish(): JsonFrame[] {
    if (mode === 'record' || mode === 'discard') throw truncated('a record');
    if (around.isOpen()) throw truncated('an array of records');
    return around.endStray() ? [defect('malformed_json', 'record')] : [];
  }

  return { push, finish };
}

/** The text between records, and the open arrays and objects with `@graph` around them. */
function createSurroundings() {
  let started = false;
  const around: ('array' | 'graph')[] = [];
  /** Whether unexpected text was found. */
  let stray = false;
  /** Whether to ignore unexpected text, because it is the rest of a broken record. */
  let quiet = false;

  function enter(container: 'array' | 'graph'): void {
    if (around.length === MAX_DEPTH) {
      throw new UnusableSource('wrong_format', `The file nests arrays more than ${MAX_DEPTH} deep.`);
    }
    around.push(container);
  }

  return {
    enter,
    /** @param rest text from the byte on @returns what begins or ends with the byte, if the framer has to act on it */
    read(byte: number, rest: () => Buffer): 'record' | 'discard' | 'string' | 'endOfArray' | undefined {
      // Each of several concatenated files may have a byte order mark.
      if (BYTE_ORDER_MARK.has(byte)) return undefined;
      if (!started && byte !== OPEN_ARRAY && byte !== OPEN_OBJECT) throw notJson(rest());
      started = true;
      const top = around.at(-1);
      if (byte === OPEN_OBJECT) return top === 'graph' ? 'discard' : 'record';
      if (byte === OPEN_ARRAY) {
        if (top === 'graph') return 'discard';
        enter('array');
      } else if ((byte === CLOSE_ARRAY && top === 'array') || (byte === CLOSE_OBJECT && top === 'graph')) {
        around.pop();
        if (top === 'array') return 'endOfArray';
      } else {
        // Other members of an object with `@graph` are expected.
        if (byte !== COMMA && top !== 'graph' && !quiet) stray = true;
        if (byte === QUOTE) return 'string';
      }
      return undefined;
    },
    /** Ends the text before a record, or the file. @returns whether it had unexpected text */
    endStray(): boolean {
      const found = stray;
      stray = false;
      quiet = false;
      return found;
    },
    ignoreStray(): void {
      quiet = true;
    },
    isOpen: () => around.length > 0,
  };
}

/** Scans the brackets of a record. */
function createRecordScanner() {
  /** Open brackets, beginning with that of the record. */
  const brackets = new Uint8Array(MAX_DEPTH);
  let depth = 0;
  /** Last byte that is not white space. */
  let previous = 0;
  /** Whether the last string directly in the record was `@graph`. */
  let graphKey = false;
  let event: RecordEvent;

  /** Whether a bracket may open here: after a colon, and in an array at its beginning or after a comma. */
  function mayOpen(): boolean {
    if (depth === MAX_DEPTH) return false;
    if (previous === COLON) return true;
    return brackets[depth - 1] === OPEN_ARRAY && (previous === COMMA || previous === OPEN_ARRAY);
  }

  function addBracket(byte: number): RecordEvent {
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (!mayOpen()) return 'broken';
      if (graphKey && depth === 1) return 'graph';
      brackets[depth] = byte;
      depth += 1;
      return undefined;
    }
    // In ASCII, the closing bracket comes two codes after the opening one.
    if (brackets[depth - 1] !== byte - 2) return 'broken';
    depth -= 1;
    return depth === 0 ? 'end' : undefined;
  }

  return {
    begin(opening: number): void {
      brackets[0] = opening;
      depth = 1;
      previous = opening;
      graphKey = false;
    },
    depth: () => depth,
    setGraphKey(isGraphKey: boolean): void {
      graphKey = isGraphKey;
    },
    /** @returns position of the next event, or of the next white space or the end of the bytes, which are none */
    scan(bytes: Buffer, from: number): number {
      event = undefined;
      let last = previous;
      let i = from;
      for (; i < bytes.length && event === undefined; i += 1) {
        const byte = bytes[i] as number;
        if (byte <= BLANK) break;
        if (byte === QUOTE) {
          event = 'string';
        } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
          previous = last;
          event = addBracket(byte);
        }
        last = byte;
      }
      previous = last;
      return event === undefined ? i : i - 1;
    },
    event: () => event,
  };
}

/** A string, which may reach over several chunks. */
function createStrings() {
  let isOpen = false;
  let escaped = false;
  let length = 0;
  return {
    isOpen: () => isOpen,
    /** Number of bytes of the last string. */
    length: () => length,
    open(): void {
      isOpen = true;
      length = 0;
    },
    /** @returns position of the quotation mark or line feed that ends the string, or the end of the bytes */
    scan(bytes: Buffer, from: number): number {
      let i = from;
      let isEscaped = escaped;
      for (; i < bytes.length; i += 1) {
        const byte = bytes[i] as number;
        if (byte === LF) break;
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) break;
      }
      length += i - from;
      isOpen = i === bytes.length;
      escaped = isOpen && isEscaped;
      return i;
    },
  };
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

/** @param text undefined for a record that is too large */
function framesOf(text: string | undefined, head: () => string): readonly JsonFrame[] {
  if (text === undefined) return [defect('record_too_large', 'record', head())];
  return text.includes('\uFFFD') ? [defect('invalid_utf8', 'notice', text), text] : [text];
}

/** @returns position of the next line feed, or the end of the bytes */
function endOfLine(bytes: Buffer, from: number): number {
  const index = bytes.indexOf(LF, from);
  return index === -1 ? bytes.length : index;
}

function notJson(rest: Buffer): UnusableSource {
  const found = JSON.stringify(rest.toString('utf8', 0, 40).split('\n')[0] ?? '');
  return new UnusableSource('wrong_format', `JSON was expected, but the file begins with ${found}.`);
}

function truncated(where: string): UnusableSource {
  return new UnusableSource('truncated', `The file ends in the middle of ${where}.`);
}

/** Splits bytes into lines. Handles LF, CRLF and CR, a byte order mark, text that is not UTF-8, and overlong lines. */

export interface Line {
  /** Counted from 1; CRLF ends one line. */
  readonly number: number;
  /** The line without its end; only the beginning of a line that is too long. */
  readonly text: string;
  readonly flaw?: 'line_too_long' | 'not_utf8';
}

type Encoding = 'utf-8' | 'windows-1252';

/** Longest line in bytes: far longer than real lines, but small enough to be kept in memory. */
export const MAX_LINE_BYTES = 65_536;
const PIECE_BYTES = 65_536;
const EXCERPT_BYTES = 1_024;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Lines in batches, which do not depend on how the input is cut into chunks. Empty lines are counted, but left out.
 * Without `encoding`, each line is decoded as UTF-8 if it is valid, else as Windows-1252.
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  encoding?: Encoding,
): AsyncGenerator<readonly Line[]> {
  const splitter = createSplitter(encoding);
  for await (const chunk of input) {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      const lines = splitter.push(chunk.subarray(from, from + PIECE_BYTES));
      if (lines.length > 0) yield lines;
    }
  }
  const last = splitter.end();
  if (last !== undefined) yield [last];
}

function createSplitter(encoding: Encoding | undefined) {
  /** Beginning of the current line in earlier pieces. */
  const begun = new Uint8Array(MAX_LINE_BYTES);
  let length = 0;
  let tooLong = false;
  let number = 0;
  let afterCr = false;

  function hold(bytes: Uint8Array): void {
    const fitting = bytes.subarray(0, MAX_LINE_BYTES - length);
    begun.set(fitting, length);
    if (fitting.length < bytes.length) tooLong = true;
    length += fitting.length;
  }

  function finishBegun(): Line {
    const skipped = number === 1 && beginsWithMark(begun) ? 3 : 0;
    const line = { number, ...decode(begun.subarray(skipped, tooLong ? EXCERPT_BYTES : length), encoding) };
    const flaw = tooLong ? ('line_too_long' as const) : undefined;
    length = 0;
    tooLong = false;
    return flaw === undefined ? line : { ...line, flaw };
  }

  /** @param bytes whole lines with their ends */
  function split(bytes: Uint8Array, lines: Line[]): void {
    const text = decodeWhole(bytes, encoding);
    if (text === undefined) {
      for (let from = 0, end = 0; from < bytes.length; from = afterEnd(bytes, end)) {
        end = nextEnd(bytes, from);
        number += 1;
        if (end > from) lines.push({ number, ...decode(bytes.subarray(from, end), encoding) });
      }
      return;
    }
    const texts = text.split(text.includes('\r') ? /\r\n|[\r\n]/ : '\n');
    // The part after the last line end is empty.
    texts.pop();
    for (const line of texts) {
      number += 1;
      if (line !== '') lines.push({ number, text: line });
    }
  }

  return {
    push(piece: Uint8Array): readonly Line[] {
      const lines: Line[] = [];
      let from = afterCr && piece[0] === LF ? 1 : 0;
      afterCr = piece.at(-1) === CR;
      let end = piece.length;
      while (end > from && piece[end - 1] !== LF && piece[end - 1] !== CR) end -= 1;
      if (end > from && length > 0) {
        const first = nextEnd(piece, from);
        hold(piece.subarray(from, first));
        number += 1;
        lines.push(finishBegun());
        from = afterEnd(piece, first);
      }
      if (end > from) split(piece.subarray(number === 0 && beginsWithMark(piece) ? 3 : from, end), lines);
      hold(piece.subarray(Math.max(from, end)));
      return lines;
    },
    end(): Line | undefined {
      if (length === 0) return undefined;
      number += 1;
      return finishBegun();
    },
  };
}

/** Index of the first LF or CR from `from` on, else the length. */
function nextEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}

function afterEnd(bytes: Uint8Array, end: number): number {
  return end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);
}

/** Whether bytes begin with the byte order mark of UTF-8. */
function beginsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

const windows1252 = new TextDecoder('windows-1252');
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** The bytes as text; undefined for bytes that are not valid in the encoding, UTF-8 by default. */
function decodeWhole(bytes: Uint8Array, encoding: Encoding | undefined): string | undefined {
  if (encoding === 'windows-1252') return windows1252.decode(bytes);
  const text = utf8.decode(bytes);
  // A replacement character stands for invalid bytes, or is itself in the text. An exception for invalid bytes would
  // cost more than this comparison.
  if (!text.includes('\uFFFD')) return text;
  const again = encoder.encode(text);
  return again.length === bytes.length && again.every((byte, index) => byte === bytes[index]) ? text : undefined;
}

function decode(bytes: Uint8Array, encoding: Encoding | undefined): Pick<Line, 'text' | 'flaw'> {
  const text = decodeWhole(bytes, encoding);
  if (text !== undefined) return { text };
  return { text: (encoding === 'utf-8' ? utf8 : windows1252).decode(bytes), flaw: 'not_utf8' };
}

/**
 * Removes control characters except tabs. Replaces U+0080 to U+009F by the characters of Windows-1252 that were misread
 * as Latin-1 (U+0092 is an apostrophe), but removes U+0098 and U+009C, the non-sorting marks of libraries.
 */
export function replaceControls(text: string): string {
  return text.replace(/[^\P{Cc}\t]/gu, (control) => {
    if (control < '\u0080' || control === '\u0098' || control === '\u009c') return '';
    const meant = windows1252.decode(Uint8Array.of(control.charCodeAt(0)));
    return meant === control ? '' : meant;
  });
}

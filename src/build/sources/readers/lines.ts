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
const EXCERPT_BYTES = 1_024;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Lines in batches, one for each chunk. Empty lines are counted, but left out. Without `encoding`, each line is decoded as
 * UTF-8 if it is valid, else as Windows-1252.
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  encoding?: Encoding,
): AsyncGenerator<readonly Line[]> {
  /** The line that is begun; a byte more than is allowed shows that it is too long. */
  let begun = new Uint8Array();
  let [number, afterCr] = [0, false];
  for await (const chunk of input) {
    const bytes = new Uint8Array(begun.length + chunk.length);
    bytes.set(begun);
    bytes.set(chunk, begun.length);
    const lines: Line[] = [];
    let from = afterCr && bytes[0] === LF ? 1 : 0;
    for (let end = nextEnd(bytes, from); end < bytes.length; end = nextEnd(bytes, from)) {
      number += 1;
      if (end > from) lines.push(readLine(bytes.subarray(from, end), number, encoding));
      from = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);
    }
    afterCr = bytes.at(-1) === CR;
    begun = bytes.slice(from, from + MAX_LINE_BYTES + 1);
    if (lines.length > 0) yield lines;
  }
  if (begun.length > 0) yield [readLine(begun, number + 1, encoding)];
}

function readLine(line: Uint8Array, number: number, encoding: Encoding | undefined): Line {
  const bytes = number === 1 && beginsWithMark(line) ? line.subarray(3) : line;
  if (bytes.length <= MAX_LINE_BYTES) return { number, ...decode(bytes, encoding) };
  return { number, text: decode(bytes.subarray(0, EXCERPT_BYTES), encoding).text, flaw: 'line_too_long' };
}

/** Index of the first LF or CR from `from` on, else the length. */
function nextEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}

/** Whether bytes begin with the byte order mark of UTF-8. */
function beginsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

const windows1252 = new TextDecoder('windows-1252');
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

function decode(bytes: Uint8Array, encoding: Encoding | undefined): Pick<Line, 'text' | 'flaw'> {
  if (encoding === 'windows-1252') return { text: windows1252.decode(bytes) };
  const text = utf8.decode(bytes);
  // A replacement character stands for invalid bytes, or is itself in the text. An exception for invalid bytes would
  // cost more than this comparison.
  if (!text.includes('\uFFFD') || isEncoded(text, bytes)) return { text };
  return { text: encoding === 'utf-8' ? text : windows1252.decode(bytes), flaw: 'not_utf8' };
}

function isEncoded(text: string, bytes: Uint8Array): boolean {
  const again = encoder.encode(text);
  return again.length === bytes.length && again.every((byte, index) => byte === bytes[index]);
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

/** Splits bytes into lines: LF, CRLF or CR, a byte order mark, text that is not UTF-8, lines without end. */
import { isAscii, isUtf8 } from 'node:buffer';

export interface Line {
  /** 1-based; CRLF ends one line. */
  readonly number: number;
  /** Without the line end; of a line that is too long only the beginning. */
  readonly text: string;
  readonly flaw?: 'line_too_long' | 'not_utf8';
}

export type Encoding = 'utf-8' | 'windows-1252';

/** Longest line in bytes: far above any real one, far below what hurts. */
export const MAX_LINE_BYTES = 65_536;
const PIECE_BYTES = 65_536;
const EXCERPT_BYTES = 1_024;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Lines in batches, a batch for each piece of input; they do not depend on where the input is cut. Empty lines are counted
 * and left out. Every line is judged alone: UTF-8 if it is valid, else Windows-1252, unless `encoding` is given.
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
  /** The line that the pieces before began. */
  const begun = Buffer.allocUnsafe(MAX_LINE_BYTES);
  let length = 0;
  let tooLong = false;
  let number = 0;
  let afterCr = false;

  function hold(bytes: Buffer): void {
    const copied = bytes.copy(begun, length);
    if (copied < bytes.length) tooLong = true;
    length += copied;
  }

  function finish(bytes: Buffer, ascii: boolean): Line {
    const skipped = number === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const cut = tooLong || bytes.length > MAX_LINE_BYTES;
    length = 0;
    tooLong = false;
    if (ascii && !cut) return { number, text: bytes.toString('latin1', skipped) };
    const line = { number, ...decode(bytes.subarray(skipped, cut ? EXCERPT_BYTES : undefined), encoding) };
    return cut ? { ...line, flaw: 'line_too_long' } : line;
  }

  return {
    push(piece: Uint8Array): readonly Line[] {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      const ascii = isAscii(bytes);
      const lines: Line[] = [];
      let from = afterCr && bytes[0] === LF ? 1 : 0;
      afterCr = bytes.at(-1) === CR;
      const nextEnd = createEndFinder(bytes);
      for (let end = nextEnd(from); end !== -1; end = nextEnd(from)) {
        number += 1;
        if (length > 0) {
          hold(bytes.subarray(from, end));
          lines.push(finish(begun.subarray(0, length), false));
        } else if (end > from) {
          lines.push(finish(bytes.subarray(from, end), ascii));
        }
        from = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);
      }
      hold(bytes.subarray(from));
      return lines;
    },
    end(): Line | undefined {
      if (length === 0) return undefined;
      number += 1;
      return finish(begun.subarray(0, length), false);
    },
  };
}

/** Finds the next LF or CR at or after a position that never goes back. */
function createEndFinder(bytes: Buffer): (from: number) => number {
  let cr = bytes.indexOf(CR);
  return (from) => {
    // Empty lines may be many.
    if (bytes[from] === LF || bytes[from] === CR) return from;
    if (cr !== -1 && cr < from) cr = bytes.indexOf(CR, from);
    if (cr === -1) return bytes.indexOf(LF, from);
    const lf = bytes.subarray(from, cr).indexOf(LF);
    return lf === -1 ? cr : from + lf;
  };
}

const windows1252 = new TextDecoder('windows-1252');

function decode(bytes: Buffer, encoding: Encoding | undefined): Pick<Line, 'text' | 'flaw'> {
  if (encoding === 'windows-1252') return { text: windows1252.decode(bytes) };
  if (isUtf8(bytes)) return { text: bytes.toString('utf8') };
  return { text: encoding === 'utf-8' ? bytes.toString('utf8') : windows1252.decode(bytes), flaw: 'not_utf8' };
}

/**
 * The text without control characters other than tabs. Those from U+0080 to U+009F are Windows-1252 characters that were
 * taken for Latin-1 on their way (U+0092 is an apostrophe), but for U+0098 and U+009C, the non-sorting marks of libraries.
 */
export function replaceControls(text: string): string {
  return text.replace(/[^\P{Cc}\t]/gu, (control) => {
    if (control < '\u0080' || control === '\u0098' || control === '\u009c') return '';
    const meant = windows1252.decode(Uint8Array.of(control.charCodeAt(0)));
    return meant === control ? '' : meant;
  });
}

/** Bytes to lines for BEACON lists: LF, CRLF or CR, a byte order mark, text that is not UTF-8, lines without end. */
import { isAscii, isUtf8 } from 'node:buffer';

export interface BeaconLine {
  /** 1-based; CRLF ends one line. */
  readonly number: number;
  /** Without the line end; of a line that is too long only the beginning. */
  readonly text: string;
  readonly flaw?: 'line_too_long' | 'not_utf8';
}

/** Longest line in bytes: far above any real one, far below what hurts. */
export const BEACON_LINE_BYTES = 65_536;
const PIECE_BYTES = 65_536;
const EXCERPT_BYTES = 1_024;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits bytes into lines, a batch for each piece of input; the lines do not depend on where the input is cut. Every
 * line is judged alone: UTF-8 if it is valid, else Windows-1252, unless `encoding` is given.
 */
export async function* readBeaconLines(
  input: AsyncIterable<Uint8Array>,
  encoding?: 'utf-8' | 'windows-1252',
): AsyncGenerator<readonly BeaconLine[]> {
  const splitter = createSplitter(encoding);
  for await (const chunk of input) {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      const lines = splitter.push(chunk.subarray(from, from + PIECE_BYTES));
      if (lines.length > 0) yield lines;
    }
  }
  const lines = splitter.end();
  if (lines.length > 0) yield lines;
}

interface Splitter {
  push(piece: Uint8Array): BeaconLine[];
  end(): BeaconLine[];
}

function createSplitter(encoding: 'utf-8' | 'windows-1252' | undefined): Splitter {
  const carry = Buffer.allocUnsafe(BEACON_LINE_BYTES);
  let carried = 0;
  let overflown = false;
  let number = 0;
  let crBefore = false;

  function hold(bytes: Buffer): void {
    const room = BEACON_LINE_BYTES - carried;
    if (bytes.length > room) overflown = true;
    carried += bytes.copy(carry, carried, 0, Math.min(bytes.length, room));
  }

  function finish(bytes: Buffer, ascii: boolean): BeaconLine {
    const tooLong = overflown || bytes.length > BEACON_LINE_BYTES;
    number += 1;
    const skipped = number === 1 && hasByteOrderMark(bytes) ? 3 : 0;
    carried = 0;
    overflown = false;
    if (tooLong) {
      const text = decode(bytes.subarray(skipped, EXCERPT_BYTES), encoding).text;
      return { number, text, flaw: 'line_too_long' };
    }
    if (ascii) return { number, text: bytes.toString('latin1', skipped) };
    return { number, ...decode(bytes.subarray(skipped), encoding) };
  }

  return {
    push(piece) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      const ascii = isAscii(bytes);
      const lines: BeaconLine[] = [];
      let from = crBefore && bytes[0] === LF ? 1 : 0;
      crBefore = bytes.at(-1) === CR;
      const nextEnd = createEndFinder(bytes);
      for (let end = nextEnd(from); end !== -1; end = nextEnd(from)) {
        let line = bytes.subarray(from, end);
        const whole = carried === 0;
        if (!whole) {
          hold(line);
          line = carry.subarray(0, carried);
        }
        lines.push(finish(line, whole && ascii));
        from = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);
      }
      hold(bytes.subarray(from));
      return lines;
    },
    end() {
      return carried > 0 ? [finish(carry.subarray(0, carried), false)] : [];
    },
  };
}

/** Finds the next LF or CR at or after a position that never goes back. */
function createEndFinder(bytes: Buffer): (from: number) => number {
  let cr = bytes.indexOf(CR);
  return (from) => {
    if (cr !== -1 && cr < from) cr = bytes.indexOf(CR, from);
    if (cr === -1) return bytes.indexOf(LF, from);
    const lf = bytes.subarray(from, cr).indexOf(LF);
    return lf === -1 ? cr : from + lf;
  };
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

const windows1252 = new TextDecoder('windows-1252');

function decode(bytes: Buffer, encoding: 'utf-8' | 'windows-1252' | undefined): Pick<BeaconLine, 'text' | 'flaw'> {
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

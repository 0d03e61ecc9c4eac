/** Lines of a text file with their numbers, whatever ends them. */
import { LIMITS } from './reader.ts';

export interface Line {
  /** 1-based. */
  readonly number: number;
  /** Without its end; `undefined` when it is longer than `LIMITS.recordBytes`. */
  readonly text: string | undefined;
}

/** Batches of lines: UTF-8 with or without byte order mark; LF, CRLF or CR; the last may lack its end. */
export async function* readLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[], void> {
  const decoder = new TextDecoder('utf-8');
  let number = 0;
  let rest = '';
  let tooLong = false;
  let afterReturn = false;

  function split(text: string): Line[] {
    // A line feed that was parted from its carriage return ends no second line.
    const fresh = afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') afterReturn = text.endsWith('\r');
    const pieces = fresh.split(/\r\n|\n|\r/);
    const lines: Line[] = [];
    for (const [index, piece] of pieces.entries()) {
      if (!tooLong) rest += piece;
      if (rest.length > LIMITS.recordBytes) {
        tooLong = true;
        rest = '';
      }
      if (index === pieces.length - 1) break;
      number += 1;
      lines.push({ number, text: tooLong ? undefined : rest });
      rest = '';
      tooLong = false;
    }
    return lines;
  }

  for await (const chunk of input) {
    const lines = split(decoder.decode(chunk, { stream: true }));
    if (lines.length > 0) yield lines;
  }
  const lines = split(decoder.decode());
  if (rest !== '' || tooLong) lines.push({ number: number + lines.length + 1, text: tooLong ? undefined : rest });
  if (lines.length > 0) yield lines;
}

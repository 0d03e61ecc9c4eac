/** Lines of a file or of a stream of bytes, one in memory at a time. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ifAbsent } from './if-absent.ts';

/** The values in a file of JSON lines; none without the file. Skips a line that a crash cut off. @throws the system's error */
export async function* jsonLines(file: string): AsyncGenerator<unknown> {
  await using opened = await open(file).catch(ifAbsent(undefined));
  for await (const line of opened === undefined ? [] : linesOf(opened.createReadStream())) {
    try {
      yield JSON.parse(line.toString());
    } catch {
      // A crash cut off this line.
    }
  }
}

/** Yields the lines of a gzip file. An early end of the iteration closes the file. @throws the system's or zlib's error */
export function gunzippedLines(file: string): AsyncGenerator<Buffer> {
  // Errors reach the iteration; the callback only keeps them from being thrown a second time.
  return linesOf(pipeline(createReadStream(file), createGunzip(), () => undefined));
}

/**
 * Yields lines without their line feed. The last line may lack it. Node's readline would also split at U+2028, which
 * texts may contain.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

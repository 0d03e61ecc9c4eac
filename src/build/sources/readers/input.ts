/** A file as a stream of uncompressed bytes. Gzip is recognised by the content, not by the name. */
import { grouped } from '../../../shared/numbers.ts';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UnusableSource } from './reader.ts';

/** Number of bytes that are read, and decompressed, at a time. */
const BLOCK = 256 * 1024;

/** Number of bytes at the beginning that are needed to recognise an HTML page. */
const HEAD = 1024;

const HTML = /^(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;

/** Compressions and archives that are not supported, so that an error can name them. */
const FOREIGN_PACKAGES: readonly (readonly [name: string, magic: string])[] = [
  ['a ZIP archive', '504b0304'],
  ['compressed with bzip2', '425a68'],
  ['compressed with xz', 'fd377a585a00'],
  ['compressed with zstd', '28b52ffd'],
];

/** Uncompressed bytes for one iteration, which throws the errors. */
export interface Input extends AsyncIterable<Uint8Array> {
  /** Hexadecimal SHA-256 of the file on disk, compressed or not. @throws Error before the end of the iteration */
  sha256(): string;
  /** Number of uncompressed bytes so far. */
  unpackedBytes(): number;
}

interface InputOptions {
  /** Called with the number of bytes read from the file since the last call. */
  readonly onBytes?: (bytes: number) => void;
  /** Largest number of uncompressed bytes. */
  readonly maximumBytes?: number;
}

/**
 * Opens a file for one iteration, with constant memory: it is read no faster than its bytes are consumed. The iteration
 * throws {@link UnusableSource}: `not_found`, `unreadable`, `empty` (only white space), `truncated` (incomplete gzip),
 * `html` (an error page instead of the file), `wrong_format` (another compression), `too_large` (`maximumBytes`).
 */
export function openInput(path: string, options: InputOptions = {}): Input {
  const hash = createHash('sha256');
  let digest: string | undefined;
  const maximum = options.maximumBytes ?? Infinity;
  let unpacked = 0;
  return {
    async *[Symbol.asyncIterator]() {
      try {
        await using file = await open(path, 'r');
        const readBlock = async (): Promise<Uint8Array | undefined> => {
          const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(BLOCK), 0, BLOCK);
          if (bytesRead === 0) return undefined;
          const block = buffer.subarray(0, bytesRead);
          hash.update(block);
          options.onBytes?.(bytesRead);
          return block;
        };
        // Each read waits for the previous one, because the pipeline may still be reading when decompression ends.
        let last: Promise<Uint8Array | undefined> = Promise.resolve(undefined);
        const next = () => (last = last.then(readBlock));
        for await (const chunk of checkHead(decompress(next))) {
          unpacked += chunk.length;
          if (unpacked > maximum) {
            throw new UnusableSource('too_large', `The file unpacks to more than ${grouped(maximum)} bytes.`);
          }
          yield chunk;
        }
        // Bytes after the last gzip member are hashed, too.
        while ((await next()) !== undefined);
        digest = hash.digest('hex');
      } catch (cause) {
        throw unusable(cause);
      }
    },
    sha256() {
      if (digest === undefined) throw new Error('The digest is known only after the whole file has been read.');
      return digest;
    },
    unpackedBytes: () => unpacked,
  };
}

type NextBlock = () => Promise<Uint8Array | undefined>;

async function* decompress(next: NextBlock): AsyncGenerator<Uint8Array, void> {
  const first = await next();
  if (first === undefined) return;
  refuseForeignPackage(first);
  const blocks = blocksFrom(first, next);
  if (first[0] !== 0x1f || first[1] !== 0x8b) return yield* blocks;
  const compressed = Readable.from(blocks, { objectMode: false, highWaterMark: BLOCK });
  yield* pipeline(compressed, createGunzip({ chunkSize: BLOCK }), () => undefined) as AsyncIterable<Uint8Array>;
}

async function* blocksFrom(first: Uint8Array, next: NextBlock): AsyncGenerator<Uint8Array, void> {
  for (let block: Uint8Array | undefined = first; block !== undefined; block = await next()) yield block;
}

/** Yields all bytes after a check of the beginning. @throws UnusableSource `html` or `empty` */
async function* checkHead(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let head = Buffer.alloc(0);
  let checked = false;
  for await (const chunk of chunks) {
    const blank = head.length === 0 && chunk.every((byte) => byte <= 0x20);
    if (checked || blank) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (contentOf(head).length < HEAD) continue;
    refuseHtml(head);
    checked = true;
    yield head;
  }
  if (checked) return;
  if (head.length === 0) throw new UnusableSource('empty', 'The file is empty.');
  refuseHtml(head);
  yield head;
}

/** The bytes after leading white space. */
function contentOf(bytes: Buffer): Buffer {
  return bytes.subarray(bytes.findIndex((byte) => byte > 0x20));
}

function refuseHtml(head: Buffer): void {
  const text = contentOf(head)
    .toString('utf8', 0, 4 * HEAD)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (HTML.test(text)) {
    throw new UnusableSource(
      'html',
      'The file is not data but an HTML page, perhaps an error message from the server.',
    );
  }
}

function refuseForeignPackage(first: Uint8Array): void {
  const start = Buffer.from(first.subarray(0, 8)).toString('hex');
  const foreign = FOREIGN_PACKAGES.find(([, magic]) => start.startsWith(magic));
  if (foreign !== undefined) {
    throw new UnusableSource('wrong_format', `The file is ${foreign[0]}; only gzip and uncompressed files are read.`);
  }
}

function unusable(cause: unknown): unknown {
  if (cause instanceof UnusableSource || !(cause instanceof Error) || !('code' in cause)) return cause;
  const code = String(cause.code);
  if (code === 'ENOENT') return new UnusableSource('not_found', 'There is no such file.', { cause });
  if (code === 'Z_BUF_ERROR') {
    return new UnusableSource('truncated', 'The file ends in the middle of the compressed data.', { cause });
  }
  if (code.startsWith('Z_')) {
    return new UnusableSource('unreadable', `The compressed data are damaged (${cause.message}).`, { cause });
  }
  return new UnusableSource('unreadable', `The file cannot be read (${code}).`, { cause });
}

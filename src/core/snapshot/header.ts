/** `header.json` of a snapshot: its identity, the claims about its contents, and the hashes of its files. */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Snapshot } from './store.ts';

export const HEADER_FILE = 'header.json';

/** Version of the snapshot format that this release writes and reads. */
export const SNAPSHOT_FORMAT = 9;

interface FileClaim {
  readonly bytes: number;
  readonly sha256: string;
}

export interface SnapshotHeader extends Snapshot {
  readonly files: Readonly<Record<string, FileClaim>>;
  /** Hash of the operator's decisions about entities; absent where there were none. */
  readonly decided?: string;
}

/** The directory holds no snapshot that this release can read. The message is a sentence for the operator. */
export class UnusableSnapshot extends Error {
  override readonly name = 'UnusableSnapshot';
}

/** @throws UnusableSnapshot when the header is missing, unreadable or of another format */
export async function readHeader(directory: string): Promise<SnapshotHeader> {
  const text = await readSmallFile(join(directory, HEADER_FILE)).catch((cause: NodeJS.ErrnoException) => {
    throw new UnusableSnapshot(
      cause.code === 'ENOENT' || cause.code === 'ENOTDIR'
        ? `there is no snapshot in ${directory} (no ${HEADER_FILE})`
        : `the snapshot in ${directory} cannot be read (${cause.code ?? cause.message})`,
      { cause },
    );
  });
  let header: unknown;
  try {
    header = JSON.parse(text);
  } catch (cause) {
    throw new UnusableSnapshot(`${HEADER_FILE} in ${directory} is damaged: it is not JSON`, { cause });
  }
  const format = isRecord(header) ? header['format'] : undefined;
  if (format !== SNAPSHOT_FORMAT) {
    throw new UnusableSnapshot(
      typeof format === 'number'
        ? `the snapshot in ${directory} has format ${format}, but this release needs format ${SNAPSHOT_FORMAT}`
        : `${HEADER_FILE} in ${directory} is damaged: it does not state a format`,
    );
  }
  if (!isHeader(header))
    throw new UnusableSnapshot(`${HEADER_FILE} in ${directory} is damaged: fields are missing or wrong`);
  return header;
}

/** Largest header that is read; with ten thousand sources it has some 20 MB. */
const MAX_HEADER_BYTES = 64 * 1024 ** 2;

/** Reads a regular file only: opening a named pipe would wait for a writer, and reading a device would never end. */
async function readSmallFile(file: string): Promise<string> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const stats = await handle.stat();
  if (!stats.isFile()) throw new Error(`${HEADER_FILE} is not a file`);
  if (stats.size > MAX_HEADER_BYTES) throw new Error(`${HEADER_FILE} has ${stats.size} bytes`);
  return await handle.readFile('utf8');
}

/** Size and SHA-256 of a finished file. */
export async function claimOf(file: string): Promise<FileClaim> {
  const sha256 = createHash('sha256');
  await pipeline(createReadStream(file), sha256);
  return { bytes: (await stat(file)).size, sha256: sha256.digest('hex') };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const SNAPSHOT_ID = /^[\w.-]{1,64}$/;

function isHeader(value: unknown): value is SnapshotHeader {
  return (
    isRecord(value) &&
    ['id', 'date', 'builtAt', 'apiVersion', 'fingerprint', 'contentHash'].every(
      (key) => typeof value[key] === 'string',
    ) &&
    // The identifier is used in header fields and addresses.
    SNAPSHOT_ID.test(String(value['id'])) &&
    ['counts', 'files'].every((key) => isRecord(value[key])) &&
    ['sources', 'categories', 'collections'].every((key) => Array.isArray(value[key]))
  );
}

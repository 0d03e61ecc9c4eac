/** Worker thread that posts the SHA-256 of one file; reading the file also fills the page cache. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

const PIECE_BYTES = 4 * 1024 * 1024;
const NICENESS = 10;

// Requests have priority. Only Linux has a priority per thread; elsewhere the whole process would be slowed down.
if (process.platform === 'linux') setPriority(NICENESS);

const sha256 = createHash('sha256');
const piece = Buffer.allocUnsafe(PIECE_BYTES);
const file = openSync(workerData as string, 'r');
for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece))
  sha256.update(piece.subarray(0, bytes));
closeSync(file);
parentPort?.postMessage(sha256.digest('hex'));

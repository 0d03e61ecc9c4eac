/** The disk use of a directory, also while files appear and disappear. */
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { bytesIn } from '../../../src/build/ingest/disk-use.ts';
import { temporaryDirectory } from '../../temporary.ts';

it('disk use counts the bytes of all files, and those of a hard link once', () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'read/persons'), { recursive: true });
  writeFileSync(join(directory, 'read/persons/part'), 'x'.repeat(1000));
  linkSync(join(directory, 'read/persons/part'), join(directory, 'part'));
  writeFileSync(join(directory, 'note'), 'x'.repeat(24));
  expect(bytesIn(directory)).toBe(1024);
});

it('disk use is counted while files are being removed', async () => {
  const directory = temporaryDirectory();
  const clearing = new Worker(
    `const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
     const { parentPort, workerData } = require('node:worker_threads');
     parentPort.postMessage('begun');
     for (;;) {
       for (let i = 0; i < 10; i += 1) {
         mkdirSync(workerData + '/stage-' + i + '/part', { recursive: true });
         writeFileSync(workerData + '/stage-' + i + '/part/file', 'content');
       }
       for (let i = 0; i < 10; i += 1) rmSync(workerData + '/stage-' + i, { recursive: true });
     }`,
    { eval: true, workerData: directory },
  );
  await new Promise((resolve) => clearing.once('message', resolve));
  try {
    for (let count = 0; count < 1000; count += 1) expect(bytesIn(directory)).toBeLessThanOrEqual(70);
  } finally {
    await clearing.terminate();
  }
});

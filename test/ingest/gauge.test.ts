import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { bytesIn } from '../../src/ingest/gauge.ts';
import { temporaryDirectory } from '../temporary.ts';

it('counts the bytes of all files, of one with two names once', () => {
  const site = temporaryDirectory();
  mkdirSync(join(site, 'read/persons'), { recursive: true });
  writeFileSync(join(site, 'read/persons/part'), 'x'.repeat(1000));
  linkSync(join(site, 'read/persons/part'), join(site, 'part'));
  writeFileSync(join(site, 'note'), 'x'.repeat(24));
  expect(bytesIn(site)).toBe(1024);
});

it('looks on while a stage is cleared away', async () => {
  const site = temporaryDirectory();
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
    { eval: true, workerData: site },
  );
  await new Promise((resolve) => clearing.once('message', resolve));
  try {
    for (let look = 0; look < 1000; look += 1) expect(bytesIn(site)).toBeLessThanOrEqual(70);
  } finally {
    await clearing.terminate();
  }
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BuildFailed } from '../../src/ingest/options.ts';
import { createBlockFile, openBlockFile } from '../../src/ingest/blocks.ts';
import { SILENT } from '../../src/ingest/progress.ts';
import { hireCrew } from '../../src/ingest/crew.ts';
import { temporaryDirectory } from '../temporary.ts';
import { build, dump, record, registered, SHIPPED_CONFIG } from './site.ts';

function written(): string {
  const path = join(temporaryDirectory(), 'blocks');
  const file = createBlockFile(path);
  for (let part = 0; part < 3; part += 1) file.append(part, Buffer.from(`part ${part} `.repeat(50)));
  file.finish();
  return path;
}

function readAll(path: string): string[] {
  const file = openBlockFile(path);
  try {
    return file.blocks.map((block) => file.read(block).toString());
  } finally {
    file.close();
  }
}

describe('a file of blocks', () => {
  it('holds what was put into it', () => {
    expect(readAll(written())).toEqual([0, 1, 2].map((part) => `part ${part} `.repeat(50)));
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -20)],
    ['cut off at its beginning', (bytes: Buffer) => bytes.subarray(20)],
    ['empty', () => Buffer.alloc(0)],
    ['overwritten in a block', (bytes: Buffer) => Buffer.from(bytes).fill(7, 0, 30)],
  ])('that is %s says so', (_, damage) => {
    const path = written();
    writeFileSync(path, damage(readFileSync(path)));
    expect(() => readAll(path)).toThrow(expect.objectContaining({ name: 'DamagedSite' }));
  });
});

it('damage found by a thread arrives by its name, and by the operator as a sentence', async () => {
  const path = written();
  writeFileSync(path, 'nothing of it');
  const crew = await hireCrew(1, SHIPPED_CONFIG);
  const order = { inputs: [path], partitions: 1, from: 0, to: 1, directory: temporaryDirectory() };
  await expect(crew.run('identify', order, () => undefined)).rejects.toMatchObject({ name: 'DamagedSite' });
  await crew.dismiss();
  const folder = temporaryDirectory();
  const sources = [registered(folder, { key: 'persons', content: dump([record('118540238', 'Goethe')]) })];
  const failing = build(folder, sources, {
    progress: {
      ...SILENT,
      stage: (name) => {
        const read = join(folder, 'snapshots/.building/read-persons');
        if (name === 'identify') for (const file of ['statements', 'identities']) writeFileSync(join(read, file), 'x');
      },
    },
  });
  await expect(failing).rejects.toThrow(BuildFailed);
  await expect(failing).rejects.toThrow(/is damaged, .* build again/);
  await build(folder, sources);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BuildFailed, type BuildOptions, checkDiskSpace, planBuild } from '../../src/ingest/plan.ts';
import { SILENT } from '../../src/ingest/progress.ts';
import { temporaryDirectory } from '../temporary.ts';
import { registered, SHIPPED_CONFIG } from './site.ts';

function options(
  folder: string,
  contents: readonly (string | Uint8Array)[],
  more: Partial<BuildOptions> = {},
): BuildOptions {
  const sources = contents.map((content, index) => registered(folder, { key: `source-${index}`, content }));
  return { sources, config: SHIPPED_CONFIG, out: folder, release: '1', now: new Date(0), progress: SILENT, ...more };
}

describe('the plan of a build', () => {
  it('cuts large inputs into ranges, and takes threads only for them', async () => {
    const folder = temporaryDirectory();
    const small = await planBuild(options(folder, ['{}']));
    expect(small).toMatchObject({ ranges: 1, threads: 0 });
    // Written as a hole: nothing of it is read for a plan but its first bytes.
    const large = await planBuild(options(folder, [Buffer.concat([gzipSync(''), Buffer.alloc(100 * 1024 ** 2)])]));
    expect(large.ranges).toBe(5);
    expect(large.threads).toBeGreaterThan(0);
    expect(large.expected.snapshot).toBeGreaterThan(small.expected.snapshot);
  });

  it('expects as much of a text as of the same compressed', async () => {
    const folder = temporaryDirectory();
    const text = Buffer.from('118540238|Goethe\n'.repeat(500_000));
    const plain = await planBuild(options(folder, [text]));
    const packed = await planBuild(options(folder, [Buffer.concat([gzipSync(''), Buffer.alloc(text.length / 9)])]));
    expect(plain.expected.temporary / packed.expected.temporary).toBeCloseTo(1, 1);
  });

  it('knows a file again by what changes when it is written', async () => {
    const folder = temporaryDirectory();
    const given = options(folder, ['a']);
    const identity = async () => (await planBuild(given)).files.get('source-0')?.identity;
    const first = await identity();
    expect(await identity()).toBe(first);
    writeFileSync(join(folder, 'source-0'), 'b');
    expect(await identity()).not.toBe(first);
  });
});

describe('the disk', () => {
  const plan = (bytes: number) => ({ expected: { snapshot: bytes, temporary: bytes } });

  it('that is too small is noticed before anything is read, with figures', async () => {
    const told: string[] = [];
    const given = options(temporaryDirectory(), [], { log: (line) => told.push(line) });
    const refusal = checkDiskSpace(given, plan(1e18), 0);
    await expect(refusal).rejects.toThrow(BuildFailed);
    await expect(refusal).rejects.toThrow(/may need 2000000000\.0 GB .*GB free.*--ignore-disk-space/);
    await expect(refusal).rejects.toMatchObject({ reason: 'disk_full' });
    await checkDiskSpace({ ...given, ignoreDiskSpace: true }, plan(1e18), 0);
    await checkDiskSpace(given, plan(1e18), 2e18);
    expect(told).toEqual([
      expect.stringMatching(/may need/),
      expect.stringMatching(/are there, left by a build that was cut off/),
    ]);
  });

  it('is stated when it is large enough', async () => {
    const told: string[] = [];
    await checkDiskSpace(options(temporaryDirectory(), [], { log: (line) => told.push(line) }), plan(1000), 0);
    expect(told).toEqual([expect.stringMatching(/^This build may need 0 MB in .* for the snapshot/)]);
  });
});

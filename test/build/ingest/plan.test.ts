/** The plan of a build: ranges, threads, and disk space, checked before anything is read. */
import { describe, expect, it } from 'vitest';
import { BuildFailed } from '../../../src/build/ingest/build-failed.ts';
import { checkDiskSpace, planBuild } from '../../../src/build/ingest/plan.ts';
import { temporaryDirectory } from '../../temporary.ts';

const copy = (bytes: number, isCompressed: boolean) => ({ bytes, isCompressed, identity: '' });

describe('the plan of a build', () => {
  it('divides large inputs into ranges, and uses threads only for them', () => {
    const small = planBuild([copy(2, false)], {});
    expect(small).toMatchObject({ ranges: 1, threads: 0 });
    const large = planBuild([copy(100 * 1024 ** 2, true)], {});
    expect(large.ranges).toBe(5);
    expect(large.threads).toBeGreaterThan(0);
    expect(large.expected.snapshot).toBeGreaterThan(small.expected.snapshot);
    expect(planBuild([copy(100 * 1024 ** 2, true)], { ranges: 2, threads: 0 })).toMatchObject({
      ranges: 2,
      threads: 0,
    });
  });

  it('expects the same work for a text and its compressed form', () => {
    const plain = planBuild([copy(9_000_000, false)], {});
    const packed = planBuild([copy(1_000_000, true)], {});
    expect(plain.expected).toEqual(packed.expected);
  });
});

describe('disk space', () => {
  const expected = (bytes: number) => ({ snapshot: bytes, temporary: bytes });

  it('that is too small is reported with figures before anything is read', async () => {
    const lines: string[] = [];
    const given = { out: temporaryDirectory(), log: (line: string) => void lines.push(line) };
    const refusal = checkDiskSpace(given, expected(1e18), 0);
    await expect(refusal).rejects.toThrow(BuildFailed);
    await expect(refusal).rejects.toThrow(/may need 2000000000\.0 GB .*GB is free.*--ignore-disk-space/);
    await expect(refusal).rejects.toMatchObject({ reason: 'disk_full' });
    await checkDiskSpace({ ...given, ignoreDiskSpace: true }, expected(1e18), 0);
    await checkDiskSpace(given, expected(1e18), 2e18);
    expect(lines).toEqual([
      expect.stringMatching(/may need/),
      expect.stringMatching(/An earlier build has already written .* of this/),
    ]);
  });

  it('is reported when it is sufficient', async () => {
    const lines: string[] = [];
    await checkDiskSpace({ out: temporaryDirectory(), log: (line) => void lines.push(line) }, expected(1000), 0);
    expect(lines).toEqual([expect.stringMatching(/^This build may need 0 MB in .* for the snapshot/)]);
  });
});

/** A snapshot that a process serves is not removed by any run until it is closed. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryDirectory } from '../../temporary.ts';
import { build, dump, record, registered } from '../ingest/site.ts';
import { followed } from './following.ts';
import { prune, reissue } from './running.ts';

const goethe = record('118540238', 'Goethe, Johann Wolfgang von');

async function servedFolder() {
  const folder = temporaryDirectory();
  const make = async (...records: readonly object[]) =>
    (await build(folder, [registered(folder, { key: 'persons', content: dump(records) })])).directory;
  const first = await make(goethe);
  const snapshots = join(folder, 'snapshots');
  return { snapshots, first, make, check: (await followed(snapshots)).check };
}

describe('a snapshot that is served', () => {
  it('is not removed by any build until it is closed', async () => {
    const { snapshots, first, make, check } = await servedFolder();
    const next = await make(goethe, record('118607626', 'Schiller, Friedrich'));
    expect(await prune(snapshots, 1)).toEqual([]);
    await check();
    await vi.waitFor(async () => expect(await prune(snapshots, 1)).toEqual([basename(first)]), {
      timeout: 240_000,
    });
    expect(readdirSync(snapshots)).toContain(basename(next));
  });

  it('is not removed with older issues of the same data', async () => {
    const { snapshots, first } = await servedFolder();
    for (const day of ['2026-12-01', '2026-12-02']) {
      const observation = { retrievedAt: '2026-11-20', checkedAt: day, observedSince: '2026-11-20' } as const;
      await reissue(snapshots, new Map([['persons', observation]]));
    }
    expect(readdirSync(snapshots)).toContain(basename(first));
  });
});

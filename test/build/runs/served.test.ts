/** A snapshot that a process serves is not removed by any run until it is closed. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCurrentSnapshot } from '../../../src/core/snapshot/current.ts';
import { followSnapshot } from '../../../src/core/snapshot/follow.ts';
import { folderSource } from '../../../src/core/snapshot/verify-files.ts';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../../../src/core/sqlite/schema.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { build, dump, record, registered } from '../ingest/site.ts';
import { prune, reissue } from './running.ts';

const goethe = record('118540238', 'Goethe, Johann Wolfgang von');

async function servedFolder() {
  const folder = temporaryDirectory();
  const make = async (...records: readonly object[]) =>
    (await build(folder, [registered(folder, { key: 'persons', content: dump(records) })])).directory;
  const first = await make(goethe);
  const snapshots = join(folder, 'snapshots');
  const current = createCurrentSnapshot();
  const follower = await followSnapshot({
    source: folderSource(snapshots, { open: openSqliteStore, files: [ENTITIES_FILE, SEARCH_FILE] }),
    seconds: 0,
    accept: ({ store }) => current.switchTo(store),
    refuse: (sentence) => current.refuse(sentence),
    log: { info: () => undefined, error: () => undefined },
  });
  onTestFinished(async () => {
    await follower.close();
    await current.close();
  });
  return { snapshots, first, make, follower };
}

describe('a snapshot that is served', () => {
  it('is not removed by any build until it is closed', async () => {
    const { snapshots, first, make, follower } = await servedFolder();
    const next = await make(goethe, record('118607626', 'Schiller, Friedrich'));
    expect(await prune(snapshots, 1)).toEqual([]);
    await follower.check();
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

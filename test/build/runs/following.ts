/** Follows a folder of snapshots like a server, until the test ends. */
import { onTestFinished } from 'vitest';
import { createCurrentSnapshot } from '../../../src/core/snapshot/current.ts';
import { followSnapshot } from '../../../src/core/snapshot/follow.ts';
import { folderSource } from '../../../src/core/snapshot/verify-files.ts';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../../../src/core/sqlite/schema.ts';

/** Looks for a new snapshot only on request, with `check`. */
export async function followed(snapshots: string) {
  const current = createCurrentSnapshot();
  const [refusals, errors] = [[] as string[], [] as object[]];
  const follower = await followSnapshot({
    source: folderSource(snapshots, { open: openSqliteStore, files: [ENTITIES_FILE, SEARCH_FILE] }),
    seconds: 0,
    accept: ({ store }) => current.switchTo(store),
    refuse: (sentence) => refusals.push(sentence),
    log: { info: () => undefined, error: (details) => void errors.push(details) },
  });
  onTestFinished(async () => {
    await follower.close();
    await current.close();
  });
  return { current, refusals, errors, check: () => follower.check() };
}

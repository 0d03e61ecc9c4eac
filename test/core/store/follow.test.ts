/** Following the current snapshot: the next one is verified before it is served, and an unsound one is refused. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { createCurrentSnapshot } from '../../../src/core/snapshot/current.ts';
import { type FollowLog, followSnapshot } from '../../../src/core/snapshot/follow.ts';
import { SNAPSHOT_FORMAT, UnusableSnapshot } from '../../../src/core/snapshot/header.ts';
import { SHARED_LOCK_FILE } from '../../../src/core/snapshot/share.ts';
import { folderSource } from '../../../src/core/snapshot/verify-files.ts';
import { StoreReadError } from '../../../src/core/snapshot/store.ts';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../../../src/core/sqlite/schema.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { draftOf, IDS, snapshotEntity, writeSnapshot } from '../api/fixture.ts';
import { edit, type Header } from './spoilt-snapshot.ts';

const GOETHE = IDS.covered as GndId;
const SCHILLER = '118607626' as GndId;

/** A snapshot with Goethe, and one that also has Schiller; tests use copies. */
let built: { readonly first: string; readonly next: string };
beforeAll(async () => {
  const [goethe, schiller] = [GOETHE, SCHILLER].map((gnd) => snapshotEntity(draftOf(gnd))) as [Entity, Entity];
  built = {
    first: await writeSnapshot([goethe], { id: '20261013-00000001' }),
    next: await writeSnapshot([goethe, schiller], { id: '20261013-00000002' }),
  };
});
type Entity = ReturnType<typeof snapshotEntity>;

/** A folder whose current snapshot is the first one. */
function folderOfSnapshots() {
  const folder = temporaryDirectory();
  const snapshots = join(folder, 'snapshots');
  mkdirSync(snapshots);
  /** Replaces `current` atomically, like a build. */
  const pointAt = (name: string) => {
    symlinkSync(name, join(snapshots, 'pointer'));
    renameSync(join(snapshots, 'pointer'), join(snapshots, 'current'));
  };
  const publish = (snapshot: string) => {
    const directory = join(snapshots, basename(snapshot));
    copy(snapshot, directory);
    pointAt(basename(snapshot));
    return directory;
  };
  return { folder, snapshots, first: publish(built.first), pointAt, publishNext: () => publish(built.next) };
}

interface Event {
  readonly level: 'info' | 'error';
  readonly details: Readonly<Record<string, unknown>>;
}

async function follow(
  path: string,
  {
    seconds = 0,
    beforeLocating = () => undefined,
    beforeOpening,
  }: { seconds?: number; beforeLocating?: () => unknown; beforeOpening?: (directory: string) => unknown } = {},
) {
  const closed: string[] = [];
  const events: Event[] = [];
  const directories: string[] = [];
  const opened: string[] = [];
  const current = createCurrentSnapshot(({ snapshot }) => closed.push(snapshot.id));
  const entry = (level: Event['level']) => (details: object) =>
    void events.push({ level, details: details as Event['details'] });
  const log: FollowLog = { info: entry('info'), error: entry('error') };
  const located = folderSource(path, {
    open: async (directory) => {
      opened.push(directory);
      await beforeOpening?.(directory);
      return openSqliteStore(directory);
    },
    files: [ENTITIES_FILE, SEARCH_FILE],
  });
  const follower = await followSnapshot({
    source: {
      async locate() {
        beforeLocating();
        return located.locate();
      },
    },
    seconds,
    accept({ directory = '', store }) {
      directories.push(directory);
      current.switchTo(store);
    },
    refuse: (sentence) => current.refuse(sentence),
    log,
  });
  onTestFinished(async () => {
    await follower.close();
    await current.close();
  });
  const knows = async (id: GndId) => {
    const reference = current.acquire();
    const found = await reference?.store.entity(id);
    reference?.release();
    return found?.kind === 'found';
  };
  return { current, follower, events, closed, directories, opened, knows };
}

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits for the check that a timer of five seconds begins: the timer is set again after it. */
async function nextLook(): Promise<void> {
  vi.advanceTimersByTime(5_000);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 240_000, interval: 5 });
}

describe('the start', () => {
  it('opens the current snapshot of a folder, or the given one', async () => {
    const { snapshots, first } = folderOfSnapshots();
    for (const path of [snapshots, first, join(snapshots, 'current')]) {
      const { directories, knows } = await follow(path);
      expect(directories).toEqual([first]);
      expect(await knows(GOETHE)).toBe(true);
    }
  });

  it.each<[string, (dir: string) => unknown, RegExp]>([
    ['a folder without one', (dir) => rmSync(join(dir, 'current')), /there is no snapshot in/],
    ['a file that the header does not know', (dir) => edit(join(dir, 'current'), forgetSearch), /does not name/],
  ])('refuses %s', async (_, spoil, sentence) => {
    const { snapshots } = folderOfSnapshots();
    spoil(snapshots);
    const start = follow(snapshots);
    await expect(start).rejects.toThrow(UnusableSnapshot);
    await expect(start).rejects.toThrow(sentence);
  });
});

it('the start opens the new current snapshot when the first one was replaced and removed meanwhile', async () => {
  const { snapshots, first, publishNext, pointAt } = folderOfSnapshots();
  const next = publishNext();
  pointAt(first);
  const { directories, knows } = await follow(snapshots, {
    beforeOpening(directory) {
      if (directory === next) return;
      pointAt(next);
      rmSync(directory, { recursive: true });
    },
  });
  expect(directories).toEqual([next]);
  expect(await knows(SCHILLER)).toBe(true);
});

describe('another snapshot', () => {
  it('is served once it is current, and the former one is closed with its last request', async () => {
    const { snapshots, first, publishNext } = folderOfSnapshots();
    const { current, follower, knows, closed, directories, events } = await follow(snapshots);
    const reference = current.acquire();
    const next = publishNext();
    expect(await knows(SCHILLER)).toBe(false);
    await follower.check();
    expect(directories).toEqual([first, next]);
    expect(await knows(SCHILLER)).toBe(true);
    expect(closed).toEqual([]);
    // Its files may be deleted by now.
    rmSync(first, { recursive: true });
    expect((await reference?.store.entity(GOETHE))?.kind).toBe('found');
    expect((await reference?.store.search({ q: 'goethe', limit: 1, offset: 0 }))?.items).toHaveLength(1);
    reference?.release();
    await vi.waitFor(() => expect(closed).toHaveLength(1), { timeout: 240_000 });
    expect(events).toMatchObject([{ level: 'info', details: { directory: next, filesRead: 2 } }]);
  });

  it('is opened once for any number of checks', async () => {
    const { snapshots, publishNext } = folderOfSnapshots();
    const { follower, opened } = await follow(snapshots);
    publishNext();
    await Promise.all([follower.check(), follower.check(), follower.check()]);
    await follower.check();
    expect(opened).toHaveLength(2);
  });

  it('is awaited by one timer after any number of checks', async () => {
    fakeTimers();
    const { follower } = await follow(folderOfSnapshots().snapshots, { seconds: 5 });
    await Promise.all([follower.check(), follower.check()]);
    expect(vi.getTimerCount()).toBe(1);
    await follower.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('may be removed only when it is closed', async () => {
    const { snapshots, first } = folderOfSnapshots();
    writeFileSync(join(first, SHARED_LOCK_FILE), '');
    const { current } = await follow(snapshots);
    expect(isShared(first)).toBe(true);
    await current.close();
    expect(isShared(first)).toBe(false);
  });

  it('is not read again if it is a reissue of the same data', async () => {
    const { snapshots, publishNext, pointAt } = folderOfSnapshots();
    const { current, follower, events, directories } = await follow(snapshots);
    const next = publishNext();
    await follower.check();
    const again = reissue(next);
    pointAt(basename(again));
    await follower.check();
    expect(directories.at(-1)).toBe(again);
    expect(events.map(({ details }) => details['filesRead'])).toEqual([2, 0]);
    const reference = current.acquire();
    expect(reference?.store.snapshot.builtAt).toBe('2026-12-01T00:00:00Z');
    reference?.release();
  });

  it('is released when following stops', async () => {
    const { snapshots, first, publishNext } = folderOfSnapshots();
    const { follower, directories, events } = await follow(snapshots);
    publishNext();
    const checking = follower.check();
    await follower.close();
    await checking;
    expect([directories, events]).toEqual([[first], []]);
  });
});

describe('an unsound snapshot', () => {
  it.each<[string, (dir: string) => unknown, RegExp, RegExp]>([
    ['a file cut off', (dir) => truncateSync(join(dir, SEARCH_FILE), 4096), /files do not match/, /4096 bytes/],
    ['a bit turned', (dir) => turnBit(join(dir, ENTITIES_FILE)), /files do not match/, /has SHA-256/],
    ['a file missing', (dir) => rmSync(join(dir, ENTITIES_FILE)), /files do not match/, /ENOENT/],
    ['a file unnamed', (dir) => edit(dir, forgetSearch), /files do not match/, /does not name/],
    ['another format', (dir) => edit(dir, (h) => (h.format = 99)), /format of another release/, /has format 99/],
    ['a header in pieces', (dir) => writeFileSync(join(dir, 'header.json'), '{'), /header/, /not JSON/],
    ['a header whose identifier would end a field', (dir) => edit(dir, (h) => (h.id = 'a\r\nb: c')), /header/, /missing or wrong/], // prettier-ignore
    ['no header', (dir) => rmSync(join(dir, 'header.json')), /header/, /no header\.json/],
    ['a header that is a pipe', (dir) => becomePipe(join(dir, 'header.json')), /header/, /is not a file/],
    ['a file that is a pipe', (dir) => becomePipe(join(dir, SEARCH_FILE)), /files do not match/, /is not a file/],
  ])('is refused for %s, and the former one stays in service', async (_, spoil, sentence, why) => {
    const { snapshots, first, publishNext, pointAt } = folderOfSnapshots();
    const { current, follower, knows, events, directories } = await follow(snapshots);
    const next = publishNext();
    pointAt('nowhere-yet');
    rmSync(join(snapshots, 'current'));
    spoil(next);
    pointAt(next);
    await follower.check();
    expect(current.refusal()).toMatch(sentence);
    expect(current.refusal()).not.toContain('/');
    expect(directories).toEqual([first]);
    expect(await knows(GOETHE)).toBe(true);
    expect(events).toMatchObject([{ level: 'error', details: { why: expect.stringMatching(why) as string } }]);
  });

  it('is not read again until pointer or header change, or on request', async () => {
    fakeTimers();
    const { snapshots, first, publishNext, pointAt } = folderOfSnapshots();
    const { current, knows, events } = await follow(snapshots, { seconds: 5 });
    const next = publishNext();
    const spoilt = `${next}.2`;
    copy(next, spoilt);
    turnBit(join(spoilt, ENTITIES_FILE));
    pointAt(spoilt);
    for (let looks = 0; looks < 3; looks += 1) await nextLook();
    expect(events.map(({ level }) => level)).toEqual(['error']);
    edit(spoilt, (header) => (header.format = 99));
    await nextLook();
    expect(current.refusal()).toMatch(/format of another release/);
    expect(events).toHaveLength(2);
    turnBit(join(spoilt, ENTITIES_FILE));
    edit(spoilt, (header) => (header.format = SNAPSHOT_FORMAT));
    await nextLook();
    expect(current.refusal()).toBeUndefined();
    expect(await knows(SCHILLER)).toBe(true);
    pointAt(first);
    await nextLook();
    expect(await knows(SCHILLER)).toBe(false);
  });

  it('is tried again on request', async () => {
    const { snapshots, publishNext } = folderOfSnapshots();
    const { current, follower, knows } = await follow(snapshots);
    const file = join(publishNext(), ENTITIES_FILE);
    turnBit(file);
    await follower.check();
    expect(current.refusal()).toBeDefined();
    turnBit(file);
    await follower.check();
    expect(current.refusal()).toBeUndefined();
    expect(await knows(SCHILLER)).toBe(true);
  });

  it('is tried again with the next check if its source did not answer when that was requested', async () => {
    fakeTimers();
    const { snapshots, publishNext } = folderOfSnapshots();
    let isDown = false;
    const { current, follower, knows } = await follow(snapshots, {
      seconds: 5,
      beforeLocating() {
        if (isDown) throw new StoreReadError('no answer');
      },
    });
    const file = join(publishNext(), ENTITIES_FILE);
    turnBit(file);
    await follower.check();
    turnBit(file);
    isDown = true;
    await follower.check();
    expect(current.refusal()).toBeDefined();
    isDown = false;
    await nextLook();
    expect(current.refusal()).toBeUndefined();
    expect(await knows(SCHILLER)).toBe(true);
  });

  it('is tried again if that was requested during its verification', async () => {
    const { snapshots, first, publishNext } = folderOfSnapshots();
    const [isOpening, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isSpoilt = true;
    const { current, follower, knows } = await follow(snapshots, {
      async beforeOpening(directory) {
        if (directory === first || !isSpoilt) return;
        isSpoilt = false;
        isOpening.resolve();
        await goOn.promise;
        throw new UnusableSnapshot('it is spoilt');
      },
    });
    publishNext();
    const checks = [follower.check()];
    await isOpening.promise;
    checks.push(follower.check());
    goOn.resolve();
    await Promise.all(checks);
    expect(current.refusal()).toBeUndefined();
    expect(await knows(SCHILLER)).toBe(true);
  });

  it.each([
    ['`current` leads nowhere', 'nowhere'],
    ['`current` is gone', undefined],
  ])('is also a missing one: %s', async (_, target) => {
    const { snapshots, first, pointAt } = folderOfSnapshots();
    const { current, follower, knows, events } = await follow(snapshots);
    if (target === undefined) rmSync(join(snapshots, 'current'));
    else pointAt(target);
    await follower.check();
    expect(current.refusal()).toBe('The snapshot that should be current is missing.');
    expect(await knows(GOETHE)).toBe(true);
    expect(events).toHaveLength(1);
    pointAt(first);
    await follower.check();
    expect(current.refusal()).toBeUndefined();
  });

  it('is not reported if it was replaced and removed during the check', async () => {
    const { snapshots, first, publishNext, pointAt } = folderOfSnapshots();
    const { current, follower, events, knows } = await follow(snapshots, {
      beforeOpening(directory) {
        if (directory === first) return;
        pointAt(first);
        rmSync(directory, { recursive: true });
      },
    });
    publishNext();
    await follower.check();
    expect([current.refusal(), events]).toEqual([undefined, []]);
    expect(await knows(GOETHE)).toBe(true);
  });
});

it('any failure of a check is logged, and the next check follows', async () => {
  const { snapshots, publishNext } = folderOfSnapshots();
  let failure: Error | undefined;
  const { current, follower, events, knows } = await follow(snapshots, {
    beforeLocating() {
      if (failure !== undefined) throw failure;
    },
  });
  publishNext();
  failure = new TypeError('of another kind');
  await follower.check();
  expect(events).toEqual([{ level: 'error', details: { err: failure } }]);
  expect(current.refusal()).toMatch(/^The program failed/);
  failure = undefined;
  await follower.check();
  expect(current.refusal()).toBeUndefined();
  expect(await knows(SCHILLER)).toBe(true);
});

function isShared(folder: string): boolean {
  using lock = new DatabaseSync(join(folder, SHARED_LOCK_FILE));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return false;
  } catch {
    return true;
  }
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, dereference: true });
}

/** Links the files of a snapshot into a new directory, with a newer header. */
function reissue(directory: string): string {
  const again = `${directory}.2`;
  mkdirSync(again);
  for (const file of [ENTITIES_FILE, SEARCH_FILE]) linkSync(join(directory, file), join(again, file));
  copyFileSync(join(directory, 'header.json'), join(again, 'header.json'));
  edit(again, (header) => (header.builtAt = '2026-12-01T00:00:00Z'));
  return again;
}

/** Replaces a file with a pipe; opening it waits for a writer. */
function becomePipe(file: string): void {
  rmSync(file);
  execFileSync('mkfifo', [file]);
}

function turnBit(file: string): void {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function forgetSearch({ files }: Header): void {
  delete files[SEARCH_FILE];
}

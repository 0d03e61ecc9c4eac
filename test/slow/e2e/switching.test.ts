/** New data during requests: no request fails or mixes two snapshots. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endProcesses, FEW, type Serving, startProcess } from '../../e2e/process.ts';
import { type SnapshotFolder, snapshotFolder, snapshotOfAnswer } from '../../e2e/snapshots.ts';

describe('a server that checks for a snapshot each second, and one that does at SIGHUP', () => {
  let snapshots: SnapshotFolder;
  let polling: Serving;
  let signalled: Serving;

  beforeAll(async () => {
    snapshots = snapshotFolder();
    await snapshots.build();
    const args = ['serve', '--snapshot', snapshots.path, '--port', '0', '--access-log', 'off', ...FEW];
    const quotas = ['--links-quota', '1000000', '--links-burst', '1000000'];
    [polling, signalled] = await Promise.all([
      startProcess([...args, '--follow-seconds', '1', ...quotas]),
      startProcess([...args, '--follow-seconds', '0', ...quotas]),
    ]);
  });
  afterAll(() => {
    endProcesses();
    snapshots.remove();
  });

  async function allServe(id: string): Promise<void> {
    const urls = [polling.url, signalled.url].flatMap((url) => Array<string>(4).fill(url));
    const asked = urls.map(snapshotOfAnswer);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([id]));
  }
  const waitUntilServed = (id: string) => vi.waitFor(() => allServe(id), { timeout: 240_000 });

  it('answer from the former snapshot, then from the next one', async () => {
    const former = await snapshotOfAnswer(polling.url);
    const seen = new Set<string>();
    let asking = true;
    const client = async ({ url }: Serving) => {
      // A pause leaves the processors to the build and to both servers.
      for (; asking; await pause(5)) seen.add(await snapshotOfAnswer(url));
    };
    const clients = Promise.all([polling, polling, signalled, signalled].map(client));
    const next = await snapshots.build();
    signalled.signal('SIGHUP');
    await waitUntilServed(next);
    asking = false;
    await clients;
    // These answers may have been the last from the former snapshot.
    seen.add(await snapshotOfAnswer(polling.url));
    expect(seen).toEqual(new Set([former, next]));
    for (const { output } of [polling, signalled]) {
      await vi.waitFor(() => expect(output()).toContain('switched to a snapshot'), { timeout: 240_000 });
    }
  });
});

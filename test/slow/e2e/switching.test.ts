/** New data during requests: no request fails or mixes two snapshots. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endProcesses, type Serving, startProcess } from '../../e2e/process.ts';
import { type SnapshotFolder, snapshotFolder, snapshotOfAnswer } from '../../e2e/snapshots.ts';

describe('a server', () => {
  let snapshots: SnapshotFolder;
  let server: Serving;

  beforeAll(async () => {
    snapshots = snapshotFolder();
    await snapshots.build();
    const args = ['serve', '--snapshot', snapshots.path, '--port', '0', '--access-log', 'off'];
    const quotas = ['--links-quota', '1000000', '--links-burst', '1000000'];
    server = await startProcess([...args, '--follow-seconds', '0', ...quotas]);
  });
  afterAll(() => {
    endProcesses();
    snapshots.remove();
  });

  async function allServe(id: string): Promise<void> {
    const asked = Array.from({ length: 4 }, () => snapshotOfAnswer(server.url));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([id]));
  }
  const waitUntilServed = (id: string) => vi.waitFor(() => allServe(id), { timeout: 240_000 });

  it('answers from the former snapshot, then from the next one', async () => {
    const former = await snapshotOfAnswer(server.url);
    const seen = new Set<string>();
    let asking = true;
    const client = async () => {
      while (asking) seen.add(await snapshotOfAnswer(server.url));
    };
    const clients = Promise.all([client(), client()]);
    const next = await snapshots.build();
    server.signal('SIGHUP');
    await waitUntilServed(next);
    asking = false;
    await clients;
    // These answers may have been the last from the former snapshot.
    seen.add(await snapshotOfAnswer(server.url));
    expect(seen).toEqual(new Set([former, next]));
    await vi.waitFor(() => expect(server.output()).toContain('switched to a snapshot'), { timeout: 240_000 });
  });
});

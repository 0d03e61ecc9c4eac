/** Twenty consecutive snapshots during requests: no request fails, and none mixes two snapshots. */
import { afterAll, expect, it, vi } from 'vitest';
import { endProcesses, startProcess } from '../e2e/process.ts';
import { snapshotFolder, snapshotOfAnswer } from '../e2e/snapshots.ts';

const SWITCHES = 20;
const CLIENTS = 8;

const snapshots = snapshotFolder();
afterAll(() => {
  endProcesses();
  snapshots.remove();
});

it('every answer during a switch is from one snapshot or the next', async () => {
  const known = new Set([await snapshots.build()]);
  const quotas = ['--exempt-networks', '127.0.0.0/8', '--access-log', 'off', '--follow-seconds', '0'];
  const server = await startProcess(['serve', '--snapshot', snapshots.path, '--port', '0', ...quotas]);
  const seen = new Set<string>();
  let asking = true;
  const client = async (): Promise<void> => {
    while (asking) seen.add(await snapshotOfAnswer(server.url));
  };
  const switchAgainAndAgain = async (): Promise<void> => {
    try {
      for (let number = 0; number < SWITCHES; number += 1) {
        const next = await snapshots.build();
        known.add(next);
        server.signal('SIGHUP');
        await vi.waitFor(async () => expect(await snapshotOfAnswer(server.url)).toBe(next), { timeout: 120_000 });
      }
    } finally {
      asking = false;
    }
  };
  await Promise.all([switchAgainAndAgain(), ...Array.from({ length: CLIENTS }, client)]);
  expect(known.size).toBe(SWITCHES + 1);
  expect([...seen].filter((id) => !known.has(id))).toEqual([]);
  expect(await server.stop()).toBe(0);
}, 600_000);

/** A worker by itself: what it makes of what the primary tells it. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServingSettings } from '../../src/cli/serving-process.ts';
import { pauseAfter } from '../../src/cli/worker-pool.ts';
import { forkWorker } from '../../src/cli/worker-process.ts';
import { SERVE_SETTINGS } from '../../src/cli/config.ts';
import type { Setting } from '../../src/cli/setting.ts';
import { SNAPSHOT, openFixture } from '../api/fixture.ts';
import { storeCheck } from '../e2e/snapshots.ts';

/** Those of the command line, but for what is named. */
function settings(more: Partial<ServingSettings>): ServingSettings {
  const defaults = Object.entries<Setting<unknown>>(SERVE_SETTINGS).map(([name, setting]) => [
    name,
    setting.default === undefined ? undefined : setting.parse(setting.default),
  ]);
  return { ...(Object.fromEntries(defaults) as ServingSettings), ...more };
}

async function fixture(): Promise<string> {
  const opened = await openFixture();
  onTestFinished(() => opened.remove());
  return opened.directory;
}

function fork(directory: string, refusal?: string) {
  const own = settings({ port: 0, logLevel: 'silent', snapshot: directory });
  const worker = forkWorker({ type: 'start', settings: own, directory, refusal });
  onTestFinished(() => worker.kill());
  return worker;
}

const servedBy = async (url: string) => {
  const answer = await fetch(`${url}/api/v1/status`);
  return ((await answer.json()) as { snapshot: { id: string } }).snapshot.id;
};

describe('a worker', () => {
  it('keeps its snapshot when it cannot open the next, and says so', async () => {
    const directory = await fixture();
    const worker = fork(directory, 'Its files are not what its header states.');
    const url = await worker.listening;
    expect(await storeCheck(url)).toMatchObject({ output: expect.stringMatching(/what its header/) as string });
    worker.tell({ type: 'switch', directory });
    await vi.waitFor(async () => expect(await storeCheck(url)).toMatchObject({ status: 'pass' }), { timeout: 10_000 });
    worker.tell({ type: 'switch', directory: join(directory, 'gone') });
    await vi.waitFor(async () => expect(await storeCheck(url)).toMatchObject({ status: 'warn' }), { timeout: 10_000 });
    expect((await storeCheck(url)).output).toMatch(/It cannot be opened\.$/);
    expect(await servedBy(url)).toBe(SNAPSHOT.id);
    worker.stop();
    expect(await worker.ended).toMatchObject({ code: 0, signal: null });
  });

  it('tells why it cannot start', async () => {
    const worker = fork(join(await fixture(), 'gone'));
    await expect(worker.listening).rejects.toThrow(/there is no snapshot in/);
    expect(await worker.ended).toMatchObject({ code: 1 });
  });
});

describe('the pause before a worker is replaced', () => {
  it('is none at first, and grows while it crashes again and again', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map(pauseAfter)).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 30]);
  });
});

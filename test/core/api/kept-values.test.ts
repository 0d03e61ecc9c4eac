/** Values that are kept (`memo`): one with a state is made again when any part of the state changes; the others depend on their owner. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Door } from '../../../src/core/http/door.ts';
import { coreDoors } from '../../../src/core/interface/interface.ts';
import { createMemoryLimiter } from '../../../src/core/quotas/memory-limiter.ts';
import { createCurrentSnapshot } from '../../../src/core/snapshot/current.ts';
import { serve, type ServingOptions } from '../http/serving.ts';
import { NOW, openFixture, SOURCES } from './fixture.ts';

const SRC = join(import.meta.dirname, '../../../src');

/** Calls of `memo` with a state, as file and key. */
function callsWithState(): readonly string[] {
  return globSync('**/*.ts', { cwd: SRC })
    .filter((file) => file !== 'core/model/memo.ts')
    .flatMap((file) =>
      Array.from(
        readFileSync(join(SRC, file), 'utf8').matchAll(/\bmemo\((?<call>[^;]*?)\);?\n/g),
        (match) => match.groups?.['call'] ?? '',
      )
        .filter((call) => call.trimEnd().endsWith(']'))
        .map((call) => `${file} ${/'([^']+)'/.exec(call)?.[1]}`),
    );
}

const DAY = 86_400_000;

/** All that the kept values depend on, shared by the servers of a row. */
async function place() {
  const state = {
    now: NOW,
    damaged: [] as readonly string[],
    baseUrl: 'https://a.example',
    contact: undefined as string | undefined,
  };
  const stores = await Promise.all([openFixture(), openFixture(SOURCES.slice(1))]);
  const snapshots = createCurrentSnapshot();
  snapshots.switchTo(stores[0]);
  const limiter = { ...createMemoryLimiter(), close: async () => undefined };
  const damagedFiles: Door['damagedFiles'] = async () => state.damaged;
  const doors = coreDoors({ release: '1.2.3' }).map((door, at) => (at === 0 ? { ...door, damagedFiles } : door));
  return { state, snapshots, next: stores[1], limiter, doors };
}
type Place = Awaited<ReturnType<typeof place>>;

const ROWS: readonly (readonly [call: string, part: string, path: string, change: (place: Place) => void])[] = [
  ['core/interface/openapi-door.ts openapi', 'address', '/api/v1/openapi.json', ({ state }) => (state.baseUrl = 'https://b.example')],
  ['core/interface/openapi-door.ts openapi', 'contact', '/api/v1/openapi.json', ({ state }) => (state.contact = 'mailto:a@b.example')],
  ['core/interface/status.ts status', 'snapshot', '/api/v1/status', ({ snapshots, next }) => snapshots.switchTo(next)],
  ['core/interface/status.ts status', 'refusal', '/api/v1/status', ({ snapshots }) => snapshots.refuse('It is damaged.')],
  ['core/interface/status.ts status', 'second', '/api/v1/status', ({ state }) => (state.now = new Date(NOW.getTime() + 900 * DAY))],
  ['core/interface/status.ts freshness', 'day', '/api/v1/status', ({ state }) => (state.now = new Date(NOW.getTime() + 900 * DAY))],
  ['core/interface/status.ts files', 'minute', '/api/v1/status', ({ state }) => Object.assign(state, { damaged: ['changes.json'], now: new Date(NOW.getTime() - 60_000) })],
  ['core/interface/sources.ts sources', 'day', '/api/v1/sources', ({ state }) => (state.now = new Date(NOW.getTime() + 900 * DAY))],
]; // prettier-ignore

describe('a kept value', () => {
  it('has a row here where it depends on more than its owner', () => {
    expect(callsWithState().toSorted()).toEqual([...new Set(ROWS.map(([call]) => call))].toSorted());
  });

  it.each(ROWS)('is made again without a restart: %s, after a change of %s', async (_, __, path, change) => {
    const own = await place();
    const ask = async (): Promise<string> => {
      const { state, snapshots, limiter, doors } = own;
      const options: ServingOptions = {
        doors,
        snapshots,
        limiter,
        baseUrl: state.baseUrl,
        operator: state.contact === undefined ? {} : { contact: state.contact },
        clock: () => state.now,
      };
      const service = await serve(options);
      const { text } = await service.get(path);
      await service.close();
      return text.replaceAll(/"(?:uptimeSeconds|observedValue|ageDays)":[\d.]+/g, '');
    };
    const before = await ask();
    expect(await ask()).toBe(before);
    change(own);
    expect(await ask()).not.toBe(before);
    await own.snapshots.close();
  });
});

/** Values that are kept (`memo`): one with a state is made once, and again when any part of the state changes; the others depend on their owner. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Door } from '../../../src/core/http/door.ts';
import { coreDoors } from '../../../src/core/interface/interface.ts';
import { createMemoryLimiter } from '../../../src/core/quotas/memory-limiter.ts';
import { createCurrentSnapshot } from '../../../src/core/snapshot/current.ts';
import type { Source } from '../../../src/core/model/source.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { serve, type ServingOptions } from '../http/serving.ts';
import { NOW, openFixture, SOURCES } from './fixture.ts';

const SRC = join(import.meta.dirname, '../../../src');

/** Calls of `memo` with a state, as file and key. */
function callsWithState(): readonly string[] {
  return globSync('**/*.ts', { cwd: SRC })
    .filter((file) => file !== 'core/model/memo.ts')
    .flatMap((file) =>
      readFileSync(join(SRC, file), 'utf8')
        .split(/\bmemo\(/)
        .slice(1)
        .filter((rest) => countArguments(rest) > 3)
        .map((rest) => `${file} ${/'([^']+)'/.exec(rest)?.[1]}`),
    );
}

/** @param rest source text behind the opening bracket of a call */
function countArguments(rest: string): number {
  const outer = rest.replaceAll(/[([{][^()[\]{}]*[)\]}]/g, '_');
  return outer === rest ? (outer.split(/,?\s*\)/)[0] ?? '').split(',').length : countArguments(outer);
}

const DAY = 86_400_000;

/** Values are made of these, so that they are read as often as a value is made. */
type Part = 'store' | 'files' | 'sources' | 'doors';

/** All that the kept values depend on, shared by the servers of a row. */
async function place() {
  const state = {
    now: NOW,
    damaged: [] as readonly string[],
    baseUrl: 'https://a.example',
    contact: undefined as string | undefined,
    health: { status: 'pass' as 'pass' | 'warn' },
  };
  const reads: Record<Part, number> = { store: 0, files: 0, sources: 0, doors: 0 };
  const countedSource = (source: Source): Source => ({
    ...source,
    get cadence() {
      reads.sources += 1;
      return source.cadence;
    },
  });
  const countedStore = (store: Store): Store => ({
    ...store,
    snapshot: { ...store.snapshot, sources: store.snapshot.sources.map(countedSource) },
    check() {
      reads.store += 1;
      return store.check();
    },
  });
  const countedDoor = (door: Door): Door => ({
    ...door,
    get summary() {
      reads.doors += 1;
      return door.summary;
    },
    async damagedFiles() {
      reads.files += 1;
      return state.damaged;
    },
  });
  const [first, next] = await Promise.all([openFixture(), openFixture(SOURCES.slice(1))]);
  const snapshots = createCurrentSnapshot();
  snapshots.switchTo(countedStore(first));
  const limiter = { ...createMemoryLimiter(), health: async () => state.health, close: async () => undefined };
  const doors = coreDoors({ release: '1.2.3' }).map((door, at) => (at === 0 ? countedDoor(door) : door));
  return { state, reads, snapshots, next, limiter, doors };
}
type Place = Awaited<ReturnType<typeof place>>;

const ROWS: readonly (readonly [call: string, of: Part, state: string, path: string, change: (place: Place) => void])[] = [
  ['core/interface/openapi-door.ts openapi', 'doors', 'address', '/api/v1/openapi.json', ({ state }) => (state.baseUrl = 'https://b.example')],
  ['core/interface/openapi-door.ts openapi', 'doors', 'contact', '/api/v1/openapi.json', ({ state }) => (state.contact = 'mailto:a@b.example')],
  ['core/interface/status.ts status', 'store', 'snapshot', '/api/v1/status', ({ snapshots, next }) => snapshots.switchTo(next)],
  ['core/interface/status.ts status', 'store', 'refusal', '/api/v1/status', ({ snapshots }) => snapshots.refuse('It is damaged.')],
  ['core/interface/status.ts status', 'store', 'second', '/api/v1/status', ({ state }) => Object.assign(state, { health: { status: 'warn' }, now: new Date(NOW.getTime() + 1_000) })],
  ['core/interface/status.ts freshness', 'sources', 'day', '/api/v1/status', ({ state }) => (state.now = new Date(NOW.getTime() + 900 * DAY))],
  ['core/interface/status.ts files', 'files', 'minute', '/api/v1/status', ({ state }) => Object.assign(state, { damaged: ['changes.json'], now: new Date(NOW.getTime() - 60_000) })],
  ['core/interface/sources.ts sources', 'sources', 'day', '/api/v1/sources', ({ state }) => (state.now = new Date(NOW.getTime() + 900 * DAY))],
]; // prettier-ignore

describe('a kept value', () => {
  it('has a row here where it depends on more than its owner', () => {
    expect(callsWithState().toSorted()).toEqual([...new Set(ROWS.map(([call]) => call))].toSorted());
  });

  it.each(ROWS)(
    'is made once of what it needs, and again without a restart: %s of %s, after a change of %s',
    async (_, part, __, path, change) => {
      const own = await place();
      // The time since the start is a part of the state of the status.
      const uptime = vi.spyOn(performance, 'now').mockReturnValue(0);
      onTestFinished(() => uptime.mockRestore());
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
      const made = own.reads[part];
      expect(made).toBeGreaterThan(0);
      // All but the status are kept for longer than a second.
      if (part !== 'store') own.state.now = new Date(NOW.getTime() + 1_000);
      expect(await ask()).toBe(before);
      expect(own.reads[part]).toBe(made);
      change(own);
      expect(await ask()).not.toBe(before);
      await own.snapshots.close();
    },
  );
});

/** Updates in steps: new snapshots, reissued snapshots, and snapshots that stay. */
import { readdirSync, realpathSync, statSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SILENT } from '../../../src/build/ingest/progress.ts';
import { type Updated, updateSnapshot, type UpdateOptions } from '../../../src/build/runs/update.ts';
import { PLAUSIBILITY_DEFAULTS, type RegisteredSource } from '../../../src/build/sources/register/register.ts';
import { readRunLog } from '../../../src/core/snapshot/run-log.ts';
import { readHeader } from '../../../src/core/snapshot/header.ts';
import { clockAt, options as fetchOptions, source } from '../fetch/fetching.ts';
import {
  body,
  HEADER,
  identifiers,
  list,
  type MisbehavingServer,
  PAGE,
  serverForTest,
  status,
} from '../fetch/misbehaving-server.ts';
import { prune, runIn } from '../runs/running.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { falsehoods, otherConfig, personsOf, publicSource, SHIPPED_CONFIG } from './site.ts';

/** Daily updates of a register in a new folder. */
async function rounds(
  register: readonly RegisteredSource[],
  more: Partial<UpdateOptions> = {},
  folder = temporaryDirectory(),
) {
  const out = join(folder, 'snapshots');
  return {
    out,
    current: () => realpathSync(join(out, 'current')),
    snapshots: () => readdirSync(out).filter((name) => /^\d{8}-/.test(name)),
    async on(day: string): Promise<Updated> {
      const now = new Date(`${day}T03:00:00Z`);
      const options = {
        register,
        release: '1.0.0',
        now,
        progress: SILENT,
        config: SHIPPED_CONFIG,
        fetching: fetchOptions(join(folder, 'sources'), { clock: clockAt(day) }),
        log: () => undefined,
        ...more,
      };
      return runIn(out, 'update', (run) => updateSnapshot(run, options));
    },
  };
}

/** The source of a dump of persons, which the server has. */
function persons(server: MisbehavingServer, guard = PLAUSIBILITY_DEFAULTS): RegisteredSource {
  server.on('/persons', body(personsOf(identifiers(20))));
  return source(`${server.url}/persons`, { key: 'persons', guard }, 'gnd-jsonld');
}

describe('a snapshot that has lost more than its bounds', () => {
  /** 300 persons, each with a link from a list; both sources may shrink as they like. */
  async function place() {
    const server = await serverForTest();
    const guard = { ...PLAUSIBILITY_DEFAULTS, minimumShare: 0 };
    const register = [persons(server, guard), source(`${server.url}/list`, { guard })];
    const serve = (records: number, links: number) => {
      server.on('/persons', body(personsOf(identifiers(records))));
      server.on('/list', body(list(links)));
    };
    serve(300, 300);
    const folder = temporaryDirectory();
    const { out, current } = await rounds(register, {}, folder);
    const update = async (day: string, more: Partial<UpdateOptions> = {}) =>
      (await rounds(register, more, folder)).on(day);
    await update('2026-11-01');
    return { serve, update, out, current };
  }

  it.each([
    [
      'entities',
      180,
      300,
      /It has 180 of 300 entities: 40% are lost, but only 5% are allowed\. .*It has 180 of 300 entities of type/,
    ],
    ['links', 300, 180, /It has 180 of 300 links: 40% are lost, but only 10% are allowed\. It has 180 of 300 links to/],
  ])('is held until a person accepts it: %s', async (_, persons, links, sentence) => {
    const { serve, update, out, current } = await place();
    const before = current();
    serve(persons, links);
    let id = '';
    for (const [day, acceptLoss] of [['2026-11-08'], ['2026-11-09', 'another']] as const) {
      const held = await update(day, { acceptLoss }).catch((error: unknown) => error as Error);
      expect(held).toMatchObject({ name: 'HeldForLoss', message: expect.stringMatching(sentence) as string });
      id = /--accept-loss (\S+)$/.exec((held as Error).message)?.[1] ?? '';
      expect(current()).toBe(before);
      const failed = (await readRunLog(out))?.update?.last;
      expect(failed).toMatchObject({ outcome: 'failed', detail: expect.stringMatching(sentence) as string });
    }
    expect(await update('2026-11-11', { acceptLoss: id })).toMatchObject({ result: 'built' });
    expect(current()).toContain(id);
    expect(await update('2026-11-12')).not.toMatchObject({ result: 'built' });
  });

  it('is used where fewer than a hundred are lost', async () => {
    const { serve, update } = await place();
    serve(201, 201);
    expect(await update('2026-11-08')).toMatchObject({ result: 'built' });
  });
});

describe('an update', () => {
  it('reissues a snapshot with shared files after checks without changes, and pruning keeps only the newest issue', async () => {
    const server = await serverForTest();
    server.on('/list', body(list(10)));
    const round = await rounds([persons(server), source(`${server.url}/list`)]);
    const first = await round.on('2026-11-01');
    expect(first.result).toBe('built');
    server.on('/list', status(404));
    for (const day of ['2026-11-02', '2026-11-03']) {
      expect(await round.on(day)).toMatchObject({ result: 'observed', troubled: ['list'] });
    }
    const { id } = await readHeader(first.directory);
    expect(round.snapshots().toSorted()).toEqual([id, `${id}.2`, `${id}.3`]);
    const [a = 0, b = 1] = round.snapshots().map((name) => statSync(join(round.out, name, 'entities.sqlite')).ino);
    expect(a).toBe(b);
    expect(await prune(round.out, 2)).toHaveLength(2);
    expect(await falsehoods(round.current())).toBe('');
  });

  it('shows in /sources the observations and their current consequence', async () => {
    const server = await serverForTest();
    server.on('/list', body(list(10, `${HEADER}#TIMESTAMP: 2026-10-20\n`)));
    const round = await rounds([persons(server), source(`${server.url}/list`, { cadence: 'monthly' })]);
    await round.on('2026-11-01');
    expect(await publicSource(round.current(), 'list', '2026-11-01')).toMatchObject({
      freshness: {
        retrievedAt: '2026-11-01T03:00:00.000Z',
        declaredDate: '2026-10-20',
        observedSince: '2026-11-01',
        ageDays: 12,
        state: 'fresh',
      },
    });
    // The state changes with time alone.
    expect(await publicSource(round.current(), 'list', '2026-12-01')).toMatchObject({ freshness: { state: 'stale' } });
    server.on('/list', body(PAGE));
    await round.on('2026-11-08');
    expect(await publicSource(round.current(), 'list', '2026-11-08')).toMatchObject({
      freshness: {
        retrievedAt: '2026-11-01T03:00:00.000Z',
        checkedAt: '2026-11-08T03:00:00.000Z',
        state: 'held',
        reason: 'The file is not data but an HTML page, perhaps an error message from the server.',
      },
      scope: { links: 10 },
    });
    server.on('/list', status(500));
    await round.on('2026-11-09');
    expect(await publicSource(round.current(), 'list', '2026-11-09')).toMatchObject({
      freshness: { state: 'failing', reason: 'The server answers with status 500.' },
    });
    server.on('/list', body(list(11, `${HEADER}#TIMESTAMP: 2027-01-01\n`)));
    expect((await round.on('2026-11-10')).result).toBe('built');
    const renewed = await publicSource(round.current(), 'list', '2026-11-10');
    expect(renewed).toMatchObject({ freshness: { state: 'fresh', observedSince: '2026-11-10', ageDays: 0 } });
    expect(renewed).not.toHaveProperty('freshness.declaredDate');
  });

  it('is idle without changes and checks, and builds when configuration or release is new, or a file is truncated', async () => {
    const server = await serverForTest();
    const register = [persons(server)];
    const round = await rounds(register);
    const first = await round.on('2026-11-01');
    expect(await round.on('2026-11-01')).toMatchObject({ result: 'idle', directory: first.directory });
    truncateSync(join(round.current(), 'search.sqlite'), 5000);
    expect((await round.on('2026-11-01')).result).toBe('built');
    const other = await rounds(register, { config: otherConfig(temporaryDirectory()) }, dirname(round.out));
    expect((await other.on('2026-11-01')).result).toBe('built');
  });
});

/** Failing nights as in docs/operations.md: what status, log, page and alarms show, and after which time. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StatusAnswer } from '../../src/core/interface/register-schemas.ts';
import { lockFolder } from '../../src/shared/files/lock.ts';
import { readRunLog, RUN_LOG_FILE } from '../../src/core/snapshot/run-log.ts';
import { rawTableUnder, readDocument } from '../docs/markdown.ts';
import { has } from '../has.ts';
import { body, list, PAGE, status } from '../build/fetch/misbehaving-server.ts';
import { listenAnywhere } from '../core/http/serving.ts';
import { main, type Ran } from '../cli/command.ts';
import { addHarvest, busyRepository } from '../cli/harvested-place.ts';
import { atInstant, copyOf, type Place, place, startOrigin } from '../cli/place.ts';
import { alarmFaults, type ObservedNight, type Seen, unseen, watch } from '../cli/watching.ts';
import { temporaryForFile } from '../temporary.ts';
import { forFile } from '../for-file.ts';

const DAY_MS = 86_400_000;
const GOOD = body(list(1_000));
const OTHER = body(list(1_001));
/** In its own mount namespace, so that nothing remains. */
const mayMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
const FIRST = 'no network on the first day';
const FULL = 'a full disk';

const folder = temporaryForFile();
const server = forFile(startOrigin);
/** The place after a successful night a day ago. */
let yesterday: Place;
/** A day after the end of that night. */
let ranAt: number;
beforeAll(async () => {
  yesterday = place(server, {}, folder);
  server.on(yesterday.path, GOOD);
  expect((await atDay(-1, () => yesterday.update())).code).toBe(0);
  ranAt = Date.now();
});

/** Runs work with the clock ahead. @param days */
const atDay = <T>(days: number, work: () => Promise<T>) => atInstant(Date.now() + days * DAY_MS, work);

interface Provoked {
  /** The update of this night, if there is one before the next night. */
  readonly ran?: Ran;
  /** Repairs the cause before the next night. */
  readonly mend?: () => void;
}

const instead = (behaviour: typeof GOOD) => async (site: Place) => {
  server.on(site.path, behaviour);
  return { ran: await site.update('--force'), mend: () => server.on(site.path, GOOD) };
};

async function behindProxy(site: Place): Promise<Provoked> {
  site.changeRegister(['127.0.0.1', 'localhost']);
  const proxy = createServer((_, response) => response.writeHead(407).end());
  vi.stubEnv('http_proxy', `http://127.0.0.1:${await listenAnywhere(proxy)}`);
  vi.stubEnv('no_proxy', '');
  const ran = await site.update('--force').finally(() => vi.unstubAllEnvs());
  proxy.close();
  return { ran };
}

async function killed(site: Place): Promise<Provoked> {
  server.on(site.path, OTHER);
  await site.fetch('--force');
  const args = ['--register', site.register, '--sources', site.sources, '--out', site.out];
  const child = spawn(process.execPath, [main, 'update', ...args], { stdio: 'ignore' });
  const stage = async () => (await readRunLog(site.out))?.update?.running?.stage;
  await expect.poll(stage, { timeout: 240_000 }).toBe('build');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return { ran: { code: null, out: '', err: '' } };
}

async function onFullDisk(site: Place): Promise<Provoked> {
  server.on(site.path, OTHER);
  const { bsize, blocks, bavail } = statfsSync(site.out);
  const resize = (bytes: number) => execFileSync('mount', ['-o', `remount,size=${bytes}`, 'none', site.out]);
  resize((blocks - bavail) * bsize + 200_000);
  return { ran: await site.update('--force', '--ignore-disk-space'), mend: () => resize(blocks * bsize) };
}

async function withDamagedCopy(site: Place): Promise<Provoked> {
  const { copy } = site.damageCopy();
  server.on(site.path, OTHER);
  return { ran: await site.update('--force'), mend: () => rmSync(copy) };
}

const lists = (query: URLSearchParams) => query.get('verb') === 'ListRecords';

/** Lists of any length fail. */
async function withSickRepository(site: Place): Promise<Provoked> {
  const repository = await busyRepository(3, 5);
  repository.fault = (query) =>
    lists(query) ? (_, response) => void response.writeHead(403, 'sick').end() : undefined;
  addHarvest(site, repository);
  return { ran: await site.update('--page-pause', '0'), mend: () => (repository.fault = undefined) };
}

/** One change on the previous day, thirty on all others. */
async function withQuietDay(site: Place): Promise<Provoked> {
  const repository = await busyRepository(40, 30);
  const yesterdayBegan = Math.floor(Date.now() / DAY_MS - 1) * DAY_MS;
  const others = [...repository.items.values()]
    .filter(({ changed }) => changed >= yesterdayBegan && changed < yesterdayBegan + DAY_MS)
    .slice(1);
  for (const { identifier } of others) repository.hidden.add(identifier);
  addHarvest(site, repository);
  const ran = await site.update('--page-pause', '0');
  const mend = () => {
    repository.hidden.clear();
    repository.now = Date.now() + DAY_MS;
  };
  return { ran, mend };
}

const damage = (site: Place, file: string): void => truncateSync(join(site.current(), file), 4096);

const NIGHTS: Readonly<Record<string, (site: Place) => Promise<Provoked>>> = {
  [FIRST]: async (site) => ({ mend: site.cutOff(), ran: await site.update() }),
  'no network': async (site) => ({ mend: site.cutOff(), ran: await site.update('--force') }),
  'a wrong proxy': behindProxy,
  'an error of a source': instead(status(500, { 'retry-after': '0' })),
  'a web page in place of a list': instead(body(PAGE)),
  'a list that shrank': instead(body(list(10))),
  [FULL]: onFullDisk,
  'a killed build': killed,
  'a mistake in the register': async (site) => ({ mend: site.misspellRegister(), ran: await site.update() }),
  'another command at work': async (site) => {
    const lock = lockFolder(site.sources, 'fetch', new Date());
    return { ran: await site.update(), mend: () => lock.release() };
  },
  'a damaged copy': withDamagedCopy,
  'a repository that lists nothing': withSickRepository,
  'a day with hardly a change': withQuietDay,
  'a clock a day ahead': async (site) => ({ ran: await atDay(1, () => site.update()) }),
  'a clock a day behind': async (site) => ({ ran: await atDay(-1, () => site.update()) }),
  'a new snapshot that is damaged': async (site) => {
    server.on(site.path, OTHER);
    const ran = await site.update('--force');
    damage(site, 'search.sqlite');
    return { ran };
  },
  'damage to the snapshot in use': async (site) => {
    damage(site, 'entities.sqlite');
    return {};
  },
};

const DOCUMENTED = new Map(
  rawTableUnder(readDocument('docs/operations.md'), 'A night that fails').map(([night = '', ...cells]) => [
    night,
    cells,
  ]),
);

/** Parses alarms such as `GndLinksClock` at once, `GndLinksSourcesBad` after 10 min. */
function alarmsIn(cell = ''): ObservedNight['alarms'] {
  const named = cell.matchAll(/`(\w+)` (?:at once|after (\d+) (min|h))/g);
  return new Map([...named].map(([, alarm = '', n = 0, unit]) => [alarm, Number(n) * (unit === 'h' ? 60 : 1)]));
}

const lastSuccess = ({ metrics }: Seen) => Number(/^update_last_success_timestamp.* (.+)$/m.exec(metrics)?.[1]);

/** Yesterday's night is a day ago, however long the tests since then took. */
function logAgain(file: string): void {
  const late = Date.now() - ranAt;
  const later = (instant: string) => new Date(Date.parse(instant) + late).toISOString();
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, later));
}

function prepare(night: string): Place {
  const site = night === FIRST ? place(server) : copyOf(yesterday);
  server.on(site.path, GOOD);
  if (night === FULL) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'none', site.out]);
    onTestFinished(() => void execFileSync('umount', [site.out]));
    cpSync(yesterday.out, site.out, { recursive: true, verbatimSymlinks: true });
  }
  if (night !== FIRST) logAgain(join(site.out, RUN_LOG_FILE));
  return site;
}

describe('a night', () => {
  const observed: ObservedNight[] = [];

  it('is documented if it is tested', () => {
    expect([...DOCUMENTED.keys()]).toEqual(Object.keys(NIGHTS));
  });

  it('that succeeds is shown with its duration and the next one', async () => {
    const { last, lastSuccess, nextDue } = (await readRunLog(yesterday.out))?.update ?? {};
    expect(last).toMatchObject({ outcome: 'built', seconds: expect.any(Number) as number });
    expect(lastSuccess).toEqual(last);
    expect(Date.parse(nextDue ?? '') - Date.parse(last?.at ?? '')).toBeGreaterThan(23 * 3_600_000);
    const { status: told, page } = await (await watch(yesterday.out))();
    expect(JSON.parse(told)).toMatchObject({ status: 'pass' });
    expect(page).toContain('Everything is OK');
  });

  for (const [night, provoke] of Object.entries(NIGHTS)) {
    const isImpossible = night === FULL && !mayMount;
    const why = isImpossible ? ' (skipped: nothing can be mounted here)' : '';
    it.skipIf(isImpossible)(`with ${night} is reported as documented, and the next one succeeds${why}`, async () => {
      const [exitCode, log, told, page, metrics, alarms] = DOCUMENTED.get(night) ?? [];
      const site = prepare(night);
      const begin = () => watch(site.out);
      const look = night === FIRST ? async () => (await begin())() : await begin();
      const before = await look();
      const { ran, mend } = await provoke(site);
      const after = await look();
      observed.push({ night, before, after, alarms: alarmsIn(alarms) });
      mend?.();
      const [next, nextSeen] = await atDay(1, async () => {
        const ranNext = await site.update('--page-pause', '0');
        return [ranNext, await look()] as const;
      });
      const { code, out, err } = ran ?? next;
      expect({
        code: code === null ? 'none' : String(code),
        unseen: unseen([log, told, page, metrics], [out + err + after.log, after.status, after.page, after.metrics]),
      }).toEqual({ code: exitCode, unseen: [] });
      expect(after.status + after.page).not.toContain(site.folder);
      const hasSucceeded = ran !== undefined && ran.code !== null && ran.code !== 1;
      expect(lastSuccess(after) > lastSuccess(before)).toBe(hasSucceeded);
      const { checks, sources } = JSON.parse(nextSeen.status) as StatusAnswer;
      expect(checks.filter(({ name, status }) => name !== 'freshness' && status !== 'pass')).toEqual([]);
      expect(sources).toMatchObject({ held: 0, failing: 0 });
    });
  }

  it.skipIf(!has('promtool'))(
    'raises the documented alarms after the documented time, and no others (needs promtool)',
    () => {
      expect(alarmFaults(observed)).toBe('');
    },
  );
});

/** Every stage of an update is made to fail, two nights in a row: exit code, log, status and metrics as documented. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CHANGES_FILE, readChanges } from '../../src/shared/dumps/dump-folder.ts';
import { readRunLog, SCHEDULED_KINDS } from '../../src/core/snapshot/run-log.ts';
import { isLaterStage, UPDATE_STAGES, type UpdateStage } from '../../src/build/runs/update-stages.ts';
import { body, list } from '../build/fetch/misbehaving-server.ts';
import { atInstant, copyOf, type Place, place, startOrigin } from '../cli/place.ts';
import type { Ran } from '../cli/command.ts';
import { createMetrics } from '../../src/core/http/metrics.ts';
import { checkUpdates, runReports } from '../../src/core/interface/run-reports.ts';
import { createCurrentSnapshot } from '../../src/core/snapshot/current.ts';
import { freePort } from '../free-port.ts';
import { temporaryFile, temporaryForFile } from '../temporary.ts';
import { forFile } from '../for-file.ts';

const NIGHTS = 2;
const DAY_MS = 86_400_000;

const server = forFile(startOrigin);
/** The place after a night without a fault. */
let before: Place;
beforeAll(async () => {
  before = place(server, {}, temporaryForFile());
  expect(await night(before, 0)).toMatchObject({ code: 0 });
});

let size = 1_000;
/** An update in which the list has changed. @param days after today */
async function night(site: Place, days: number, ...more: readonly string[]): Promise<Ran> {
  size += 1;
  server.on(site.path, body(list(size)));
  const dumping = ['--dumps', join(site.folder, 'dumps'), '--base-url', 'https://links.example.org'];
  const update = () => site.update('--force', '--keep', '1', ...dumping, ...more);
  return atInstant(Date.now() + days * DAY_MS, update);
}

interface Fault {
  /** More arguments of the update. */
  readonly args?: readonly string[];
  /** Called after each night. */
  readonly after?: () => void;
  readonly mend: () => void;
}

/** Does something at the moment at which the run log names a stage. */
function at(stage: string, act: () => void): () => void {
  const { stringify } = JSON;
  const spy = vi.spyOn(JSON, 'stringify').mockImplementation((...args: Parameters<typeof JSON.stringify>) => {
    const text = stringify(...args);
    if (text?.includes(`,"stage":"${stage}"}`) && text.includes('"running"')) act();
    return text;
  });
  return () => spy.mockRestore();
}

const snapshotsIn = (folder: string) => readdirSync(folder).filter((name) => /^\d{8}-/.test(name));
const immutable = (on: boolean, file: string) => spawnSync('chattr', [on ? '+i' : '-i', file]).status === 0;

function mayBeImmutable(): boolean {
  const file = temporaryFile('');
  return immutable(true, file) && immutable(false, file);
}

/** Each makes one stage of the next updates fail. */
const FAULTS: Readonly<Record<UpdateStage, (site: Place, dumps: string) => Fault | Promise<Fault>>> = {
  register: (site) => ({ mend: site.misspellRegister() }),
  download: (site) => ({ mend: site.cutOff() }),
  build: (site) => ({ mend: site.damageCopy().restore }),
  verify: ({ out }) => ({
    mend: at('verify', () => truncateSync(join(out, '.building/snapshot/search.sqlite'), 4096)),
  }),
  activate: ({ out, current }) => {
    const [pointer, directory] = [join(out, 'current'), current()];
    rmSync(pointer);
    cpSync(directory, pointer, { recursive: true });
    const mend = () => {
      rmSync(pointer, { recursive: true });
      execFileSync('ln', ['-s', basename(directory), pointer]);
    };
    return { mend };
  },
  prune: ({ current }) => {
    const file = join(current(), 'header.json');
    immutable(true, file);
    const mend = () => void immutable(false, file);
    onTestFinished(mend);
    return { mend };
  },
  harvestCheck: (site) => {
    let repair = () => {};
    return { mend: at('check', () => (repair = site.misspellRegister())), after: () => repair() };
  },
  dump: (_, dumps) => {
    const latest = join(dumps, 'latest');
    rmSync(latest);
    mkdirSync(join(latest, 'full'), { recursive: true });
    return { mend: () => rmSync(latest, { recursive: true }) };
  },
  changes: (_, dumps) => {
    const blocked = join(dumps, `${CHANGES_FILE}.new`);
    mkdirSync(blocked);
    return { mend: () => rmSync(blocked, { recursive: true }) };
  },
  publish: async () => {
    return { args: ['--publish-to', `opensearch+http://127.0.0.1:${await freePort()}/gnd`], mend: () => {} };
  },
};

describe('an update', () => {
  it.each(Object.keys(UPDATE_STAGES) as UpdateStage[])(
    'whose stage %s fails for two nights is as documented, and the third night repairs everything',
    async (stage) => {
      if (stage === 'prune' && !mayBeImmutable()) return;
      const site = copyOf(before);
      const dumps = join(site.folder, 'dumps');
      const [first] = snapshotsIn(site.out);
      const look = async (days: number) => {
        const [log = {}, now] = [await readRunLog(site.out), new Date(Date.now() + days * DAY_MS)];
        const metrics = createMetrics({ release: '', snapshots: createCurrentSnapshot(), updates: async () => log });
        return { log, check: checkUpdates(runReports(log, now) ?? {}, now), metrics: await metrics.text() };
      };
      const isLater = isLaterStage(stage);
      const kind = isLater ? stage : 'update';
      const { args = [], after, mend } = await FAULTS[stage](site, dumps);
      for (let n = 1; n <= NIGHTS; n += 1) {
        const former = basename(site.current());
        const ran = await night(site, n, ...args);
        after?.();
        expect(ran, `${ran.out}${ran.err}`).toMatchObject({ code: isLater ? 4 : 1 });
        expect(/the new data are in service/.test(ran.err)).toBe(isLater);
        expect(basename(site.current()) !== former).toBe(isLater || stage === 'download');
        expect(snapshotsIn(site.out).length - Number(stage === 'download')).toBeLessThanOrEqual(2);
        expect(snapshotsIn(dumps).length).toBeLessThanOrEqual(2);
        const { log, check, metrics } = await look(n);
        expect(log[kind]?.last).toMatchObject({ outcome: 'failed' });
        for (const other of SCHEDULED_KINDS.filter((one) => one !== kind))
          expect(log[other]?.last ?? { outcome: 'none' }).not.toMatchObject({ outcome: 'failed' });
        expect(check.output).toContain(`The last ${kind} (`);
        expect(metrics).toContain(`update_last_failed{kind="${kind}"} 1`);
        const failures = new RegExp(`update_failures_total\\{kind="${kind}",stage="\\w+"\\} ([1-9]\\d*)$`, 'm');
        expect(Number(failures.exec(metrics)?.[1])).toBeGreaterThanOrEqual(n);
      }
      mend();
      const repaired = await night(site, NIGHTS + 1);
      expect(repaired, `${repaired.out}${repaired.err}`).toMatchObject({ code: 0 });
      expect(snapshotsIn(site.out)).toEqual([basename(site.current())]);
      const { snapshots } = await readChanges(dumps);
      expect(snapshots[0]?.to.id).toBe(basename(site.current()));
      // An unbroken chain of files leads from the first snapshot to the last one.
      expect(snapshots.slice(0, -1).map(({ file, from }) => [file !== undefined, from?.id])).toEqual(
        snapshots.slice(1).map(({ to }) => [true, to.id]),
      );
      expect(snapshots.at(-1)?.to.id).toBe(first);
      expect((await look(NIGHTS + 1)).check).toEqual({ name: 'updates', status: 'pass' });
    },
  );
});

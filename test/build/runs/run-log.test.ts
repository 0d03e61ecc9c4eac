/** The run log: all kinds of runs, and the checks of the status that use it. */
import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { checkUpdates, runReports } from '../../../src/core/interface/run-reports.ts';
import { recordHarvest } from '../../../src/cli/runs.ts';
import type { RegisteredSource } from '../../../src/build/sources/register/register.ts';
import { folderPlace, performRun, type Run, type RunOptions, saveRunLog } from '../../../src/build/runs/run.ts';
import { readRunLog, RUN_LOG_FILE, type RunKind, type RunLog, STAGES } from '../../../src/core/snapshot/run-log.ts';
import { temporaryDirectory } from '../../temporary.ts';

const DUE = new Date('2026-11-21T03:00:00Z');
const NIGHT = new Date('2026-11-20T03:00:00Z');
const options: RunOptions = { every: 24, now: () => NIGHT, reasonOf: () => 'disk_full' };

/** Begins a run that lasts until the test ends it. */
async function begin(folder: string, kind: RunKind) {
  const [begun, ended] = [Promise.withResolvers<Run>(), Promise.withResolvers<{ result: string }>()];
  const done = performRun(folderPlace(folder), kind, options, (run) => (begun.resolve(run), ended.promise));
  done.catch(begun.reject);
  const end = async (error?: Error) => {
    if (error === undefined) ended.resolve({ result: 'idle' });
    else ended.reject(error);
    await done.catch(() => undefined);
  };
  return { run: await begun.promise, end };
}

/** Ends a run like a killed process: without an entry, and without its lock. */
async function cutOff(folder: string, kind: RunKind): Promise<void> {
  const { run, end } = await begin(folder, kind);
  await run.stage('build');
  const log = readFileSync(join(folder, RUN_LOG_FILE));
  await end();
  writeFileSync(join(folder, RUN_LOG_FILE), log);
}

describe('the run log', () => {
  it('is written in place where no file can be added, without a rest of the longer one', async () => {
    const folder = temporaryDirectory();
    const file = join(folder, RUN_LOG_FILE);
    const last = { outcome: 'idle', endedAt: NIGHT.toISOString() };
    const log = { update: { last } } as unknown as RunLog;
    await saveRunLog(folder, { ...log, note: 'x'.repeat(9_000) } as RunLog);
    mkdirSync(`${file}.new`);
    await saveRunLog(folder, log);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(log);
  });

  it.each(Object.keys(STAGES) as RunKind[])(
    'has a %s that is under way, during which no other run begins',
    async (kind) => {
      const folder = temporaryDirectory();
      const { run, end } = await begin(folder, kind);
      const [first] = STAGES[kind];
      expect(await readRunLog(folder)).toMatchObject({ [kind]: { running: { stage: first } } });
      const last = STAGES[kind].at(-1) ?? first;
      await run.stage(last);
      expect(await readRunLog(folder)).toMatchObject({
        [kind]: { running: { since: NIGHT.toISOString(), stage: last } },
      });
      await expect(begin(folder, 'harvest')).rejects.toThrow(`in use by gnd-links ${kind}`);
      await end();
      const done = { outcome: 'idle' };
      expect(await readRunLog(folder)).toMatchObject({
        [kind]: { last: done, lastSuccess: done, nextDue: DUE.toISOString() },
      });
      await (await begin(folder, kind)).end(new Error('failed'));
      const failed = { outcome: 'failed', stage: first, reason: 'disk_full' };
      expect(await readRunLog(folder)).toMatchObject({
        [kind]: { last: failed, lastSuccess: done, failures: { [first]: 1 } },
      });
    },
  );

  it('has the outcome of each part of a run, and that of a part which the run has no longer is gone', async () => {
    const folder = temporaryDirectory();
    const parts = (publish?: () => Promise<{ result: string }>) => [
      { kind: 'prune' as const, perform: async () => Promise.reject(new Error('in use')) },
      { kind: 'dump' as const, perform: async () => ({ result: 'dumped' }) },
      { kind: 'publish' as const, perform: publish },
    ];
    const perform = (publish?: () => Promise<{ result: string }>) =>
      performRun(
        folderPlace(folder),
        'update',
        options,
        async () => ({ result: 'built' }),
        () => parts(publish),
      );
    const { failures } = await perform(async () => Promise.reject(new Error('unreachable')));
    expect(failures.map(({ kind }) => kind)).toEqual(['prune', 'publish']);
    const failed = { last: { outcome: 'failed' } };
    const [update, dump] = [{ last: { outcome: 'built' } }, { last: { outcome: 'dumped' } }];
    expect(await readRunLog(folder)).toMatchObject({ update, dump, prune: failed, publish: failed });
    // Only the run itself is begun by a timer.
    expect((await readRunLog(folder))?.dump).not.toHaveProperty('nextDue');
    await perform();
    expect(await readRunLog(folder)).not.toHaveProperty('publish');
  });

  it('that cannot be written lets the run end, and then fails it', async () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, RUN_LOG_FILE));
    const work = vi.fn(async () => ({ result: 'built' }));
    await expect(performRun(folderPlace(folder), 'update', options, work)).rejects.toThrow('EISDIR');
    // What fails later is not forgotten.
    const fail = () => [{ kind: 'prune' as const, perform: async () => Promise.reject(new Error('in use')) }];
    const errors = [{ code: 'EISDIR' }, { message: 'in use' }];
    await expect(performRun(folderPlace(folder), 'update', options, work, fail)).rejects.toMatchObject({ errors });
    // The log can be written again when it is too late for the end of the update.
    const perform = async () => {
      rmdirSync(join(folder, RUN_LOG_FILE));
      return { result: 'pruned' };
    };
    const later = () => [{ kind: 'prune' as const, perform }];
    await expect(performRun(folderPlace(folder), 'update', options, work, later)).rejects.toThrow('EISDIR');
    expect(await readRunLog(folder)).toMatchObject({ prune: { last: { outcome: 'pruned' } } });
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('marks a run that ended without an entry as cut off, also after others', async () => {
    const folder = temporaryDirectory();
    await cutOff(folder, 'update');
    const expected = {
      update: { last: { outcome: 'failed', stage: 'build', reason: 'cut_off' }, failures: { build: 1 } },
    };
    expect(await readRunLog(folder)).toMatchObject(expected);
    expect((await readRunLog(folder))?.update).not.toHaveProperty('running');
    await (await begin(folder, 'harvest')).end();
    expect(await readRunLog(folder)).toMatchObject(expected);
  });

  it('keeps unknown kinds of a newer release', async () => {
    const folder = temporaryDirectory();
    const future = { audit: { failures: {}, last: { at: '2026-11-20T03:00:00Z', seconds: 1, outcome: 'audited' } } };
    writeFileSync(join(folder, RUN_LOG_FILE), JSON.stringify(future));
    await (await begin(folder, 'update')).end();
    expect(await readRunLog(folder)).toMatchObject({ ...future, update: { last: { outcome: 'idle' } } });
  });

  it('loses a failed harvest when the register has no harvested source any more', async () => {
    const folder = temporaryDirectory();
    const { run, end } = await begin(folder, 'update');
    await run.record('harvest', { seconds: 1, outcome: 'failed', stage: 'download', reason: 'source_failed' });
    const harvested = { key: 'changes', state: 'active', origin: { oai: {} } } as unknown as RegisteredSource;
    await recordHarvest(run, [harvested], []);
    expect(await readRunLog(folder)).toMatchObject({ harvest: { failures: { download: 1 } } });
    await recordHarvest(run, [{ ...harvested, state: 'retired' }], []);
    await end();
    expect(Object.keys((await readRunLog(folder)) ?? {})).toEqual(['update']);
  });

  it('reserves disk space at the beginning, so that a full disk can be recorded', async () => {
    const folder = temporaryDirectory();
    const file = join(folder, RUN_LOG_FILE);
    const { end } = await begin(folder, 'update');
    const { size } = statSync(file);
    await end(new Error('the disk is full'));
    expect(statSync(file).size).toBe(size);
  });

  it.each(['', '{', '[]', '{"update":{"failures":{},"last":{"at":"yesterday","seconds":1,"outcome":"built"}}}'])(
    'with the content %j is invalid, and starts over',
    async (text) => {
      const folder = temporaryDirectory();
      writeFileSync(join(folder, RUN_LOG_FILE), text);
      expect(await readRunLog(folder)).toBe(undefined);
      await (await begin(folder, 'update')).end();
      expect(JSON.parse(readFileSync(join(folder, RUN_LOG_FILE), 'utf8'))).toHaveProperty('update.lastSuccess');
    },
  );
});

describe('the check of updates', () => {
  const good = { at: '2026-11-20T03:00:00Z', seconds: 60, outcome: 'built' };
  const failed = { at: '2026-11-21T03:10:00Z', seconds: 5, outcome: 'failed', stage: 'build', reason: 'disk_full' };
  const fine = { last: good, lastSuccess: good, failures: {}, nextDue: DUE.toISOString() };

  it.each<[string, RunLog, string, RegExp | undefined]>([
    ['the last was good', { update: fine }, '2026-11-20T12:00:00Z', undefined],
    ['the next is hardly late', { update: fine }, '2026-11-21T08:59:00Z', undefined],
    ['one is late', { update: fine }, '2026-11-21T09:01:00Z', /The next update should have begun at 2026-11-21T03/],
    ['none was good yet', { update: { failures: {}, last: failed } }, '2026-11-21T04:00:00Z', /none has succeeded yet/],
    ['a harvest failed', { harvest: { failures: {}, last: failed } }, '2026-11-21T04:00:00Z', /The last harvest/],
  ])('is right when %s', (_, updates, now, output) => {
    const check = checkUpdates(runReports(updates, new Date(now)) ?? {}, new Date(now));
    if (output === undefined) expect(check).toEqual({ name: 'updates', status: 'pass' });
    else expect(check).toMatchObject({ status: 'warn', output: expect.stringMatching(output) as string });
  });
  it('does not exist if all runs were started by hand', () => {
    expect(runReports({ build: fine }, NIGHT)).toBe(undefined);
  });
});

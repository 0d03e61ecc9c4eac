/** What is remembered of updates, and what the status makes of it. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkUpdates, upkeepReports } from '../../src/api/upkeep.ts';
import { recordHarvest } from '../../src/cli/recorded.ts';
import type { RegisteredSource } from '../../src/register/register.ts';
import { beginRound, readUpdates, UPDATES_FILE, type Updates } from '../../src/store/updates.ts';
import { temporaryDirectory } from '../temporary.ts';

const at = (instant: string) => () => new Date(instant);
const NIGHT = at('2026-11-20T03:00:00Z');
const DUE = new Date('2026-11-21T03:00:00Z');

describe('the record of updates', () => {
  it('knows one that is under way, lets no other begin, and takes one that ended without a word for cut off', async () => {
    const folder = temporaryDirectory();
    const round = await beginRound(folder, 'update', NIGHT);
    await round.enter('build');
    expect(await readUpdates(folder)).toMatchObject({ update: { running: { stage: 'build' } } });
    await expect(beginRound(folder, 'harvest', NIGHT)).rejects.toThrow(/in use by gnd-links update/);
    round.close();
    const cutOff = {
      update: { last: { outcome: 'failed', stage: 'build', reason: 'cut_off' }, failures: { build: 1 } },
    };
    expect(await readUpdates(folder)).toMatchObject(cutOff);
    expect((await readUpdates(folder))?.update).not.toHaveProperty('running');
    (await beginRound(folder, 'harvest', NIGHT)).close();
    expect(await readUpdates(folder)).toMatchObject(cutOff);
  });

  it('forgets a harvest that failed when the register has nothing to harvest any more', async () => {
    const folder = temporaryDirectory();
    const round = await beginRound(folder, 'update', NIGHT);
    await round.ended('harvest', { seconds: 1, outcome: 'failed', stage: 'download', reason: 'source_failed' }, DUE);
    const harvested = { key: 'changes', state: 'active', origin: { oai: {} } } as unknown as RegisteredSource;
    await recordHarvest(24, round, [harvested], []);
    expect(await readUpdates(folder)).toMatchObject({ harvest: { failures: { download: 1 } } });
    await recordHarvest(24, round, [{ ...harvested, state: 'retired' }], []);
    round.close();
    expect(await readUpdates(folder)).toEqual({});
  });

  it('takes its room at the beginning, so that a full disk can be told', async () => {
    const folder = temporaryDirectory();
    const file = join(folder, UPDATES_FILE);
    const round = await beginRound(folder, 'update', NIGHT);
    await round.enter('build');
    const { size } = statSync(file);
    await round.ended('update', { seconds: 1, outcome: 'failed', stage: 'build', reason: 'disk_full' }, DUE);
    round.close();
    expect(statSync(file).size).toBe(size);
  });

  it.each(['', '{', '[]', '{"update":{"failures":{},"last":{"at":"yesterday","seconds":1,"outcome":"built"}}}'])(
    'that reads %j is none, and begins anew',
    async (text) => {
      const folder = temporaryDirectory();
      writeFileSync(join(folder, UPDATES_FILE), text);
      expect(await readUpdates(folder)).toBe(undefined);
      const round = await beginRound(folder, 'update', NIGHT);
      await round.ended('update', { seconds: 60, outcome: 'idle' }, DUE);
      round.close();
      expect(JSON.parse(readFileSync(join(folder, UPDATES_FILE), 'utf8'))).toHaveProperty('update.lastSuccess');
    },
  );
});

describe('the check of updates', () => {
  const good = { at: '2026-11-20T03:00:00Z', seconds: 60, outcome: 'built' };
  const failed = { at: '2026-11-21T03:10:00Z', seconds: 5, outcome: 'failed', stage: 'build', reason: 'disk_full' };
  const fine = { last: good, lastSuccess: good, failures: {}, nextDue: DUE.toISOString() };

  it.each<[string, Updates, string, RegExp | undefined]>([
    ['the last was good', { update: fine }, '2026-11-20T12:00:00Z', undefined],
    ['the next is hardly late', { update: fine }, '2026-11-21T08:59:00Z', undefined],
    ['one is late', { update: fine }, '2026-11-21T09:01:00Z', /The next update should have begun 2026-11-21T03/],
    ['none was good yet', { update: { failures: {}, last: failed } }, '2026-11-21T04:00:00Z', /none has succeeded yet/],
    ['a harvest failed', { harvest: { failures: {}, last: failed } }, '2026-11-21T04:00:00Z', /The last harvest/],
  ])('%s', (_, updates, now, output) => {
    const check = checkUpdates(upkeepReports(updates, new Date(now)) ?? {}, new Date(now));
    if (output === undefined) expect(check).toEqual({ name: 'updates', status: 'pass' });
    else expect(check).toMatchObject({ status: 'warn', output: expect.stringMatching(output) as string });
  });
});

/** The stages after the switch: which of them an update has, and what becomes of a dump that cannot be replaced. */
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Run } from '../../src/build/runs/run.ts';
import { laterStages, type Values } from '../../src/cli/later-stages.ts';
import type { Updated } from '../../src/build/runs/update.ts';
import { STAGES } from '../../src/core/snapshot/run-log.ts';
import { listDumps, readLatest } from '../../src/shared/dumps/dump-folder.ts';
import { temporaryDirectory } from '../temporary.ts';
import { build, dump, otherConfig, record, registered } from '../build/ingest/site.ts';

const values = { out: 'snapshots', changesDays: 90, keep: 1 };
const stagesOf = (updated: object, more: object = {}) =>
  laterStages(updated as Updated, { ...values, ...more } as Values, vi.fn<() => void>(), vi.fn<() => void>());

/** The run of an update, and the stages that it has received. */
function updateRun() {
  const stages: string[] = [];
  const stage = async (next: string) => void stages.push(next);
  return { run: { stage } as unknown as Run, stages };
}

it('the log of the update has the stages of a dump, too', async () => {
  const folder = temporaryDirectory();
  const content = dump([record('118540238', 'Goethe')]);
  const persons = { ...registered(folder, { key: 'persons', content }), redistributable: true };
  const { directory } = await build(folder, [persons]);
  const { run, stages } = updateRun();
  await stagesOf({ directory }, { dumps: join(folder, 'dumps') })
    .find(({ kind }) => kind === 'dump')
    ?.perform?.(run);
  expect(stages).toEqual(STAGES.dump);
});

it('an update without a new snapshot leaves the outcome of the last check of the harvest in the log', () => {
  const other = [['dump', false], ['changes', false], ['publish', false], ['prune', true]]; // prettier-ignore
  const told = (former?: string) =>
    stagesOf({ directory: 'new', former }).map(({ kind, perform }) => [kind, perform !== undefined]);
  expect(told('old')).toEqual([['prune', true], ['harvestCheck', true], ...other]);
  expect(told()).toEqual([['prune', true], ...other]);
});

it('the changes of a snapshot are written once', async () => {
  const folder = temporaryDirectory();
  const persons = registered(folder, { key: 'persons', content: dump([record('118540238', 'Goethe')]) });
  const { directory } = await build(folder, [persons]);
  const places = { dumps: join(folder, 'dumps'), out: join(folder, 'snapshots') };
  const [changes] = stagesOf({ directory }, places).filter(({ kind }) => kind === 'changes');
  expect(await changes?.perform?.(updateRun().run)).toMatchObject({ result: 'changed' });
  expect(await changes?.perform?.(updateRun().run)).toMatchObject({ result: 'idle' });
});

describe('when no new dump can be written, the former one', () => {
  const PERSON = '118540238';

  it.each([
    ['is withdrawn if an entity is withheld since', [], [{ gnd: PERSON, verdict: 'withheld' }], []],
    [
      'is withdrawn if another attribute is withheld since',
      [{ gnd: PERSON, verdict: 'without', attributes: ['placeOfBirth'] }],
      [{ gnd: PERSON, verdict: 'without', attributes: ['placeOfDeath'] }],
      [],
    ],
    ['stays if nothing is', [], [], ['latest']],
  ])('%s', async (_, before, decisions, left) => {
    const folder = temporaryDirectory();
    const [dumps, config] = [join(folder, 'dumps'), otherConfig(folder)];
    const at = async (names: readonly string[]) => {
      const records = dump(names.map((name, place) => record(place === 0 ? PERSON : '118607626', name)));
      const persons = { ...registered(folder, { key: 'persons', content: records }), redistributable: true };
      return (await build(folder, [persons], { config })).directory;
    };
    const perform = (directory: string, more: object) =>
      stagesOf({ directory }, { dumps, ...more })
        .find(({ kind }) => kind === 'dump')
        ?.perform?.(updateRun().run);
    const common = { reason: 'x', since: '2026-11-01', by: 'operator' };
    const decide = (made: readonly object[]) => {
      const entries = made.map((decision) => ({ ...decision, ...common }));
      writeFileSync(join(config, 'entities.yaml'), JSON.stringify({ decisions: entries }));
    };
    decide(before);
    const former = await at(['One', 'Two']);
    await perform(former, { config });
    expect(await readLatest(dumps)).toBe(basename(former));
    decide(decisions);
    const directory = await at(['One', 'Three']);
    // The run that has switched may have been killed, so the former snapshot need not be known.
    await expect(perform(directory, { config: join(folder, 'nowhere') })).rejects.toThrow(/nowhere/);
    expect(readdirSync(dumps).filter((name) => name === 'latest')).toEqual(left);
    expect(await listDumps(dumps)).toHaveLength(left.length);
  });
});

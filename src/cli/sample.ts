/** Builds the bundled sample as an installation that has everything: two states, files, decisions, observations. */
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { updateChanges, updateDump } from '../build/runs/dump/update-dumps.ts';
import { folderPlace } from '../build/runs/run.ts';
import { healthFile } from '../build/sources/probe/files.ts';
import { DECISIONS_FILE } from '../build/sources/register/decisions.ts';
import { ENTITY_DECISIONS_FILE } from '../build/sources/register/entity-decisions.ts';
import type { Completeness } from '../core/snapshot/completeness.ts';
import { writeCompleteness } from './runs.ts';
import { locateSnapshot } from '../core/snapshot/directory.ts';
import { buildFromRegister } from './build.ts';
import { ownPath } from './installation.ts';
import { runAt } from './runs.ts';

/** Decisions, observations of a probe, and the completeness of a harvest, all of them invented. */
const given = (file: string): string => ownPath(`sample/installation/${file}`);

/**
 * @param out folder of snapshots; its neighbours get configuration and files
 * @param baseUrl public address of the service
 * @returns the newest snapshot, and the folders of configuration and dumps
 */
export async function buildSample(out: string, baseUrl: string | undefined) {
  const installation = `${out}-installation`;
  const [config, sources, dumps] = ['config', 'sources', 'files'].map((folder) => join(installation, folder)) as [
    string,
    string,
    string,
  ];
  await rm(installation, { recursive: true, force: true });
  await cp(ownPath('config'), config, { recursive: true });
  await cp(given(ENTITY_DECISIONS_FILE), join(config, ENTITY_DECISIONS_FILE));
  await mkdir(dirname(healthFile(sources)), { recursive: true });
  await cp(given('health.json'), healthFile(sources));
  const build = async () => {
    const register = ownPath('sample/sources.yaml');
    const { built } = await buildFromRegister({ register, config, sources, out, keep: 2, quiet: true });
    const options = { snapshots: out, config, changesDays: 1, now: new Date(), baseUrl };
    await runAt(folderPlace(dumps), 'dump', async (run) => {
      const directory = await locateSnapshot(out);
      await updateDump(run, directory, options, () => undefined);
      await updateChanges(run, directory, options);
      return { result: 'dumped' };
    });
    return built.snapshot;
  };
  await build();
  // The newer state differs by a decision about a link.
  await cp(given(DECISIONS_FILE), join(config, DECISIONS_FILE));
  const snapshot = await build();
  await writeCompleteness(out, JSON.parse(await readFile(given('completeness.json'), 'utf8')) as Completeness);
  return { snapshot, config, dumps };
}

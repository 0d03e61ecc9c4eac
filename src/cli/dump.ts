/** `gnd-links dump`: the whole content of a snapshot as public files. */
import { updateDump } from '../build/runs/dump/update-dumps.ts';
import { folderPlace } from '../build/runs/run.ts';
import { shareSnapshot } from '../core/snapshot/directory.ts';
import { ALL_FILE } from '../shared/dumps/dump-folder.ts';
import { createProgress } from './progress.ts';
import { ownPath } from './installation.ts';
import { runAt } from './runs.ts';
import type { SettingValues } from './settings/setting.ts';
import type { DUMP_SETTINGS } from './settings/update-settings.ts';

/** Note for a dump that was made without the address of the service. */
export const WITHOUT_ADDRESS = `without --base-url there is no ${ALL_FILE}, and lists do not state the address of their newest version`;

export async function runDump(snapshot: string, values: SettingValues<typeof DUMP_SETTINGS>): Promise<void> {
  const { out, baseUrl, config = ownPath('config') } = values;
  using shared = await shareSnapshot(snapshot);
  const options = { config, baseUrl, progress: createProgress() };
  const { dump } = await runAt(folderPlace(out), 'dump', async (run) => {
    const log = (line: string) => process.stderr.write(`${line}\n`);
    return { result: 'dumped', dump: await updateDump(run, shared.directory, options, log) };
  });
  process.stdout.write(`${dump}\n`);
  if (baseUrl === undefined) process.stderr.write(`gnd-links: ${WITHOUT_ADDRESS}\n`);
}

/** `gnd-links dump`: all that a snapshot holds, as files for everybody. */
import { dumpSnapshot } from '../dump/dump-snapshot.ts';
import { locateSnapshot } from '../store/directory.ts';
import { createProgress } from './progress.ts';
import type { SettingValues } from './setting.ts';
import type { DUMP_SETTINGS } from './settings.ts';

export async function runDump(snapshot: string, { out, baseUrl }: SettingValues<typeof DUMP_SETTINGS>): Promise<void> {
  const directory = await locateSnapshot(snapshot);
  const dump = await dumpSnapshot(directory, { out, baseUrl, progress: createProgress() });
  process.stdout.write(`${dump}\n`);
}

/** Begins runs like commands do, for tests of their work. */
import { lockFolder } from '../../../src/shared/files/lock.ts';
import { type DumpOptions, writeDump } from '../../../src/build/runs/dump/write-dump.ts';
import { SHIPPED_CONFIG } from '../ingest/site.ts';
import { folderPlace, performRun, type Run } from '../../../src/build/runs/run.ts';
import { updateChanges, updateDump, type UpdateDumpsOptions } from '../../../src/build/runs/dump/update-dumps.ts';
import { reissueSnapshot } from '../../../src/build/runs/update.ts';
import { pruneSnapshots } from '../../../src/build/ingest/snapshot/snapshot-folder.ts';
import type { RunKind } from '../../../src/core/snapshot/run-log.ts';

export async function runIn<T>(folder: string, kind: RunKind, work: (run: Run) => Promise<T>): Promise<T> {
  const performed = await performRun(folderPlace(folder), kind, { reasonOf: () => 'internal' }, async (run) => {
    return { result: 'done', value: await work(run) };
  });
  return performed.value;
}

type Unconfigured<T> = Omit<T, 'config'>;

export async function dumpSnapshot(
  directory: string,
  { out, ...options }: Unconfigured<DumpOptions> & { readonly out: string },
) {
  using lock = lockFolder(out, 'dump', new Date());
  return await writeDump(lock, directory, { ...options, config: SHIPPED_CONFIG });
}

export async function reissue(
  folder: string,
  observations: Parameters<typeof reissueSnapshot>[1],
  health?: Parameters<typeof reissueSnapshot>[2],
) {
  using lock = lockFolder(folder, 'update', new Date());
  return await reissueSnapshot(lock, observations, health);
}

export async function prune(folder: string, keep: number): Promise<readonly string[]> {
  using lock = lockFolder(folder, 'prune', new Date());
  return await pruneSnapshots(lock, keep);
}

/** Publishes a snapshot in a folder of dumps, as an update does. @returns a line for each thing that was done */
export async function publishIn(folder: string, directory: string, given: Unconfigured<UpdateDumpsOptions>) {
  const options = { ...given, config: SHIPPED_CONFIG };
  const lines: string[] = [];
  await runIn(folder, 'dump', (run) => updateDump(run, directory, options, (line) => lines.push(line)));
  const hasChanged = await runIn(folder, 'changes', (run) => updateChanges(run, directory, options));
  return [...lines, ...(hasChanged ? ['changes'] : [])];
}

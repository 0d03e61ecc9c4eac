/** What every fault run begins and ends with: its arguments, a snapshot, and a table with a verdict for each claim. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildFromRegister } from '../../src/cli/build.ts';
import { readHeader } from '../../src/store/header.ts';
import { locateSnapshot } from '../../src/store/directory.ts';
import { count, markdownTable, openReport } from '../results.ts';

export interface FaultRun {
  /** Folder of snapshots, or one. */
  readonly snapshots: string;
  /** For what the run writes; removed in the end. */
  readonly folder: string;
  readonly seed: number;
  /** @param seen what was seen, in a few words and figures */
  readonly claim: (where: string, claim: string, holds: boolean, seen: string) => void;
  /** Prints the table, and records it if that is wanted. @param method how it was found out, in Markdown */
  finish(method: string): Promise<void>;
}

const SAMPLE = join(import.meta.dirname, '../../sample/sources.yaml');

/** Reads `[DIR] [--record] [--seed N]` from the command line; without DIR the bundled sample is built. */
export async function openRun(name: string, title: string): Promise<FaultRun> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { record: { type: 'boolean' }, seed: { type: 'string', default: '1' } },
  });
  const report = openReport(`faults-${name}`, title, values.record === true);
  const begun = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-faults-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [given] = positionals;
  const snapshots = given ?? join(folder, 'sample');
  if (given === undefined) await buildInto(SAMPLE, snapshots);
  const rows: string[][] = [];
  let fails = 0;
  return {
    snapshots,
    folder,
    seed: Number(values.seed),
    claim(where, claim, holds, seen) {
      if (!holds) fails += 1;
      rows.push([where, claim, seen, holds ? 'holds' : 'fails']);
    },
    async finish(method) {
      const { counts } = await readHeader(await locateSnapshot(snapshots));
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      const table = markdownTable(['where', 'claim', 'seen', 'verdict'], rows);
      report.publish(`${count(counts.entities)} entities, ${seconds} s`, `${method}\n\n${table}`);
      process.exitCode = fails === 0 ? 0 : 1;
    },
  };
}

/** As `gnd-links build` does. @returns the directory of the snapshot */
export async function buildInto(register: string, out: string): Promise<string> {
  const built = await buildFromRegister({ register, out, config: undefined, keep: 1000, quiet: true });
  return built.directory;
}

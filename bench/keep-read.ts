/**
 * Compares a full build with an update of 2,000 changed records and kept reads of all other sources.
 * `node bench/keep-read.ts DUMPS [--record]`
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lockFolder } from '../src/shared/files/lock.ts';
import { pruneSnapshots } from '../src/build/ingest/snapshot/snapshot-folder.ts';
import { buildSnapshot, type Built } from '../src/build/ingest/build.ts';
import { SILENT } from '../src/build/ingest/progress.ts';
import { bytesIn } from '../src/build/ingest/disk-use.ts';
import { openInput } from '../src/build/sources/readers/input.ts';
import { READERS } from '../src/build/sources/readers/readers.ts';
import { loadCuration } from '../src/build/sources/register/curation.ts';
import { loadRegister, type RegisteredSource } from '../src/build/sources/register/register.ts';
import { count, markdownTable, openReport } from './results.ts';

const CONFIG = join(import.meta.dirname, '../config');
const CHANGED = 2_000;
const GNDO = 'https://d-nb.info/standards/elementset/gnd#';

/** Writes a harvest with changed versions of records of a dump. */
async function changesOf({ file = '', origin, ...source }: RegisteredSource, round: number): Promise<string> {
  const nodes: object[] = [];
  for await (const batch of READERS[origin.format].read(openInput(file), source)) {
    for (const statement of batch) {
      if (statement.kind !== 'entity' || nodes.length >= 2 * CHANGED) continue;
      const uri = `https://d-nb.info/gnd/${statement.gnd}`;
      nodes.push(
        {
          '@id': uri,
          '@type': [`${GNDO}DifferentiatedPerson`],
          [`${GNDO}gndIdentifier`]: [{ '@value': statement.gnd }],
          [`${GNDO}preferredNameForThePerson`]: [{ '@value': `Changed, ${statement.gnd}` }],
        },
        {
          '@id': `${uri}/about`,
          'http://purl.org/dc/terms/modified': [{ '@value': `2099-01-0${round}T10:00:00.000` }],
        },
      );
    }
    if (nodes.length >= 2 * CHANGED) break;
  }
  return JSON.stringify([nodes]);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false } },
});
const [dumps = ''] = positionals;
const report = openReport('keep-read', 'An update that reads only what has changed', values.record);
const folder = mkdtempSync(join(process.env['TMPDIR'] ?? tmpdir(), 'gnd-links-keep-read-'));
try {
  const { collections } = await loadCuration(CONFIG);
  const sources = await loadRegister(join(dumps, 'register.yaml'), new Set(collections.keys()));
  const persons = sources.find(({ file = '' }) => file.includes('person'));
  if (persons === undefined) throw new Error(`${dumps} has no dump of persons`);
  const file = join(folder, 'changes');
  const harvest: RegisteredSource = { ...persons, key: 'changes', updates: true, file };
  const rows: string[][] = [];
  let full = 0;
  const measure = async (name: string, round: number, out: string, keepRead: boolean): Promise<Built> => {
    writeFileSync(file, await changesOf(persons, round));
    const before = process.cpuUsage();
    using lock = lockFolder(join(folder, out), 'build', new Date());
    const options = { config: CONFIG, lock, release: 'bench', now: new Date(), progress: SILENT };
    const built = await buildSnapshot({ ...options, sources: [...sources, harvest], keepRead });
    await pruneSnapshots(lock, 1);
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    if (name === 'full build') full = seconds;
    const stages = built.report.stages.map(({ stage, seconds: wall }) => `${stage} ${wall.toFixed(1)}`).join(', ');
    const kept = bytesIn(join(folder, out, '.building'));
    rows.push([name, seconds.toFixed(1), (seconds / full).toFixed(2), count(kept), stages]);
    return built;
  };
  await measure('full build', 2, 'full', false);
  await measure('full build that keeps what it reads', 1, 'kept', true);
  await measure('update with 2,000 changed records', 2, 'kept', true);
  const { counts } = (await measure('full build, again', 2, 'full', false)).report;
  const head = ['build', 'seconds of processor', 'share', 'bytes kept', 'seconds of each stage'];
  report.publish(
    `${count(counts.entities)} entities`,
    `Processor time of the whole build, in seconds; share of the first full build. Seconds of each stage are those of a clock.\n\n${markdownTable(head, rows)}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

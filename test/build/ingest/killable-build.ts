/**
 * A build as a child process that prints each step, and waits to be killed at the first step of a stage: `node …
 * <register> <out> <ranges> <threads> [stage]`.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../../src/build/ingest/build.ts';
import { buildInputs } from '../../../src/build/sources/fetch/build-inputs.ts';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { loadRegister } from '../../../src/build/sources/register/register.ts';
import { lockFolder } from '../../../src/shared/files/lock.ts';

const [register = '', out = '', ranges = '', threads = '', waitsAt] = process.argv.slice(2);
const config = join(import.meta.dirname, '../../../config');
const curation = await loadCuration(config);
const say = (line: string): void => void writeSync(1, `${line}\n`);
const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
let stage = '';
using lock = lockFolder(out, 'build', new Date());
const { report } = await buildSnapshot({
  sources: await buildInputs(await loadRegister(register, new Set(curation.collections.keys())), ''),
  config,
  lock,
  release: '1.0.0',
  now: new Date('2026-11-21T03:00:00Z'),
  ranges: Number(ranges),
  threads: Number(threads),
  progress: {
    stage: (name) => {
      stage = name;
      say(`stage ${name}`);
      // This stage has no steps.
      if (name === 'activate' && waitsAt === name) wait();
    },
    advance: (units) => {
      say(`advance ${units}`);
      if (stage === waitsAt) wait();
    },
    end: () => undefined,
  },
});
say(`done ${JSON.stringify({ resumed: report.resumedStages, counts: report.counts })}`);

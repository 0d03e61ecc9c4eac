/** The mappings of a dump are valid for the validator of SSSOM. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, inject, it } from 'vitest';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import { dumpSnapshot } from '../build/runs/running.ts';
import { temporaryDirectory } from '../temporary.ts';

const hasValidator = spawnSync('sssom', ['--version']).status === 0;
const WITHOUT = hasValidator ? '' : ' (skipped: no sssom of PyPI on the PATH)';

it.skipIf(!hasValidator)(`mappings.sssom.tsv is valid${WITHOUT}`, async () => {
  const folder = temporaryDirectory();
  const dump = await dumpSnapshot(await locateSnapshot(inject('sample')), { out: join(folder, 'dumps') });
  const file = join(folder, 'mappings.sssom.tsv');
  writeFileSync(file, gunzipSync(readFileSync(join(dump, 'mappings.sssom.tsv.gz'))));
  const { status, stdout, stderr } = spawnSync('sssom', ['validate', file], { encoding: 'utf8' });
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
});

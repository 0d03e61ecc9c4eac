/** Manifests, workflows and mappings are valid for validators of PyPI, which continuous integration installs. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, inject, it } from 'vitest';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import { dumpSnapshot } from '../build/runs/running.ts';
import { root } from '../cli/command.ts';
import { temporaryForFile } from '../temporary.ts';

const folder = temporaryForFile();
const schema = (name: string) => ['--builtin-schema', `vendor.${name}`];
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const mappings = join(folder, 'mappings.sssom.tsv');

/** Output of validators about valid files. */
const NO_FAULT = /^(?!.*(?:error|warn))/is;
const NOTHING = /^$/;

/** Writes the mappings of a dump of the sample. */
async function dumpMappings(): Promise<void> {
  const dump = await dumpSnapshot(await locateSnapshot(inject('sample')), { out: join(folder, 'dumps') });
  writeFileSync(mappings, gunzipSync(readFileSync(join(dump, 'mappings.sssom.tsv.gz'))));
}

it.for([
  ['the manifests', 'kubernetes-validate', ['--strict', 'deploy/kubernetes/gnd-links.yaml'], NO_FAULT],
  ['the workflows', 'check-jsonschema', [...schema('github-workflows'), ...workflows], NO_FAULT],
  ['the updates of dependencies', 'check-jsonschema', [...schema('dependabot'), '.github/dependabot.yml'], NO_FAULT],
  ['the mappings', 'sssom', ['validate', mappings], NOTHING],
] as const)('%s are valid for %s', async ([, program, args, said], { skip }) => {
  if (program === 'sssom') await dumpMappings();
  const ran = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const error: NodeJS.ErrnoException | undefined = ran.error;
  skip(error?.code === 'ENOENT', `needs ${program} of PyPI`);
  expect(error).toBeUndefined();
  expect(ran.stdout + ran.stderr).toMatch(said);
  expect(ran.status).toBe(0);
});

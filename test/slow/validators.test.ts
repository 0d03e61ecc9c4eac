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

/** Writes the mappings of a dump of the sample. */
async function dumpMappings(): Promise<void> {
  const dump = await dumpSnapshot(await locateSnapshot(inject('sample')), { out: join(folder, 'dumps') });
  writeFileSync(mappings, gunzipSync(readFileSync(join(dump, 'mappings.sssom.tsv.gz'))));
}

it.for([
  ['the manifests', 'kubernetes-validate', ['--strict', 'deploy/kubernetes/gnd-links.yaml']],
  ['the workflows', 'check-jsonschema', [...schema('github-workflows'), ...workflows]],
  ['the updates of dependencies', 'check-jsonschema', [...schema('dependabot'), '.github/dependabot.yml']],
  ['the mappings', 'sssom', ['validate', mappings]],
] as const)('%s are valid for %s', async ([, program, args], { skip }) => {
  skip(spawnSync(program, ['--version']).error !== undefined, `needs ${program} of PyPI`);
  if (program === 'sssom') await dumpMappings();
  const ran = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  expect(ran.stdout + ran.stderr).not.toMatch(/error|warn/i);
  expect(ran.status).toBe(0);
});

/** Clients generated from the OpenAPI description have usable types for every answer. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveSample } from '../docs/sample-service.ts';
import { temporaryDirectory } from '../temporary.ts';

const root = join(import.meta.dirname, '../..');
const DESCRIPTION = join(root, 'docs/openapi.json');
/** Generators are installed here: they need another compiler, so they are no dependencies of the project. */
const TOOLS = join(root, 'node_modules/.cache/client-generators');
const FOR_NODE = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'];
const FOR_PYTHON = ['openapi-python-client==0.29.1'];

function run(program: string, args: readonly string[], cwd = TOOLS): { readonly ok: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { ok: status === 0, said: `${stdout}${stderr}` };
}

function installForNode(): boolean {
  mkdirSync(TOOLS, { recursive: true });
  if (!existsSync(join(TOOLS, 'package.json'))) writeFileSync(join(TOOLS, 'package.json'), '{"private":true}');
  return run('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...FOR_NODE]).ok;
}

function installForPython(): boolean {
  const python = join(TOOLS, 'python');
  if (!existsSync(python) && !run('python3', ['-m', 'venv', python]).ok) return false;
  return run(join(python, 'bin/pip'), ['install', '--quiet', '--no-compile', ...FOR_PYTHON]).ok;
}

/** A program that reads a deeply nested member of each answer with its type. */
const READING = `
  const name: string = links.entity.preferredName;
  const address: string | undefined = links.links.categories[0]?.items[0]?.url;
  const relation: 'sameAs' | 'about' | undefined = links.links.categories[0]?.items[0]?.relation;
  const hit: string | undefined = search.items[0]?.gnd;
  const verdict: 'covered' | 'no_links' | 'redirected' | 'deleted' | 'withheld' | 'unknown' | 'invalid' | undefined = coverage.items[0]?.verdict;
  const state: 'fresh' | 'unscheduled' | 'stale' | 'held' | 'failing' | undefined = sources.sources[0]?.freshness.state;
  const entities: number = status.snapshot.counts.entities;
  const version: string = description.openapi;
  // @ts-expect-error A name is not a number.
  const wrong: number = links.entity.preferredName;
  console.log(name, address, relation, hit, verdict, state, entities, version, wrong);`;

const OPENAPI_FETCH = `import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';
const client = createClient<paths>({ baseUrl: 'https://gnd.example.org' });
const { data: links, error: problem } = await client.GET('/api/v1/gnd/{gnd}/links', { params: { path: { gnd: '118540238' } } });
const { data: search } = await client.GET('/api/v1/search', { params: { query: { q: 'goethe' } } });
const { data: coverage } = await client.GET('/api/v1/coverage', { params: { query: { ids: ['118540238'] } } });
const { data: sources } = await client.GET('/api/v1/sources');
const { data: status } = await client.GET('/api/v1/status');
const { data: description } = await client.GET('/api/v1/openapi.json');
if (links && search && coverage && typeof coverage !== 'string' && sources && status && description) {${READING}
}
const code: string | undefined = problem?.code;
console.log(code);`;

const PYTHON = `import sys
from client.api.v1 import get_coverage, get_links, get_openapi, get_sources, get_status, search
from client.client import Client

client = Client(base_url=sys.argv[1])
print(get_links.sync("118540238", client=client).entity.preferred_name)
print(get_links.sync("118540239", client=client).code)
print(search.sync(client=client, q="goethe").items[0].gnd)
print(get_coverage.sync(client=client, ids=["118540238", "x"]).items[1].verdict.value)
print(get_sources.sync(client=client).sources[0].key)
print(get_status.sync(client=client).snapshot.counts.entities)
print(get_openapi.sync(client=client).openapi)
`;

const hasNode = installForNode();
const hasPython = installForPython();

function compile(folder: string, program: string): void {
  writeFileSync(join(folder, 'program.ts'), program);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const more = ['--allowImportingTsExtensions', '--skipLibCheck', '--noUncheckedIndexedAccess', '--lib', 'es2022,dom'];
  const checked = run(join(TOOLS, 'node_modules/.bin/tsc'), [...options, ...more, join(folder, 'program.ts')]);
  expect(checked.said).toBe('');
}

describe.skipIf(!hasNode)('a client in TypeScript (skipped where npm cannot install the generators)', () => {
  // In the folder of the modules that it imports.
  const folder = join(TOOLS, 'generated');

  it('can be generated by openapi-typescript and openapi-fetch', () => {
    mkdirSync(folder, { recursive: true });
    const made = run('node_modules/.bin/openapi-typescript', [DESCRIPTION, '-o', join(folder, 'schema.ts')]);
    expect(made.ok, made.said).toBe(true);
    compile(folder, OPENAPI_FETCH);
  });
});

describe.skipIf(!hasPython)(
  'a client in Python (skipped where there is no python3, or pip cannot install the generator)',
  () => {
    it('can be generated by openapi-python-client, and reads every answer', async () => {
      const folder = temporaryDirectory();
      const generate = ['generate', '--path', DESCRIPTION, '--meta', 'none', '--output-path', join(folder, 'client')];
      const made = run(join(TOOLS, 'python/bin/openapi-python-client'), generate);
      expect(made.ok, made.said).toBe(true);
      // The generator skips formatting without its tool, but must not skip endpoints.
      expect(made.said).not.toMatch(/unsupported|cannot parse|will not be generated/i);
      writeFileSync(join(folder, 'program.py'), PYTHON);
      const service = await serveSample();
      onTestFinished(() => service.close());
      const python = join(TOOLS, 'python/bin/python');
      const { stdout } = await promisify(execFile)(python, ['program.py', service.url], { cwd: folder });
      const version = expect.stringMatching(/^3\.\d/) as string;
      expect(stdout.trim().split('\n')).toEqual(['Goethe, Johann Wolfgang von', 'unknown_gnd_id', '118540238', 'invalid', expect.any(String), '326', version]); // prettier-ignore
    });
  },
);

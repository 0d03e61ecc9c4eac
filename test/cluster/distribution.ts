/** The OpenSearch distribution from Maven: downloaded once, verified, and kept beside the project's dependencies. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Missing } from '../debian-package.ts';

/** A folder with `lib`, `modules` and `plugins`. */
export interface Distribution {
  readonly home: string;
}

/** An archive of Maven, and the folder for its content. */
interface Part {
  readonly group: string;
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly folder: string;
}

const server = (version: string, sha256: string): Part => {
  return { group: 'org.opensearch.distribution.integ-test-zip', name: 'opensearch', version, sha256, folder: '.' };
};

/** Server and transport module; `secured` is older, because Maven has no newer plug-in for TLS and rights. */
const RELEASES = {
  plain: [server('2.19.6', '71d6d8b1c637f3faecda0752b184b1cc526fc6eaad59ec1408c6327bb00b9293')],
  secured: [
    server('2.19.1', 'af7152d8b7f6f1cee09d47276b32b70479fe6dd8cdbb61213f84eb7f8098b261'),
    {
      group: 'org.opensearch.plugin',
      name: 'opensearch-security',
      version: '2.19.1.0',
      sha256: '94a04f12ac6033902209fac1e4e512618d45beee604bbf0e42c3ed79c55220cf',
      folder: 'opensearch-2.19.1/plugins/opensearch-security',
    },
  ],
} as const satisfies Readonly<Record<string, readonly [Part, ...Part[]]>>;

const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/opensearch');
const MIN_JAVA = 11;
const TIMEOUT_MS = 240_000;

const run = promisify(execFile);

/** @returns the folder, or the reason for its absence, which is also printed to standard error */
export async function openSearch(release: keyof typeof RELEASES = 'plain'): Promise<Distribution | Missing> {
  const home = join(CACHE, release);
  try {
    const { stderr } = await run('java', ['-version'], { timeout: TIMEOUT_MS });
    const java = Number(/version "(\d+)/.exec(stderr)?.[1]);
    if (!(java >= MIN_JAVA)) throw new Error(`Java ${java} is older than ${MIN_JAVA}`);
    await run('setpriv', ['--version']);
    if (!existsSync(home)) await fetchInto(home, RELEASES[release]);
    return { home };
  } catch (error) {
    const cause = error instanceof Error ? error.message.trim() : String(error);
    const reason = `OpenSearch cannot be run here: ${cause}`;
    console.warn(reason);
    return { reason };
  }
}

/** Several processes may call this at the same time: the first to finish wins. */
async function fetchInto(home: string, parts: readonly [Part, ...Part[]]): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, '.fetching-'));
  const repository = join(work, 'maven');
  try {
    for (const { group, name, version, sha256, folder } of parts) {
      const goal = [`-Dartifact=${group}:${name}:${version}:zip`, `-DoutputDirectory=${join(work, folder)}`];
      const quiet = ['-q', '-B', '-ntp', `-Dmaven.repo.local=${repository}`];
      await run('mvn', [...quiet, 'dependency:unpack', ...goal], { timeout: TIMEOUT_MS, cwd: work });
      const archive = join(repository, group.replaceAll('.', '/'), name, version, `${name}-${version}.zip`);
      const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
      if (sum !== sha256) throw new Error(`${name} ${version} is not the expected one: its SHA-256 is ${sum}`);
    }
    await rename(join(work, `opensearch-${parts[0].version}`), home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

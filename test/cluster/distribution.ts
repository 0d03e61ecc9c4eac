/** The OpenSearch distribution from Maven: downloaded once, verified, and kept beside the project's dependencies. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** A folder with `lib`, `modules` and `plugins`; nodes leave out the plug-in unless they use TLS. */
export interface Distribution {
  readonly home: string;
}

/** The reason why a program is missing, as a sentence. */
interface Missing {
  readonly reason: string;
}

/** An archive of Maven, and the folder for its content. */
interface Part {
  readonly group: string;
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly folder: string;
}

/** Server with its transport module, and the plug-in for TLS and rights, of which Maven has no newer release. */
const PARTS: readonly [Part, ...Part[]] = [
  {
    group: 'org.opensearch.distribution.integ-test-zip',
    name: 'opensearch',
    version: '2.19.1',
    sha256: 'af7152d8b7f6f1cee09d47276b32b70479fe6dd8cdbb61213f84eb7f8098b261',
    folder: '.',
  },
  {
    group: 'org.opensearch.plugin',
    name: 'opensearch-security',
    version: '2.19.1.0',
    sha256: '94a04f12ac6033902209fac1e4e512618d45beee604bbf0e42c3ed79c55220cf',
    folder: 'opensearch-2.19.1/plugins/opensearch-security',
  },
];

const HOME = resolve(import.meta.dirname, `../../node_modules/.cache/opensearch-${PARTS[0].version}`);
const MIN_JAVA = 11;
const TIMEOUT_MS = 240_000;

const run = promisify(execFile);
/** Maven ends before optimised code would pay. */
const MAVEN_OPTS = `${process.env['MAVEN_OPTS'] ?? ''} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC`;

/** @returns the folder, or the reason for its absence, which is also printed to standard error */
export async function openSearch(): Promise<Distribution | Missing> {
  try {
    const { stderr } = await run('java', ['-version'], { timeout: TIMEOUT_MS });
    const java = Number(/version "(\d+)/.exec(stderr)?.[1]);
    if (!(java >= MIN_JAVA)) throw new Error(`Java ${java} is older than ${MIN_JAVA}`);
    await run('setpriv', ['--version']);
    if (!existsSync(HOME)) await fetchHome();
    return { home: HOME };
  } catch (error) {
    const cause = error instanceof Error ? error.message.trim() : String(error);
    const reason = `OpenSearch cannot be run here: ${cause}`;
    console.warn(reason);
    return { reason };
  }
}

/** Several processes may call this at the same time: the first to finish wins. */
async function fetchHome(): Promise<void> {
  await mkdir(dirname(HOME), { recursive: true });
  const work = await mkdtemp(`${HOME}.fetching-`);
  const repository = join(work, 'maven');
  try {
    for (const { group, name, version, sha256, folder } of PARTS) {
      const goal = [`-Dartifact=${group}:${name}:${version}:zip`, `-DoutputDirectory=${join(work, folder)}`];
      const quiet = ['-q', '-B', '-ntp', `-Dmaven.repo.local=${repository}`];
      await run('mvn', [...quiet, 'dependency:unpack', ...goal], {
        timeout: TIMEOUT_MS,
        cwd: work,
        env: { ...process.env, MAVEN_OPTS },
      });
      const archive = join(repository, group.replaceAll('.', '/'), name, version, `${name}-${version}.zip`);
      const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
      if (sum !== sha256) throw new Error(`${name} ${version} is not the expected one: its SHA-256 is ${sum}`);
    }
    await rename(join(work, `opensearch-${PARTS[0].version}`), HOME).catch((error: unknown) => {
      if (!existsSync(HOME)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

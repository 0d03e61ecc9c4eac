/** OpenSearch as its project publishes it to Maven for integration tests: fetched once, checked, kept beside the dependencies. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Missing } from '../debian-package.ts';

export interface Distribution {
  /** Folder with `lib`, `modules` and `config`. */
  readonly home: string;
}

const VERSION = '2.19.6';
const SHA_256 = '71d6d8b1c637f3faecda0752b184b1cc526fc6eaad59ec1408c6327bb00b9293';
const GROUP = 'org.opensearch.distribution.integ-test-zip';
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/opensearch');
const MIN_JAVA = 11;
const TIMEOUT_MS = 240_000;

const run = promisify(execFile);

/** When it cannot be had, it says why on standard error as well. */
export async function openSearch(): Promise<Distribution | Missing> {
  const home = join(CACHE, VERSION);
  try {
    const { stderr } = await run('java', ['-version'], { timeout: TIMEOUT_MS });
    const java = Number(/version "(\d+)/.exec(stderr)?.[1]);
    if (!(java >= MIN_JAVA)) throw new Error(`Java ${java} is older than ${MIN_JAVA}`);
    await run('setpriv', ['--version']);
    if (!existsSync(home)) await fetchInto(home);
    return { home };
  } catch (error) {
    const cause = error instanceof Error ? error.message.trim() : String(error);
    const reason = `OpenSearch ${VERSION} cannot be run here: ${cause}`;
    console.warn(reason);
    return { reason };
  }
}

/** Several may do this at a time: the first to finish wins. */
async function fetchInto(home: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, '.fetching-'));
  try {
    const repository = join(work, 'repository');
    const goal = ['dependency:unpack', `-Dartifact=${GROUP}:opensearch:${VERSION}:zip`, `-DoutputDirectory=${work}`];
    await run('mvn', ['-q', '-B', '-ntp', `-Dmaven.repo.local=${repository}`, ...goal], { timeout: TIMEOUT_MS });
    const archive = join(repository, GROUP.replaceAll('.', '/'), `opensearch/${VERSION}/opensearch-${VERSION}.zip`);
    const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
    if (sum !== SHA_256) throw new Error(`${archive} is not the expected one: its SHA-256 is ${sum}`);
    await rename(join(work, `opensearch-${VERSION}`), home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

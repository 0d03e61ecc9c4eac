/** `/dumps/`: the files of each dump under addresses whose content never changes, and the way to the newest. */
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from 'node:crypto';
import { type Problem, problem } from '../../api/problems.ts';
import { type DumpIndex, INDEX_FILE, LATEST, SUMS_FILE } from '../../dump/dump-snapshot.ts';
import { CHANGES_FOLDER, readChanges } from '../../dump/publish.ts';
import type { ServedFile } from '../../http/file-response.ts';
import type { PageAnswer } from '../../http/page.ts';
import type { Service } from '../../http/service.ts';

const SNAPSHOT = /^\d{8}-[0-9a-f]{8}$/;
/** The list of dumps and what is the newest change with a build. */
const SHORTLY = 'public, max-age=300';
const NO_DUMPS = problem('not_found', { detail: 'This service offers no dumps.' });
const NO_FILE = problem('not_found', { detail: 'There is no such file; /dumps/ lists the dumps that there are.' });

/** @param folder of dumps; without it there are none */
export function dumpServices(folder: string | undefined): readonly Service[] {
  return ['/dumps', '/dumps/', '/dumps/{path}'].map((path) => ({
    path,
    async respond({ segment = '', baseUrl }) {
      if (folder === undefined) return NO_DUMPS;
      const [first = '', ...rest] = segment.split('/');
      if (first === '') return listDumps(folder, baseUrl);
      if (first === CHANGES_FOLDER) return findChanges(folder, rest.join('/'));
      if (first !== LATEST) return findFile(folder, first, rest.join('/'));
      const newest = await readlink(join(folder, LATEST)).catch(() => undefined);
      return newest === undefined ? NO_DUMPS : redirectTo(`${baseUrl}/dumps/${newest}/${rest.join('/')}`);
    },
  }));
}

async function listDumps(folder: string, baseUrl: string): Promise<PageAnswer | Problem> {
  const names = await readdir(folder).catch(() => []);
  const dumps = names
    .filter((name) => SNAPSHOT.test(name))
    .toSorted()
    .toReversed();
  const latest = await readlink(join(folder, LATEST)).catch(() => undefined);
  const body = {
    ...(latest !== undefined && { latest }),
    dumps: dumps.map((snapshot) => ({ snapshot, url: `${baseUrl}/dumps/${snapshot}/${INDEX_FILE}` })),
    changes: `${baseUrl}/changes`,
  };
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify(body)), cacheControl: SHORTLY };
}

/** Only what an index names is served, so that no path leads out of the folder. */
async function findFile(folder: string, snapshot: string, name: string): Promise<ServedFile | Problem> {
  if (!SNAPSHOT.test(snapshot)) return NO_FILE;
  const directory = join(folder, snapshot);
  if (name === '' || name === INDEX_FILE || name === SUMS_FILE) {
    const path = join(directory, name === '' ? INDEX_FILE : name);
    const content = await readFile(path).catch(() => undefined);
    if (content === undefined) return NO_FILE;
    const contentType = name === SUMS_FILE ? 'text/plain; charset=utf-8' : 'application/json';
    return { kind: 'file', path, bytes: content.length, sha256: hash('sha256', content), contentType };
  }
  const index = await readIndex(join(directory, INDEX_FILE));
  const file = index?.files.find((one) => one.name === name);
  return file === undefined ? NO_FILE : compressed(join(directory, name), file);
}

/** Of the last few dumps, by path and time. */
const indexes = new Map<string, DumpIndex>();
const MAX_INDEXES = 8;

async function readIndex(path: string): Promise<DumpIndex | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  const key = `${path} ${found.mtimeMs}`;
  const known = indexes.get(key);
  if (known !== undefined) return known;
  const index = JSON.parse(await readFile(path, 'utf8')) as DumpIndex;
  if (indexes.size >= MAX_INDEXES) indexes.clear();
  indexes.set(key, index);
  return index;
}

async function findChanges(folder: string, name: string): Promise<ServedFile | Problem> {
  const { snapshots } = await readChanges(folder);
  const file = snapshots.find((change) => change.file?.name === name)?.file;
  return file === undefined ? NO_FILE : compressed(join(folder, CHANGES_FOLDER, name), file);
}

function compressed(path: string, { bytes, sha256 }: Pick<ServedFile, 'bytes' | 'sha256'>): ServedFile {
  return { kind: 'file', path, bytes, sha256, contentType: 'application/gzip' };
}

function redirectTo(location: string): PageAnswer {
  const body = Buffer.from(`${location}\n`);
  return { status: 302, contentType: 'text/plain; charset=utf-8', body, cacheControl: SHORTLY, headers: { location } };
}

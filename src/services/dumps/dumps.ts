/** `/dumps/`: the files of each dump under addresses whose content never changes, and the way to the newest. */
import { readdir, readlink, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Problem, problem } from '../../api/problems.ts';
import { INDEX_FILE, LATEST } from '../../dump/dump-snapshot.ts';
import { CHANGES_FOLDER } from '../../dump/publish.ts';
import type { ServedFile } from '../../http/file-response.ts';
import { type PageAnswer, redirectTo } from '../../http/page.ts';
import type { Service } from '../../http/service.ts';

const SNAPSHOT = /^\d{8}-[0-9a-f]{8}$/;
const TYPES: Readonly<Record<string, string>> = { '.gz': 'application/gzip', '.json': 'application/json' };
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
      if (first === CHANGES_FOLDER || SNAPSHOT.test(first)) return findFile(folder, first, rest.join('/'));
      if (first !== LATEST) return NO_FILE;
      const newest = await readlink(join(folder, LATEST)).catch(() => undefined);
      return newest === undefined ? NO_DUMPS : redirectTo(302, `${baseUrl}/dumps/${newest}/${rest.join('/')}`, SHORTLY);
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

/** What a dump consists of, so that no path leads out of its directory. */
const FILE =
  /^(?:index\.json|SHA256SUMS|[a-z]+\.(?:tsv|jsonl|beacon\.txt)\.gz|(?:links|sources)\/[\w-]+\.(?:tsv|beacon\.txt)\.gz)$/;

async function findFile(folder: string, snapshot: string, rest: string): Promise<ServedFile | Problem> {
  const name = rest === '' ? INDEX_FILE : rest;
  if (!(snapshot === CHANGES_FOLDER ? /^changes-[\w-]+\.jsonl\.gz$/ : FILE).test(name)) return NO_FILE;
  const path = join(folder, snapshot, name);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return NO_FILE;
  const etag = `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`;
  const contentType = TYPES[extname(name)] ?? 'text/plain; charset=utf-8';
  return { kind: 'file', path, bytes: found.size, etag, contentType };
}

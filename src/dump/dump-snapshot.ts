/** Writes all that a snapshot holds into files for everybody: tables, BEACON lists, answers, and an index of them. */
import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncToDisk, writeDurably } from '../files/durable-file.ts';
import { lockFolder, shareFolder } from '../files/lock.ts';
import type { Label } from '../model/entity.ts';
import type { Licence } from '../model/source.ts';
import { type Progress, SILENT } from '../ingest/progress.ts';
import { claimOf, UnusableSnapshot } from '../store/header.ts';
import { openWalk, type SnapshotWalk } from '../store/sqlite/walk.ts';
import type { SnapshotCounts } from '../store/store.ts';
import { type DumpedFile, FOLDERS, openDumpTables } from './dump-tables.ts';
import { createRedistribution, withheldSources } from './redistribution.ts';

export const INDEX_FILE = 'index.json';
export const SUMS_FILE = 'SHA256SUMS';
/** Symbolic link to the newest dump of a folder. */
export const LATEST = 'latest';
const WORK = '.dumping';

/** `index.json` of a dump. */
export interface DumpIndex {
  readonly version: 1;
  readonly snapshot: { readonly id: string; readonly date: string; readonly builtAt: string };
  readonly apiVersion: string;
  /** As `/api/v1/status` tells them. */
  readonly counts: Omit<SnapshotCounts, 'identifiers'>;
  /** Together they are `counts.links`. */
  readonly links: { readonly dumped: number; readonly leftOut: number };
  /** Sources whose licence forbids to pass their data on, or is not stated, and that the operator has not released. */
  readonly leftOut: readonly { readonly key: string; readonly title: Label; readonly licence: Licence }[];
  readonly files: readonly DumpedFile[];
}

export interface DumpOptions {
  /** Folder of dumps. */
  readonly out: string;
  /** Public address of the service; lists then say where their newest state is found. */
  readonly baseUrl?: string | undefined;
  readonly progress?: Progress;
}

/** Entities between two looks at what has to be written. */
const STRIDE = 256;

/**
 * Writes a dump beside the others, and puts it in place as a whole with one rename. What is there already stays.
 * @param directory of the snapshot
 * @returns the directory of the dump
 * @throws UnusableSnapshot when it cannot be read or must not be dumped; Locked
 */
export async function dumpSnapshot(directory: string, options: DumpOptions): Promise<string> {
  const { out, baseUrl, progress = SILENT } = options;
  try {
    using _lock = lockFolder(out, 'dump', new Date());
    using _shared = shareFolder(directory);
    using walk = await openWalk(directory);
    const { id } = walk.header;
    const [place, work] = [join(out, id), join(out, WORK)];
    await rm(work, { recursive: true, force: true });
    if (!(await readdir(out)).includes(id)) {
      await mkdir(work);
      await writeFiles(walk, work, baseUrl, progress);
      await rename(work, place);
    }
    await pointTo(out, id);
    return place;
  } finally {
    progress.end();
  }
}

async function pointTo(out: string, id: string): Promise<void> {
  const pointer = join(out, `${WORK}-${LATEST}`);
  await rm(pointer, { force: true });
  await symlink(id, pointer);
  await rename(pointer, join(out, LATEST));
  await syncToDisk(out);
}

/** Removes all but the newest dumps by their names, which begin with the day. @param latest stays in any case */
export async function pruneDumps(out: string, latest: string, keep: number): Promise<readonly string[]> {
  const others = (await readdir(out)).filter((name) => /^\d{8}-[0-9a-f]{8}$/.test(name) && name !== latest).sort();
  const removed = others.slice(0, Math.max(0, others.length + 1 - keep));
  for (const name of removed) await rm(join(out, name), { recursive: true, force: true });
  return removed;
}

async function writeFiles(walk: SnapshotWalk, directory: string, baseUrl: string | undefined, progress: Progress) {
  const { header } = walk;
  const withheld = withheldSources(header);
  const redistribute = createRedistribution(new Set(withheld.map(({ key }) => key)));
  const sources = header.sources.filter((source) => !withheld.includes(source));
  const tables = await openDumpTables(directory, sources, header, baseUrl);
  const { counts } = tables;
  progress.stage('dump', header.counts.entities);
  let identifiers = 0;
  let told = 0;
  for (const walked of walk.all()) {
    tables.add(walked, redistribute);
    identifiers += 1;
    if (identifiers % STRIDE !== 0) continue;
    progress.advance(counts.entities - told);
    told = counts.entities;
    await tables.flushed();
  }
  progress.advance(counts.entities - told);
  progress.stage('lists', counts.links);
  const files = await tables.close(progress.advance);
  const { identifiers: _, ...stated } = header.counts;
  for (const what of ['entities', 'redirects', 'deletions'] as const) {
    if (counts[what] === stated[what]) continue;
    throw new UnusableSnapshot(`the snapshot holds ${counts[what]} ${what}, but its header states ${stated[what]}`);
  }
  const index: DumpIndex = {
    version: 1,
    snapshot: { id: header.id, date: header.date, builtAt: header.builtAt },
    apiVersion: header.apiVersion,
    counts: stated,
    links: { dumped: counts.links, leftOut: stated.links - counts.links },
    leftOut: withheld.map(({ key, title, licence }) => ({ key, title, licence })),
    files,
  };
  await writeIndex(directory, index);
}

async function writeIndex(directory: string, index: DumpIndex): Promise<void> {
  const file = join(directory, INDEX_FILE);
  await writeDurably(file, `${JSON.stringify(index, null, 2)}\n`);
  const { sha256 } = await claimOf(file);
  const sums = [...index.files, { name: INDEX_FILE, sha256 }].map((one) => `${one.sha256}  ${one.name}\n`);
  await writeDurably(join(directory, SUMS_FILE), sums.join(''));
  for (const folder of FOLDERS) await syncToDisk(join(directory, folder));
  await syncToDisk(directory);
}

/** Writes the content of a snapshot into public files: tables, BEACON lists, answers, and an index of them. */
import { mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncToDisk, writeDurably } from '../../../shared/files/durable-file.ts';
import { loadCuration } from '../../sources/register/curation.ts';
import { createGzipFile } from '../../../shared/files/gzip-file.ts';
import { gunzippedLines } from '../../../shared/files/lines.ts';
import type { FolderLock } from '../../../shared/files/lock.ts';
import { type Progress, SILENT } from '../../ingest/progress.ts';
import { FINDINGS_FOLDER, NUMBERS_COLUMNS } from '../../ingest/tasks/findings.ts';
import type { Source } from '../../../core/model/source.ts';
import { claimOf, readHeader, UnusableSnapshot } from '../../../core/snapshot/header.ts';
import { openRows } from '../../ingest/snapshot/read-rows.ts';
import type { SnapshotRows } from '../../../shared/snapshot-rows.ts';
import {
  type DumpedFile,
  type DumpIndex,
  INDEX_FILE,
  LATEST,
  linksHeadline,
  listDumps,
  NUMBERS_FILE,
  readLatest,
  SUMS_FILE,
} from '../../../shared/dumps/dump-folder.ts';
import { tabSeparated } from './beacon-list.ts';
import { FOLDERS, openDumpTables } from './dump-tables.ts';
import { createRedistribution, licencesOf, restrictedSources } from './redistribution.ts';

const WORK = '.dumping';

export interface DumpOptions {
  /** Folder of the curation, which says where addresses have an identifier. */
  readonly config: string;
  /** Public address of the service, which lists need to state the address of their newest version. */
  readonly baseUrl?: string | undefined;
  readonly progress?: Progress;
}

/** File of a dump, not served: the hash of the decisions about entities that its data follow; empty where there were none. */
const DECIDED_FILE = '.decided';

/** Number of entities after which the output is flushed if it is full. */
const STRIDE = 256;

/**
 * Writes a dump and moves it into the folder of dumps with one rename. An existing dump is kept.
 * @param lock of the folder of dumps
 * @param directory of the snapshot, for which the caller holds a shared lock
 * @returns the directory of the dump
 * @throws UnusableSnapshot when the snapshot cannot be read or must not be dumped
 */
export async function writeDump(lock: FolderLock, directory: string, options: DumpOptions): Promise<string> {
  const { progress = SILENT } = options;
  const out = lock.folder;
  try {
    using rows = await openRows(directory);
    const { id } = rows.header;
    const [place, work] = [join(out, id), join(out, WORK)];
    await rm(work, { recursive: true, force: true });
    const isNew = !(await readdir(out)).includes(id);
    if (isNew) {
      await mkdir(work);
      await writeFiles(rows, directory, work, { ...options, progress });
      await rename(work, place);
    }
    try {
      await pointTo(out, id);
    } catch (error) {
      // A dump that is not the latest one would never be removed.
      if (isNew) await rm(place, { recursive: true, force: true });
      throw error;
    }
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

/** Removes all dumps but the newest: they have what the newest data no longer have. @returns their names */
export async function removeOldDumps({ folder }: FolderLock): Promise<readonly string[]> {
  const latest = await readLatest(folder);
  if (latest === undefined) return [];
  const old = (await listDumps(folder)).filter((name) => name !== latest).toSorted();
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true });
  return old;
}

/**
 * Removes all dumps, if the newest does not follow the decisions about entities of a snapshot.
 * @param directory of the snapshot
 * @returns whether there was such a dump
 */
export async function withdrawOutdated({ folder }: FolderLock, directory: string): Promise<boolean> {
  const latest = await readLatest(folder);
  if (latest === undefined) return false;
  const { decided = '' } = await readHeader(directory);
  const followed = await readFile(join(folder, latest, DECIDED_FILE), 'utf8').catch(() => '');
  if (followed === decided) return false;
  await rm(join(folder, LATEST), { force: true });
  for (const name of await listDumps(folder)) await rm(join(folder, name), { recursive: true, force: true });
  return true;
}

async function writeFiles(
  rows: SnapshotRows,
  snapshot: string,
  directory: string,
  { config, baseUrl, progress }: DumpOptions & { readonly progress: Progress },
) {
  const { header } = rows;
  const restricted = restrictedSources(header);
  const redistribute = createRedistribution(new Set(restricted.map(({ key }) => key)));
  const sources = header.sources.filter((source) => !restricted.includes(source));
  const tables = await openDumpTables(directory, sources, header, await loadCuration(config), baseUrl);
  const { counts } = tables;
  progress.stage('dump', header.counts.entities);
  let identifiers = 0;
  for (const row of rows.all()) {
    tables.add(row, redistribute);
    if (row.kind === 'entity') progress.advance(1);
    identifiers += 1;
    if (identifiers % STRIDE === 0) await tables.flushed();
  }
  progress.stage('lists', counts.links);
  const files = [...(await tables.close(progress.advance)), await copyNumbers(snapshot, directory, header.sources)];
  const { identifiers: _, ...stated } = header.counts;
  for (const what of ['entities', 'redirects', 'deletions'] as const) {
    if (counts[what] === stated[what]) continue;
    throw new UnusableSnapshot(`the snapshot holds ${counts[what]} ${what}, but its header states ${stated[what]}`);
  }
  const links = { dumped: counts.links, leftOut: stated.links - counts.links };
  const index: DumpIndex = {
    version: 1,
    headline: linksHeadline(links),
    snapshot: { id: header.id, date: header.date, builtAt: header.builtAt },
    apiVersion: header.apiVersion,
    counts: stated,
    links,
    leftOut: restricted.map(({ key, title, licence }) => ({ key, title, licence })),
    files,
  };
  await writeDurably(join(directory, DECIDED_FILE), header.decided ?? '');
  await writeIndex(directory, index);
}

/**
 * Copies the table of merged, deleted and unknown numbers in lists. It has all lists, whatever their licence, because numbers
 * are facts.
 * @param snapshot directory of the snapshot
 */
async function copyNumbers(snapshot: string, directory: string, sources: readonly Source[]): Promise<DumpedFile> {
  const header = tabSeparated(NUMBERS_COLUMNS);
  const out = createGzipFile(join(directory, NUMBERS_FILE), [header]);
  const keys = new Set<string | undefined>();
  for await (const line of gunzippedLines(join(snapshot, FINDINGS_FOLDER, NUMBERS_FILE))) {
    const text = `${line.toString()}\n`;
    if (text === header) continue;
    keys.add(text.split('\t')[NUMBERS_COLUMNS.indexOf('source')]);
    out.add(text);
    if (out.isFull()) await out.flushed();
  }
  const licences = licencesOf(sources.filter(({ key }) => keys.has(key)));
  return { name: NUMBERS_FILE, ...(await out.close()), columns: NUMBERS_COLUMNS, licences };
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

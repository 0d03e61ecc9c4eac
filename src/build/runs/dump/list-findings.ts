/** Writes the findings about lists into a dump: outdated numbers, unknown numbers, and repaired lists. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzipFile, type GzipFile, type WrittenFile } from '../../../shared/files/gzip-file.ts';
import { gunzippedLines } from '../../../shared/files/lines.ts';
import { type GndId, hasValidCheckCharacter } from '../../../core/model/gnd-id.ts';
import { licenceName, type Source } from '../../../core/model/source.ts';
import { type DumpedFile, type FindingCount, repairedList } from '../../../shared/dumps/dump-folder.ts';
import { FINDINGS_FOLDER, NUMBERS_FILE, repairedFile } from '../../ingest/findings-files.ts';
import type { Snapshot } from '../../../core/snapshot/store.ts';
import { tabSeparated } from './beacon-list.ts';

/** Folders in the directory of a dump. */
export const FINDING_FOLDERS = ['repaired', 'stale', 'unknown'];
const FINDING_COLUMNS = {
  stale: ['gnd', 'finding', 'successors', 'source', 'links'],
  unknown: ['gnd', 'checkDigit', 'links'],
} as const;

/**
 * Writes the findings about all lists, whatever their licence, because numbers are facts.
 * @param snapshot directory of the snapshot
 */
export async function writeListFindings(snapshot: string, directory: string, { sources }: Snapshot) {
  const findings = join(snapshot, FINDINGS_FOLDER);
  for (const folder of FINDING_FOLDERS) await mkdir(join(directory, folder), { recursive: true });
  const files = await writeNumbers(join(findings, NUMBERS_FILE), directory, sources);
  for (const { key, redistributable, licence } of sources) {
    const from = join(findings, repairedFile(key));
    if (redistributable === false || !existsSync(from)) continue;
    const name = repairedList(key);
    const written = await copyLines(from, join(directory, name));
    files.push({ name, ...written, source: key, licences: [licenceName(licence)] });
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function* readTable(file: string): AsyncGenerator<string, void> {
  for await (const line of gunzippedLines(file)) yield line.toString();
}

async function copyLines(from: string, to: string): Promise<WrittenFile> {
  const out = createGzipFile(to);
  for await (const line of readTable(from)) {
    out.add(`${line}\n`);
    if (out.isFull()) await out.flushed();
  }
  return out.close();
}

/** A table, and the counts of its contents by source and finding. */
interface Table {
  readonly file: GzipFile;
  readonly columns: readonly string[];
  readonly about: Pick<DumpedFile, 'collection' | 'source'>;
  readonly counts: Map<string, FindingCount & { count: number; links: number }>;
}

async function writeNumbers(numbers: string, directory: string, sources: readonly Source[]): Promise<DumpedFile[]> {
  const tables = new Map<string, Table>();
  function tableOf(name: string, columns: readonly string[], about: Table['about']): Table {
    const known = tables.get(name);
    if (known !== undefined) return known;
    const file = createGzipFile(join(directory, name));
    file.add(tabSeparated(columns));
    const table: Table = { file, columns, about, counts: new Map() };
    tables.set(name, table);
    return table;
  }
  const lines = readTable(numbers)[Symbol.asyncIterator]();
  // The first line has the names of the columns.
  await lines.next();
  for await (const line of lines) {
    const [gnd = '', finding = '', successors = '', source = '', collection = '', links = ''] = line.split('\t');
    const isUnknown = finding === 'unknown';
    const table = isUnknown
      ? tableOf(`unknown/${source}.tsv.gz`, FINDING_COLUMNS.unknown, { source })
      : tableOf(`stale/${collection}.tsv.gz`, FINDING_COLUMNS.stale, { collection });
    const checkDigit = hasValidCheckCharacter(gnd as GndId) ? 'right' : 'wrong';
    table.file.add(tabSeparated(isUnknown ? [gnd, checkDigit, links] : [gnd, finding, successors, source, links]));
    const key = `${source} ${finding}`;
    const counted = table.counts.get(key) ?? { finding, source, count: 0, links: 0 };
    counted.count += 1;
    counted.links += Number(links);
    table.counts.set(key, counted);
    if (table.file.isFull()) await table.file.flushed();
  }
  const files: DumpedFile[] = [];
  for (const [name, { file, columns, about, counts }] of tables) {
    const findings = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted);
    const named = new Set(findings.map(({ source }) => source));
    const licences = sources.filter(({ key }) => named.has(key)).map(({ licence }) => licenceName(licence));
    files.push({ name, ...(await file.close()), columns, ...about, licences: [...new Set(licences)].sort(), findings });
  }
  return files;
}

/** The files of a dump while a snapshot is gone through: one table per kind of data, one per collection of links. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackGndId } from '../model/gnd-id.ts';
import type { Source } from '../model/source.ts';
import type { Walked } from '../store/sqlite/walk.ts';
import type { Snapshot } from '../store/store.ts';
import { beaconHeader, createPatternFinder, linkRow, tabSeparated, writeBeaconList } from './beacon-list.ts';
import { createGzipFile, type GzipFile, type WrittenFile } from './gzip-file.ts';
import type { DumpedAnswer, Redistributed } from './redistribution.ts';

/** A file as `index.json` describes it. */
export interface DumpedFile extends WrittenFile {
  /** Below the directory of the dump. */
  readonly name: string;
  /** Of a table, in their order. */
  readonly columns?: readonly string[];
  /** Of links: key of the collection, and how many there are. */
  readonly collection?: string;
  readonly links?: number;
  /** SPDX identifiers or else statements of the sources that its data come from. */
  readonly licences: readonly string[];
}

/** Every identifier with links, and in how many collections. */
export const ALL_FILE = 'all.beacon.txt.gz';

/** Below the directory of a dump. */
export const FOLDERS = ['links', 'sources'];
/** The entities that a source of links asserts something of. */
export const sourceList = (key: string): string => `sources/${key}.beacon.txt.gz`;

export const COLUMNS = {
  labels: ['gnd', 'type', 'preferredName', 'description'],
  redirects: ['from', 'to'],
  deletions: ['gnd', 'successors'],
  links: ['gnd', 'url', 'relation', 'hits', 'annotation'],
} as const;

/** Row of `labels.tsv`. */
export function labelRow({ entity: { gnd, type, preferredName, description } }: DumpedAnswer): string {
  return tabSeparated([gnd, type, preferredName, description]);
}

/** Its identifiers lead to the links of each. */
function headerOfAll(baseUrl: string, date: string): readonly string[] {
  return beaconHeader({
    TARGET: `${baseUrl}/seealso/gnd?format=sources&id={ID}`,
    DESCRIPTION: 'GND-Nummern mit Links ins Netz, und in wie vielen Sammlungen',
    FEED: `${baseUrl}/dumps/latest/${ALL_FILE}`,
    TIMESTAMP: date,
  });
}

interface LinkTable {
  readonly file: GzipFile;
  readonly pattern: ReturnType<typeof createPatternFinder>;
  readonly sources: Set<string>;
  links: number;
}

/**
 * @param directory where they are written
 * @param sources those that may be passed on
 * @param baseUrl public address of the service
 */
export async function openDumpTables(
  directory: string,
  sources: readonly Source[],
  { collections, date }: Snapshot,
  baseUrl: string | undefined,
) {
  for (const folder of FOLDERS) await mkdir(join(directory, folder), { recursive: true });
  const opened: GzipFile[] = [];
  const open = (name: string, header: readonly string[] = []) => {
    const file = createGzipFile(join(directory, name));
    file.add(header.join(''), header.length);
    opened.push(file);
    return file;
  };
  const [answers, labels] = [open('answers.jsonl.gz'), open('labels.tsv.gz')];
  const [redirects, deletions] = [open('redirects.tsv.gz'), open('deletions.tsv.gz')];
  const all = baseUrl === undefined ? undefined : open(ALL_FILE, headerOfAll(baseUrl, date));
  const links = new Map<string, LinkTable>();
  const linking = sources.filter(({ kind }) => kind === 'links');
  const lists = new Map(
    linking.map(({ key, title }) => [key, open(sourceList(key), beaconHeader({ NAME: title.de, TIMESTAMP: date }))]),
  );
  /** In the terms of the snapshot's counts; links without those left out. */
  const counts = { entities: 0, redirects: 0, deletions: 0, links: 0 };

  function linkTable(collection: string): LinkTable {
    const known = links.get(collection);
    if (known !== undefined) return known;
    const file = open(`links/${collection}.tsv.gz`);
    const table = { file, pattern: createPatternFinder(), sources: new Set<string>(), links: 0 };
    links.set(collection, table);
    return table;
  }

  function addEntity({ answer, text }: Redistributed): void {
    const { gnd } = answer.entity;
    counts.entities += 1;
    answers.add(`${text}\n`);
    labels.add(labelRow(answer));
    const linked = new Set(answer.links.categories.flatMap(({ items }) => items.map(({ collection }) => collection)));
    if (linked.size > 0) all?.add(`${gnd}|${linked.size}\n`);
    for (const { items } of answer.links.categories) {
      for (const link of items) {
        const table = linkTable(link.collection);
        table.file.add(linkRow(gnd, link));
        table.pattern.add(gnd, link.url);
        for (const key of link.assertedBy) table.sources.add(key);
        table.links += 1;
      }
      counts.links += items.length;
    }
    const asserted = answer.links.categories.flatMap(({ items }) => items.flatMap(({ assertedBy }) => assertedBy));
    for (const [key, own] of Map.groupBy(asserted, (one) => one)) lists.get(key)?.add(`${gnd}|${own.length}\n`);
  }

  const licencesOf = (chosen: readonly Source[]) =>
    [...new Set(chosen.map(({ licence }) => licence.spdx ?? licence.statement))].sort();

  async function closeLinks([key, { file, pattern, links: number, sources: asserting }]: [string, LinkTable]) {
    const collection = collections.find((one) => one.key === key) ?? { key, label: key, category: key };
    const asserted = sources.filter((source) => asserting.has(source.key));
    const about = { collection: key, links: number, licences: licencesOf(asserted) };
    const name = `links/${key}.tsv.gz`;
    const table: DumpedFile = { name, ...(await file.close()), ...about, columns: COLUMNS.links };
    const list = `links/${key}.beacon.txt.gz`;
    const options = {
      collection,
      sources: asserted,
      date,
      pattern: pattern.found(),
      feed: baseUrl && `${baseUrl}/dumps/latest/${list}`,
    };
    const written = await writeBeaconList(join(directory, name), join(directory, list), options);
    return [{ name: list, ...written, ...about }, table];
  }

  return {
    counts,
    add(walked: Walked, redistribute: (stored: Buffer) => Redistributed): void {
      if (walked.kind === 'entity') return addEntity(redistribute(walked.answer));
      const gnd = unpackGndId(walked.id);
      if (walked.kind === 'redirect') redirects.add(tabSeparated([gnd, walked.target]));
      else deletions.add(tabSeparated([gnd, walked.successors.join(' ')]));
      counts[`${walked.kind}s`] += 1;
    },
    /** Resolves when what was added no longer takes memory. */
    async flushed(): Promise<void> {
      await Promise.all(opened.filter((file) => file.isFull()).map((file) => file.flushed()));
    },
    /** @param advance told of links that were listed */
    async close(advance: (links: number) => void): Promise<readonly DumpedFile[]> {
      const records = licencesOf(sources.filter(({ kind }) => kind !== 'links'));
      const files: DumpedFile[] = [
        { name: 'answers.jsonl.gz', ...(await answers.close()), licences: licencesOf(sources) },
        { name: 'deletions.tsv.gz', ...(await deletions.close()), licences: records, columns: COLUMNS.deletions },
        ...(all === undefined ? [] : [{ name: ALL_FILE, ...(await all.close()), licences: licencesOf(sources) }]),
        { name: 'labels.tsv.gz', ...(await labels.close()), licences: records, columns: COLUMNS.labels },
      ];
      for (const entry of [...links].sort(([a], [b]) => (a < b ? -1 : 1))) {
        files.push(...(await closeLinks(entry)));
        advance(entry[1].links);
      }
      for (const [key, list] of lists) {
        const licences = licencesOf(sources.filter((source) => source.key === key));
        files.push({ name: sourceList(key), ...(await list.close()), licences });
      }
      const columns = COLUMNS.redirects;
      return [...files, { name: 'redirects.tsv.gz', ...(await redirects.close()), licences: records, columns }];
    },
  };
}

/** Writes the files of a dump during one pass over a snapshot: one table per kind of data, one per collection of links. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackGndId } from '../../../core/model/gnd-id.ts';
import type { Source } from '../../../core/model/source.ts';
import type { Curation } from '../../sources/register/curation.ts';
import type { SnapshotRow } from '../../../shared/snapshot-rows.ts';
import { inflateAnswer } from '../../../core/snapshot/stored-answer.ts';
import type { Snapshot } from '../../../core/snapshot/store.ts';
import {
  beaconHeader,
  createMessageFinder,
  createPatternFinder,
  linkRow,
  tabSeparated,
  writeBeaconList,
  LINK_KINDS,
  type LinkKind,
} from './beacon-list.ts';
import { ALL_FILE, type DumpedFile } from '../../../shared/dumps/dump-folder.ts';
import { getOrInsert } from '../../../shared/get-or-insert.ts';
import type { Advance } from '../../ingest/progress.ts';
import { createFiles, type OpenFile } from './dumped-files.ts';
import { createMappings, MAPPINGS_FOLDER } from './mappings.ts';
import { linkTriple } from './n-triples.ts';
import { type DumpedAnswer, type DumpedLink, licencesOf, type Redistributed } from './redistribution.ts';

/** Folders in the directory of a dump. */
export const FOLDERS = ['links', MAPPINGS_FOLDER];
/** Columns of the tables of the whole snapshot. */
const COLUMNS = {
  'labels.tsv.gz': ['gnd', 'type', 'preferredName', 'description'],
  'redirects.tsv.gz': ['from', 'to'],
  'deletions.tsv.gz': ['gnd', 'successors'],
  'links.tsv.gz': ['gnd', 'url', 'relation', 'hits', 'annotation', 'collection', 'match'],
} as const;
/** Columns of the table of a collection. */
const LINK_COLUMNS = ['gnd', 'url', 'relation', 'hits', 'annotation', 'match'];

/** Row of `labels.tsv`. */
export function labelRow({ entity: { gnd, type, preferredName, description } }: DumpedAnswer): string {
  return tabSeparated([gnd, type, preferredName, description]);
}

/** Row of `links.tsv`. */
export function allLinksRow(gnd: string, link: DumpedLink): string {
  const { url, relation, hits, annotation, collection, match } = link;
  return tabSeparated([gnd, url, relation, hits, annotation, collection, match]);
}

/** Header of the list of all entities; its pattern leads to the links of each entity, which every service has. */
function headerOfAll(baseUrl: string, date: string): readonly string[] {
  return beaconHeader({
    TARGET: `${baseUrl}/api/v1/gnd/{ID}/links`,
    DESCRIPTION: 'GND-Nummern mit frei lizenzierten Verweisen und mit der Zahl der Sammlungen',
    FEED: `${baseUrl}/dumps/latest/${ALL_FILE}`,
    TIMESTAMP: date,
  });
}

const openList = () => ({ pattern: createPatternFinder(), message: createMessageFinder(), links: 0 });

/** A table of each collection, and BEACON lists of it. */
function createLinkTables(
  open: OpenFile,
  directory: string,
  sources: readonly Source[],
  { collections, date }: Snapshot,
  baseUrl: string | undefined,
) {
  const openTable = (collection: string) => {
    const lists = new Map<LinkKind, ReturnType<typeof openList>>();
    const keys = new Set<string>();
    const asserting = () => sources.filter(({ key }) => keys.has(key));
    const about = (links: number) => ({ collection, licences: licencesOf(asserting()), links });
    const name = `links/${collection}.tsv.gz`;
    const file = open(name, [tabSeparated(LINK_COLUMNS)], () => {
      const links = lists.values().reduce((sum, list) => sum + list.links, 0);
      return { ...about(links), columns: LINK_COLUMNS };
    });
    return { name, file, lists, keys, asserting, about };
  };
  type LinkTable = ReturnType<typeof openTable>;
  const tables = new Map<string, LinkTable>();

  async function* listsOf(key: string, table: LinkTable): AsyncGenerator<DumpedFile & { readonly links: number }> {
    const collection = collections.find((one) => one.key === key) ?? { key, label: key, category: key };
    const first = LINK_KINDS.find((linkKind) => table.lists.has(linkKind));
    for (const [linkKind, { pattern, message, links }] of table.lists) {
      // A list has one #RELATION, so each further kind of links gets a list of its own.
      const name = `links/${key}${linkKind === first ? '' : `_${linkKind}`}.beacon.txt.gz`;
      const feed = baseUrl && `${baseUrl}/dumps/latest/${name}`;
      const common = { pattern: pattern.common(), message: message.common() };
      const options = { collection, sources: table.asserting(), date, linkKind, ...common, feed };
      const written = await writeBeaconList(join(directory, table.name), join(directory, name), options);
      yield { name, ...written, ...table.about(links) };
    }
  }

  return {
    add(gnd: string, link: DumpedLink): void {
      const table = getOrInsert(tables, link.collection, () => openTable(link.collection));
      table.file.add(linkRow(gnd, link));
      const list = getOrInsert(table.lists, link.match ?? link.relation, openList);
      list.pattern.add(gnd, link.url);
      list.message.add(link);
      list.links += 1;
      for (const key of link.assertedBy) table.keys.add(key);
    },
    /** Writes the lists of all tables, which are closed. @param advance called with the number of links that were listed */
    async *lists(advance: Advance): AsyncGenerator<DumpedFile> {
      for (const table of tables)
        for await (const list of listsOf(...table)) {
          advance(list.links);
          yield list;
        }
    },
  };
}

const linksOf = ({ links }: DumpedAnswer) => links.categories.flatMap(({ items }) => items);

/**
 * @param directory folder for the files
 * @param sources that may be redistributed
 * @param baseUrl public address of the service
 */
export async function openDumpTables(
  directory: string,
  sources: readonly Source[],
  snapshot: Snapshot,
  curation: Curation,
  baseUrl: string | undefined,
) {
  for (const folder of FOLDERS) await mkdir(join(directory, folder), { recursive: true });
  const opened = createFiles(directory);
  const { open, flushed } = opened;
  const describing = sources.filter(({ kind }) => kind !== 'links');
  const openPlain = (name: string, header: readonly string[] = []) =>
    open(name, header, () => ({ licences: licencesOf(sources) }));
  const openTable = (name: keyof typeof COLUMNS, of = sources) =>
    open(name, [tabSeparated(COLUMNS[name])], () => ({ licences: licencesOf(of), columns: COLUMNS[name] }));
  const answers = openPlain('answers.jsonl.gz');
  const labels = openTable('labels.tsv.gz', describing);
  const redirects = openTable('redirects.tsv.gz', describing);
  const deletions = openTable('deletions.tsv.gz', describing);
  const allLinks = openTable('links.tsv.gz');
  const triples = openPlain('links.nt.gz');
  const addMappings = createMappings(open, curation, sources, snapshot);
  const all = baseUrl === undefined ? undefined : openPlain(ALL_FILE, headerOfAll(baseUrl, snapshot.date));
  const links = createLinkTables(open, directory, sources, snapshot, baseUrl);
  /** Counts as in the header of the snapshot, but without withheld links. */
  const counts = { entities: 0, redirects: 0, deletions: 0, links: 0 };

  function addEntity({ answer, text }: Redistributed): void {
    const { gnd } = answer.entity;
    counts.entities += 1;
    answers.add(`${text}\n`);
    labels.add(labelRow(answer));
    addMappings(answer);
    const entityLinks = linksOf(answer);
    const linked = new Set(entityLinks.map(({ collection }) => collection));
    if (linked.size > 0) all?.add(`${gnd}|${linked.size}\n`);
    for (const link of entityLinks) {
      links.add(gnd, link);
      triples.add(linkTriple(gnd, link));
      allLinks.add(allLinksRow(gnd, link));
      counts.links += 1;
    }
  }

  return {
    counts,
    add(row: SnapshotRow, redistribute: (body: Buffer) => Redistributed): void {
      if (row.kind === 'entity') return addEntity(redistribute(inflateAnswer(row.answer)));
      if (row.kind === 'withheld') return;
      const gnd = unpackGndId(row.id);
      if (row.kind === 'redirect') redirects.add(tabSeparated([gnd, row.target]));
      else deletions.add(tabSeparated([gnd, row.successors.join(' ')]));
      counts[`${row.kind}s`] += 1;
    },
    /** Resolves when the added lines no longer take memory. */
    flushed,
    /** @param advance called with the number of links that were listed */
    async close(advance: Advance): Promise<readonly DumpedFile[]> {
      const files = [...(await Array.fromAsync(opened.close())), ...(await Array.fromAsync(links.lists(advance)))];
      return files.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

/** The table of contradictions: several targets in a collection for one GND number, several numbers for one target. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createGzipFile, type GzipFile } from '../../../shared/files/gzip-file.ts';
import { createSpill, groupByKey, openSpills } from '../../../shared/files/spill.ts';
import { type GndId, packGndId, unpackGndId } from '../../../core/model/gnd-id.ts';
import type { DumpedFile, FindingCount } from '../../../shared/dumps/dump-folder.ts';
import { tabSeparated } from './beacon-list.ts';
import type { DumpedAnswer } from './redistribution.ts';

const CONFLICTS_FILE = 'conflicts.tsv.gz';
const CONFLICT_COLUMNS = ['conflict', 'collection', 'gnd', 'url', 'assertedBy'] as const;
type Conflict = 'several_targets' | 'several_numbers';

/** Largest number of GND identifiers that the table shows for one target. */
const MAX_NUMBERS = 1_000;

/** Collects contradictions from all sources, whatever their licence, because identifiers are facts. */
export function createConflicts(directory: string, isIdentifying: (collection: string) => boolean) {
  const files = { claims: join(directory, '.claims'), rows: join(directory, '.conflicts') };
  /** Each link into a collection of identifiers, by a hash of its address. */
  const claims = createSpill(files.claims);
  /** Rows of the table, by the lowest GND number of each contradiction. */
  const rows = createSpill(files.rows);
  const counts = new Map<string, FindingCount & { count: number; links: number }>();

  function addConflict(finding: Conflict, collection: string, gnd: number, lines: readonly string[]): void {
    const key = `${finding} ${collection}`;
    const counted = counts.get(key) ?? { finding, collection, count: 0, links: 0 };
    counted.count += 1;
    counted.links += lines.length;
    counts.set(key, counted);
    rows.add(gnd, gnd, 0, lines.join(''));
  }

  function addSharedTargets(): void {
    claims.finish();
    using spills = openSpills([files.claims]);
    for (const { records } of groupByKey(spills.records(), 2 * MAX_NUMBERS, () => undefined)) {
      if (records.length < 2) continue;
      // Different addresses may have the same hash.
      for (const same of Map.groupBy(records, ({ body }) => targetOf(body)).values()) {
        const claimed = same.toSorted((a, b) => a.related - b.related).slice(0, MAX_NUMBERS);
        const [first] = claimed;
        if (first === undefined || claimed.length < 2) continue;
        const lines = claimed.map(({ related, body }) => rowOf('several_numbers', unpackGndId(related), body));
        addConflict('several_numbers', targetOf(first.body).split('\t')[0] ?? '', first.related, lines);
      }
    }
  }

  return {
    /** @param answer with all links */
    add({ entity: { gnd }, links, conflicts }: DumpedAnswer): void {
      const id = packGndId(gnd as GndId);
      const unique = links.categories.flatMap(({ items }) =>
        items.filter(({ collection, relation }) => relation === 'sameAs' && isIdentifying(collection)),
      );
      for (const { collection, url, assertedBy } of unique) {
        claims.add(crc32(url), id, 0, tabSeparated([collection, url, assertedBy.join(' ')]));
      }
      for (const { collection, urls } of conflicts) {
        const contradicting = links.categories.flatMap(({ items }) =>
          items.filter((link) => link.collection === collection && urls.includes(link.url)),
        );
        const lines = contradicting.map(({ url, assertedBy }) =>
          tabSeparated(['several_targets', collection, gnd, url, assertedBy.join(' ')]),
        );
        addConflict('several_targets', collection, id, lines);
      }
    },
    /** @param licences of all sources */
    async close(licences: readonly string[]): Promise<DumpedFile> {
      addSharedTargets();
      rows.finish();
      const out = createGzipFile(join(directory, CONFLICTS_FILE));
      out.add(tabSeparated(CONFLICT_COLUMNS));
      await copyRows(files.rows, out);
      const written = await out.close();
      for (const file of Object.values(files)) rmSync(file);
      const findings = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted);
      return { name: CONFLICTS_FILE, ...written, columns: CONFLICT_COLUMNS, licences, findings };
    },
  };
}

async function copyRows(from: string, out: GzipFile): Promise<void> {
  using spills = openSpills([from]);
  for (const { body } of spills.records()) {
    const lines = body.toString();
    out.add(lines, lines.split('\n').length - 1);
    if (out.isFull()) await out.flushed();
  }
}

/** Collection and address. */
function targetOf(body: Buffer): string {
  return body.toString().split('\t').slice(0, 2).join('\t');
}

function rowOf(conflict: Conflict, gnd: GndId, body: Buffer): string {
  const [collection, url, assertedBy] = body.toString().trimEnd().split('\t');
  return tabSeparated([conflict, collection, gnd, url, assertedBy]);
}

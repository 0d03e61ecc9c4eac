/** Writes a small snapshot entity by entity, for tests with their own data. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GndId } from '../src/core/model/gnd-id.ts';
import { packGndId } from '../src/core/model/gnd-id.ts';
import { writeDurably } from '../src/shared/files/durable-file.ts';
import { claimOf, HEADER_FILE, SNAPSHOT_FORMAT, type SnapshotHeader } from '../src/core/snapshot/header.ts';
import { createEntityEncoder, decodeEntityRow } from '../src/core/snapshot/codec/entity-row.ts';
import { ENTITIES_FILE, SEARCH_FILE } from '../src/core/sqlite/schema.ts';
import { decodeSearchRow, encodeSearchRow } from '../src/core/snapshot/codec/search-row.ts';
import { writeEntities } from '../src/build/ingest/snapshot/write-entities.ts';
import { writeSearch } from '../src/build/ingest/snapshot/write-search.ts';
import type { EntityCard } from '../src/core/search/engine.ts';
import type { Snapshot, SnapshotEntity } from '../src/core/snapshot/store.ts';

/** Facts of the header that are not computed. */
export type SnapshotFacts = Omit<Snapshot, 'counts' | 'format' | 'contentHash'>;

export interface SnapshotWriter {
  add(entity: SnapshotEntity): void;
  redirect(from: GndId, to: GndId): void;
  deletion(id: GndId, successors: readonly GndId[]): void;
  withhold(id: GndId): void;
  finish(facts: SnapshotFacts): Promise<Snapshot>;
}

interface More extends Partial<Omit<SnapshotEntity, 'card' | 'coverage'>> {
  readonly coverage?: Partial<SnapshotEntity['coverage']>;
}

/** An entity with this card; it has nothing else that is not given. */
export function entityWith(
  card: Omit<EntityCard, 'linkCount'> & { readonly linkCount?: number },
  { coverage, ...more }: More = {},
): SnapshotEntity {
  const { gnd, type, preferredName, linkCount = 0 } = card;
  return {
    card: { ...card, linkCount },
    coverage: { gnd, type, preferredName, links: linkCount, byCategory: {}, sources: [], ...coverage },
    answer: '{}',
    variantNames: [],
    prominence: 0,
    identifiers: [],
    relations: [],
    ...more,
  };
}

/** @param directory is created if it does not exist */
export function createSnapshotWriter(directory: string): SnapshotWriter {
  const entities: SnapshotEntity[] = [];
  const redirects: { old: number; target: number }[] = [];
  const deletions: { id: number; successors: readonly GndId[] }[] = [];
  const withheld: number[] = [];
  const idOf = ({ card }: SnapshotEntity): number => packGndId(card.gnd);
  return {
    add: (entity) => void entities.push(entity),
    redirect: (from, to) => void redirects.push({ old: packGndId(from), target: packGndId(to) }),
    deletion: (id, successors) => void deletions.push({ id: packGndId(id), successors }),
    withhold: (id) => void withheld.push(packGndId(id)),
    async finish(facts) {
      mkdirSync(directory, { recursive: true });
      const categories = facts.categories.map(({ key }) => key);
      const encode = createEntityEncoder({ categories, sources: facts.sources.map(({ key }) => key) });
      const { counts, contentHash } = writeEntities(join(directory, ENTITIES_FILE), {
        categories,
        entities: entities.map((entity) => ({ id: idOf(entity), row: decodeEntityRow(encode(entity)) })),
        redirects: redirects.sort((a, b) => a.old - b.old),
        deletions: deletions.sort((a, b) => a.id - b.id),
        withheld: withheld.sort((a, b) => a - b),
      });
      const ranked = [...entities].sort((a, b) => b.prominence - a.prominence || idOf(a) - idOf(b));
      const rows = ranked.map((entity) => ({ id: idOf(entity), row: decodeSearchRow(encodeSearchRow(entity)) }));
      const identifiers = writeSearch(join(directory, SEARCH_FILE), join(directory, 'keys.sqlite'), rows);
      const header: SnapshotHeader = {
        format: SNAPSHOT_FORMAT,
        ...facts,
        contentHash,
        counts: { ...counts, identifiers },
        files: {
          [ENTITIES_FILE]: await claimOf(join(directory, ENTITIES_FILE)),
          [SEARCH_FILE]: await claimOf(join(directory, SEARCH_FILE)),
        },
      };
      await writeDurably(join(directory, HEADER_FILE), JSON.stringify(header));
      return header;
    },
  };
}

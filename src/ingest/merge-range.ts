/** Merges some partitions: all that is said of an entity becomes its answer and its rows, in sorted runs. */
import { join } from 'node:path';
import type { EntityType } from '../model/entity.ts';
import { unpackGndId } from '../model/gnd-id.ts';
import { OTHER_COLLECTION } from '../register/curation.ts';
import type { SourceKind } from '../model/source.ts';
import { createEntityEncoder } from '../store/sqlite/entity-row.ts';
import { encodeSearchRow } from '../store/sqlite/search-row.ts';
import { composeEntity, type Context, openingsOf } from './compose.ts';
import { type OpenIdentities, openIdentities, type PartitionIdentities } from './identities.ts';
import type { PartitionRange } from './identify.ts';
import { type FoldedLink, foldLinks, type StatedLink } from './links.ts';
import { type MergedEntity, mergeEntity, type StatedEntity } from './merge.ts';
import { openPartitions, type Records } from './partitions.ts';
import { createRun } from './runs.ts';
import type { Workshop } from './tasks.ts';
import { sortedGroups } from './sorted-groups.ts';
import { isLink, sourceOf } from './statements.ts';
import { type Counts, createTally, increment, type SourceTally } from './tally.ts';

/** What one entity can have; a list that fills one identifier with more is broken. What is beyond is left out and counted. */
const MAX_STATEMENTS = 20_000;

export interface MergeOrder extends PartitionRange {
  /** Files of statements, those that have moved among them. */
  readonly inputs: readonly string[];
  /** Directory of the identities. */
  readonly identities: string;
  /** All sources, in the order of their numbers. */
  readonly sources: readonly { readonly key: string; readonly kind: SourceKind }[];
  readonly snapshot: { readonly id: string; readonly date: string };
  readonly directory: string;
}

export interface MergeOutcome {
  /** Runs by packed identifier, and by prominence. */
  readonly entities: readonly string[];
  readonly search: readonly string[];
  /** What the sources brought, of these partitions only. */
  readonly tallies: readonly SourceTally[];
  /** Entities with conflicts, by collection. */
  readonly conflicts: Counts;
}

export function mergeRange(order: MergeOrder, workshop: Workshop, advance: (units: number) => void): MergeOutcome {
  const { partitions, from, to, directory } = order;
  const identities = openIdentities(order.identities, partitions);
  const statements = openPartitions(order.inputs);
  const merger = createMerger(order, workshop, identities);
  const outcome = { entities: [] as string[], search: [] as string[] };
  try {
    for (let partition = from; partition < to; partition += 1) {
      const entities = join(directory, `${partition}.entities`);
      const search = join(directory, `${partition}.search`);
      const records = statements.load(partition, { perEntity: MAX_STATEMENTS, onDropped: merger.tooMany });
      merger.merge(records, identities.ofPartition(partition), { entities, search }, advance);
      outcome.entities.push(entities);
      outcome.search.push(search);
    }
  } finally {
    statements.close();
    identities.close();
  }
  return { ...outcome, ...merger.counted() };
}

function createMerger(order: MergeOrder, workshop: Workshop, identities: OpenIdentities) {
  const context = contextOf(order, workshop, identities);
  const encoder = createEntityEncoder({
    openings: openingsOf(context),
    categories: context.categories.map(({ key }) => key),
    sources: order.sources.map(({ key }) => key),
  });
  const tallies = order.sources.map(createTally);
  const byKey = new Map(tallies.map((tally) => [tally.key, tally]));
  const conflicts: Counts = {};
  const keyOf = (tag: number): string => order.sources[sourceOf(tag)]?.key ?? '';
  const tooMany = (tag: number): void => rejectLink(tag, 'too_many_links');
  const rejectLink = (tag: number, reason: string): void => {
    const tally = tallies[sourceOf(tag)];
    if (tally !== undefined) increment(tally.kind === 'links' ? tally.rejected : tally.details, reason);
  };

  function merge(
    records: Records,
    known: PartitionIdentities,
    paths: { readonly entities: string; readonly search: string },
    advance: (units: number) => void,
  ): void {
    const entities = createRun(paths.entities);
    const searchRows: { prominence: number; id: number; payload: Buffer }[] = [];
    // What was stated under a former identifier comes again, moved, where it belongs.
    for (const { entity: id, members } of sortedGroups(records, known.moved, MAX_STATEMENTS, tooMany)) {
      const merged = mergeGroup(records, known, id, members);
      if (merged === undefined) continue;
      const row = encoder.encode(merged);
      entities.add(id, 0, row);
      searchRows.push({ prominence: merged.prominence, id, payload: encodeSearchRow(merged) });
      advance(1);
    }
    entities.finish();
    const search = createRun(paths.search);
    searchRows.sort((a, b) => b.prominence - a.prominence || a.id - b.id);
    for (const { prominence, id, payload } of searchRows) search.add(-prominence, id, payload);
    search.finish();
  }

  function mergeGroup(records: Records, known: PartitionIdentities, id: number, members: readonly number[]) {
    const gnd = unpackGndId(id);
    const stated = members.filter((record) => isLink(records.tag(record)));
    // The list of deletions is believed, whatever came with a dump.
    const isDeleted = (record: number): boolean => known.deleted.has(records.stated(record));
    const described = members.filter((record) => !isLink(records.tag(record)) && !isDeleted(record));
    const entity = mergeEntity(
      gnd,
      described.map((record): StatedEntity => ({
        ...(JSON.parse(records.body(record).toString()) as Omit<StatedEntity, 'source' | 'own'>),
        source: keyOf(records.tag(record)),
        own: records.stated(record) === id,
      })),
    );
    if (entity === undefined) {
      const reason = known.deleted.has(id) ? 'deleted_gnd_id' : 'unknown_gnd_id';
      for (const record of stated) rejectLink(records.tag(record), reason);
      return undefined;
    }
    const formerIds = known.formerIds.get(id) ?? [];
    const links = stated.map((record): StatedLink => ({
      ...(JSON.parse(records.body(record).toString()) as Omit<StatedLink, 'source'>),
      source: keyOf(records.tag(record)),
    }));
    const folded = foldLinks(gnd, new Set(formerIds), links, context);
    for (const { collection } of folded.conflicts) increment(conflicts, collection);
    for (const record of stated) {
      const tally = tallies[sourceOf(records.tag(record))];
      if (tally !== undefined && records.stated(record) !== id) tally.scope.viaFormerIds += 1;
    }
    tallyEntity(byKey, entity, folded.links);
    return composeEntity({ entity, ...folded, formerIds, inboundRelations: known.inbound.get(id) ?? 0 }, context);
  }

  return { merge, tooMany, counted: () => ({ tallies, conflicts }) };
}

function tallyEntity(
  tallies: ReadonlyMap<string, SourceTally>,
  entity: MergedEntity,
  links: readonly FoldedLink[],
): void {
  const sources = new Set<string>(entity.describedBy);
  for (const { collection, category, assertedBy } of links) {
    for (const key of assertedBy) {
      sources.add(key);
      const scope = tallies.get(key)?.scope;
      if (scope === undefined) continue;
      scope.links += 1;
      increment(scope.collections, collection);
      increment(scope.categories, category);
    }
  }
  for (const key of sources) {
    const scope = tallies.get(key)?.scope;
    if (scope === undefined) continue;
    scope.entities += 1;
    const types: Partial<Record<EntityType, number>> = scope.types;
    types[entity.type] = (types[entity.type] ?? 0) + 1;
  }
}

/** References of a run of records go to the same few places and professions again and again. */
const MAX_REMEMBERED = 100_000;

function contextOf({ snapshot }: MergeOrder, { curation, vocabulary }: Workshop, identities: OpenIdentities): Context {
  const remembered = new Map<string, ReturnType<OpenIdentities['resolve']>>();
  return {
    snapshot,
    categories: curation.categories,
    collection: (key) => (key === OTHER_COLLECTION ? undefined : curation.collections.get(key)),
    resolve(gnd) {
      const known = remembered.get(gnd);
      if (known !== undefined) return known;
      const resolved = identities.resolve(gnd);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(gnd, resolved);
      return resolved;
    },
    termLabel: (uri) => vocabulary.label(uri),
  };
}

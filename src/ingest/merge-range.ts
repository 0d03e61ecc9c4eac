/** Merges a range of identifiers: all that is said of an entity becomes its rows, in the order of the identifiers. */
import { join } from 'node:path';
import { unpackGndId } from '../model/gnd-id.ts';
import type { SourceKind } from '../model/source.ts';
import { OTHER_COLLECTION } from '../register/curation.ts';
import { createEntityEncoder } from '../store/sqlite/entity-row.ts';
import { encodeSearchRow } from '../store/sqlite/search-row.ts';
import { composeEntity, type Context } from './compose.ts';
import {
  countDefect,
  type Counts,
  createCounters,
  increment,
  type SourceCounters,
  FIRST_ENTITIES,
} from './counters.ts';
import { type IdRange, type OpenIdentities, openIdentities } from './identities.ts';
import { type FoldedLink, foldLinks, type StatedLink } from './links.ts';
import { type MergedEntity, mergeEntity, type StatedEntity } from './merge.ts';
import type { Advance } from './progress.ts';
import { isLink, sourceOf } from './read.ts';
import { createSpill, groupByKey, openSpills, type RecordGroup, type SpilledRecord } from '../files/spill.ts';
import type { TaskContext } from './pool.ts';

/** What one entity can have; a list that fills one identifier with more is broken. What is beyond is left out and counted. */
const MAX_STATEMENTS = 20_000;

export interface RangeOrder extends IdRange {
  /** Spills of statements. */
  readonly statements: readonly string[];
  /** Directory of the identities. */
  readonly identities: string;
  readonly directory: string;
}

/** Spills in the directories of the tasks: of statements; of rows by identifier, and by descending prominence. */
export const MOVED_FILE = 'moved';
export const ENTITY_ROWS_FILE = 'entities';
export const SEARCH_ROWS_FILE = 'search';

/** Copies what was stated under former identifiers of a range to the entities that they lead to. */
export function moveStatements({ statements, from, to, ...order }: RangeOrder, _: unknown, advance: Advance): void {
  using identities = openIdentities(order.identities);
  using spills = openSpills(statements);
  using moved = createSpill(join(order.directory, MOVED_FILE));
  const targets = identities.movedFrom({ from, to });
  for (const { key, tag, body } of targets.size > 0 ? spills.records(from, to) : []) {
    const target = targets.get(key);
    if (target !== undefined) moved.add(target, key, tag, body);
  }
  moved.finish();
  advance(1);
}

export interface MergeOrder extends RangeOrder {
  /** All sources, in the order of their numbers. */
  readonly sources: readonly { readonly key: string; readonly kind: SourceKind }[];
  readonly snapshot: { readonly id: string; readonly date: string };
}

/** Above every prominence; what is left sorts by it in descending order. */
const PROMINENCE_LIMIT = 2 ** 31;

/** @returns what the sources brought, in this range only, and the entities with conflicts, by collection */
export function mergeRange(order: MergeOrder, context: TaskContext, advance: Advance) {
  const { from, to, directory } = order;
  using identities = openIdentities(order.identities);
  using spills = openSpills(order.statements);
  using entities = createSpill(join(directory, ENTITY_ROWS_FILE));
  using search = createSpill(join(directory, SEARCH_ROWS_FILE));
  const known = identities.ofRange({ from, to });
  const composition = compositionContext(order, context, identities);
  const merger = createMerger(order, composition, known);
  const encode = createEntityEncoder({
    categories: composition.categories.map(({ key }) => key),
    sources: order.sources.map(({ key }) => key),
  });
  // What was stated under a former identifier comes again, moved, where it belongs.
  const records = without(spills.records(from, to), known.moved);
  for (const group of groupByKey(records, MAX_STATEMENTS, merger.tooMany)) {
    const merged = merger.merge(group);
    if (merged === undefined) continue;
    entities.add(group.key, group.key, 0, encode(merged));
    search.add(PROMINENCE_LIMIT - merged.prominence, group.key, 0, encodeSearchRow(merged));
    advance(1);
  }
  entities.finish();
  search.finish();
  return merger.counted;
}

function* without(records: Iterable<SpilledRecord>, left: { has(key: number): boolean }): Iterable<SpilledRecord> {
  for (const record of records) if (!left.has(record.key)) yield record;
}

function createMerger({ sources }: MergeOrder, context: Context, known: ReturnType<OpenIdentities['ofRange']>) {
  const counters = sources.map(createCounters);
  const byKey = new Map(counters.map((counted) => [counted.key, counted]));
  const conflicts: Counts = {};
  const rejectLink = (tag: number, reason: string, excerpt: string): void => {
    const counted = counters[sourceOf(tag)];
    if (counted === undefined) return;
    countDefect(counted, { severity: counted.kind === 'links' ? 'record' : 'detail', reason, excerpt });
  };
  const bodyOf = <T>({ tag, body }: SpilledRecord): T & { readonly source: string } => ({
    ...(JSON.parse(body.toString()) as T),
    source: sources[sourceOf(tag)]?.key ?? '',
  });

  function merge({ key: id, records }: RecordGroup) {
    const gnd = unpackGndId(id);
    const stated = records.filter(({ tag }) => isLink(tag));
    // The list of deletions is believed, whatever came with a dump.
    const described = records.filter(({ tag, related }) => !isLink(tag) && !known.isDeleted(related));
    const entity = mergeEntity(
      gnd,
      described.map((record) => ({
        ...bodyOf<Omit<StatedEntity, 'source' | 'own'>>(record),
        own: record.related === id,
      })),
    );
    if (entity === undefined) {
      for (const { tag } of stated) rejectLink(tag, known.isDeleted(id) ? 'deleted_gnd_id' : 'unknown_gnd_id', gnd);
      return undefined;
    }
    const formerIds = known.formerIds(id);
    const links = stated.map((record) => bodyOf<Omit<StatedLink, 'source'>>(record));
    const folded = foldLinks(gnd, new Set(formerIds), links, context);
    for (const { collection } of folded.conflicts) increment(conflicts, collection);
    for (const { tag, related } of stated) {
      const scope = counters[sourceOf(tag)]?.scope;
      if (scope !== undefined && related !== id) scope.viaFormerIds += 1;
    }
    countEntity(byKey, id, entity, folded.links);
    return composeEntity({ entity, ...folded, formerIds, inboundRelations: known.inbound.get(id) ?? 0 }, context);
  }

  const tooMany = (tag: number): void => rejectLink(tag, 'too_many_links', '');
  return { merge, tooMany, counted: { counters, conflicts } };
}

function countEntity(
  counters: ReadonlyMap<string, SourceCounters>,
  id: number,
  entity: MergedEntity,
  links: readonly FoldedLink[],
): void {
  const sources = new Set<string>(entity.describedBy);
  for (const { collection, category, assertedBy } of links) {
    for (const key of assertedBy) {
      sources.add(key);
      const scope = counters.get(key)?.scope;
      if (scope === undefined) continue;
      scope.links += 1;
      increment(scope.collections, collection);
      increment(scope.categories, category);
    }
  }
  for (const key of sources) {
    const scope = counters.get(key)?.scope;
    if (scope === undefined) continue;
    scope.entities += 1;
    if (scope.firstEntities.length < FIRST_ENTITIES) scope.firstEntities.push(id);
    increment(scope.types as Counts, entity.type);
  }
}

/** Records refer to the same few places and professions again and again. */
const MAX_REMEMBERED = 100_000;

function compositionContext(
  { snapshot }: MergeOrder,
  { curation, vocabulary }: TaskContext,
  identities: OpenIdentities,
): Context {
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

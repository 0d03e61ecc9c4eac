/** Merges a range of identifiers: all statements about an entity become its rows, in the order of the identifiers. */
import { join } from 'node:path';
import { unpackGndId } from '../../../core/model/gnd-id.ts';
import { memoize } from '../../../core/model/memo.ts';
import type { SourceKind } from '../../../core/model/source.ts';
import { OTHER_COLLECTION } from '../../sources/register/curation.ts';
import type { EntityDecision } from '../../sources/register/entity-decisions.ts';
import { createEntityEncoder } from '../../../core/snapshot/codec/entity-row.ts';
import { encodeSearchRow } from '../../../core/snapshot/codec/search-row.ts';
import { createLinkSample } from '../snapshot/link-sample.ts';
import { composeEntity, type ComposeContext } from './compose.ts';
import { type Counts, increment } from '../../../shared/counts.ts';
import { countDefect, createCounters, type SourceCounters, MAX_FIRST_ENTITIES } from '../counters.ts';
import { createFindings } from './findings.ts';
import { type OpenIdentities, openIdentities } from './identities.ts';
import { type FoldedLink, foldLinks, type StatedLink } from './fold-links.ts';
import { meets, type MergedEntity, mergeEntity, type StatedEntity } from './merge-records.ts';
import type { Advance } from '../progress.ts';
import { isLink, sourceOf } from './read.ts';
import { createSpill, openSpills, type SpilledRecord } from '../../../shared/files/spill.ts';
import { groupByKey, type RecordGroup } from './group-records.ts';
import type { RangeTask } from './move.ts';
import { openOutdated } from './choose-records.ts';
import type { TaskContext } from './task.ts';

/** Largest number of statements per entity; further ones, which only a broken list has, are left out and counted. */
const MAX_STATEMENTS = 20_000;

/** Reason of links that are left out because the operator withholds their entity. */
const WITHHELD = 'withheld_gnd_id';

/** Spills of rows in the task's directory: by identifier, and by descending prominence. Related: the identifier. */
export const ENTITY_ROWS_FILE = 'entities';
export const SEARCH_ROWS_FILE = 'search';

interface MergeTask extends RangeTask {
  /** All sources, in the order of their numbers. */
  readonly sources: readonly { readonly key: string; readonly kind: SourceKind }[];
  readonly snapshot: { readonly id: string; readonly date: string };
}

/** Upper bound of prominence. Its difference to a prominence is a sort key for descending order. */
const PROMINENCE_LIMIT = 2 ** 31;

/** @returns for this range: counters of sources, numbers of entities with conflicts by collection, a sample of links, and the places of decisions that left something out */
export function mergeRange(task: MergeTask, context: TaskContext, advance: Advance) {
  const { from, to, directory } = task;
  using identities = openIdentities(task.identities);
  using spills = openSpills(task.statements);
  using entities = createSpill(join(directory, ENTITY_ROWS_FILE));
  using search = createSpill(join(directory, SEARCH_ROWS_FILE));
  using findings = createFindings(directory);
  const rangeIdentities = identities.ofRange({ from, to });
  const composition = compositionContext(task, context, identities);
  const merger = createMerger(task, composition, rangeIdentities, findings);
  const encode = createEntityEncoder({
    categories: composition.categories.map(({ key }) => key),
    sources: task.sources.map(({ key }) => key),
  });
  const isOutdated = openOutdated(task.outdatedFolder, task.recordOrigins);
  const records = Iterator.from(spills.records(from, to)).filter(
    // Statements under a former identifier occur again under the current one.
    ({ key, tag, related: statedUnder }) => !rangeIdentities.moved.has(key) && !isOutdated(sourceOf(tag), statedUnder),
  );
  for (const group of groupByKey(records, MAX_STATEMENTS, merger.tooMany)) {
    const composed = merger.merge(group);
    if (composed === undefined) continue;
    entities.add(group.key, group.key, 0, encode(composed));
    search.add(PROMINENCE_LIMIT - composed.prominence, group.key, 0, encodeSearchRow(composed));
    advance(1);
  }
  entities.finish();
  search.finish();
  findings.finish();
  return merger.counted();
}

/** With the decisions about entities in the order of the file. */
type MergeContext = ComposeContext & { readonly decisions: readonly EntityDecision[] };

function createMerger(
  { sources }: MergeTask,
  context: MergeContext,
  rangeIdentities: ReturnType<OpenIdentities['ofRange']>,
  findings: ReturnType<typeof createFindings>,
) {
  const counters = sources.map(createCounters);
  const byKey = new Map(counters.map((counted) => [counted.key, counted]));
  const conflicts: Counts = {};
  const met = new Set<string>();
  const sample = createLinkSample();
  const countersOf = (tag: number) => counters[sourceOf(tag)] as SourceCounters;
  const rejectLink = (tag: number, reason: string, excerpt?: string): void => {
    const counted = countersOf(tag);
    const severity = counted.kind === 'links' ? 'record' : 'detail';
    countDefect(counted, { severity, reason, ...(excerpt !== undefined && { excerpt }) });
  };
  const bodyOf = <T>({ tag, body }: SpilledRecord): T & { readonly source: string } => ({
    ...(JSON.parse(body.toString()) as T),
    source: sources[sourceOf(tag)]?.key ?? '',
  });

  function merge({ key: id, records }: RecordGroup) {
    const gnd = unpackGndId(id);
    const linkRecords = records.filter(({ tag }) => isLink(tag));
    if (rangeIdentities.isWithheld(id)) {
      for (const { tag } of linkRecords) rejectLink(tag, WITHHELD);
      return undefined;
    }
    // The list of deletions takes precedence over records of dumps.
    const entityRecords = records.filter(
      ({ tag, related: statedUnder }) => !isLink(tag) && !rangeIdentities.isDeleted(statedUnder),
    );
    const statedEntities = entityRecords.map((record) => ({
      ...bodyOf<Omit<StatedEntity, 'source' | 'own'>>(record),
      own: record.related === id,
    }));
    const decisions = rangeIdentities.decisionsAbout(id).flatMap((number) => context.decisions[number] ?? []);
    for (const decision of decisions) if (meets(statedEntities, decision)) met.add(decision.place);
    const entity = mergeEntity(gnd, statedEntities, decisions);
    if (entity === undefined) {
      const finding = rangeIdentities.isDeleted(id) ? 'deleted' : 'unknown';
      for (const link of linkRecords) {
        rejectLink(link.tag, `${finding}_gnd_id`, gnd);
        findings.add(finding, link);
      }
      return undefined;
    }
    const formerIds = rangeIdentities.formerIds(id);
    const links = linkRecords.map((record) => bodyOf<Omit<StatedLink, 'source'>>(record));
    const folded = foldLinks(gnd, new Set(formerIds), links, context);
    for (const { collection } of folded.conflicts) increment(conflicts, collection);
    for (const link of linkRecords.filter(({ related: statedUnder }) => statedUnder !== id)) {
      const excerpt = `${unpackGndId(link.related)} → ${gnd}`;
      countDefect(countersOf(link.tag), { severity: 'notice', reason: 'merged_gnd_id', excerpt });
      findings.add('merged', link, id);
    }
    countEntity(byKey, id, entity, folded.links);
    for (const { collection, url } of folded.links) sample.add(collection, url);
    return composeEntity(
      entity,
      folded,
      { formerIds, inboundRelations: rangeIdentities.inbound.get(id) ?? 0 },
      context,
    );
  }

  const tooMany = (tag: number): void => rejectLink(tag, 'too_many_links');
  return { merge, tooMany, counted: () => ({ counters, conflicts, sample: sample.result(), metDecisions: [...met] }) };
}

function countEntity(
  counters: ReadonlyMap<string, SourceCounters>,
  id: number,
  entity: MergedEntity,
  links: readonly FoldedLink[],
): void {
  const scopeOf = (key: string) => (counters.get(key) as SourceCounters).scope;
  const sources = new Set<string>(entity.recordedBy);
  for (const { collection, category, assertedBy } of links) {
    for (const key of assertedBy) {
      sources.add(key);
      const scope = scopeOf(key);
      scope.links += 1;
      increment(scope.collections, collection);
      increment(scope.categories, category);
    }
  }
  for (const key of sources) {
    const scope = scopeOf(key);
    scope.entities += 1;
    if (scope.firstEntities.length < MAX_FIRST_ENTITIES) scope.firstEntities.push(id);
    increment(scope.types as Counts, entity.type);
  }
}

/** Size of the cache of references: records often refer to the same few places and professions. */
const MAX_CACHED_REFERENCES = 100_000;

function compositionContext(
  { snapshot }: MergeTask,
  { curation, vocabulary }: TaskContext,
  identities: OpenIdentities,
): MergeContext {
  return {
    snapshot,
    decisions: curation.entityDecisions.all,
    categories: curation.categories,
    collection: (key) => (key === OTHER_COLLECTION ? undefined : curation.collections.get(key)),
    resolve: memoize(MAX_CACHED_REFERENCES, (gnd) => identities.resolve(gnd)),
    termLabel: (uri) => vocabulary.label(uri),
  };
}

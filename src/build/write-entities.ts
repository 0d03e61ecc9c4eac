/** Reads the building site entity by entity and hands each, merged and composed, to the snapshot writer. */
import type { EntityType } from '../model/entity.ts';
import { packGndId, unpackGndId, type GndId } from '../model/gnd-id.ts';
import { type Curation, OTHER_COLLECTION } from '../sources/curation.ts';
import type { Vocabulary } from '../sources/vocabulary.ts';
import type { SnapshotWriter } from '../store/store.ts';
import { composeEntity, type Context } from './compose.ts';
import { type FoldedLink, foldLinks, type StatedLink } from './links.ts';
import { type MergedEntity, mergeEntity, type StatedEntity } from './merge.ts';
import type { Progress } from './progress.ts';
import type { StagedStatement, Staging } from './staging.ts';
import { type Counts, increment, type SourceTally } from './tally.ts';

export interface EntityWriting {
  readonly staging: Staging;
  readonly tallies: readonly SourceTally[];
  readonly curation: Curation;
  readonly vocabulary: Vocabulary;
  readonly writer: SnapshotWriter;
  readonly snapshot: { readonly id: string; readonly date: string };
  readonly progress: Progress;
}

/** What one entity can have; a list that fills one identifier with more is broken. What is beyond is left out and counted. */
const MAX_STATEMENTS = 20_000;

/** @returns conflicts by collection */
export function writeEntities(given: EntityWriting): Counts {
  const { staging, writer, progress } = given;
  const total = staging.database.prepare('SELECT count(*) AS n FROM name WHERE rank <= 1').get()?.['n'] as number;
  progress.stage('sort');
  staging.prepareReading();
  const lookups = openLookups(staging);
  const context = contextOf(given, lookups);
  const tallies = new Map(given.tallies.map((tally) => [tally.key, tally]));
  const conflicts: Counts = {};
  const tooMany = ({ source }: StagedStatement) => rejectLink(tallies, source, 'too_many_links');
  // The first statement comes when all have been sorted.
  const sorted = announced(staging.statements(), () => progress.stage('merge and write', total, 'entities'));
  for (const group of groups(sorted, tooMany)) {
    const gnd = unpackGndId(group[0]?.entity ?? 0);
    const entity = mergeEntity(gnd, group.filter(({ kind }) => kind === 'entity').map(toStatedEntity));
    const stated = group.filter(({ kind }) => kind === 'link');
    if (entity === undefined) {
      for (const { source } of stated)
        rejectLink(tallies, source, lookups.isDeleted(gnd) ? 'deleted_gnd_id' : 'unknown_gnd_id');
      continue;
    }
    const formerIds = lookups.formerIds(gnd);
    const folded = foldLinks(gnd, new Set(formerIds), stated.map(toStatedLink), context);
    for (const { collection } of folded.conflicts) increment(conflicts, collection);
    tallyEntity(tallies, entity, stated, folded.links);
    writer.add(composeEntity({ entity, ...folded, formerIds, inboundRelations: lookups.inbound(gnd) }, context));
    progress.advance(1);
  }
  writeRedirects(staging, writer);
  return conflicts;
}

function* announced<T>(items: Iterable<T>, begin: () => void): Iterable<T> {
  let begun = false;
  for (const item of items) {
    if (!begun) begin();
    begun = true;
    yield item;
  }
}

function* groups(
  statements: Iterable<StagedStatement>,
  tooMany: (statement: StagedStatement) => void,
): Iterable<StagedStatement[]> {
  let group: StagedStatement[] = [];
  for (const statement of statements) {
    if (group[0] !== undefined && group[0].entity !== statement.entity) {
      yield group;
      group = [];
    }
    if (group.length < MAX_STATEMENTS) group.push(statement);
    else tooMany(statement);
  }
  if (group.length > 0) yield group;
}

function toStatedEntity({ entity, stated, source, body }: StagedStatement): StatedEntity {
  return { ...(JSON.parse(body) as Omit<StatedEntity, 'source' | 'own'>), source, own: entity === stated };
}

function toStatedLink({ source, body }: StagedStatement): StatedLink {
  return { ...(JSON.parse(body) as Omit<StatedLink, 'source'>), source };
}

function rejectLink(tallies: ReadonlyMap<string, SourceTally>, source: string, reason: string): void {
  const tally = tallies.get(source);
  if (tally !== undefined) increment(tally.kind === 'links' ? tally.rejected : tally.details, reason);
}

function tallyEntity(
  tallies: ReadonlyMap<string, SourceTally>,
  entity: MergedEntity,
  stated: readonly StagedStatement[],
  links: readonly FoldedLink[],
): void {
  for (const { source, entity: target, stated: given } of stated) {
    const tally = tallies.get(source);
    if (tally !== undefined && target !== given) tally.scope.viaFormerIds += 1;
  }
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

function openLookups({ database }: Staging) {
  const select = {
    target: database.prepare('SELECT target FROM redirect WHERE old = ?'),
    label: database.prepare('SELECT label FROM name WHERE id = ?'),
    former: database.prepare('SELECT old FROM redirect WHERE target = ? ORDER BY old'),
    inbound: database.prepare('SELECT relations FROM inbound WHERE id = ?'),
    deleted: database.prepare('SELECT 1 FROM deletion WHERE id = ?'),
  };
  return {
    resolve(gnd: GndId): { gnd: GndId; label?: string } {
      const packed = packGndId(gnd);
      const target = (select.target.get(packed)?.['target'] as number | undefined) ?? packed;
      const label = select.label.get(target)?.['label'] as string | undefined;
      return { gnd: unpackGndId(target), ...(label !== undefined && { label }) };
    },
    formerIds: (gnd: GndId) => select.former.all(packGndId(gnd)).map((row) => unpackGndId(row['old'] as number)),
    inbound: (gnd: GndId) => (select.inbound.get(packGndId(gnd))?.['relations'] as number | undefined) ?? 0,
    isDeleted: (gnd: GndId) => select.deleted.get(packGndId(gnd)) !== undefined,
  };
}

function contextOf(given: EntityWriting, lookups: ReturnType<typeof openLookups>): Context {
  const { curation, vocabulary, snapshot } = given;
  return {
    snapshot,
    categories: curation.categories,
    collection: (key) => (key === OTHER_COLLECTION ? undefined : curation.collections.get(key)),
    resolve: (gnd) => lookups.resolve(gnd),
    termLabel: (uri) => vocabulary.label(uri),
  };
}

function writeRedirects({ database }: Staging, writer: SnapshotWriter): void {
  for (const row of database.prepare('SELECT old, target FROM redirect ORDER BY old').iterate()) {
    writer.redirect(unpackGndId(row['old'] as number), unpackGndId(row['target'] as number));
  }
  for (const row of database.prepare('SELECT id, successors FROM deletion ORDER BY id').iterate()) {
    writer.deletion(unpackGndId(row['id'] as number), JSON.parse(row['successors'] as string) as GndId[]);
  }
}

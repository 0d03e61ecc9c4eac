/** Sorts what happened to an identifier between two snapshots into the groups of the report. */
import type { LinksAnswer } from '../api/schemas.ts';
import type { GndId } from '../model/gnd-id.ts';
import type { Walked } from '../store/sqlite/walk.ts';
import type { Snapshot } from '../store/store.ts';
import { type AnswerLink, compareAnswers, linksOf } from './compare-answers.ts';
import type {
  ChangedEntity,
  DeletedEntity,
  FormerIdentifier,
  MergedEntity,
  NamedEntity,
  NewEntity,
  RenamedEntity,
  SampleLink,
  SnapshotDiff,
  SnapshotFacts,
  SourceDiff,
} from './snapshot-diff.ts';
import { createSpreadSample } from './spread-sample.ts';
import { createCounts, createGroup, createTurnovers } from './tallies.ts';

export function createDiffTally(sampleSize: number) {
  const fresh = createGroup<NewEntity>(sampleSize);
  const merged = createGroup<MergedEntity>(sampleSize);
  const deleted = createGroup<DeletedEntity>(sampleSize);
  const vanished = createGroup<NamedEntity>(sampleSize);
  const renamed = createGroup<RenamedEntity>(sampleSize);
  const changed = createGroup<ChangedEntity>(sampleSize);
  const fields = createCounts();
  const formerChanges = createCounts();
  const formerSample = createSpreadSample<FormerIdentifier>(sampleSize);
  const links = {
    added: createGroup<SampleLink>(sampleSize),
    removed: createGroup<SampleLink>(sampleSize),
    altered: createGroup<SampleLink>(sampleSize),
  };
  const turnover = { category: createTurnovers(), collection: createTurnovers(), source: createTurnovers() };

  function countLink(id: number, { entity }: LinksAnswer, link: AnswerLink, direction: 'added' | 'removed'): void {
    links[direction].add(id, entity.type, () => sampleLink(entity.gnd, link));
    turnover.category.add(link.category, direction);
    turnover.collection.add(link.collection, direction);
    for (const key of link.assertedBy) turnover.source.add(key, direction);
  }

  function countAltered(id: number, { entity }: LinksAnswer, before: AnswerLink, after: AnswerLink): void {
    links.altered.add(id, entity.type, () => sampleLink(entity.gnd, after));
    for (const key of after.assertedBy) if (!before.assertedBy.includes(key)) turnover.source.add(key, 'added');
    for (const key of before.assertedBy) if (!after.assertedBy.includes(key)) turnover.source.add(key, 'removed');
  }

  return {
    /** An entity of both snapshots, whose answers are perhaps not the same. */
    kept(id: number, before: LinksAnswer, after: LinksAnswer): void {
      const { entity } = after;
      const diff = compareAnswers(before, after);
      const earlierName = before.entity.preferredName;
      if (earlierName !== entity.preferredName) {
        renamed.add(id, entity.type, () => ({ ...named(after), before: earlierName }));
      }
      if (diff.fields.length > 0) changed.add(id, entity.type, () => ({ ...named(after), fields: diff.fields }));
      for (const field of diff.fields) fields.add(field);
      for (const link of diff.added) countLink(id, after, link, 'added');
      for (const link of diff.removed) countLink(id, before, link, 'removed');
      for (const { before: was, after: is } of diff.altered) countAltered(id, after, was, is);
    },
    /** @param before what the identifier stood for */
    appeared(id: number, answer: LinksAnswer, before: Walked | undefined): void {
      const formerly = before === undefined ? undefined : kindOf(before);
      fresh.add(id, answer.entity.type, () => ({ ...named(answer), ...(formerly !== undefined && { formerly }) }));
      for (const link of linksOf(answer)) countLink(id, answer, link, 'added');
    },
    /** @param after what the identifier stands for now */
    disappeared(id: number, answer: LinksAnswer, after: Walked | undefined): void {
      const { type } = answer.entity;
      if (after?.kind === 'redirect') merged.add(id, type, () => ({ ...named(answer), into: after.target }));
      else if (after?.kind === 'deletion') {
        deleted.add(id, type, () => ({ ...named(answer), successors: after.successors }));
      } else vanished.add(id, type, () => named(answer));
      for (const link of linksOf(answer)) countLink(id, answer, link, 'removed');
    },
    /** An identifier that is an entity in neither snapshot. */
    former(id: number, gnd: GndId, before: Walked | undefined, after: Walked | undefined): void {
      const [was, is] = [sentenceOf(before), sentenceOf(after)];
      if (was === is) return;
      formerChanges.add(`${wordOf(before)} → ${wordOf(after)}`);
      formerSample.offer(id, () => ({ gnd, before: was, after: is }));
    },
    result(before: Snapshot, after: Snapshot, sources: readonly SourceDiff[]): SnapshotDiff {
      const entities = {
        new: fresh.group(),
        merged: merged.group(),
        deleted: deleted.group(),
        vanished: vanished.group(),
        renamed: renamed.group(),
        changed: { ...changed.group(), byField: fields.byKey() },
      };
      const groups = { added: links.added.group(), removed: links.removed.group(), altered: links.altered.group() };
      const changes = [...Object.values(entities), ...Object.values(groups)].some(({ total }) => total > 0);
      return {
        differs: changes || formerChanges.total() > 0 || sources.length > 0,
        before: factsOf(before),
        after: factsOf(after),
        entities,
        formerIdentifiers: {
          total: formerChanges.total(),
          byChange: formerChanges.byKey(),
          sample: formerSample.taken(),
        },
        links: {
          ...groups,
          byCategory: turnover.category.byKey(),
          byCollection: turnover.collection.byKey(),
          bySource: turnover.source.byKey(),
        },
        sources,
      };
    },
  };
}

function named({ entity: { gnd, type, preferredName } }: LinksAnswer): NamedEntity {
  return { gnd, type, preferredName };
}

function sampleLink(gnd: string, { url, category, collection, assertedBy }: AnswerLink): SampleLink {
  return { gnd, url, category, collection, assertedBy };
}

function factsOf({ id, date, builtAt, apiVersion, contentHash, counts }: Snapshot): SnapshotFacts {
  return { id, date, builtAt, apiVersion, contentHash, counts };
}

function kindOf(walked: Walked): 'merged' | 'deleted' {
  return walked.kind === 'redirect' ? 'merged' : 'deleted';
}

function wordOf(walked: Walked | undefined): string {
  return walked === undefined ? 'unknown' : kindOf(walked);
}

function sentenceOf(walked: Walked | undefined): string {
  if (walked?.kind === 'redirect') return `merged into ${walked.target}`;
  if (walked?.kind === 'deletion' && walked.successors.length > 0) return `split into ${walked.successors.join(', ')}`;
  return wordOf(walked);
}

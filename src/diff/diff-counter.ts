/** Sorts what happened to an identifier between two snapshots into the groups of the report. */
import type { LinksAnswer } from '../api/schemas.ts';
import { unpackGndId } from '../model/gnd-id.ts';
import type { Walked } from '../store/sqlite/walk.ts';
import type { Snapshot } from '../store/store.ts';
import { type AnswerLink, compareAnswers, linksOf } from './compare-answers.ts';
import { createCounts, createGroup, createTurnovers } from './counters.ts';
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

export function createDiffCounter(sampleSize: number) {
  const group = <T>() => createGroup<T>(sampleSize);
  const entities = {
    new: group<NewEntity>(),
    merged: group<MergedEntity>(),
    deleted: group<DeletedEntity>(),
    vanished: group<NamedEntity>(),
    renamed: group<RenamedEntity>(),
    changed: group<ChangedEntity>(),
  };
  const fields = createCounts();
  const former = group<FormerIdentifier>();
  const links = { added: group<SampleLink>(), removed: group<SampleLink>(), altered: group<SampleLink>() };
  const turnover = { category: createTurnovers(), collection: createTurnovers(), source: createTurnovers() };

  function countLink(id: number, { entity }: LinksAnswer, link: AnswerLink, direction: 'added' | 'removed'): void {
    links[direction].add(id, entity.type, () => sampleLink(entity.gnd, link));
    turnover.category.add(link.category, direction);
    turnover.collection.add(link.collection, direction);
    for (const key of link.assertedBy) turnover.source.add(key, direction);
  }

  return {
    /** An entity of both snapshots, whose answers are perhaps not the same. */
    kept(id: number, before: LinksAnswer, after: LinksAnswer): void {
      const { entity } = after;
      const diff = compareAnswers(before, after);
      const earlierName = before.entity.preferredName;
      if (earlierName !== entity.preferredName) {
        entities.renamed.add(id, entity.type, () => ({ ...named(after), before: earlierName }));
      }
      if (diff.fields.length > 0) {
        entities.changed.add(id, entity.type, () => ({ ...named(after), fields: diff.fields }));
      }
      for (const field of diff.fields) fields.add(field);
      for (const link of diff.added) countLink(id, after, link, 'added');
      for (const link of diff.removed) countLink(id, before, link, 'removed');
      for (const { before: was, after: is } of diff.altered) {
        links.altered.add(id, entity.type, () => sampleLink(entity.gnd, is));
        for (const key of is.assertedBy) if (!was.assertedBy.includes(key)) turnover.source.add(key, 'added');
        for (const key of was.assertedBy) if (!is.assertedBy.includes(key)) turnover.source.add(key, 'removed');
      }
    },
    /** @param before what the identifier stood for */
    appeared(id: number, answer: LinksAnswer, before: Walked | undefined): void {
      const formerly = before === undefined ? {} : { formerly: kindOf(before) };
      entities.new.add(id, answer.entity.type, () => ({ ...named(answer), ...formerly }));
      for (const link of linksOf(answer)) countLink(id, answer, link, 'added');
    },
    /** @param after what the identifier stands for now */
    disappeared(id: number, answer: LinksAnswer, after: Walked | undefined): void {
      const { type } = answer.entity;
      if (after?.kind === 'redirect') entities.merged.add(id, type, () => ({ ...named(answer), into: after.target }));
      else if (after?.kind === 'deletion') {
        entities.deleted.add(id, type, () => ({ ...named(answer), successors: after.successors }));
      } else entities.vanished.add(id, type, () => named(answer));
      for (const link of linksOf(answer)) countLink(id, answer, link, 'removed');
    },
    /** An identifier that is an entity in neither snapshot. */
    former(before: Walked | undefined, after: Walked | undefined): void {
      const id = (before ?? after)?.id;
      const [was, is] = [sentenceOf(before), sentenceOf(after)];
      if (id === undefined || was === is) return;
      former.add(id, `${kindOf(before)} → ${kindOf(after)}`, () => ({ gnd: unpackGndId(id), before: was, after: is }));
    },
    result(before: Snapshot, after: Snapshot, sources: readonly SourceDiff[]): SnapshotDiff {
      const found = {
        new: entities.new.group(),
        merged: entities.merged.group(),
        deleted: entities.deleted.group(),
        vanished: entities.vanished.group(),
        renamed: entities.renamed.group(),
        changed: { ...entities.changed.group(), byField: fields.byKey() },
      };
      const groups = { added: links.added.group(), removed: links.removed.group(), altered: links.altered.group() };
      const { total, byType: byChange, sample } = former.group();
      const changes = [...Object.values(found), ...Object.values(groups)].some((one) => one.total > 0);
      return {
        differs: changes || total > 0 || sources.length > 0,
        before: factsOf(before),
        after: factsOf(after),
        entities: found,
        formerIdentifiers: { total, byChange, sample },
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

function kindOf(walked: Walked): 'merged' | 'deleted';
function kindOf(walked: Walked | undefined): string;
function kindOf(walked: Walked | undefined): string {
  if (walked === undefined) return 'unknown';
  return walked.kind === 'redirect' ? 'merged' : 'deleted';
}

function sentenceOf(walked: Walked | undefined): string {
  if (walked?.kind === 'redirect') return `merged into ${walked.target}`;
  if (walked?.kind === 'deletion' && walked.successors.length > 0) return `split into ${walked.successors.join(', ')}`;
  return kindOf(walked);
}

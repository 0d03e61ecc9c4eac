/** Sorts what happened to an identifier between two snapshots into the groups of the report. */
import { isDeepStrictEqual } from 'node:util';
import type { LinksAnswer } from '../api/schemas.ts';
import { unpackGndId } from '../model/gnd-id.ts';
import type { Walked } from '../store/sqlite/walk.ts';
import type { Snapshot } from '../store/store.ts';
import type {
  ChangedEntity,
  DeletedEntity,
  FormerIdentifier,
  Group,
  MergedEntity,
  NamedEntity,
  NewEntity,
  RenamedEntity,
  SampleLink,
  SnapshotDiff,
  SnapshotFacts,
  SourceDiff,
  Turnover,
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

/**
 * All of a kind, counted by type, and a sample that is spread over all of them and the same every time: those whose
 * identifiers have the lowest hashes. Identifiers come in ascending order; only the first item of each is an example.
 */
export function createGroup<T>(sampleSize: number) {
  const counts = createCounts();
  /** By hash, the lowest first. */
  let sample: readonly { readonly id: number; readonly hash: number; readonly item: T }[] = [];
  let last = -1;
  return {
    /** @param id packed */
    add(id: number, type: string, make: () => T): void {
      counts.add(type);
      if (id === last || sampleSize === 0) return;
      last = id;
      const hash = hashOf(id);
      if (sample.length >= sampleSize && hash >= (sample.at(-1)?.hash ?? 0)) return;
      sample = [...sample, { id, hash, item: make() }].sort((a, b) => a.hash - b.hash).slice(0, sampleSize);
    },
    group(): Group<T> {
      const items = sample.toSorted((a, b) => a.id - b.id).map(({ item }) => item);
      return { total: counts.total(), byType: counts.byKey(), sample: items };
    },
  };
}

/** The finalizer of MurmurHash3 over the 36 bits of an identifier. */
function hashOf(id: number): number {
  let hash = id ^ Math.imul(Math.floor(id / 2 ** 32) + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function createCounts() {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    add(key: string): void {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      total += 1;
    },
    total: () => total,
    byKey: () => sorted(counts),
  };
}

function createTurnovers() {
  const turnovers = new Map<string, { added: number; removed: number }>();
  return {
    add(key: string, direction: keyof Turnover): void {
      const turnover = turnovers.get(key) ?? { added: 0, removed: 0 };
      turnovers.set(key, turnover);
      turnover[direction] += 1;
    },
    byKey: (): Readonly<Record<string, Turnover>> => sorted(turnovers),
  };
}

function sorted<T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}

type AnswerLink = LinksAnswer['links']['categories'][number]['items'][number] & { readonly category: string };

interface AnswerDiff {
  /** Names of fields and attributes, sorted; without `preferredName`. */
  readonly fields: readonly string[];
  readonly added: readonly AnswerLink[];
  readonly removed: readonly AnswerLink[];
  readonly altered: readonly { readonly before: AnswerLink; readonly after: AnswerLink }[];
}

/** Fields that follow from others, or have a place of their own. */
const DERIVED: ReadonlySet<string> = new Set(['gnd', 'uri', 'typeLabel', 'preferredName', 'attributes']);

/** Wording that goes with a type or category, and the snapshot, are no part of what is compared. */
function compareAnswers(before: LinksAnswer, after: LinksAnswer): AnswerDiff {
  const fields = [
    ...differing(before.entity, after.entity).filter((key) => !DERIVED.has(key)),
    ...differing(before.entity.attributes, after.entity.attributes),
    ...(isDeepStrictEqual(before.conflicts, after.conflicts) ? [] : ['conflicts']),
  ];
  const [earlier, later] = [byIdentity(linksOf(before)), byIdentity(linksOf(after))];
  return {
    fields: fields.sort(),
    added: [...later].filter(([identity]) => !earlier.has(identity)).map(([, link]) => link),
    removed: [...earlier].filter(([identity]) => !later.has(identity)).map(([, link]) => link),
    altered: [...later].flatMap(([identity, link]) => {
      const was = earlier.get(identity);
      return was === undefined || isDeepStrictEqual(was, link) ? [] : [{ before: was, after: link }];
    }),
  };
}

/** All links of an answer. */
function linksOf({ links }: LinksAnswer): readonly AnswerLink[] {
  return links.categories.flatMap(({ category, items }) => items.map((item) => ({ ...item, category })));
}

/** A link that moves to another collection or category goes from one and comes to the other. */
function byIdentity(links: readonly AnswerLink[]): ReadonlyMap<string, AnswerLink> {
  return new Map(links.map((link) => [`${link.category} ${link.collection} ${link.url}`, link]));
}

function differing(before: object, after: object): string[] {
  const [earlier, later] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const keys = new Set([...earlier.keys(), ...later.keys()]);
  return [...keys].filter((key) => !isDeepStrictEqual(earlier.get(key), later.get(key)));
}

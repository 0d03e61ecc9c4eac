/** Counts the changes between two snapshots, in the groups that `gnd-links diff` reports. */
import { isDeepStrictEqual } from 'node:util';
import type { LinksAnswer } from '../../../core/snapshot/links-answer.ts';
import { unpackGndId } from '../../../core/model/gnd-id.ts';
import type { Source } from '../../../core/model/source.ts';
import type { SnapshotRow } from '../../../core/snapshot/rows.ts';
import type { Snapshot } from '../../../core/snapshot/store.ts';

/** All changes of one kind, counted, with a few examples. */
export interface Group<T> {
  readonly total: number;
  /** Counts by type of the entity, in the later snapshot where both have it. */
  readonly byType: Readonly<Record<string, number>>;
  readonly sample: readonly T[];
}

/** The changes between two snapshots, as `gnd-links diff --json` prints them: counts, and examples of each kind. */
export type SnapshotDiff = ReturnType<ReturnType<typeof createDiffCounter>['result']>;
export type NamedEntity = ReturnType<typeof named>;
export type SourceDiff = ReturnType<typeof compareSources>[number];
export type SampleLink = ReturnType<typeof sampleLink>;
export type Turnover = Readonly<Record<'added' | 'removed', number>>;

export function createDiffCounter(sampleSize: number) {
  const group = <T>() => createGroup<T>(sampleSize);
  const entities = {
    new: group<NamedEntity & { readonly formerly?: string }>(),
    merged: group<NamedEntity & { readonly into: string }>(),
    deleted: group<NamedEntity & { readonly successors: readonly string[] }>(),
    /** Entities that are gone without a redirect or deletion, or withheld. */
    vanished: group<NamedEntity>(),
    renamed: group<NamedEntity & { readonly before: string }>(),
    /** Entities that changed in any field other than the preferred name; the name may also have changed. */
    changed: group<NamedEntity & { readonly fields: readonly string[] }>(),
  };
  const fields = createCounts();
  /** Identifiers without an entity in either snapshot, whose redirect or deletion has changed. */
  const former = group<{ readonly gnd: string; readonly before: string; readonly after: string }>();
  /** Links, also of new and gone entities: additions minus removals are the difference of the snapshots' counts. */
  const links = { added: group<SampleLink>(), removed: group<SampleLink>(), altered: group<SampleLink>() };
  const turnover = { category: createTurnovers(), collection: createTurnovers(), source: createTurnovers() };

  function countLink(id: number, { entity }: LinksAnswer, link: AnswerLink, direction: 'added' | 'removed'): void {
    links[direction].add(id, entity.type, () => sampleLink(entity.gnd, link));
    turnover.category.add(link.category, direction);
    turnover.collection.add(link.collection, direction);
    for (const key of link.assertedBy) turnover.source.add(key, direction);
  }

  return {
    /** An entity that is in both snapshots. */
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
    /** @param before the redirect or deletion that the identifier formerly had */
    appeared(id: number, answer: LinksAnswer, before: SnapshotRow | undefined): void {
      const formerly = before === undefined ? {} : { formerly: kindOf(before) };
      entities.new.add(id, answer.entity.type, () => ({ ...named(answer), ...formerly }));
      for (const link of linksOf(answer)) countLink(id, answer, link, 'added');
    },
    /** @param after the redirect or deletion that the identifier now has */
    disappeared(id: number, answer: LinksAnswer, after: SnapshotRow | undefined): void {
      const { type } = answer.entity;
      if (after?.kind === 'redirect') entities.merged.add(id, type, () => ({ ...named(answer), into: after.target }));
      else if (after?.kind === 'deletion') {
        entities.deleted.add(id, type, () => ({ ...named(answer), successors: after.successors }));
      } else entities.vanished.add(id, type, () => named(answer));
      for (const link of linksOf(answer)) countLink(id, answer, link, 'removed');
    },
    /** An identifier without an entity in either snapshot. */
    former(before: SnapshotRow | undefined, after: SnapshotRow | undefined): void {
      const id = (before ?? after)?.id;
      const [was, is] = [sentenceOf(before), sentenceOf(after)];
      if (id === undefined || was === is) return;
      former.add(id, `${kindOf(before)} → ${kindOf(after)}`, () => ({ gnd: unpackGndId(id), before: was, after: is }));
    },
    result(before: Snapshot, after: Snapshot) {
      const sources = compareSources(before.sources, after.sources);
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

function named({ entity: { gnd, type, preferredName } }: LinksAnswer) {
  return { gnd, type, preferredName };
}

function sampleLink(gnd: string, { url, category, collection, assertedBy }: AnswerLink) {
  return { gnd, url, category, collection, assertedBy };
}

function factsOf({ id, date, builtAt, apiVersion, contentHash, counts }: Snapshot) {
  return { id, date, builtAt, apiVersion, contentHash, counts };
}

function kindOf(row: SnapshotRow | undefined): string {
  if (row === undefined) return 'unknown';
  return { entity: 'entity', redirect: 'merged', deletion: 'deleted', withheld: 'withheld' }[row.kind];
}

function sentenceOf(row: SnapshotRow | undefined): string {
  if (row?.kind === 'redirect') return `merged into ${row.target}`;
  if (row?.kind === 'deletion' && row.successors.length > 0) return `split into ${row.successors.join(', ')}`;
  return kindOf(row);
}

/**
 * Counts items by type. Examples are the items whose identifiers have the lowest hashes: evenly spread, reproducible.
 * Identifiers must come in ascending order; only the first item of each can be an example.
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
  return {
    add: (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1),
    total: () => counts.values().reduce((sum, count) => sum + count, 0),
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

export type AnswerLink = LinksAnswer['links']['categories'][number]['items'][number] & { readonly category: string };

/** Fields that follow from others, or are compared on their own. */
const DERIVED: ReadonlySet<string> = new Set(['gnd', 'uri', 'typeLabel', 'preferredName', 'attributes']);

/** The compared parts of an answer. */
type Compared = Pick<LinksAnswer, 'entity' | 'links' | 'conflicts'>;

/** Compares fields, attributes and links, but not `preferredName`, the snapshot, and labels of types and categories. */
export function compareAnswers(before: Compared, after: Compared) {
  const fields = [
    ...differing(described(before), described(after)).filter((key) => !DERIVED.has(key)),
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

/** Leaves out the preferred name, which is compared on its own. */
function described({ entity }: Compared): object {
  const names = entity.names?.filter(({ kind }) => kind !== 'preferred') ?? [];
  return { ...entity, names };
}

export function linksOf({ links }: Pick<LinksAnswer, 'links'>): readonly AnswerLink[] {
  return links.categories.flatMap(({ category, items }) => items.map((item) => ({ ...item, category })));
}

/** A link that moves to another collection or category counts as removed and added. */
function byIdentity(links: readonly AnswerLink[]): ReadonlyMap<string, AnswerLink> {
  return new Map(links.map((link) => [`${link.category} ${link.collection} ${link.url}`, link]));
}

export function differing(before: object, after: object): string[] {
  const [earlier, later] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const keys = new Set([...earlier.keys(), ...later.keys()]);
  return [...keys].filter((key) => !isDeepStrictEqual(earlier.get(key), later.get(key)));
}

/** Sources that differ, by key. */
function compareSources(before: readonly Source[], after: readonly Source[]) {
  const [earlier, later] = [before, after].map((sources) => new Map(sources.map((source) => [source.key, source])));
  return [...new Set([...before, ...after].map(({ key }) => key))].sort().flatMap((key) => {
    const [was, is] = [earlier?.get(key), later?.get(key)];
    if (isDeepStrictEqual(was, is)) return [];
    const change = was === undefined ? 'new' : is === undefined ? 'gone' : changeOf(was, is);
    return [{ key, change, ...(was && { before: factsOfSource(was) }), ...(is && { after: factsOfSource(is) }) }];
  });
}

/** `renewed`: another content. `confirmed`: the same content, observed later. `altered`: any other difference. */
function changeOf(was: Source, is: Source): string {
  if (was.import.sha256 !== is.import.sha256) return 'renewed';
  return isDeepStrictEqual({ ...was, observation: is.observation }, is) ? 'confirmed' : 'altered';
}

function factsOfSource({ observation: { retrievedAt, checkedAt }, import: { accepted }, scope: { links } }: Source) {
  return { retrievedAt, checkedAt, accepted, links };
}

/** The targets of entities: links and identifiers in other schemes, read from stored answers, with conflicts marked. */
import { setImmediate } from 'node:timers/promises';
import { type GndId, gndUri } from '../../core/model/gnd-id.ts';
import type { IdentifierScheme } from '../../core/model/identifier-scheme.ts';
import type { Relation } from '../../core/model/link.ts';
import type { Link, LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { inflatedLength, readAnswer } from '../../core/snapshot/stored-answer.ts';
import { readingOrder } from './reading-order.ts';
import { recordOf } from './record.ts';

export interface LookupTarget {
  /** Identifier in the scheme, or the address where a link carries none. */
  readonly value: string;
  readonly url: string;
  /** Key of the collection; for links only. */
  readonly collection?: string;
  readonly relation: Relation;
  /** Keys of sources. */
  readonly assertedBy: readonly string[];
  /** Set where the entity has several identifiers but there can be only one, or another entity has the same one. */
  readonly conflict?: true;
}

/** A wanted part of an entity, with its name in the answer. Links without `category` are those of all categories. */
export type WantedTarget = { readonly name: string } & (
  | { readonly kind: 'gnd' }
  | { readonly kind: 'scheme'; readonly scheme: IdentifierScheme; readonly isLeftOutIfNone?: true }
  | { readonly kind: 'links'; readonly category: string | undefined }
);

export interface TargetQuestion {
  readonly wanted: readonly WantedTarget[];
  readonly relations: readonly Relation[];
}

/** Targets by the name of the wanted part, in the order of `wanted`; an empty list means that the data have none. */
export type Targets = Readonly<Record<string, readonly LookupTarget[]>>;

/** All schemes, the GND's own first. */
export function allWanted(schemes: readonly IdentifierScheme[]): readonly WantedTarget[] {
  const named = (scheme: IdentifierScheme): WantedTarget => ({
    name: scheme.scheme,
    kind: 'scheme',
    scheme,
    isLeftOutIfNone: true,
  });
  return [GND, ...schemes.map(named)];
}

export const GND = { name: 'gnd', kind: 'gnd' } as const satisfies WantedTarget;

/** Bytes of records that are read before other requests get a turn of the event loop. */
const PORTION = 128 * 1024;
/**
 * Largest total size in bytes of the records for one question, where a record counts each time the answer shows it. The
 * limit is for questions that repeat the identifier of a large record: one of 13 kB would reach it.
 */
const MAX_RECORD_BYTES = 20_000_000;
/** Number of other entities with an identifier whose records are read to see whether they have it as their own. */
const MAX_RIVALS = 5;

/** A target before its conflicts with other entities are known. */
interface Draft extends LookupTarget {
  /** Key `scheme:value` that no other entity may have. */
  readonly uniqueKey?: string;
}

/**
 * @param times how often the answer shows each entity
 * @returns undefined where the records of the entities are too large for one question
 */
export async function targetsOf(
  store: Store,
  times: ReadonlyMap<GndId, number>,
  question: TargetQuestion,
): Promise<ReadonlyMap<GndId, Targets> | undefined> {
  const ids = [...times.keys()];
  const targets = new Map<GndId, Targets>();
  const sources = await entitySources(store, ids, question);
  // Only links have a reading order; identifiers of one scheme keep the order of the record.
  const hasLinks = question.wanted.some(({ kind }) => kind === 'links');
  const arranged = hasLinks ? await readingOrder(store) : (answer: LinksAnswer) => answer;
  let total = 0;
  for (let from = 0; from < ids.length;) {
    let bytes = 0;
    const drafts = new Map<GndId, Readonly<Record<string, readonly Draft[]>>>();
    while (from < ids.length && bytes < PORTION) {
      const id = ids[from] as GndId;
      from += 1;
      const record = await recordOf(store, id);
      if (record === undefined) continue;
      const length = inflatedLength(record);
      bytes += length;
      total += length * (times.get(id) ?? 1);
      drafts.set(id, draftsOf(store, arranged(readAnswer(record)), question, sources.get(id) ?? []));
    }
    if (total > MAX_RECORD_BYTES) return undefined;
    const contested = await contestedKeys(store, drafts);
    for (const [id, lists] of drafts) targets.set(id, withConflicts(lists, contested));
    await setImmediate();
  }
  return targets;
}

/** Keys of the sources that describe each entity. */
async function entitySources(
  store: Store,
  ids: readonly GndId[],
  { wanted }: TargetQuestion,
): Promise<ReadonlyMap<GndId, readonly string[]>> {
  if (!wanted.some(({ kind }) => kind === 'gnd')) return new Map();
  const describing = new Set(store.snapshot.sources.flatMap(({ key, kind }) => (kind === 'entities' ? [key] : [])));
  const coverage = await store.coverage(ids);
  return new Map(
    ids.map((id, index) => {
      const covered = coverage[index];
      const sources = covered !== undefined && 'entry' in covered ? covered.entry.sources : [];
      return [id, sources.filter((source) => describing.has(source))];
    }),
  );
}

function draftsOf(
  { identify, schemes }: Store,
  answer: LinksAnswer,
  { wanted, relations }: TargetQuestion,
  sources: readonly string[],
): Readonly<Record<string, readonly Draft[]>> {
  const schemesByCollection = new Map(schemes.map((scheme) => [scheme.collection, scheme]));
  const disputed = new Set(answer.conflicts.flatMap(({ urls }) => urls));
  const links = answer.links.categories.flatMap(({ category, items }) =>
    items.filter(({ relation }) => relations.includes(relation)).map((link) => ({ category, link })),
  );
  const linksByCollection = Map.groupBy(links, ({ link }) => link.collection);
  const draft = (link: Link, shown: Partial<LookupTarget> = {}): Draft => {
    const scheme = schemesByCollection.get(link.collection);
    const value = scheme === undefined ? undefined : valueIn(scheme, identify(link.url));
    const { url, relation, assertedBy } = link;
    const isUnique = scheme?.isUnique === true && relation === 'sameAs' && value !== undefined;
    return {
      value: value ?? url,
      url,
      ...shown,
      relation,
      assertedBy,
      ...(disputed.has(url) && { conflict: true }),
      ...(isUnique && { uniqueKey: `${scheme.scheme}:${value}` }),
    };
  };
  return Object.fromEntries(
    wanted.flatMap((one): readonly [string, readonly Draft[]][] => {
      if (one.kind === 'gnd') {
        const { gnd } = answer.entity;
        return [[one.name, [{ value: gnd, url: gndUri(gnd as GndId), relation: 'sameAs', assertedBy: sources }]]];
      }
      if (one.kind === 'links') {
        const inCategory = links.filter(({ category }) => one.category === undefined || category === one.category);
        return [[one.name, inCategory.map(({ link }) => draft(link, { collection: link.collection }))]];
      }
      const ofCollection = linksByCollection.get(one.scheme.collection) ?? [];
      // A link into the collection may carry no identifier.
      const drafts = ofCollection.map(({ link }) => draft(link)).filter(({ value, url }) => value !== url);
      return one.isLeftOutIfNone && drafts.length === 0 ? [] : [[one.name, drafts]];
    }),
  );
}

/** The identifier of a scheme in an address; undefined where there is none. */
function valueIn({ scheme }: IdentifierScheme, keys: readonly string[]): string | undefined {
  const key = keys.find((one) => one.startsWith(`${scheme}:`));
  return key?.slice(scheme.length + 1);
}

/** The identifiers that an entity has in a scheme, each once. */
export function identifiersIn(
  { links }: LinksAnswer,
  scheme: IdentifierScheme,
  identify: Store['identify'],
): readonly string[] {
  const items = links.categories.flatMap((category) => category.items);
  const own = items.filter(({ collection, relation }) => collection === scheme.collection && relation === 'sameAs');
  return [...new Set(own.flatMap(({ url }) => valueIn(scheme, identify(url)) ?? []))];
}

/** Unique keys of the drafts that another entity also has as its own identifier. */
async function contestedKeys(
  store: Store,
  drafts: ReadonlyMap<GndId, Readonly<Record<string, readonly Draft[]>>>,
): Promise<ReadonlySet<string>> {
  const owners = new Map<string, GndId>();
  for (const [id, lists] of drafts) {
    for (const { uniqueKey } of Object.values(lists).flat()) if (uniqueKey !== undefined) owners.set(uniqueKey, id);
  }
  const shared = [...(await store.sharedKeys([...owners.keys()]))];
  const contested = new Set<string>();
  const carriers = shared.length === 0 ? [] : await store.resolve(shared);
  for (const [index, key] of shared.entries()) {
    const matches = carriers[index]?.matches ?? [];
    const rivals = matches.filter((match) => match.key === key && match.card.gnd !== owners.get(key));
    for (const { card } of rivals.slice(0, MAX_RIVALS)) {
      const record = await recordOf(store, card.gnd);
      if (record === undefined || !isClaimed(store, readAnswer(record), key)) continue;
      contested.add(key);
      break;
    }
  }
  return contested;
}

function isClaimed({ identify, schemes }: Store, answer: LinksAnswer, key: string): boolean {
  const scheme = schemes.find((one) => key.startsWith(`${one.scheme}:`));
  return scheme !== undefined && identifiersIn(answer, scheme, identify).some((id) => key === `${scheme.scheme}:${id}`);
}

function withConflicts(lists: Readonly<Record<string, readonly Draft[]>>, contested: ReadonlySet<string>): Targets {
  return Object.fromEntries(
    Object.entries(lists).map(([name, drafts]) => [
      name,
      drafts.map(({ uniqueKey, ...target }) =>
        uniqueKey !== undefined && contested.has(uniqueKey) ? { ...target, conflict: true as const } : target,
      ),
    ]),
  );
}

/** A made-up entity: everything that its records say, before it takes the form of one of the dumps. */
import { COLLECTIONS, type Collection, type LinkSubject } from './collections.ts';
import { createFacts, type Facts } from './facts.ts';
import { createIds, type Ids, MOST_FORMER } from './ids.ts';
import { type Counts, countKinds, type Kind, KINDS, prominence, prominentCount, supplementOf } from './kinds.ts';
import { LINK_LISTS, type LinkList } from './link-lists.ts';
import { createMembership, type Membership } from './membership.ts';
import { type Name, type Namer, type Naming, STREAM, withoutQualifier } from './names/name.ts';
import { createNamers, seedOf } from './names/namers.ts';
import { inOtherScript } from './names/scripts.ts';
import { createRandom, hash, type Random } from './random.ts';

export interface Link {
  readonly collection: Collection;
  readonly address: string;
}

export interface Entity extends Facts {
  readonly kind: Kind;
  readonly index: number;
  readonly id: string;
  readonly naming: Naming;
  readonly variants: readonly Name[];
  readonly links: readonly Link[];
  /** Lists with a code in Entity Facts that the entity is in. */
  readonly lists: readonly LinkList[];
  /** Identifiers of records that this one absorbed. */
  readonly former: readonly string[];
  /** 0 to 1 */
  readonly prominence: number;
}

/** All entities of a seed and a size; each is made when it is asked for, and the same every time. */
export interface Corpus {
  readonly seed: number;
  readonly counts: Counts;
  readonly ids: Ids;
  readonly membership: Membership;
  naming(kind: Kind, index: number): Naming;
  prominence(kind: Kind, index: number): number;
  former(kind: Kind, index: number): readonly string[];
  /** Where a link of a list leads. */
  address(list: LinkList, kind: Kind, index: number): { readonly key: string; readonly url: string };
  /** Indices from the number of the kind on are of entities that only Entity Facts has. */
  entity(kind: Kind, index: number): Entity;
}

export function createCorpus(seed: number, total: number): Corpus {
  const counts = countKinds(total);
  const ids = createIds(seed, counts);
  const namers = createNamers(seed, counts);
  const membership = createMembership(seed, counts);
  const facts = createFacts(counts, namers, ids);
  const serials = firstSerials(counts);
  const random = createRandom();
  const prominenceOf = (kind: Kind, index: number): number => prominence(index, counts[kind]);

  function former(kind: Kind, index: number): readonly string[] {
    const chance = index < prominentCount(counts[kind]) ? 0.59 : 0.45;
    const lot = hash(seedOf(seed, kind), index, 6) / 4_294_967_296;
    if (index >= counts[kind] || lot >= chance || ids.former(kind, index, 0) === undefined) return [];
    const former: string[] = [];
    // Little more than a quarter of those that absorbed so many absorbed one more.
    for (let share = chance; lot < share && former.length < MOST_FORMER; share *= 0.28) {
      former.push(ids.former(kind, index, former.length) as string);
    }
    return former;
  }

  return {
    seed,
    counts,
    ids,
    membership,
    former,
    naming: (kind, index) => namers[kind].of(index),
    prominence: prominenceOf,
    address(list, kind, index) {
      const key = String(1000 + serials[kind] + index).padStart(5, '0');
      const url = list.address.replace('{gnd}', ids.of(kind, index)).replace('{key}', key);
      return { key, url };
    },
    entity(kind, index) {
      const id = ids.of(kind, index);
      const naming = namers[kind].of(index);
      const fame = prominenceOf(kind, index);
      random.seed(seedOf(seed, kind), index, STREAM.variants);
      const variants = drawVariants(namers[kind], kind, naming, fame, random);
      random.seed(seedOf(seed, kind), index, STREAM.facts);
      const said = facts(kind, index, naming, fame, random);
      random.seed(seedOf(seed, kind), index, STREAM.links);
      const title = withoutQualifier(naming.name.natural ?? naming.name.text);
      const links = drawLinks(kind, { id, serial: serials[kind] + index, title }, fame, random);
      const lists = LINK_LISTS.filter((list, i) => list.code !== undefined && membership.has(i, kind, index, fame));
      return {
        ...said,
        kind,
        index,
        id,
        naming,
        variants,
        links,
        lists,
        former: former(kind, index),
        prominence: fame,
      };
    },
  };
}

function firstSerials(counts: Counts): Counts {
  let next = 0;
  return Object.fromEntries(
    KINDS.map((kind) => {
      const first = next;
      next += counts[kind] + supplementOf(kind, counts[kind]);
      return [kind, first];
    }),
  ) as unknown as Counts;
}

/** How probable one more variant is, for ordinary entities. */
const VARIANT_CHANCE: Readonly<Record<Kind, number>> = {
  persons: 0.45,
  bodies: 0.62,
  conferences: 0.48,
  places: 0.6,
  subjects: 0.6,
  works: 0.5,
};
const MOST_VARIANTS = 154;

function drawVariants(namer: Namer, kind: Kind, naming: Naming, fame: number, random: Random): readonly Name[] {
  let amount = random.run(VARIANT_CHANCE[kind], 30);
  if (fame > 0 || random.chance(0.03)) amount = Math.round(logNormal(fame > 0 ? 6 + 16 * fame : 6, 0.8, random));
  const variants = namer.variants(naming, Math.min(MOST_VARIANTS, amount), random);
  if (!random.chance(fame > 0 ? 0.2 : 0.011)) return variants;
  const { name } = naming;
  return [...variants, inOtherScript(kind === 'persons' ? name.text : withoutQualifier(name.text), random)];
}

/** Median and spread (standard deviation of the logarithm). */
function logNormal(median: number, spread: number, random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit());
  return median * Math.exp(spread * normal);
}

function drawLinks(kind: Kind, subject: LinkSubject, fame: number, random: Random): readonly Link[] {
  const links: Link[] = [];
  for (const collection of COLLECTIONS) {
    const ordinary = collection.shares[kind];
    if (ordinary === undefined) continue;
    const share = fame === 0 ? ordinary : Math.max(ordinary, collection.prominent * (0.75 + 0.25 * fame));
    if (random.chance(share)) links.push({ collection, address: collection.address(subject) });
  }
  return links;
}

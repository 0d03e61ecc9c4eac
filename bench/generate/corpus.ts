/** All entities of a seed and a size. Each is computed when it is requested, and is the same every time. */
import { createRandom, hash, type Random } from '../random.ts';
import { createFacts, type Facts, type FactSubject } from './facts.ts';
import { createIds, type Ids } from './ids.ts';
import { byKind, type Counts, countKinds, type Kind, kindNumber, prominence, supplementOf } from './kinds.ts';
import { createMembership, drawLinks, type Link, LINK_LISTS, type LinkList, type LinkSubject } from './links.ts';
import { createNames, type Names } from './names.ts';
import { inOtherScript, type Name, withoutQualifier } from './spelling.ts';

/** Everything that the records say of an entity, independent of the format of a dump. */
export interface Entity extends Facts, FactSubject {
  readonly id: string;
  readonly variants: readonly Name[];
  readonly links: readonly Link[];
  /** Lists that contain the entity and have a code in Entity Facts. */
  readonly lists: readonly LinkList[];
  /** Identifiers of records that this one absorbed. */
  readonly former: readonly string[];
}

export interface Corpus {
  readonly seed: number;
  readonly counts: Counts;
  readonly ids: Ids;
  readonly naming: Names['of'];
  isMember(list: number, kind: Kind, index: number): boolean;
  /** Values for the placeholders in the addresses of the entity's links. */
  subject(kind: Kind, index: number): LinkSubject;
  /** From `counts[kind]` on, an index means an entity that only Entity Facts has. */
  entity(kind: Kind, index: number): Entity;
}

/** Probability of each further variant name of an ordinary entity. */
const VARIANT_CHANCE: Counts = {
  persons: 0.45,
  bodies: 0.62,
  conferences: 0.48,
  places: 0.6,
  subjects: 0.6,
  works: 0.5,
};
const MOST_VARIANTS = 150;

export function createCorpus(seed: number, total: number): Corpus {
  const counts = countKinds(total);
  const ids = createIds(seed, counts);
  const names = createNames(seed, counts);
  const membership = createMembership(seed, counts);
  const drawFacts = createFacts(counts, ids);
  let serials = 0;
  const firstSerials = byKind((kind) => {
    const first = serials;
    serials += counts[kind] + supplementOf(kind, counts[kind]);
    return first;
  });
  const fame = (kind: Kind, index: number): number => prominence(index, counts[kind]);
  const isMember = (list: number, kind: Kind, index: number) => membership(list, kind, index, fame(kind, index));

  function subject(kind: Kind, index: number, { name } = names.of(kind, index)): LinkSubject {
    const title = withoutQualifier(name.natural ?? name.text);
    return { gnd: ids.of(kind, index), serial: firstSerials[kind] + index, title };
  }

  return {
    seed,
    counts,
    ids,
    naming: (kind, index) => names.of(kind, index),
    isMember,
    subject,
    entity(kind, index) {
      const random = createRandom(hash(seed, kindNumber(kind), index, 1));
      const who: FactSubject = { kind, index, naming: names.of(kind, index), prominence: fame(kind, index) };
      return {
        ...who,
        ...drawFacts(who, random),
        id: ids.of(kind, index),
        variants: drawVariants(names, who, random),
        links: drawLinks(kind, subject(kind, index, who.naming), who.prominence, random),
        lists: LINK_LISTS.filter((list, number) => list.code !== undefined && isMember(number, kind, index)),
        former: ids.former(kind, index),
      };
    },
  };
}

function drawVariants(names: Names, { kind, naming, prominence: fame }: FactSubject, random: Random): readonly Name[] {
  let amount = 0;
  while (amount < 30 && random.chance(VARIANT_CHANCE[kind])) amount += 1;
  if (fame > 0 || random.chance(0.03)) amount = Math.round(logNormal(6 + 16 * fame, 0.8, random));
  const variants = names.variants(kind, naming, Math.min(MOST_VARIANTS, amount), random);
  if (!random.chance(fame > 0 ? 0.2 : 0.011)) return variants;
  return [...variants, inOtherScript(kind === 'persons' ? naming.name.text : withoutQualifier(naming.name.text), random)];
} // prettier-ignore

/** @param spread standard deviation of the logarithm */
function logNormal(median: number, spread: number, random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return median * Math.exp(spread * normal);
}

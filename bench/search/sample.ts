/** A random sample of a snapshot's entities, with common words, surnames, and identifiers in other collections. */
import { gunzipSync } from 'node:zlib';
import type { EntityType } from '../../src/core/model/entity.ts';
import type { Store } from '../../src/core/snapshot/store.ts';
import { createRandom, type Random } from '../random.ts';
import type { IndexedEntity, SnapshotTables } from './snapshot-tables.ts';

export interface Sample {
  /** In random order: most drawn evenly, some with a probability that grows with prominence, as in real queries. */
  readonly entities: readonly IndexedEntity[];
  readonly byType: ReadonlyMap<EntityType, readonly IndexedEntity[]>;
  /** Persons whose preferred name is "surname, forenames". */
  readonly people: readonly IndexedEntity[];
  /** Words that most entities bear, the most common first. */
  readonly commonWords: readonly string[];
  /** Common words of two or three letters. */
  readonly shortWords: readonly string[];
  readonly commonSurnames: readonly string[];
  readonly rareSurnames: readonly string[];
  /** Q-numbers of Wikidata, addresses of VIAF and others. */
  readonly identifiers: readonly string[];
}

const EVENLY = 20_000;
const PROMINENT = 4_000;
/** Number of entities whose answer is read for its links. */
const WITH_LINKS = 4_000;
const COMMON_WORDS = 400;
const COMMON_SURNAMES = 400;
const SHORT_WORDS = 40;

export async function drawSample(tables: SnapshotTables, store: Store, seed: number): Promise<Sample> {
  const random = createRandom(seed);
  const evenly = drawRanks(tables.entities, EVENLY, () => 1 + random.below(tables.entities));
  // Even on a logarithmic scale: each power of ten has the same share.
  const prominent = drawRanks(tables.entities, PROMINENT, () => Math.ceil(tables.entities ** random.next()));
  const read = (ranks: Iterable<number>) =>
    [...ranks].toSorted((a, b) => a - b).flatMap((rank) => tables.entity(rank) ?? []);
  const even = read(evenly);
  const entities = random.shuffle([...even, ...read(prominent.difference(evenly))]);
  const words = byFrequency(even.map(({ card, variants }) => wordsOf([card.preferredName, ...variants].join(' '))));
  const people = entities.filter(({ card }) => card.type === 'Person' && card.preferredName.includes(','));
  const surnames = byFrequency(people.map(({ card }) => [surnameOf(card.preferredName)]));
  return {
    entities,
    byType: Map.groupBy(entities, ({ card }) => card.type),
    people,
    commonWords: words
      .filter(({ text }) => /^\p{L}{4,}$/u.test(text))
      .slice(0, COMMON_WORDS)
      .map(({ text }) => text),
    shortWords: words
      .filter(({ text }) => /^\p{L}{2,3}$/u.test(text))
      .slice(0, SHORT_WORDS)
      .map(({ text }) => text),
    commonSurnames: surnames
      .slice(0, COMMON_SURNAMES)
      .filter(({ times }) => times > 1)
      .map(({ text }) => text),
    rareSurnames: surnames.filter(({ times }) => times === 1).map(({ text }) => text),
    identifiers: await readIdentifiers(
      store,
      random,
      entities.filter(({ card }) => card.linkCount > 0),
    ),
  };
}

export function wordsOf(text: string): readonly string[] {
  return text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function surnameOf(name: string): string {
  return name.slice(0, name.indexOf(',')).trim();
}

function drawRanks(entities: number, wanted: number, draw: () => number): ReadonlySet<number> {
  if (entities <= wanted) return new Set(Array.from({ length: entities }, (_, index) => index + 1));
  const ranks = new Set<number>();
  // In a small snapshot most draws repeat earlier ones, so the number of tries is bounded.
  for (let tries = 0; ranks.size < wanted && tries < 4 * wanted; tries += 1) ranks.add(draw());
  return ranks;
}

/** Counts for each text the lists that contain it, ignoring case; the most common first. */
function byFrequency(
  lists: readonly (readonly string[])[],
): readonly { readonly text: string; readonly times: number }[] {
  const found = new Map<string, { readonly text: string; times: number }>();
  for (const list of lists) {
    for (const [key, text] of new Map(list.map((item) => [item.toLowerCase(), item]))) {
      const known = found.get(key);
      if (known === undefined) found.set(key, { text, times: 1 });
      else known.times += 1;
    }
  }
  return [...found.values()].toSorted((a, b) => b.times - a.times || (a.text < b.text ? -1 : 1));
}

interface AnswerLinks {
  readonly links: {
    readonly categories: readonly {
      readonly items: readonly { readonly url: string; readonly collection?: string }[];
    }[];
  };
}

/** One identifier per entity: a Q-number for Wikidata, otherwise the address of the link. */
async function readIdentifiers(store: Store, random: Random, linked: readonly IndexedEntity[]): Promise<string[]> {
  const identifiers = new Set<string>();
  for (const { card } of linked.slice(0, WITH_LINKS)) {
    const found = await store.entity(card.gnd);
    if (found?.kind !== 'found') continue;
    const { links } = JSON.parse(gunzipSync(found.answer).toString()) as AnswerLinks;
    const link = random.pick(links.categories.flatMap(({ items }) => items));
    if (link === undefined) continue;
    identifiers.add(link.collection === 'wikidata' ? link.url.slice(link.url.lastIndexOf('/') + 1) : link.url);
  }
  return [...identifiers];
}

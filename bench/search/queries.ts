/** The classes of queries for benchmarks of search, drawn from the names of a snapshot reproducibly by seed. */
import type { EntityType } from '../../src/core/model/entity.ts';
import type { SearchQuery } from '../../src/core/search/search.ts';
import type { Store } from '../../src/core/snapshot/store.ts';
import { hostileQueries } from './hostile-queries.ts';
import { misspell } from './misspell.ts';
import { createRandom, type Random } from '../random.ts';
import { drawSample, type Sample, surnameOf, wordsOf } from './sample.ts';
import type { IndexedEntity, SnapshotTables, WordQuery } from './snapshot-tables.ts';

export interface QueryClass {
  readonly name: string;
  /** Share of the mix in per cent. */
  readonly share: number;
  /** Distinct queries in random order. */
  readonly queries: readonly SearchQuery[];
}

/** @returns undefined if the entity is unsuitable; then another one is tried */
type Draw = (source: Source) => string | WordQuery | undefined;

interface Recipe {
  readonly name: string;
  readonly share: number;
  readonly draw: Draw;
  /** No entity may bear all words of the query; checking that costs a search per try. */
  readonly unmatched?: true;
}

/** The data from which a recipe draws queries. */
interface Source {
  readonly sample: Sample;
  readonly random: Random;
  readonly any: () => IndexedEntity | undefined;
  readonly of: (type: EntityType) => IndexedEntity | undefined;
  readonly person: () => IndexedEntity | undefined;
}

const RECIPES: readonly Recipe[] = [
  { name: 'exact name, inverted', share: 7, draw: ({ any }) => any()?.card.preferredName },
  { name: 'name in natural order', share: 11, draw: ({ person }) => naturalOrder(person()) },
  { name: 'name in any order', share: 3, draw: ({ any, random }) => random.shuffle(nameWords(any(), 2)).join(' ') },
  { name: 'variant name', share: 5, draw: ({ any, random }) => random.pick(any()?.variants ?? []) },
  { name: 'surname, common', share: 4, draw: ({ sample, random }) => random.pick(sample.commonSurnames) },
  { name: 'surname, rare', share: 5, draw: ({ sample, random }) => random.pick(sample.rareSurnames) },
  { name: 'one common word', share: 2, draw: ({ sample, random }) => random.pick(sample.commonWords) },
  { name: 'two common words', share: 3, draw: twoCommonWords },
  { name: 'three words', share: 4, draw: ({ any, random }) => random.shuffle(nameWords(any(), 3)).slice(0, 3).join(' ') },
  { name: 'typing: surname giv', share: 12, draw: typing },
  { name: 'typing: two letters', share: 2, draw: (source) => beginning(source, 2) },
  { name: 'typing: three letters', share: 4, draw: (source) => beginning(source, 3) },
  { name: 'typing: four letters', share: 5, draw: (source) => beginning(source, 4) },
  { name: 'typing: common word and a letter', share: 2, draw: commonWordAndLetter },
  { name: 'name and year', share: 4, draw: nameAndYear },
  { name: 'corporate body', share: 4, draw: (source) => nameOf(source, 'CorporateBody') },
  { name: 'conference or event', share: 1, draw: (source) => nameOf(source, 'ConferenceOrEvent') },
  { name: 'work', share: 2, draw: (source) => nameOf(source, 'Work') },
  { name: 'subject heading', share: 2, draw: (source) => nameOf(source, 'SubjectHeading') },
  { name: 'place', share: 3, draw: (source) => nameOf(source, 'PlaceOrGeographicName') },
  { name: 'type filter, possible', share: 4, draw: typeFilter },
  { name: 'type filter, impossible', share: 1, draw: impossibleFilter, unmatched: true },
  { name: 'GND identifier', share: 1, draw: gndIdentifier },
  { name: 'foreign identifier', share: 1, draw: ({ sample, random }) => random.pick(sample.identifiers) },
  { name: 'ten words', share: 1, draw: tenWords },
  { name: 'common words, no hit', share: 1, draw: (source) => someCommonWords(source, 3), unmatched: true },
  { name: 'misspelt: one error, short', share: 1, draw: (source) => misspelt(source, 5, 6, 1), unmatched: true },
  { name: 'misspelt: one error, long', share: 2, draw: (source) => misspelt(source, 9, 20, 1), unmatched: true },
  { name: 'misspelt: two errors', share: 1, draw: (source) => misspelt(source, 8, 20, 2), unmatched: true },
  { name: 'misspelt: one of three words', share: 1, draw: oneWordMisspelt, unmatched: true },
]; // prettier-ignore

const HOSTILE_SHARE = 1;
const PAGE = { limit: 20, offset: 0 } as const;
/** Most queries of an `unmatched` class, because each try costs a search. */
const MOST_UNMATCHED = 300;
/** Tries per wanted query. */
const TRIES = 20;
const UNMATCHED_TRIES = 5;
/** Bounds of the contract, in code points. */
const LENGTH = { minimum: 2, maximum: 200 } as const;

/** @param wanted queries per class; a small snapshot gives fewer */
export async function drawQueries(
  tables: SnapshotTables,
  store: Store,
  { seed, wanted }: { readonly seed: number; readonly wanted: number },
): Promise<readonly QueryClass[]> {
  const sample = await drawSample(tables, store, seed);
  const classes = RECIPES.map(({ name, share, draw, unmatched }, index): QueryClass => {
    const source = openSource(sample, createRandom(seed + 1 + index));
    const most = unmatched ? Math.min(wanted, MOST_UNMATCHED) : wanted;
    const mostTries = most * (unmatched ? UNMATCHED_TRIES : TRIES);
    const queries = new Map<string, SearchQuery>();
    for (let tries = 0; queries.size < most && tries < mostTries; tries += 1) {
      const drawn = draw(source);
      const query = drawn === undefined ? undefined : asQuery(drawn);
      if (query === undefined || (unmatched && tables.matches(query))) continue;
      queries.set(JSON.stringify([query.q.toLowerCase(), query.types]), query);
    }
    return { name, share, queries: [...queries.values()] };
  });
  const words = { common: sample.commonWords, short: sample.shortWords };
  // A request through HTTP has only well-formed texts, of at least two code points.
  const sent = hostileQueries(words, 2 * wanted, seed).filter(({ q }) => q.isWellFormed() && fits(q));
  const queries = createRandom(seed).shuffle(sent).slice(0, wanted);
  return [...classes, { name: 'hostile', share: HOSTILE_SHARE, queries }];
}

/** Queries in proportion to the shares of their classes, in random order; a class with too few queries repeats them. */
export function mixQueries(classes: readonly QueryClass[], wanted: number, seed: number): SearchQuery[] {
  const all = classes.filter(({ queries }) => queries.length > 0);
  const whole = all.reduce((sum, { share }) => sum + share, 0);
  const drawn = all.flatMap(({ share, queries }) =>
    Array.from({ length: Math.round((wanted * share) / whole) }, (_, index) => queries[index % queries.length] ?? []),
  );
  return createRandom(seed).shuffle(drawn.flat());
}

/** Queries of a box with suggestions while a name is typed: one per letter from the third on, in this order. */
export function typedQueries(classes: readonly QueryClass[], wanted: number): SearchQuery[] {
  const names = classes.find(({ name }) => name === 'name in natural order')?.queries ?? [];
  const typed = names.flatMap(({ q }) => {
    const letters = Array.from(q);
    return letters.slice(2).map((_, place): SearchQuery => ({
      q: letters
        .slice(0, place + 3)
        .join('')
        .trim(),
      ...PAGE,
    }));
  });
  return typed.slice(0, wanted);
}

function openSource(sample: Sample, random: Random): Source {
  return {
    sample,
    random,
    any: () => random.pick(sample.entities),
    of: (type) => random.pick(sample.byType.get(type) ?? []),
    person: () => random.pick(sample.people),
  };
}

function asQuery(drawn: string | WordQuery): SearchQuery | undefined {
  const { q, types } = typeof drawn === 'string' ? { q: drawn } : drawn;
  const text = Array.from(q.replace(/\p{Cc}/gu, ' ').normalize('NFC').trim()).slice(0, LENGTH.maximum).join('').trim(); // prettier-ignore
  return fits(text) ? { q: text, ...(types && { types }), ...PAGE } : undefined;
}

function fits(q: string): boolean {
  const length = Array.from(q).length;
  return length >= LENGTH.minimum && length <= LENGTH.maximum;
}

/** @returns the words of the name; none if it has fewer than `minimum` */
function nameWords(entity: IndexedEntity | undefined, minimum: number): readonly string[] {
  const words = wordsOf(entity?.card.preferredName ?? '');
  return words.length >= minimum ? words : [];
}

function naturalOrder(person: IndexedEntity | undefined): string | undefined {
  if (person === undefined) return undefined;
  const [surname = '', ...forenames] = person.card.preferredName.split(',');
  return `${forenames.join(' ').trim()} ${surname}`;
}

function common({ sample, random }: Source): string | undefined {
  return random.pick(sample.commonWords);
}

/** Two common words that one entity bears. */
function twoCommonWords({ any, sample, random }: Source): string | undefined {
  const { card, variants } = any() ?? {};
  const own = new Set(wordsOf([card?.preferredName, ...(variants ?? [])].join(' ')));
  const both = random.shuffle(sample.commonWords.filter((word) => own.has(word))).slice(0, 2);
  return both.length === 2 ? both.join(' ') : undefined;
}

function someCommonWords(source: Source, words: number): string {
  return Array.from({ length: words }, () => common(source)).join(' ');
}

function typing({ person, random }: Source): string | undefined {
  const name = person()?.card.preferredName ?? '';
  const [forename = ''] = wordsOf(name.slice(name.indexOf(',') + 1));
  if (forename.length < 2) return undefined;
  return `${surnameOf(name)} ${forename.slice(0, 1 + random.below(Math.min(4, forename.length - 1)))}`;
}

/** The first letters of a word of a name. */
function beginning({ any, random }: Source, letters: number): string | undefined {
  const word = Array.from(random.pick(nameWords(any(), 1)) ?? '');
  return word.length > letters ? word.slice(0, letters).join('') : undefined;
}

function commonWordAndLetter(source: Source): string | undefined {
  const letter = beginning(source, 1);
  return letter === undefined ? undefined : `${common(source)} ${letter}`;
}

/** A name with a year; half of the names are surnames alone. */
function nameAndYear({ person, random }: Source): string | undefined {
  const found = person();
  const year = random.pick(Object.values(found?.card.years ?? {}));
  if (found === undefined || year === undefined || year < 1000) return undefined;
  return `${random.below(2) === 0 ? surnameOf(found.card.preferredName) : naturalOrder(found)} ${year}`;
}

/** The whole name, or its first three words. */
function nameOf({ of, random }: Source, type: EntityType): string | undefined {
  const name = of(type)?.card.preferredName;
  return name !== undefined && random.below(2) === 0 ? wordsOf(name).slice(0, 3).join(' ') : name;
}

/** A common word with a type that bears it. */
function typeFilter({ any, sample, random }: Source): WordQuery | undefined {
  const entity = any();
  const own = new Set(nameWords(entity, 1));
  const q = random.pick(sample.commonWords.filter((word) => own.has(word)));
  return entity === undefined || q === undefined ? undefined : { q, types: [entity.card.type] };
}

/** A common word, or any word of a name, with a type that does not bear it. */
function impossibleFilter(source: Source): WordQuery | undefined {
  const { any, random, sample } = source;
  const type = random.pick([...sample.byType.keys()]);
  const q = random.below(2) === 0 ? common(source) : random.pick(nameWords(any(), 1));
  return type === undefined || q === undefined ? undefined : { q, types: [type] };
}

function gndIdentifier({ any, random }: Source): string | undefined {
  const gnd = any()?.card.gnd;
  if (gnd === undefined) return undefined;
  return random.pick([gnd, `https://d-nb.info/gnd/${gnd}`, `(DE-588)${gnd}`]);
}

/** The beginning of a long name, or frequent words with short ones among them. */
function tenWords(source: Source): string | undefined {
  const { any, random, sample } = source;
  if (random.below(2) === 0) return nameWords(any(), 10).slice(0, 10).join(' ');
  return Array.from({ length: 5 }, () => `${common(source)} ${random.pick(sample.shortWords)}`).join(' ');
}

function misspelt({ any, random }: Source, shortest: number, longest: number, errors: number): string | undefined {
  const words = nameWords(any(), 1).filter((word) => /^\p{L}+$/u.test(word));
  const word = random.pick(words.filter(({ length }) => length >= shortest && length <= longest));
  return word === undefined ? undefined : misspell(word, errors, random);
}

function oneWordMisspelt({ any, random }: Source): string | undefined {
  const words = nameWords(any(), 3).slice(0, 3);
  const wrong = words.findIndex((word) => /^\p{L}{5,}$/u.test(word));
  if (wrong < 0) return undefined;
  return words.map((word, index) => (index === wrong ? misspell(word, 1, random) : word)).join(' ');
}

/** The address of a search, without default parameters. */
export function searchPath({ q, types, limit, offset }: SearchQuery): string {
  const parameters = new URLSearchParams({ q });
  if (types !== undefined) parameters.set('type', types.join(','));
  if (limit !== 20) parameters.set('limit', String(limit));
  if (offset !== 0) parameters.set('offset', String(offset));
  return `/api/v1/search?${parameters.toString()}`;
}

/** Made-up names of all kinds of entities, and their variant names. */
import { createRandom, hash, type Random, zipf } from '../random.ts';
import { type Counts, type Kind, kindNumber } from './kinds.ts';
import { type Bearer, drawBearer, drawPerson, variedPerson } from './person-names.ts';
import { type Name, respell, withoutQualifier } from './spelling.ts';
import { DRAW_SURNAME, DRAWS, listOf } from './words.ts';

/** An entity's name, with facts that were drawn with the name. */
export interface Naming extends Bearer {
  readonly name: Name;
  /** Leaf class of the GND ontology. */
  readonly type: string;
  /** Index of the entity's place. */
  readonly place: number;
  readonly year: number;
}

export interface Names {
  /** Returns the same naming for the same entity every time. */
  of(kind: Kind, index: number): Naming;
  /** Variant names, drawn from the given random stream. */
  variants(kind: Kind, naming: Naming, amount: number, random: Random): readonly Name[];
}

/** Entities in a row of conferences: a series, followed by its meetings. */
export const SERIES_LENGTH = 7;

type Template = readonly [weight: number, type: string, text: string];

/**
 * `{word}` is drawn from a list or pattern of `words.yaml`, `{1-9}` is a number, `{town}` the entity's place,
 * `{surname}` a German surname.
 */
const TEMPLATES: Readonly<Record<Exclude<Kind, 'persons'>, readonly Template[]>> = {
  bodies: [
    [4, 'CorporateBody', 'Universität {town}'],
    [14, 'CorporateBody', 'Universität {town}. {units} {fields}'],
    [6, 'OrganOfCorporateBody', 'Universität {town}. {units} {compounds}'],
    [6, 'OrganOfCorporateBody', 'Technische Hochschule {town}. {units} {fields} und {fields}'],
    [8, 'CorporateBody', '{societies} {fields}'],
    [8, 'CorporateBody', '{societies} {compounds} ({town})'],
    [9, 'CorporateBody', '{townBodies} {town}'],
    [6, 'CorporateBody', '{townBodies} ({town})'],
    [7, 'CorporateBody', 'Verein {compounds} {town}'],
    [3, 'Company', '{trades} {surname} {legalForms}'],
    [12, 'CorporateBody', '{surname} {legalForms}'],
    [7, 'CorporateBody', '{foreignBodies} {town}'],
    [5, 'CorporateBody', '{foreignBodies} {rarePlaces}'],
    [4, 'MusicalCorporateBody', '{surname}-{ensembles}'],
  ],
  conferences: [
    [55, 'SeriesOfConferenceOrEvent', '{meetings} {topicModifiers} {topics}'],
    [20, 'SeriesOfConferenceOrEvent', '{meetings} {topicModifiers} {topics} and {topics}'],
    [15, 'SeriesOfConferenceOrEvent', '{germanMeetings} {compounds}'],
    [10, 'SeriesOfConferenceOrEvent', '{rarePlaces}er {germanMeetings}'],
  ],
  places: [
    [41, 'TerritorialCorporateBodyOrAdministrativeUnit', '{rarePlaces}'],
    [12, 'TerritorialCorporateBodyOrAdministrativeUnit', '{rarePlaces} ({regions})'],
    [6, 'TerritorialCorporateBodyOrAdministrativeUnit', '{rarePlaces} an der {nature}'],
    [15, 'BuildingOrMemorial', '{buildings} ({towns})'],
    [6, 'BuildingOrMemorial', 'Schloss {rarePlaces}'],
    [6, 'NaturalGeographicUnit', '{rarePlaces}er See'],
    [9, 'NameOfSmallGeographicUnitLyingWithinAnotherGeographicUnit', '{towns}-{rarePlaces}'],
    [5, 'PlaceOrGeographicName', '{rarePlaces}'],
  ],
  subjects: [
    [58, 'SubjectHeadingSensoStricto', '{compounds}'],
    [12, 'SubjectHeadingSensoStricto', '{adjectives} {compounds}'],
    [15, 'NomenclatureInBiologyOrChemistry', '{genera} {epithets}'],
    [4, 'Language', '{rarePlaces}-Sprache'],
    [5, 'HistoricSingleEventOrEra', 'Schlacht bei {rarePlaces} ({1200-1999})'],
    [3, 'ProductNameOrBrandName', '{surname} {100-999}'],
    [3, 'EthnographicName', '{rarePlaces}er (Volk)'],
  ],
  works: [
    [20, 'MusicalWork', '{musicalForms}, {instruments}, op. {1-200}, {keys}'],
    [15, 'MusicalWork', '{musicalForms}, {instruments} ({2-5}), Nr. {1-24}'],
    [15, 'MusicalWork', '{titleNouns}'],
    [14, 'Work', '{titleNouns} und {titleNouns}'],
    [14, 'Work', '{surname} oder {titleNouns}'],
    [10, 'Work', '{treatises} der {compounds}'],
    [6, 'Work', '{latinTitles} {latinWords} et {latinWords}'],
    [3, 'Collection', 'Sammlung {surname}'],
    [3, 'Manuscript', 'Handschrift ({towns}, Cod. {1-9999})'],
  ],
};

/** Well-known names, which the first entities of a kind bear. */
const KNOWN: Readonly<Partial<Record<Kind, readonly (readonly [text: string, type: string])[]>>> = {
  places: [
    ...listOf('towns').map((text) => [text, 'TerritorialCorporateBodyOrAdministrativeUnit'] as const),
    ...listOf('lands').map((text) => [text, 'Country'] as const),
    ...listOf('nature').map((text) => [text, 'NaturalGeographicUnit'] as const),
  ],
  subjects: [...listOf('professions'), ...listOf('headings')].map((text) => [text, 'SubjectHeadingSensoStricto']),
};
export function createNames(seed: number, counts: Counts): Names {
  const placeName = (index: number): string => withoutQualifier(of('places', index).name.text);

  function of(kind: Kind, index: number): Naming {
    const random = createRandom(hash(seed, kindNumber(kind), index));
    const place = zipf(random, counts.places, 6);
    const year = 1500 + Math.floor(520 * random.next() ** 0.5);
    const common = { place, year, ...drawBearer(random) };
    if (kind === 'persons') return { ...common, ...drawPerson(common, random) };
    const known = KNOWN[kind]?.[index];
    if (known !== undefined) return { ...common, name: { text: known[0] }, type: known[1] };
    if (kind !== 'conferences') return { ...common, ...fill(kind, () => placeName(place), random) };
    const series = Math.floor(index / SERIES_LENGTH);
    const named = fill(kind, () => '', createRandom(hash(seed, 99, series)));
    const meeting = index % SERIES_LENGTH;
    if (meeting === 0) return { ...common, ...named };
    const held = 1950 + (series % 60) + 2 * meeting;
    const text = `${named.name.text} (${meeting}. : ${held} : ${placeName(place)})`;
    return { ...common, year: held, name: { text }, type: 'ConferenceOrEvent' };
  }

  return {
    of,
    variants: (kind, naming, amount, random) =>
      Array.from({ length: amount }, () =>
        kind === 'persons'
          ? variedPerson(naming.name, naming, random)
          : varied(kind, naming, placeName(naming.place), random),
      ).filter(({ text }) => text !== naming.name.text),
  };
}

function fill(kind: Exclude<Kind, 'persons'>, town: () => string, random: Random): Pick<Naming, 'name' | 'type'> {
  const templates = TEMPLATES[kind];
  let lot = random.below(templates.reduce((sum, [weight]) => sum + weight, 0));
  const [, type, template] = templates.find(([weight]) => (lot -= weight) < 0) ?? [0, '', ''];
  const text = template.replace(/\{([\w-]+)\}/g, (_, word: string) => {
    if (word === 'town') return town();
    if (word === 'surname') return DRAW_SURNAME.german(random);
    const [from, to] = word.split('-').map(Number);
    if (from !== undefined && to !== undefined) return String(from + random.below(to - from + 1));
    return DRAWS.get(word)?.(random) ?? word;
  });
  return { name: { text: text.trim() }, type };
}

function varied(kind: Exclude<Kind, 'persons'>, { name }: Naming, town: string, random: Random): Name {
  const form = random.next();
  const initials = name.text.match(/(?<!\p{L})\p{Lu}/gu) ?? [];
  if (form < 0.2 && initials.length > 1) return { text: initials.slice(0, 6).join('') };
  if (form < 0.4) return { text: `${withoutQualifier(name.text)} (${town})` };
  if (form < 0.6) return { text: name.text.split('. ').toReversed().join(', ') };
  if (form < 0.8) return { text: respell(name.text, random) };
  return fill(kind, () => town, random).name;
}

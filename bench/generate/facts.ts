/** Facts of an entity other than its names and links: dates, relations, terms, notes. */
import { type Random, zipf } from '../random.ts';
import type { Ids } from './ids.ts';
import { type Counts, type Kind, prominentCount } from './kinds.ts';
import { type Naming, SERIES_LENGTH } from './names.ts';
import { DRAWS, listOf, type Origin } from './words.ts';

/** A literal; `property` is a local name of the GND ontology. */
export interface Text {
  readonly property: string;
  readonly value: string;
  readonly type?: 'date' | 'gYear';
  readonly language?: string;
}

/** A relation to another entity, which may not exist. */
export interface Relation {
  readonly property: string;
  readonly kind: Kind;
  readonly index: number;
  readonly id: string;
}

/** A term of a GND vocabulary; `vocabulary` is the last segment of its address. */
export interface Term {
  readonly property: string;
  readonly vocabulary: string;
  readonly term: string;
}

export interface Facts {
  readonly texts: readonly Text[];
  readonly relations: readonly Relation[];
  readonly terms: readonly Term[];
  /** Longitude and latitude in degrees. */
  readonly point?: readonly [number, number];
  /** Day of the record's last change, ISO 8601. */
  readonly modified: string;
  readonly level: number;
}

export interface FactSubject {
  readonly kind: Kind;
  readonly index: number;
  readonly naming: Naming;
  /** 0 for ordinary entities, up to 1 for the most prominent. */
  readonly prominence: number;
}

/** Probability of a relation for ordinary and for prominent entities of a kind, and the kind of its target. */
type RelationRule = readonly [kind: Kind, property: string, ordinary: number, prominent: number, target: Kind];

const RULES: readonly RelationRule[] = [
  ['persons', 'professionOrOccupation', 0.65, 1, 'subjects'],
  ['persons', 'professionOrOccupation', 0.2, 0.6, 'subjects'],
  ['persons', 'placeOfBirth', 0.14, 0.85, 'places'],
  ['persons', 'placeOfDeath', 0.04, 0.7, 'places'],
  ['persons', 'placeOfActivity', 0.13, 0.6, 'places'],
  ['persons', 'affiliation', 0.13, 0.3, 'bodies'],
  ['persons', 'familialRelationship', 0.01, 0.5, 'persons'],
  ['persons', 'acquaintanceshipOrFriendship', 0, 0.6, 'persons'],
  ['bodies', 'placeOfBusiness', 0.75, 0.9, 'places'],
  ['bodies', 'hierarchicalSuperiorOfTheCorporateBody', 0.3, 0.3, 'bodies'],
  ['bodies', 'precedingCorporateBody', 0.06, 0.1, 'bodies'],
  ['bodies', 'succeedingCorporateBody', 0.06, 0.1, 'bodies'],
  ['conferences', 'placeOfConferenceOrEvent', 0.85, 0.85, 'places'],
  ['conferences', 'precedingConferenceOrEvent', 0.2, 0.2, 'conferences'],
  ['conferences', 'topic', 0.05, 0.05, 'subjects'],
  ['places', 'hierarchicalSuperiorOfPlaceOrGeographicName', 0.6, 0.6, 'places'],
  ['subjects', 'broaderTermGeneral', 0.6, 0.6, 'subjects'],
  ['subjects', 'relatedTerm', 0.25, 0.5, 'subjects'],
  ['works', 'firstAuthor', 0.85, 1, 'persons'],
  ['works', 'formOfWorkAndExpression', 0.5, 0.8, 'subjects'],
];
const RELATIONS = Map.groupBy(RULES, ([kind]) => kind);
const CATEGORIES = ['12.2p', '14.4p', '13.4p', '6.1p', '3.6p', '4.7p', '8.1p', '6.7', '10.2a', '9.1', '19.1a'] as const;
const AREAS: Readonly<Record<Origin, readonly [string, ...string[]]>> = {
  german: ['XA-DE', 'XA-DE', 'XA-DE', 'XA-DE', 'XA-DE', 'XA-DE', 'XA-DE', 'XA-AT', 'XA-CH', 'ZZ'],
  english: ['XA-GB', 'XD-US', 'XD-US', 'XD-CA', 'ZZ'],
  romance: ['XA-FR', 'XA-IT', 'XA-ES', 'XA-PT', 'ZZ'],
  slavic: ['XA-RU', 'XA-PL', 'XA-CZ', 'XA-HR', 'ZZ'],
};
/** The first subjects are professions; the other well-known headings follow. */
const PROFESSIONS = listOf('professions').length;
const WELL_KNOWN_SUBJECTS = PROFESSIONS + listOf('headings').length;

export function createFacts(counts: Counts, ids: Ids) {
  /** @returns the index of an entity to refer to; well-known ones are drawn more often */
  function drawTarget(target: Kind, property: string, { index, naming }: FactSubject, random: Random): number {
    if (target === 'conferences') return Math.max(0, index - 1);
    if (target === 'places') return property.includes('Business') || property.includes('Conference') ? naming.place : zipf(random, counts.places, 6); // prettier-ignore
    if (target === 'persons') return zipf(random, prominentCount(counts.persons), 4);
    if (target === 'bodies') return zipf(random, counts.bodies, 20);
    const known = property === 'professionOrOccupation' ? PROFESSIONS : WELL_KNOWN_SUBJECTS;
    return zipf(random, Math.max(1, Math.min(counts.subjects, known)), 3);
  }

  function drawRelations(subject: FactSubject, random: Random): readonly Relation[] {
    const { kind, index, naming, prominence } = subject;
    return (RELATIONS.get(kind) ?? []).flatMap(([, rule, ordinary, prominent, target]) => {
      if (!random.chance(prominence > 0 ? prominent : ordinary)) return [];
      if (target === 'conferences' && index % SERIES_LENGTH < 2) return [];
      const property = rule === 'firstAuthor' && naming.type === 'MusicalWork' ? 'firstComposer' : rule;
      const drawn = drawTarget(target, property, subject, random);
      // One relation in a thousand leads nowhere, one in ten thousand to the entity itself.
      const lot = random.below(10_000);
      const id = lot < 10 ? ids.stranger(index) : lot === 10 ? ids.of(kind, index) : ids.of(target, drawn);
      return [{ property, kind: target, index: drawn, id }];
    });
  }

  return (subject: FactSubject, random: Random): Facts => ({
    texts: drawTexts(subject, random),
    relations: drawRelations(subject, random),
    terms: drawTerms(subject, random),
    ...(subject.kind === 'places' &&
      random.chance(0.6) && { point: [5 + 12 * random.next(), 45 + 10 * random.next()] as const }),
    modified: day(2008 + random.below(18), random),
    level: random.pick([1, 1, 1, 1, 3, 3, 3, 3, 6, 6, 2] as const),
  });
}

function drawTerms({ kind, naming, prominence }: FactSubject, random: Random): readonly Term[] {
  const terms: Term[] = [];
  if (kind === 'persons') {
    const term = random.chance(0.15) ? 'notKnown' : naming.female ? 'female' : 'male';
    terms.push({ property: 'gender', vocabulary: 'gender', term });
  }
  if (kind !== 'subjects' && kind !== 'works') {
    const term = random.pick(AREAS[naming.origin]);
    terms.push({ property: 'geographicAreaCode', vocabulary: 'geographic-area-code', term });
  }
  if (random.chance(prominence > 0 || kind === 'subjects' ? 0.9 : 0.15)) {
    terms.push({ property: 'gndSubjectCategory', vocabulary: 'gnd-sc', term: random.pick(CATEGORIES) });
  }
  return terms;
}

function drawTexts({ kind, index, naming, prominence }: FactSubject, random: Random): readonly Text[] {
  const texts: Text[] = [];
  const add = (chance: number, property: string, value: string, more?: Pick<Text, 'type' | 'language'>) => {
    if (random.chance(chance)) texts.push({ property, value, ...more });
  };
  const { year } = naming;
  const german = { language: 'de' };
  const famous = prominence > 0;
  const profession = DRAWS.get('professions')?.(random) ?? '';
  switch (kind) {
    case 'persons':
      texts.push(...drawLife(famous, random));
      add(0.15, 'academicDegree', random.pick(['Dr. phil.', 'Dr.', 'Prof. Dr.', 'M.A.']));
      add(0.05, 'professionOrOccupationAsLiteral', profession);
      add(famous ? 0.9 : 0.3, 'biographicalOrHistoricalInformation', `Dt. ${profession}, seit ${year} ${profession}`, german);
      add(0.25, 'publication', `Diss., ${year}`);
      break;
    case 'bodies':
      add(famous ? 0.9 : 0.25, 'dateOfEstablishment', String(year));
      add(0.1, 'dateOfTermination', String(Math.min(2025, year + random.below(150))));
      add(famous ? 0.8 : 0.05, 'homepage', `https://www.koerperschaft-${index}.de/`);
      break;
    case 'conferences':
      if (index % SERIES_LENGTH > 0) add(1, 'dateOfConferenceOrEvent', random.chance(0.5) ? String(year) : meeting(year, random));
      break;
    case 'places':
      add(0.2, 'biographicalOrHistoricalInformation', `Ersterwähnung ${year}`, german);
      break;
    case 'subjects':
      add(0.15, 'definition', `Teilgebiet von ${DRAWS.get('headings')?.(random)}`, german);
      break;
    case 'works':
      add(0.6, naming.type === 'MusicalWork' ? 'dateOfProduction' : 'dateOfPublication', String(year));
      break;
  }
  return texts;
} // prettier-ignore

/** Half of the persons have a date of birth, many of these a date of death; a tenth has only a period of activity. */
function drawLife(famous: boolean, random: Random): readonly Text[] {
  const year = 1995 - Math.floor(480 * random.next() ** 2.4);
  const form = famous ? 0.025 + random.next() * 0.475 : random.next();
  if (form < 0.005) return [{ property: 'dateOfBirth', value: `-0${100 + random.below(700)}`, type: 'gYear' }];
  if (form < 0.025) return [{ property: 'dateOfBirth', value: random.pick([`[ca. ${year}]`, `ca. ${year}`, `[${String(year).slice(0, 2)}XX]`]) }]; // prettier-ignore
  if (form < 0.5) {
    const death = year + 20 + Math.floor(70 * random.next() ** 0.6);
    const dead = death < 2025 && random.chance(year < 1930 ? 0.78 : 0.3);
    return [dateText('dateOfBirth', year, random), ...(dead ? [dateText('dateOfDeath', death, random)] : [])];
  }
  if (form > 0.6) return [];
  return [{ property: 'periodOfActivity', value: random.pick([`um ${year}`, `${year}-${year + 12}`, `-${year}`, `${year}-`]) }]; // prettier-ignore
}

function dateText(property: string, year: number, random: Random): Text {
  if (random.chance(0.58)) return { property, value: String(year), type: 'gYear' };
  return { property, value: day(year, random), type: 'date' };
}

/** A day of the year, ISO 8601. */
function day(year: number, random: Random): string {
  return `${year}-${twoDigits(1 + random.below(12))}-${twoDigits(1 + random.below(28))}`;
}

/** The days on which a meeting took place. */
function meeting(year: number, random: Random): string {
  const [month, first] = [twoDigits(1 + random.below(12)), 1 + random.below(24)];
  return `${twoDigits(first)}.${month}.${year}-${twoDigits(first + 1 + random.below(4))}.${month}.${year}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

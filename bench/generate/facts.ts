/** What the records say of an entity besides its names and links: dates, relations, terms, notes. */
import { day, drawLife, meetingDate } from './dates.ts';
import type { Ids } from './ids.ts';
import { type Counts, type Kind, prominentCount } from './kinds.ts';
import { HEADINGS, PROFESSIONS } from './lists/subjects.ts';
import { SERIES_LENGTH } from './names/conferences.ts';
import type { Naming } from './names/name.ts';
import type { Namers } from './names/namers.ts';
import type { PersonNaming } from './names/persons.ts';
import { type Random, zipf } from './random.ts';

/** A literal; `property` is a local name of the GND ontology. */
export interface Text {
  readonly property: string;
  readonly value: string;
  readonly type?: 'date' | 'gYear';
  readonly language?: string;
}

/** A relation to another entity, which need not exist. */
export interface Relation {
  readonly property: string;
  readonly kind: Kind;
  readonly index: number;
  readonly id: string;
}

/** A term of a vocabulary of the GND: `vocabulary` is the last part of its address. */
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
  /** Of the record's last change. */
  readonly modified: string;
  readonly level: number;
}

/** What the facts of one entity are gathered in. */
interface Draft {
  readonly index: number;
  readonly naming: Naming;
  readonly fame: number;
  readonly random: Random;
  text(property: string, value: string, more?: Pick<Text, 'type' | 'language'>): void;
  term(property: string, vocabulary: string, term: string): void;
  relate(property: string, kind: Kind, index: number): void;
  /** True more often the more prominent the entity. */
  likely(ordinary: number, prominent: number): boolean;
}

type DrawFacts = (kind: Kind, index: number, naming: Naming, fame: number, random: Random) => Facts;

const AREAS: Readonly<Record<string, readonly string[]>> = {
  german: [
    'XA-DE',
    'XA-DE',
    'XA-DE',
    'XA-DE',
    'XA-DE',
    'XA-DE',
    'XA-DE',
    'XA-DE',
    'XA-DE',
    'XA-DE',
    'XA-AT',
    'XA-CH',
    'ZZ',
  ],
  english: ['XA-GB', 'XD-US', 'XD-US', 'XD-CA', 'ZZ'],
  french: ['XA-FR', 'XA-FR', 'XA-FR', 'XA-BE', 'ZZ'],
  slavic: ['XA-RU', 'XA-PL', 'XA-CZ', 'XA-HR', 'ZZ'],
  romance: ['XA-IT', 'XA-ES', 'XA-IT', 'XA-PT', 'ZZ'],
  nordic: ['XA-NL', 'XA-SE', 'XA-DK', 'XA-NO', 'XA-FI'],
  other: ['XA-HU', 'XB-JP', 'XB-CN', 'XB-TR', 'ZZ'],
};
const PLACES_AREAS = ['XA-DE', 'XA-DE', 'XA-DE', 'XA-AT', 'XA-CH', 'XA-FR', 'XA-IT', 'XA-GB', 'XD-US', 'ZZ'];
const CATEGORIES = ['12.2p', '14.4p', '13.4p', '6.1p', '3.6p', '4.7p', '8.1p', '9.5p', '16.5p', '10.2ep'];
const BODY_CATEGORIES = ['6.7', '14.1', '10.2a', '3.6a', '9.4b', '6.4', '13.1a', '8.4'];
const SUBJECT_CATEGORIES = ['9.1', '10.1', '12.1', '4.2', '6.1a', '7.1a', '8.1', '13.4', '14.1', '9.4ab'];

export function createFacts(counts: Counts, namers: Namers, ids: Ids): DrawFacts {
  const place = (random: Random): number => namers.places.draw(random);
  /** Someone known: the first of all most often. */
  const celebrity = (random: Random): number => zipf(random.unit(), prominentCount(counts.persons), 4);

  const draw: Readonly<Record<Kind, (draft: Draft) => void>> = {
    persons(draft) {
      const { random, naming } = draft;
      const { origin, female } = naming as PersonNaming;
      drawLife(draft);
      draft.term('gender', 'gender', random.chance(0.15) ? 'notKnown' : female ? 'female' : 'male');
      draft.term('geographicAreaCode', 'geographic-area-code', random.pick(AREAS[origin] ?? []));
      if (draft.likely(0.03, 0.9)) draft.term('gndSubjectCategory', 'gnd-sc', random.pick(CATEGORIES));
      const professions = random.unit() < 0.35 && draft.fame === 0 ? 0 : 1 + random.run(0.28, 6);
      for (let i = 0; i < professions; i += 1) {
        draft.relate('professionOrOccupation', 'subjects', namers.subjects.drawProfession(random));
      }
      if (draft.likely(0.14, 0.85)) draft.relate('placeOfBirth', 'places', place(random));
      if (draft.likely(0.04, 0.7)) draft.relate('placeOfDeath', 'places', place(random));
      if (draft.likely(0.13, 0.6)) draft.relate('placeOfActivity', 'places', place(random));
      if (draft.likely(0.13, 0.3)) draft.relate('affiliation', 'bodies', zipf(random.unit(), counts.bodies, 20));
      if (draft.likely(0.01, 0.5)) draft.relate('familialRelationship', 'persons', random.below(counts.persons));
      if (draft.fame > 0) {
        const friends = random.below(3);
        for (let i = 0; i < friends; i += 1) {
          draft.relate('acquaintanceshipOrFriendship', 'persons', celebrity(random));
        }
      }
      if (random.chance(0.05)) draft.text('professionOrOccupationAsLiteral', random.pick(PROFESSIONS));
      if (random.chance(0.15))
        draft.text('academicDegree', random.pick(['Dr. phil.', 'Dr.', 'Prof. Dr.', 'Dr. med.', 'M.A.']));
      if (draft.likely(0.3, 0.9))
        draft.text('biographicalOrHistoricalInformation', biography(draft), { language: 'de' });
      if (random.chance(0.25)) {
        draft.text('publication', `Diss., Univ. ${namers.places.plain(place(random))}, ${1900 + random.below(125)}`);
      }
    },
    bodies(draft) {
      const { random, naming } = draft;
      draft.term('geographicAreaCode', 'geographic-area-code', random.pick(PLACES_AREAS));
      if (draft.likely(0.3, 0.9)) draft.term('gndSubjectCategory', 'gnd-sc', random.pick(BODY_CATEGORIES));
      if (random.chance(0.75)) draft.relate('placeOfBusiness', 'places', naming.place ?? 0);
      if (naming.name.text.includes('. ')) {
        draft.relate('hierarchicalSuperiorOfTheCorporateBody', 'bodies', zipf(random.unit(), counts.bodies, 20));
      }
      if (random.chance(0.06)) draft.relate('precedingCorporateBody', 'bodies', random.below(counts.bodies));
      if (random.chance(0.06)) draft.relate('succeedingCorporateBody', 'bodies', random.below(counts.bodies));
      const founded = 1500 + Math.floor(525 * random.unit() ** 0.4);
      if (draft.likely(0.25, 0.9)) draft.text('dateOfEstablishment', String(founded));
      if (random.chance(0.1)) draft.text('dateOfTermination', String(Math.min(2025, founded + random.below(150))));
      if (random.chance(0.2))
        draft.text('biographicalOrHistoricalInformation', `Gegründet ${founded}`, { language: 'de' });
      if (draft.likely(0.05, 0.8)) draft.text('homepage', `https://www.koerperschaft-${draft.index}.de/`);
    },
    conferences(draft) {
      const { random, naming } = draft;
      if (random.chance(0.6)) draft.term('geographicAreaCode', 'geographic-area-code', random.pick(PLACES_AREAS));
      if (naming.place !== undefined) draft.relate('placeOfConferenceOrEvent', 'places', naming.place);
      if (naming.year !== undefined) draft.text('dateOfConferenceOrEvent', meetingDate(naming.year, random));
      if (draft.index % SERIES_LENGTH > 1 && random.chance(0.2)) {
        draft.relate('precedingConferenceOrEvent', 'conferences', draft.index - 1);
      }
      if (random.chance(0.05)) draft.relate('topic', 'subjects', zipf(random.unit(), counts.subjects, 30));
    },
    places(draft) {
      const { random } = draft;
      draft.term('geographicAreaCode', 'geographic-area-code', random.pick(PLACES_AREAS));
      if (random.chance(0.5)) draft.term('gndSubjectCategory', 'gnd-sc', random.pick(['19.1a', '31.3ab', '14.3']));
      if (draft.index > 0 && random.chance(0.6)) {
        draft.relate('hierarchicalSuperiorOfPlaceOrGeographicName', 'places', zipf(random.unit(), draft.index, 6));
      }
      if (random.chance(0.1)) draft.text('dateOfEstablishment', String(900 + random.below(1100)));
      if (random.chance(0.2)) {
        draft.text('biographicalOrHistoricalInformation', `Ersterwähnung ${900 + random.below(800)}`, {
          language: 'de',
        });
      }
    },
    subjects(draft) {
      const { random } = draft;
      if (random.chance(0.9)) draft.term('gndSubjectCategory', 'gnd-sc', random.pick(SUBJECT_CATEGORIES));
      const heading = PROFESSIONS.length + zipf(random.unit(), HEADINGS.length, 3);
      if (random.chance(0.6)) draft.relate('broaderTermGeneral', 'subjects', Math.min(heading, counts.subjects - 1));
      if (random.chance(0.25)) draft.relate('relatedTerm', 'subjects', zipf(random.unit(), counts.subjects, 30));
      if (random.chance(0.15)) draft.text('definition', `Teilgebiet von ${random.pick(HEADINGS)}`, { language: 'de' });
    },
    works(draft) {
      const { random, naming } = draft;
      const musical = naming.type === 'MusicalWork';
      if (random.chance(0.85)) draft.relate(musical ? 'firstComposer' : 'firstAuthor', 'persons', celebrity(random));
      const form = PROFESSIONS.length + zipf(random.unit(), HEADINGS.length, 3);
      if (random.chance(0.5)) draft.relate('formOfWorkAndExpression', 'subjects', Math.min(form, counts.subjects - 1));
      if (naming.year !== undefined && random.chance(0.6)) {
        draft.text(musical ? 'dateOfProduction' : 'dateOfPublication', String(naming.year));
      }
      const opus = /op\. \d+/.exec(naming.name.text)?.[0];
      if (opus !== undefined) draft.text('opusNumericDesignationOfMusicalWork', opus);
      if (random.chance(0.5)) draft.term('gndSubjectCategory', 'gnd-sc', musical ? '14.4p' : '12.2p');
    },
  };

  return (kind, index, naming, fame, random) => {
    const [texts, relations, terms]: [Text[], Relation[], Term[]] = [[], [], []];
    draw[kind]({
      index,
      naming,
      fame,
      random,
      text: (property, value, more) => texts.push({ property, value, ...more }),
      term: (property, vocabulary, term) => terms.push({ property, vocabulary, term }),
      relate(property, other, target) {
        const lot = random.unit();
        // One in a thousand leads nowhere, one in ten thousand to itself.
        const id = lot < 0.001 ? ids.stranger(index) : lot < 0.0011 ? ids.of(kind, index) : ids.of(other, target);
        relations.push({ property, kind: other, index: target, id });
      },
      likely: (ordinary, prominent) => random.chance(fame > 0 ? prominent : ordinary),
    });
    const located = kind === 'places' && random.chance(0.6);
    return {
      texts,
      relations,
      terms,
      ...(located && { point: [5 + 12 * random.unit(), 45 + 10 * random.unit()] as const }),
      modified: day(2008 + random.below(18), random),
      level: drawLevel(random),
    };
  };
}

function drawLevel(random: Random): number {
  const lot = random.unit();
  if (lot < 0.396) return 1;
  if (lot < 0.805) return 3;
  return lot < 0.982 ? 6 : random.pick([2, 4, 5, 7]);
}

const NATIONS = [
  'Dt.',
  'Dt.',
  'Dt.',
  'Österr.',
  'Schweizer',
  'Franz.',
  'Brit.',
  'US-amerikan.',
  'Ital.',
  'Poln.',
  'Russ.',
];

function biography({ random }: Draft): string {
  const first = `${random.pick(NATIONS)} ${random.pick(PROFESSIONS)}`;
  return random.chance(0.4) ? `${first}, seit ${1850 + random.below(170)} ${random.pick(PROFESSIONS)}` : first;
}

/** From the facts about an entity to its Entity Facts record: natural names, prose dates, links with their collections. */
import { personalParts, type Facts, type Memberships, type Table } from './facts.ts';
import { COMPILED } from './gnd-record.ts';

const GND = 'https://d-nb.info/gnd/';
const COMMONS = 'https://commons.wikimedia.org/wiki/';
const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');
const ENGLISH = 'January February March April May June July August September October November December'.split(' ');

/** Types of Entity Facts; subject headings and works have none. */
export const ENTITY_FACTS_TYPES: Partial<Record<Table, string>> = {
  persons: 'person',
  families: 'family',
  bodies: 'organisation',
  conferences: 'event',
  places: 'place',
};

/** What Entity Facts say of a collection: name and publisher by code. */
const COLLECTIONS: Readonly<Record<string, readonly [name: string, publisher: string]>> = {
  DNB: ['Gemeinsame Normdatei (GND) im Katalog der Deutschen Nationalbibliothek', 'Deutsche Nationalbibliothek'],
  VIAF: ['Virtual International Authority File (VIAF)', 'OCLC'],
  ISNI: ['International Standard Name Identifier (ISNI)', 'International Standard Name Identifier (ISNI)'],
  LC: ['NACO Authority File', 'Library of Congress'],
  WIKIDATA: ['Wikidata', 'Wikimedia Foundation Inc.'],
  dewiki: ['Wikipedia (Deutsch)', 'Wikimedia Foundation Inc.'],
  enwiki: ['Wikipedia (English)', 'Wikimedia Foundation Inc.'],
  WIKISOURCE: ['Wikisource', 'Wikimedia Foundation Inc.'],
  JudaicaLink: ['JudaicaLink', 'Stuttgart Media University'],
  ADB: [
    'Allgemeine Deutsche Biographie (ADB)',
    'Historische Kommission bei der Bayerischen Akademie der Wissenschaften',
  ],
  NDB: ['Neue Deutsche Biographie (NDB)', 'Historische Kommission bei der Bayerischen Akademie der Wissenschaften'],
  CH_HLS: ['Historisches Lexikon der Schweiz (HLS)', 'Historisches Lexikon der Schweiz (HLS)'],
  PACELLI: [
    'Kritische Online-Edition der Nuntiaturberichte Eugenio Pacellis',
    'Westfälische Wilhelms-Universität Münster',
  ],
  DDB: ['Deutsche Digitale Bibliothek', 'Deutsche Digitale Bibliothek'],
  'ARCHIV-D': ['Archivportal-D', 'Deutsche Digitale Bibliothek'],
  'DE-611': ['Kalliope Verbundkatalog', 'Staatsbibliothek zu Berlin - Preußischer Kulturbesitz'],
  'filmportal.de': ['Filmportal', 'Deutsches Filminstitut'],
  geonames: ['GeoNames', 'GeoNames'],
  Portraitindex: ['Digitaler Portraitindex', 'Bildarchiv Foto Marburg'],
  LAGIS: ['Hessische Biografie', 'Hessisches Landesamt für geschichtliche Landeskunde'],
  FFMPL: ['Frankfurter Personenlexikon', 'Frankfurter Bürgerstiftung im Holzhausenschlösschen'],
};

const LICENCES = {
  PD: ['https://creativecommons.org/publicdomain/mark/1.0/', 'Public Domain', 'false'],
  'CC-BY-SA-3.0-DE': ['https://creativecommons.org/licenses/by-sa/3.0/de/deed.en', 'CC BY-SA 3.0 de', 'true'],
} as const;

/** Names of all entities, natural order, by GND ID. */
export type Labels = ReadonlyMap<string, string>;

/** The record as an object whose keys stand in the usual order. Text is composed; the printer decomposes it. */
export function entityFactsRecord(facts: Facts, table: Table, labels: Labels, memberships: Memberships): object {
  const english = facts.gnd === '118634313';
  const named = (ids: readonly string[] | undefined) => references(ids, labels);
  return {
    '@context': 'http://hub.culturegraph.org/entityfacts/context/v1/entityfacts.jsonld',
    '@type': ENTITY_FACTS_TYPES[table],
    '@id': GND + facts.gnd,
    preferredName: facts.newerName ?? naturalName(facts, table),
    ...(table === 'persons' && pick(personalParts(facts.name), ['surname', 'forename', 'prefix'])),
    describedBy: {
      '@id': `https://hub.culturegraph.org/entityfacts/${facts.gnd}`,
      license: 'https://creativecommons.org/publicdomain/zero/1.0/',
      valid: `${COMPILED}T12:00:00+0100`,
    },
    variantName: nonEmpty(
      (facts.variants ?? []).map((name) => natural(typeof name === 'string' ? name : name.value, table)),
    ),
    dateOfBirth: facts.born && proseDate(facts.born, english),
    dateOfDeath: facts.died && proseDate(facts.died, english),
    dateOfBirthAndDeath: facts.lifetime,
    periodOfActivity: facts.activity ?? facts.period,
    placeOfBirth: named(list(facts.birthPlace)),
    placeOfDeath: named(list(facts.deathPlace)),
    placeOfActivity: named(facts.activePlaces ?? (table === 'families' ? facts.places : undefined)),
    placeOfBusiness: named(table === 'bodies' ? facts.places : undefined),
    placeOfEvent: named(table === 'conferences' ? facts.places : undefined),
    dateOfEvent: list(facts.date),
    dateOfEstablishment: list(facts.established),
    dateOfTermination: list(facts.terminated),
    professionOrOccupation: named(facts.professions),
    gender: facts.gender && {
      '@id': `https://d-nb.info/standards/vocab/gnd/gender#${facts.gender}`,
      label: facts.gender === 'male' ? 'Mann' : 'Frau',
    },
    biographicalOrHistoricalInformation: facts.about,
    homepage: list(facts.homepage),
    familialRelationship: relatives(facts, labels),
    location: facts.point && location(facts.point),
    depiction: facts.commons && depiction(facts, facts.commons),
    sameAs: links(facts, table, memberships).map(([code, url]) => ({ '@id': url, collection: collection(code) })),
  };
}

/** Forename first for persons, as it stands for everything else. */
export function naturalName(facts: Facts, table: Table): string {
  return facts.parts === undefined ? natural(facts.name, table) : facts.name;
}

function natural(name: string, table: Table): string {
  if (table !== 'persons') return name;
  const { surname, forename, prefix, personalName } = personalParts(name);
  return personalName ?? [forename, prefix, surname].filter((part) => part !== undefined).join(' ');
}

function references(ids: readonly string[] | undefined, labels: Labels): object[] | undefined {
  return ids?.map((id) => ({ '@id': GND + id, preferredName: labels.get(id) ?? id }));
}

function relatives(facts: Facts, labels: Labels): object[] | undefined {
  const entries = Object.entries(facts.relatives ?? {});
  return nonEmpty(
    entries.map(([id, relationship]) => ({ '@id': GND + id, relationship, preferredName: labels.get(id) ?? id })),
  );
}

function links(
  facts: Facts,
  table: Table,
  memberships: Memberships,
): readonly (readonly [code: string, url: string])[] {
  const { gnd } = facts;
  const listed = (list: string, code: string, url: string) =>
    memberships[list]?.[gnd] === undefined ? [] : [[code, url] as const];
  const items = facts.wikidataOfEntityFacts ?? facts.wikidata ?? [];
  const given = (code: string, url: string, value: string | undefined) =>
    value === undefined ? [] : [[code, url + value] as const];
  return [
    ['DNB', `${GND}${gnd}/about`],
    ...given('VIAF', 'https://viaf.org/viaf/', facts.viaf),
    ...given('ISNI', 'http://www.isni.org/', facts.isni),
    ...given('LC', 'http://id.loc.gov/authorities/', facts.lc),
    ...[items].flat().map((item) => ['WIKIDATA', `https://www.wikidata.org/entity/${item}`] as const),
    ...given('dewiki', 'https://de.wikipedia.org/wiki/', facts.dewiki && encodeURI(facts.dewiki.replaceAll(' ', '_'))),
    ...given('geonames', 'https://sws.geonames.org/', facts.geonames),
    ...given('filmportal.de', 'http://www.filmportal.de/person/', facts.filmportal),
    ...(facts.deutscheBiographie ?? []).map(
      (part) => [part.toUpperCase(), `https://www.deutsche-biographie.de/pnd${gnd}.html#${part}content`] as const,
    ),
    ...(facts.links ?? []).map(({ code, url }) => [code, url] as const),
    ...(table === 'persons'
      ? [
          ...listed('kalliope', 'DE-611', `https://kalliope-verbund.info/gnd/${gnd}`),
          ...listed('archivportal-d', 'ARCHIV-D', `https://www.archivportal-d.de/person/gnd/${gnd}`),
          ...listed('portraitindex', 'Portraitindex', `http://www.portraitindex.de/dokumente/pnd/${gnd}`),
          ...listed('hessische-biografie', 'LAGIS', `https://www.lagis-hessen.de/pnd/${gnd}`),
          ...listed(
            'frankfurter-personenlexikon',
            'FFMPL',
            `http://frankfurter-personenlexikon.de/beacon/beacon.php?${gnd}`,
          ),
        ]
      : []),
  ];
}

function collection(code: string): object {
  const [name, publisher] = COLLECTIONS[code] ?? [code, code];
  return { abbr: code, name, publisher };
}

/** With licence and credit only where the facts state them. */
function depiction({ portrait }: Facts, file: string): object {
  const path = encodeURIComponent(file);
  const licence = portrait && LICENCES[portrait.licence];
  return {
    '@id': `${COMMONS}Special:FilePath/${path}`,
    thumbnail: { '@id': `${COMMONS}Special:FilePath/${path}?width=270` },
    url: `${COMMONS}File:${path}?uselang=de`,
    ...(portrait !== undefined &&
      licence !== undefined && {
        publisher: 'Wikimedia Commons',
        copyrighted: portrait.licence === 'PD' ? 'false' : 'true',
        creator: list(portrait.creator),
        creditText: list(portrait.credit),
        license: [{ '@id': licence[0], abbr: portrait.licence, name: licence[1], attributionRequired: licence[2] }],
      }),
  };
}

function location(point: string): object {
  const coordinates = [...point.matchAll(/[+-]\d+\.\d+/g)].map(([number]) => String(Number(number)));
  return { type: 'Feature', geometry: { type: 'Point', coordinates } };
}

/** "28. August 1749"; in some records "April 26, 1889"; years and uncertain dates as they are. */
function proseDate(text: string, english: boolean): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) {
    const at = Number(month) - 1;
    return english ? `${ENGLISH[at]} ${Number(day)}, ${year}` : `${Number(day)}. ${MONTHS[at]} ${year}`;
  }
  return text.replace(/^-0*(\d+)$/, '$1 v. Chr.').replace(/^0(\d+)$/, '$1');
}

function list(value: string | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : [value];
}

function nonEmpty<T>(values: readonly T[]): T[] | undefined {
  return values.length === 0 ? undefined : [...values];
}

function pick(from: Readonly<Record<string, string | undefined>>, keys: readonly string[]): object {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
}

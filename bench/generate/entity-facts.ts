/** Entity Facts: one JSON record a line, names in natural order, links with the collections they belong to. */
import { OWN_COLLECTION } from './collections.ts';
import type { Corpus, Entity } from './entity.ts';
import type { Relation } from './facts.ts';
import { GND, VOCABULARY } from './jsonld.ts';
import { ENTITY_FACTS_KINDS, type Kind, kindNumber, supplementOf } from './kinds.ts';
import { createPermutation, hash } from './random.ts';

export const ENTITY_FACTS_FILE = 'authorities-gnd_entityfacts.ndjson.gz';

const TYPES: Readonly<Partial<Record<Kind, string>>> = {
  persons: 'person',
  bodies: 'organisation',
  conferences: 'event',
  places: 'place',
};

/** What Entity Facts calls a property; those that are missing it does not have. */
const KEYS: Readonly<Record<string, string>> = {
  placeOfBirth: 'placeOfBirth',
  placeOfDeath: 'placeOfDeath',
  placeOfActivity: 'placeOfActivity',
  professionOrOccupation: 'professionOrOccupation',
  affiliation: 'affiliation',
  familialRelationship: 'familialRelationship',
  acquaintanceshipOrFriendship: 'relatedPerson',
  placeOfBusiness: 'placeOfBusiness',
  hierarchicalSuperiorOfTheCorporateBody: 'isPartOf',
  hierarchicalSuperiorOfPlaceOrGeographicName: 'isPartOf',
  precedingCorporateBody: 'predecessor',
  succeedingCorporateBody: 'successor',
  precedingConferenceOrEvent: 'predecessor',
  placeOfConferenceOrEvent: 'placeOfEvent',
  topic: 'topic',
};
/** Keys with a single text, and keys with a list of them. */
const TEXT_KEYS: Readonly<Record<string, readonly [string, 'one' | 'many']>> = {
  dateOfBirth: ['dateOfBirth', 'one'],
  dateOfDeath: ['dateOfDeath', 'one'],
  dateOfBirthAndDeath: ['dateOfBirthAndDeath', 'one'],
  periodOfActivity: ['periodOfActivity', 'one'],
  biographicalOrHistoricalInformation: ['biographicalOrHistoricalInformation', 'one'],
  academicDegree: ['academicDegree', 'many'],
  homepage: ['homepage', 'many'],
  dateOfConferenceOrEvent: ['dateOfEvent', 'many'],
  dateOfEstablishment: ['dateOfEstablishment', 'many'],
  dateOfTermination: ['dateOfTermination', 'many'],
};

const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];

const COUNTRIES: Readonly<Record<string, string>> = {
  'XA-DE': 'Deutschland',
  'XA-AT': 'Österreich',
  'XA-CH': 'Schweiz',
  'XA-FR': 'Frankreich',
  'XA-IT': 'Italien',
  'XA-GB': 'Großbritannien',
  'XD-US': 'USA',
  ZZ: 'Land unbekannt',
};

const GENDERS: Readonly<Record<string, string>> = { male: 'Mann', female: 'Frau', notKnown: 'Unbekannt' };

/** Lines that are handed on together. */
const BATCH = 500;

/** Whether an entity has a record: nine of ten of the dumps' do, and all that are newer than these. */
export function hasEntityFacts(corpus: Corpus, kind: Kind, index: number): boolean {
  return index >= corpus.counts[kind] || hash(corpus.seed + 5, index, kindNumber(kind)) % 1000 < 910;
}

export interface EntityFactsTally {
  records: number;
}

/** The dump in pieces of some hundred lines; the records are counted in `tally`. */
export function* printEntityFacts(corpus: Corpus, tally: EntityFactsTally): Generator<string> {
  let [lines, text] = [0, ''];
  for (const kind of ENTITY_FACTS_KINDS) {
    const count = corpus.counts[kind] + supplementOf(kind, corpus.counts[kind]);
    const order = createPermutation(Math.max(1, count), hash(corpus.seed, count, 5));
    for (let i = 0; i < count; i += 1) {
      const index = order.at(i);
      if (!hasEntityFacts(corpus, kind, index)) continue;
      text += `${JSON.stringify(entityFactsRecord(corpus, corpus.entity(kind, index)))}\n`;
      tally.records += 1;
      lines += 1;
      if (lines < BATCH) continue;
      yield text.normalize('NFD');
      [lines, text] = [0, ''];
    }
  }
  yield text.normalize('NFD');
}

export function entityFactsRecord(corpus: Corpus, entity: Entity): object {
  const { id, kind, naming, variants } = entity;
  const { parts } = naming.name;
  // One in a hundred got another name since the other dumps.
  const newer = parts?.forename !== undefined && hash(corpus.seed + 9, entity.index, 1) % 100 === 0;
  const forename = newer ? `${parts.forename} Maria` : parts?.forename;
  const natural = naming.name.natural ?? naming.name.text;
  const record: Record<string, unknown> = {
    '@context': 'http://hub.culturegraph.org/entityfacts/context/v1/entityfacts.jsonld',
    '@type': naming.type === 'Family' ? 'family' : TYPES[kind],
    '@id': GND + id,
    preferredName: newer ? natural.replace(parts.forename ?? '', forename ?? '') : natural,
    ...(parts?.surname !== undefined && { surname: parts.surname, forename }),
    ...(parts?.prefix !== undefined && { prefix: parts.prefix }),
    describedBy: {
      valid: `${entity.modified}T12:00:00Z`,
      license: 'https://creativecommons.org/publicdomain/zero/1.0/',
      '@id': `https://hub.culturegraph.org/entityfacts/${id}`,
    },
  };
  if (variants.length > 0) record['variantName'] = variants.map((name) => name.natural ?? name.text);
  addFacts(corpus, entity, record);
  if (entity.prominence > 0) record['depiction'] = depiction(entity);
  record['sameAs'] = links(entity, corpus);
  return record;
}

function addFacts(corpus: Corpus, entity: Entity, record: Record<string, unknown>): void {
  for (const { property, value, type } of entity.texts) {
    const [key, amount] = TEXT_KEYS[property] ?? [];
    if (key === undefined) continue;
    const text = type === 'date' ? displayDate(value) : value;
    if (amount === 'one') record[key] = text;
    else append(record, key, text);
  }
  for (const relation of entity.relations) {
    const key = KEYS[relation.property];
    if (key !== undefined) append(record, key, related(corpus, relation));
  }
  for (const { property, vocabulary, term } of entity.terms) {
    const uri = `${VOCABULARY}${vocabulary}#${term}`;
    if (property === 'gender') record['gender'] = { '@id': uri, label: GENDERS[term] };
    const country = property === 'geographicAreaCode' ? COUNTRIES[term] : undefined;
    if (country !== undefined) append(record, 'associatedCountry', { '@id': uri, preferredName: country });
  }
  if (entity.point === undefined) return;
  const coordinates = entity.point.map((degrees) => degrees.toFixed(6));
  record['location'] = { type: 'Feature', geometry: { type: 'Point', coordinates } };
}

function append(record: Record<string, unknown>, key: string, value: unknown): void {
  record[key] = [...((record[key] as unknown[] | undefined) ?? []), value];
}

function related(corpus: Corpus, { property, kind, index, id }: Relation): object {
  const { name } = corpus.naming(kind, index);
  return {
    '@id': GND + id,
    ...(property === 'familialRelationship' && { relationship: 'Verwandter' }),
    preferredName: name.natural ?? name.text,
  };
}

/** "26. Januar 1772" */
function displayDate(value: string): string {
  const [year = '', month = '', day = ''] = value.split('-');
  return `${Number(day)}. ${MONTHS[Number(month) - 1]} ${year}`;
}

function depiction({ id }: Entity): object {
  const file = `Bild_${id}.jpg`;
  return {
    '@id': `https://commons.wikimedia.org/wiki/Special:FilePath/${file}`,
    url: `https://commons.wikimedia.org/wiki/File:${file}`,
    thumbnail: { '@id': `https://commons.wikimedia.org/wiki/Special:FilePath/${file}?width=270` },
    publisher: 'Wikimedia Commons',
    copyrighted: 'false',
  };
}

function links(entity: Entity, corpus: Corpus): readonly object[] {
  const members: object[] = [{ '@id': `${GND}${entity.id}/about`, collection: OWN_COLLECTION }];
  for (const { collection, address } of entity.links) {
    const { code, name, publisher, icon } = collection;
    if (code !== undefined) members.push({ '@id': address, collection: { abbr: code, name, publisher, icon } });
  }
  for (const list of entity.lists) {
    const { url } = corpus.address(list, entity.kind, entity.index);
    members.push({ '@id': url, collection: { abbr: list.code, name: list.title, publisher: list.publisher } });
  }
  return members;
}

/** Generates Entity Facts: one JSON record per line, names in natural order, links with their collections. */
import { createPermutation, hash } from '../random.ts';
import type { Corpus, Entity } from './corpus.ts';
import { GND, VOCABULARY } from './jsonld.ts';
import { ENTITY_FACTS_KINDS, type Kind, kindNumber, supplementOf } from './kinds.ts';
import { fillAddress } from './links.ts';

export const ENTITY_FACTS_FILE = 'authorities-gnd_entityfacts.ndjson.gz';

const TYPES: Readonly<Partial<Record<Kind, string>>> = {
  persons: 'person',
  bodies: 'organisation',
  conferences: 'event',
  places: 'place',
};

/** Key in Entity Facts by property of the GND ontology. Entity Facts leaves out all other properties. */
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
/** Keys whose value is a single text. */
const SINGLE_TEXTS = ['dateOfBirth', 'dateOfDeath', 'periodOfActivity', 'biographicalOrHistoricalInformation'];
const TEXT_LISTS: Readonly<Record<string, string>> = {
  academicDegree: 'academicDegree',
  homepage: 'homepage',
  dateOfConferenceOrEvent: 'dateOfEvent',
  dateOfEstablishment: 'dateOfEstablishment',
  dateOfTermination: 'dateOfTermination',
};

const COUNTRIES: Readonly<Record<string, string>> = {
  'XA-DE': 'Deutschland',
  'XA-AT': 'Österreich',
  'XA-CH': 'Schweiz',
  'XA-FR': 'Frankreich',
  'XD-US': 'USA',
  ZZ: 'Land unbekannt',
};
const GENDERS: Readonly<Record<string, string>> = { male: 'Mann', female: 'Frau', notKnown: 'Unbekannt' };

const DISPLAY = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' });

/** Records per piece of output. */
const BATCH = 500;

/** @returns the dump in pieces; its records are counted in `tally` */
export function* printEntityFacts(corpus: Corpus, tally: { records: number }): Generator<string> {
  let text = '';
  for (const kind of ENTITY_FACTS_KINDS) {
    const count = corpus.counts[kind] + supplementOf(kind, corpus.counts[kind]);
    const at = createPermutation(Math.max(1, count), hash(corpus.seed, count));
    for (let i = 0; i < count; i += 1) {
      const index = at(i);
      if (!isRecorded(corpus, kind, index)) continue;
      text += `${JSON.stringify(record(corpus, corpus.entity(kind, index)))}\n`;
      tally.records += 1;
      if (tally.records % BATCH > 0) continue;
      yield text.normalize('NFD');
      text = '';
    }
  }
  yield text.normalize('NFD');
}

/** Entity Facts has 91 % of the entities of the dumps, and all entities newer than the dumps. */
function isRecorded({ seed, counts }: Corpus, kind: Kind, index: number): boolean {
  return index >= counts[kind] || hash(seed, 5, index, kindNumber(kind)) % 1000 < 910;
}

type Json = Record<string, unknown>;

function record(corpus: Corpus, entity: Entity): Json {
  const { id, kind, naming, variants } = entity;
  const { parts, natural = naming.name.text } = naming.name;
  // 1 % of the persons have another name since the other dumps.
  const newer = parts?.forename !== undefined && hash(corpus.seed, 9, entity.index) % 100 === 0;
  const forename = newer ? `${parts.forename} Maria` : parts?.forename;
  const json: Json = {
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
  if (variants.length > 0) json['variantName'] = variants.map((name) => name.natural ?? name.text);
  addFacts(corpus, entity, json);
  if (entity.prominence > 0) json['depiction'] = depiction(id);
  json['sameAs'] = links(corpus, entity);
  return json;
}

function addFacts(corpus: Corpus, entity: Entity, json: Json): void {
  const append = (key: string, value: unknown) => (json[key] = [...((json[key] as unknown[] | undefined) ?? []), value]);
  for (const { property, value, type } of entity.texts) {
    const key = TEXT_LISTS[property];
    if (key !== undefined) append(key, value);
    else if (SINGLE_TEXTS.includes(property)) json[property] = type === 'date' ? displayDate(value) : value;
  }
  for (const { property, kind, index, id } of entity.relations) {
    const key = KEYS[property];
    if (key === undefined) continue;
    const { name } = corpus.naming(kind, index);
    const relationship = property === 'familialRelationship' && { relationship: 'Verwandter' };
    append(key, { '@id': GND + id, ...relationship, preferredName: name.natural ?? name.text });
  }
  for (const { property, vocabulary, term } of entity.terms) {
    const uri = `${VOCABULARY}${vocabulary}#${term}`;
    if (property === 'gender') json['gender'] = { '@id': uri, label: GENDERS[term] };
    const country = property === 'geographicAreaCode' ? COUNTRIES[term] : undefined;
    if (country !== undefined) append('associatedCountry', { '@id': uri, preferredName: country });
  }
  if (entity.point === undefined) return;
  const coordinates = entity.point.map((degrees) => degrees.toFixed(6));
  json['location'] = { type: 'Feature', geometry: { type: 'Point', coordinates } };
} // prettier-ignore

/** "26. Januar 1772" */
function displayDate(value: string): string {
  return DISPLAY.format(new Date(value));
}

function depiction(id: string): Json {
  const file = `Bild_${id}.jpg`;
  return {
    '@id': `https://commons.wikimedia.org/wiki/Special:FilePath/${file}`,
    url: `https://commons.wikimedia.org/wiki/File:${file}`,
    thumbnail: { '@id': `https://commons.wikimedia.org/wiki/Special:FilePath/${file}?width=270` },
    publisher: 'Wikimedia Commons',
    copyrighted: 'false',
  };
}

function links(corpus: Corpus, { id, kind, index, links: own, lists }: Entity): readonly Json[] {
  const named = own.flatMap(({ collection: { code, name }, address }) =>
    code === undefined ? [] : [{ '@id': address, collection: { abbr: code, name, publisher: name } }],
  );
  const listed = lists.map(({ code, title, address }) => ({
    '@id': fillAddress(address, corpus.subject(kind, index)),
    collection: { abbr: code, name: title, publisher: title },
  }));
  const record = { abbr: 'DNB', name: 'Gemeinsame Normdatei (GND)', publisher: 'Deutsche Nationalbibliothek' };
  return [{ '@id': `${GND}${id}/about`, collection: record }, ...named, ...listed];
}

/** Reads a MARC record of the GND into the statements that the JSON-LD of that record yields, as far as MARC carries them. */
import { isGndIri } from '../../model/gnd-id.ts';
import { parseMarcDegrees } from './coordinates.ts';
import { defect, type Report } from './defects.ts';
import { createEntityBuilder, type EntityBuilder } from './entity-builder.ts';
import { MARC_CLASSES } from '../../model/gnd-classes.ts';
import { readDates } from './marc-dates.ts';
import { gndReference, headingName, headingType, naturalHeading, readRelation } from './marc-headings.ts';
import {
  type MarcField,
  type MarcRecord,
  type MarcSelection,
  relationCodes,
  remarks,
  subfield,
  subfields,
  valuesOf,
} from './marc-records.ts';
import { modifiedOf, notIdentified, ownIdentifiers, readGone, readStatus, STATUS_FIELDS } from './marc-status.ts';
import { type Defect, LIMITS, type Statement } from './reader.ts';

const VOCABULARY = 'https://d-nb.info/standards/vocab/gnd/';

/** The fields of a record that {@link readMarcEntity} needs. */
export const MARC_ENTITY: MarcSelection = {
  tags: new Set([
    ...STATUS_FIELDS,
    ...'005 034 042 043 065 075 079 083 375 380 383 548 670 677 678 680'.split(' '),
    ...'100 110 111 130 150 151 400 410 411 430 450 451'.split(' '),
    ...'500 510 511 530 550 551 700 710 711 730 750 751'.split(' '),
  ]),
  // The longest record at hand has some 1,200.
  parts: 50_000,
  // One more than is read, so that longer texts are noticed.
  valueLength: 4 * LIMITS.textLength + 1,
};

interface Context {
  readonly entity: EntityBuilder;
  /** The record describes a family: names in it are not names of persons. */
  readonly family: boolean;
}

/**
 * Statements about one record: of a living one the entity, its links and the records it absorbed; of another its deletion or
 * redirects. Defects: see `readStatus`, `readGone`, `createEntityBuilder`, with their line.
 */
export function readMarcEntity(record: MarcRecord): readonly Statement[] {
  const status = readStatus(record);
  if (typeof status !== 'string') return [status];
  if (status !== 'living') return readGone(record, status);
  const defects: Defect[] = [];
  const report: Report = (fault) => defects.push({ ...fault, line: record.line });
  const [gnd] = ownIdentifiers(record, (met) => report(defect('invalid_gnd_id', 'detail', met)));
  if (gnd === undefined) return [notIdentified(record, defects)];
  const kind = kindOf(record);
  const classes = classesOf(record, kind);
  const context: Context = { entity: createEntityBuilder(gnd, report), family: classes.includes('Family') };
  for (const field of record.fields) {
    if (field.tag.startsWith('5')) readRelation(field, kind, context.entity);
    else readField(field, context);
  }
  readDates(record, context.entity);
  readGender(record, context);
  readPosition(record, context.entity);
  const statements = context.entity.finish({ classes, modified: modifiedOf(record), level: levelOf(record) });
  return [...defects, ...statements];
}

function readField(field: MarcField, { entity, family }: Context): void {
  const { tag } = field;
  const texts = (code: string, attribute: string): void => {
    for (const text of subfields(field, code)) entity.text(attribute, text);
  };
  const terms = (code: string, attribute: string, vocabulary: string): void => {
    for (const text of subfields(field, code)) entity.reference(attribute, VOCABULARY + vocabulary + text.trim());
  };
  switch (tag) {
    case '024':
      return readIdentifier(field, entity);
    case '034':
      return readPlaceAddress(field, entity);
    case '035':
      for (const text of subfields(field, 'z')) entity.formerNumber(text, 'deprecatedUri');
      return;
    case '043':
      return terms('c', 'geographicAreaCode', 'geographic-area-code#');
    case '065':
      if (subfield(field, '2')?.trim() === 'sswd') terms('a', 'gndSubjectCategory', 'gnd-sc#');
      return;
    case '083':
      return readDewey(field, entity);
    case '380':
      if (gndReference(field) === undefined) texts('a', 'formOfWorkAndExpression');
      else entity.reference('formOfWorkAndExpression', gndReference(field));
      return;
    case '383':
      return texts('b', 'opusNumericDesignationOfMusicalWork');
    case '670':
      if (!/^\s*homepage\s*$/i.test(subfield(field, 'a') ?? '')) return;
      for (const url of subfields(field, 'u')) entity.address('homepage', url);
      return;
    case '677':
      return texts('a', 'definition');
    case '678':
      texts('b', 'biographicalOrHistoricalInformation');
      return texts('a', 'biographicalOrHistoricalInformation');
    case '680':
      return texts('a', 'usingInstructions');
    default:
      if (/^[147]/.test(tag)) readHeading(field, family, entity);
  }
}

/** 1XX is the name, 4XX a variant, 7XX the name in another script or in another vocabulary ($2). */
function readHeading(field: MarcField, family: boolean, entity: EntityBuilder): void {
  if (field.tag.startsWith('7') && subfield(field, '2') !== undefined) return readEquivalent(field, entity);
  const named = headingType(field);
  const type = named === 'Person' && family ? 'Family' : named;
  if (type === undefined) return;
  const name = headingName(field, type);
  if (field.tag.startsWith('1')) {
    entity.preferredName(name, type);
    if (type === 'Person') entity.displayName(naturalHeading(field));
  } else if (field.tag.startsWith('4')) {
    entity.variantName(name);
    if (relationCodes(field).includes('abku')) entity.text(`abbreviatedNameForThe${type}`, name);
  } else if (field.tag === '700' && named === 'Person' && remarks(field, 'U').length > 0) {
    entity.variantName(name);
  }
}

/** `$a 437.94356 $9 d:2`; `$z` is the number of a table. Without a degree of determinacy the RDF has no property for it. */
function readDewey(field: MarcField, entity: EntityBuilder): void {
  const [table] = subfields(field, 'z');
  const notation = subfield(field, 'a')?.trim() ?? '';
  const degree = remarks(field, 'd')[0]?.trim() ?? '';
  if (!/^[1-4]$/.test(degree) || !/^(?:T?\d[A-Z]?--)?[\d.]+$/.test(notation)) return;
  const number = table === undefined ? notation.replace(/^T/, '') : `${table.trim()}--${notation}`;
  entity.reference('relatedDdcWithDegreeOfDeterminacy', `http://dewey.info/class/${number}/`);
}

/** ISO 5218; the RDF says `notKnown` of everybody else. */
function readGender(record: MarcRecord, { entity, family }: Context): void {
  if (family || !record.fields.some((field) => field.tag === '100' && headingType(field) === 'Person')) return;
  const code = valuesOf(record, '375', 'a')[0]?.trim();
  const gender = code === '1' ? 'male' : code === '2' ? 'female' : 'notKnown';
  entity.reference('gender', `${VOCABULARY}gender#${gender}`);
}

/** Reads one field 034 only, the one in decimal degrees (`$9 A:dgx`) if there is one. $z names another celestial body. */
function readPosition({ fields }: MarcRecord, entity: EntityBuilder): void {
  const coded = fields.filter(
    (field) => field.tag === '034' && subfield(field, 'd') !== undefined && subfield(field, 'z') === undefined,
  );
  const field = coded.find((other) => remarks(other, 'A').some((code) => code.startsWith('d'))) ?? coded[0];
  if (field === undefined) return;
  const [west = '', north = ''] = [subfield(field, 'd'), subfield(field, 'f')];
  const edges = [west, subfield(field, 'e') ?? west, north, subfield(field, 'g') ?? north] as const;
  entity.coordinates(parseMarcDegrees(...edges), edges.join(' '));
}

/** Class of a record without an entity code, by its kind: person, name, corporate body, conference, place, subject heading, work. */
const DEFAULT_CLASSES: ReadonlyMap<string, string> = new Map([
  ['p', 'DifferentiatedPerson'],
  ['n', 'UndifferentiatedPerson'],
  ['b', 'CorporateBody'],
  ['f', 'ConferenceOrEvent'],
  ['g', 'PlaceOrGeographicName'],
  ['s', 'SubjectHeading'],
  ['u', 'Work'],
]);

/** 075, in files of 2015 still 079. */
function kindOf(record: MarcRecord): string | undefined {
  return codesOf(record, 'gndgen')[0] ?? valuesOf(record, '079', 'b')[0]?.trim();
}

/** Names of classes; a code that is not known stands for itself. */
function classesOf(record: MarcRecord, kind = ''): readonly string[] {
  const codes = [...codesOf(record, 'gndspec'), ...valuesOf(record, '079', 'v')]
    .flatMap((text) => text.split(';'))
    .map((text) => text.trim())
    .filter((code) => /^[a-z]{3}$/.test(code));
  const fallback = DEFAULT_CLASSES.get(kind);
  if (codes.length === 0) return fallback === undefined ? [] : [fallback];
  return codes.map((code) => MARC_CLASSES.get(code) ?? code);
}

function codesOf({ fields }: MarcRecord, source: 'gndgen' | 'gndspec'): readonly string[] {
  return fields
    .filter((field) => field.tag === '075' && subfield(field, '2')?.trim() === source)
    .flatMap((field) => subfields(field, 'b'))
    .map((code) => code.trim());
}

/** 042 `gnd1`, in files of 2015 a digit in 079. */
function levelOf(record: MarcRecord): number | undefined {
  const codes = [...valuesOf(record, '042', 'a'), ...valuesOf(record, '079', 'c')];
  const digit = codes.map((code) => /^\s*(?:gnd)?([1-7])\s*$/.exec(code)?.[1]).find((found) => found !== undefined);
  return digit === undefined ? undefined : Number(digit);
}

/** Where an identifier leads, by the code of its source; the addresses are those of the RDF. */
const ADDRESSES: ReadonlyMap<string, (id: string) => string> = new Map([
  ['viaf', (id) => `http://viaf.org/viaf/${id}`],
  ['isni', (id) => `https://isni.org/isni/${id}`],
  ['orcid', (id) => `https://orcid.org/${id}`],
  ['wikidata', (id) => `http://www.wikidata.org/entity/${id}`],
  ['geonames', (id) => `https://sws.geonames.org/${id}`],
  ['lccn', congressAddress],
]);

/** `024 $a 0000 0001 2099 9104 $2 isni`; sources that the RDF has no address for are passed over. */
function readIdentifier(field: MarcField, entity: EntityBuilder): void {
  const address = ADDRESSES.get(subfield(field, '2')?.trim().toLowerCase() ?? '');
  if (address === undefined) return;
  for (const text of subfields(field, 'a')) {
    const id = text.replace(/\s/g, '');
    if (id !== '' && !isGndIri(id)) entity.sameAs(/^https?:/i.test(id) ? id : address(id));
  }
}

/** `034 … $0 (uri)http://sws.geonames.org/2643743 $2 geonames`: where the coordinates come from is the same place. */
function readPlaceAddress(field: MarcField, entity: EntityBuilder): void {
  for (const text of [...subfields(field, '0'), ...subfields(field, 'u')]) {
    const address = withoutPrefix(text);
    if (/^https?:\/\/(?:www\.|sws\.)?geonames\.org\/\d+/i.test(address)) entity.sameAs(address);
  }
}

/** `700 17 $0 (DLC)n 79111538 $2 naf`, `750 _7 $0 http://lod.gesis.org/… $4 =EQ $2 thesoz` */
function readEquivalent(field: MarcField, entity: EntityBuilder): void {
  const source = subfield(field, '2')?.trim().toLowerCase();
  if (source === undefined) return;
  // How headings match is said as in ISO 25964-2; only the exact match is the same thing (SKOS exactMatch).
  const code = relationCodes(field).find((found) => /^(?:[=~]?EQ|[BNR]M)$/.test(found));
  const same = code === undefined ? source === 'naf' : code === '=EQ';
  for (const address of addressesOf(field)) entity.link(address, same ? 'sameAs' : 'about');
}

/** Addresses as they stand, else the one that a number of the Library of Congress stands for. */
function addressesOf(field: MarcField): readonly string[] {
  const numbers = subfields(field, '0').map(withoutPrefix);
  const addresses = numbers.filter((text) => /^https?:/i.test(text) && !isGndIri(text));
  if (addresses.length > 0) return addresses;
  return numbers
    .filter((text) => text.startsWith('(DLC)'))
    .map((text) => congressAddress(text.slice(5).replace(/\s/g, '')));
}

function withoutPrefix(text: string): string {
  return text.trim().replace(/^\(uri\)\s*/i, '');
}

function congressAddress(id: string): string {
  return `http://id.loc.gov/${id.startsWith('sh') ? 'authorities/subjects' : 'rwo/agents'}/${id}`;
}

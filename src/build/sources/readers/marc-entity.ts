/** Reads a MARC record of the GND into the same statements as its JSON-LD, where MARC has the facts. */
import { LIBRARY_IRI, type NameKind } from '../../../core/model/entity.ts';
import { parseMarcDegrees } from './coordinates.ts';
import { defect, type Report } from './defects.ts';
import { createEntityBuilder, type EntityBuilder, type NameDescription } from './entity-builder.ts';
import { MARC_CLASSES } from '../../../shared/gnd-classes.ts';
import { readEquivalent, readIdentifier, readPlaceAddress } from './marc-addresses.ts';
import { ATTRIBUTE_FIELDS, type ReadField, VOCABULARY } from './marc-attributes.ts';
import { readDates } from './marc-dates.ts';
import { headingName, headingType, naturalHeading, readRelation } from './marc-headings.ts';
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
import { readLanguageCodes } from './name-language.ts';
import { modifiedOf, identifierDefect, ownIdentifiers, readGone, readStatus, STATUS_FIELDS } from './marc-status.ts';
import { type Defect, LIMITS, type Statement } from './reader.ts';

/** Readers of single fields by tag, without headings and relations. */
const FIELDS: ReadonlyMap<string, ReadField> = new Map([
  ...ATTRIBUTE_FIELDS,
  ['008', readKindOfRecord],
  ['024', readIdentifier],
  ['034', readPlaceAddress],
  ['035', readFormerNumbers],
]);

/** The fields that {@link readMarcEntity} needs. */
export const MARC_ENTITY: MarcSelection = {
  tags: new Set([
    ...STATUS_FIELDS,
    ...FIELDS.keys(),
    ...'040 042 075 375 548'.split(' '),
    ...'100 110 111 130 150 151 400 410 411 430 450 451'.split(' '),
    ...'500 510 511 530 550 551 700 710 711 730 750 751'.split(' '),
  ]),
  // The longest known record has about 1,200.
  parts: 50_000,
  // One more than the length from which `readText` reports a text as too long.
  valueLength: 4 * LIMITS.textLength + 1,
};

interface Context {
  readonly entity: EntityBuilder;
  /** Whether the record describes a family: its headings have the tags of persons. */
  readonly family: boolean;
}

/**
 * Statements of one record: for a living record, the entity, its links, and redirects from merged records; for others,
 * deletions or redirects. Defects, with their line: see `readStatus`, `readGone`, `createEntityBuilder`.
 */
export function readMarcEntity(record: MarcRecord): readonly Statement[] {
  const status = readStatus(record);
  if (typeof status !== 'string') return [status];
  if (status !== 'living') return readGone(record, status);
  const defects: Defect[] = [];
  const report: Report = (fault) => defects.push({ ...fault, line: record.line });
  const [gnd] = ownIdentifiers(record, (faultyText) => report(defect('invalid_gnd_id', 'detail', faultyText)));
  if (gnd === undefined) return [identifierDefect(record, defects)];
  const classes = classesOf(record);
  const context: Context = { entity: createEntityBuilder(gnd, report), family: classes.includes('Family') };
  for (const field of record.fields) {
    if (field.tag.startsWith('5')) readRelation(field, context.entity);
    else readField(field, context);
  }
  readDates(record, context.entity);
  readGender(record, context);
  readPosition(record, context.entity);
  const statements = context.entity.finish({
    classes,
    modified: modifiedOf(record),
    level: levelOf(record),
    maintainer: maintainerOf(record),
  });
  return [...defects, ...statements];
}

function readField(field: MarcField, { entity, family }: Context): void {
  const read = FIELDS.get(field.tag);
  if (read !== undefined) read(field, entity);
  else if (/^[147]/.test(field.tag)) readHeading(field, family, entity);
}

function readKindOfRecord(field: MarcField, entity: EntityBuilder): void {
  // 008/09: an untraced (b) or traced (c) reference, not an established heading.
  if (/^.{9}[bc]/.test(subfield(field, '') ?? '')) entity.referenceRecord();
}

function readFormerNumbers(field: MarcField, entity: EntityBuilder): void {
  for (const text of subfields(field, 'z')) entity.formerNumber(text, 'deprecatedUri');
}

/** 1XX is the preferred name, 4XX a variant, 7XX the name in another script or, with $2, in another vocabulary. */
function readHeading(field: MarcField, family: boolean, entity: EntityBuilder): void {
  if (field.tag.startsWith('7') && subfield(field, '2') !== undefined) return readEquivalent(field, entity);
  const named = headingType(field);
  const type = named === 'Person' && family ? 'Family' : named;
  if (type === undefined) return;
  const name = headingName(field, type);
  const facts = describeHeading(field);
  if (field.tag.startsWith('1')) {
    entity.preferredName(name, type, facts);
    if (type === 'Person') entity.displayName(naturalHeading(field));
  } else if (field.tag.startsWith('4')) {
    const [kind] = relationCodes(field).flatMap((code) => NAME_KINDS_BY_CODE.get(code) ?? []);
    entity.variantName(name, { ...facts, ...(kind !== undefined && { kind }) });
    if (kind === 'abbreviation') entity.text(`abbreviatedNameForThe${type}`, name);
  } else if (field.tag === '700' && named === 'Person' && remarks(field, 'U').length > 0) {
    entity.variantName(name, { ...facts, kind: 'original' });
  }
}

/** `$9 L:rus $9 U:Cyrl` */
function describeHeading(field: MarcField): NameDescription {
  const [language, script] = ['L', 'U'].map((prefix) => remarks(field, prefix)[0]?.trim());
  return language === undefined && script === undefined ? {} : readLanguageCodes(language, script);
}

/** Kinds of variant names, by the code of their relation to the preferred name. */
const NAME_KINDS_BY_CODE: ReadonlyMap<string, NameKind> = new Map([
  ['pseu', 'pseudonym'],
  ['nawi', 'real'],
  ['nafr', 'earlier'],
  ['nasp', 'later'],
  ['navo', 'fuller'],
  ['abku', 'abbreviation'],
]);

/** Reads the gender (ISO 5218). The RDF has `notKnown` for all other codes. */
function readGender(record: MarcRecord, { entity, family }: Context): void {
  if (family || !record.fields.some((field) => field.tag === '100' && headingType(field) === 'Person')) return;
  const code = valuesOf(record, '375', 'a')[0]?.trim();
  const gender = code === '1' ? 'male' : code === '2' ? 'female' : 'notKnown';
  entity.reference('gender', `${VOCABULARY}gender#${gender}`);
}

/** Reads one field 034, with decimal degrees (`$9 A:dgx`) if possible. With $z it is about another celestial body. */
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

/** Classes of records without an entity code, by the kind of the record. */
const DEFAULT_CLASSES: ReadonlyMap<string, string> = new Map([
  ['p', 'DifferentiatedPerson'],
  ['n', 'UndifferentiatedPerson'],
  ['b', 'CorporateBody'],
  ['f', 'ConferenceOrEvent'],
  ['g', 'PlaceOrGeographicName'],
  ['s', 'SubjectHeading'],
  ['u', 'Work'],
]);

/** Names of classes; for an unknown code, the code itself. */
function classesOf(record: MarcRecord): readonly string[] {
  const codes = codesOf(record, 'gndspec').filter((code) => /^[a-z]{3}$/.test(code));
  const fallback = DEFAULT_CLASSES.get(codesOf(record, 'gndgen')[0] ?? '');
  if (codes.length === 0) return fallback === undefined ? [] : [fallback];
  return codes.map((code) => MARC_CLASSES.get(code) ?? code);
}

function codesOf({ fields }: MarcRecord, source: 'gndgen' | 'gndspec'): readonly string[] {
  return fields
    .filter((field) => field.tag === '075' && subfield(field, '2')?.trim() === source)
    .flatMap((field) => subfields(field, 'b'))
    .map((code) => code.trim());
}

/** The cataloguing level: `042 $a gnd1`. */
function levelOf(record: MarcRecord): number | undefined {
  const [digit] = valuesOf(record, '042', 'a').flatMap((code) => /^\s*gnd([1-7])\s*$/.exec(code)?.[1] ?? []);
  return digit === undefined ? undefined : Number(digit);
}

/** IRI of the library that is responsible for the record: `040 $9 r:DE-576`. */
function maintainerOf({ fields }: MarcRecord): string | undefined {
  const [isil] = fields.filter(({ tag }) => tag === '040').flatMap((field) => remarks(field, 'r'));
  return isil !== undefined && /^[A-Z]{2}-[\w/:-]{1,11}$/.test(isil.trim()) ? LIBRARY_IRI + isil.trim() : undefined;
}

/** What a MARC record of the GND says, as statements: the same as the JSON-LD of that record yields, as far as MARC carries it. */
import { defect } from './defects.ts';
import { readGndEntity } from './gnd-entity.ts';
import { readClassNames, readGeneralType } from './marc-class.ts';
import { readGeometry } from './marc-coordinates.ts';
import { readDates } from './marc-dates.ts';
import { relationCodes, remarks, subfield, subfields, valuesOf } from './marc-fields.ts';
import { headingName, headingType, naturalHeading } from './marc-heading.ts';
import { readEquivalent, readIdentifier, readPlaceAddress } from './marc-links.ts';
import { createMarcNode, type Say } from './marc-node.ts';
import type { MarcField, MarcRecord, MarcSelection } from './marc-records.ts';
import { gndReference, readRelation } from './marc-relations.ts';
import { notIdentified, ownIdentifiers, readGone, readStatus, STATUS_FIELDS } from './marc-status.ts';
import { type Defect, LIMITS, type Statement } from './reader.ts';

export type { MarcField, MarcRecord } from './marc-records.ts';

const VOCABULARY = 'https://d-nb.info/standards/vocab/gnd/';
const DEPRECATED_URI = 'https://d-nb.info/standards/elementset/dnb#deprecatedUri';
const HAS_GEOMETRY = 'http://www.opengis.net/ont/geosparql#hasGeometry';

/** ISO 5218; the RDF says `notKnown` of everybody else. */
const GENDERS: ReadonlyMap<string, string> = new Map([
  ['1', 'male'],
  ['2', 'female'],
]);

/** What has to be kept of a record for {@link readMarcEntity}. */
export const MARC_ENTITY: MarcSelection = {
  tags: new Set([
    ...STATUS_FIELDS,
    ...words('005 034 042 043 065 075 079 083 375 380 383 548 670 677 678 680'),
    ...words('100 110 111 130 150 151 400 410 411 430 450 451'),
    ...words('500 510 511 530 550 551 700 710 711 730 750 751'),
  ]),
  // The longest record at hand has some 1,200.
  parts: 50_000,
  // One more than is read, so that longer texts are told.
  valueLength: 4 * LIMITS.textLength + 1,
};

/**
 * Statements about one record: of a living one the entity, its links and the records it absorbed; of another its deletion or
 * redirects. Defects: see `readStatus`, `readGone`, `readGndEntity`, with their line.
 */
export function readMarcEntity(record: MarcRecord): readonly Statement[] {
  const status = readStatus(record);
  if (typeof status !== 'string') return [status];
  if (status !== 'living') return [...readGone(record, status)];
  const { line } = record;
  const faults: Defect[] = [];
  const report = (fault: Defect) => faults.push({ ...fault, line });
  const [gnd] = ownIdentifiers(record, (met) => report(defect('invalid_gnd_id', 'detail', met)));
  if (gnd === undefined) return [notIdentified(record, faults)];
  const general = readGeneralType(record);
  const classes = readClassNames(record, general);
  const { say, finish } = createMarcNode(gnd, classes, report);
  say('gndIdentifier', gnd);
  const family = classes.includes('Family');
  for (const field of record.fields) {
    if (field.tag.startsWith('5') && field.tag !== '548') readRelation(field, general, say);
    else readField(field, family, say);
  }
  readDates(record, say);
  if (isPerson(record, family)) say('gender', { iri: `${VOCABULARY}gender#${readGender(record)}` });
  const wkt = readGeometry(record);
  if (wkt !== undefined) say(HAS_GEOMETRY, { wkt });
  const statements = readGndEntity(finish({ ...readModified(record), ...readLevel(record) }));
  return [...faults, ...statements.map((found) => (found.kind === 'defect' ? { ...found, line } : found))];
}

function readField(field: MarcField, family: boolean, say: Say): void {
  const { tag } = field;
  switch (tag) {
    case '024':
      return readIdentifier(field, say);
    case '034':
      return readPlaceAddress(field, say);
    case '035':
      return readFormerNumber(field, say);
    case '043':
      return terms(field, 'c', 'geographicAreaCode', 'geographic-area-code#', say);
    case '065':
      if (subfield(field, '2')?.trim() === 'sswd') terms(field, 'a', 'gndSubjectCategory', 'gnd-sc#', say);
      return;
    case '083':
      return readDewey(field, say);
    case '380':
      return readForm(field, say);
    case '383':
      return texts(field, 'b', 'opusNumericDesignationOfMusicalWork', say);
    case '670':
      if (/^\s*homepage\s*$/i.test(subfield(field, 'a') ?? '')) texts(field, 'u', 'homepage', say);
      return;
    case '677':
      return texts(field, 'a', 'definition', say);
    case '678':
      texts(field, 'b', 'biographicalOrHistoricalInformation', say);
      return texts(field, 'a', 'biographicalOrHistoricalInformation', say);
    case '680':
      return texts(field, 'a', 'usingInstructions', say);
    default:
  }
  if (tag.startsWith('1')) readName(field, family, say);
  else if (tag.startsWith('4')) readVariant(field, family, say);
  else if (tag.startsWith('7')) readOtherHeading(field, say);
}

function readName(field: MarcField, family: boolean, say: Say): void {
  const type = typeOf(field, family);
  const name = type === undefined ? '' : headingName(field, type);
  if (type === undefined || name === '') return;
  say(`preferredNameForThe${type}`, name);
  if (type !== 'Person') return;
  say('preferredNameEntityForThePerson', { inverted: name, natural: naturalHeading(field) });
}

function readVariant(field: MarcField, family: boolean, say: Say): void {
  const type = typeOf(field, family);
  const name = type === undefined ? '' : headingName(field, type);
  if (type === undefined || name === '') return;
  say(relationCodes(field).includes('abku') ? `abbreviatedNameForThe${type}` : `variantNameForThe${type}`, name);
}

/** In the original script, or in another vocabulary. */
function readOtherHeading(field: MarcField, say: Say): void {
  if (subfield(field, '2') !== undefined) return readEquivalent(field, say);
  const isScript = field.tag === '700' && remarks(field, 'U').length > 0 && headingType(field) === 'Person';
  if (isScript) say('originalScriptNameOfThePerson', headingName(field, 'Person'));
}

/** In the record of a family no person is named. */
function typeOf(field: MarcField, family: boolean) {
  const type = headingType(field);
  return type === 'Person' && family ? 'Family' : type;
}

/** `(DE-588)` are numbers of absorbed records, the others those of the files before the GND. */
function readFormerNumber(field: MarcField, say: Say): void {
  for (const text of subfields(field, 'z')) {
    const [, file] = /^\s*\(DE-588([abc]?)\)/.exec(text) ?? [];
    if (file !== undefined) say(file === '' ? DEPRECATED_URI : 'oldAuthorityNumber', text.trim());
  }
}

/** `$a 437.94356 $9 d:2`; `$z` is the number of a table. Without a degree of determinacy the RDF has no property for it. */
function readDewey(field: MarcField, say: Say): void {
  const [table] = subfields(field, 'z');
  const notation = subfield(field, 'a')?.trim() ?? '';
  const degree = remarks(field, 'd')[0]?.trim() ?? '';
  if (!/^[1-4]$/.test(degree) || !/^(?:T?\d[A-Z]?--)?[\d.]+$/.test(notation)) return;
  const number = table === undefined ? notation.replace(/^T/, '') : `${table.trim()}--${notation}`;
  say(`relatedDdcWithDegreeOfDeterminacy${degree}`, { iri: `http://dewey.info/class/${number}/` });
}

function readForm(field: MarcField, say: Say): void {
  const iri = gndReference(field);
  if (iri !== undefined) say('formOfWorkAndExpression', { iri });
  else texts(field, 'a', 'formOfWorkAndExpression', say);
}

function texts(field: MarcField, code: string, property: string, say: Say): void {
  for (const text of subfields(field, code)) say(property, text);
}

function terms(field: MarcField, code: string, property: string, vocabulary: string, say: Say): void {
  for (const text of subfields(field, code)) say(property, { iri: VOCABULARY + vocabulary + text.trim() });
}

function isPerson({ fields }: MarcRecord, family: boolean): boolean {
  return !family && fields.some((field) => field.tag === '100' && headingType(field) === 'Person');
}

function readGender(record: MarcRecord): string {
  return GENDERS.get(valuesOf(record, '375', 'a')[0]?.trim() ?? '') ?? 'notKnown';
}

/** `20181220145201.0` */
function readModified(record: MarcRecord): { readonly modified?: string } {
  const stamp = valuesOf(record, '005', '')[0]?.trim() ?? '';
  const [, year, month, day] = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/.exec(stamp) ?? [];
  return year === undefined ? {} : { modified: `${year}-${month}-${day}` };
}

/** 042 `gnd1`, in files of 2015 a digit in 079. */
function readLevel(record: MarcRecord): { readonly level?: number } {
  const codes = [...valuesOf(record, '042', 'a'), ...valuesOf(record, '079', 'c')];
  const digit = codes.map((code) => /^\s*(?:gnd)?([1-7])\s*$/.exec(code)?.[1]).find((found) => found !== undefined);
  return digit === undefined ? {} : { level: Number(digit) };
}

function words(text: string): readonly string[] {
  return text.split(' ');
}

/** The fields of a MARC record with attributes of the entity, and the functions that read them. */
import type { EntityBuilder } from './entity-builder.ts';
import { gndReferences } from './marc-headings.ts';
import { type MarcField, remarks, subfield, subfields } from './marc-records.ts';

export const VOCABULARY = 'https://d-nb.info/standards/vocab/gnd/';

export type ReadField = (field: MarcField, entity: EntityBuilder) => void;

/** Readers by tag. `marc-headings.ts` reads relations (5XX). Dates, gender and position need several fields. */
export const ATTRIBUTE_FIELDS: ReadonlyMap<string, ReadField> = new Map([
  ['043', terms('c', 'geographicAreaCode', 'geographic-area-code#')],
  ['065', readSubjectCategory],
  ['083', readDewey],
  ['260', readSeeReference],
  ['380', referenceOrTexts('a', 'formOfWorkAndExpression')],
  ['383', texts('b', 'opusNumericDesignationOfMusicalWork')],
  ['670', readHomepage],
  ['672', texts('a', 'publication')],
  ['677', texts('a', 'definition')],
  ['678', texts('ba', 'biographicalOrHistoricalInformation')],
  ['680', texts('a', 'usingInstructions')],
  ['692', texts('a', 'publication')],
]);

/** Reads texts. @param codes codes of subfields, in the order of the values */
function texts(codes: string, attribute: string): ReadField {
  return (field, entity) => {
    for (const code of codes) for (const text of subfields(field, code)) entity.text(attribute, text);
  };
}

/** Reads terms of a vocabulary of the GND. */
function terms(code: string, attribute: string, vocabulary: string): ReadField {
  return (field, entity) => {
    for (const text of subfields(field, code)) entity.reference(attribute, VOCABULARY + vocabulary + text.trim());
  };
}

/** Reads the entity in `$0`, or texts if the field refers to no entity. */
function referenceOrTexts(code: string, attribute: string): ReadField {
  const readTexts = texts(code, attribute);
  return (field, entity) => {
    const [iri] = gndReferences(field);
    if (iri === undefined) readTexts(field, entity);
    else entity.reference(attribute, iri);
  };
}

const readCategories = terms('a', 'gndSubjectCategory', 'gnd-sc#');

/** Reads only subject categories of the GND: `$2 sswd`. */
function readSubjectCategory(field: MarcField, entity: EntityBuilder): void {
  if (subfield(field, '2')?.trim() === 'sswd') readCategories(field, entity);
}

function readHomepage(field: MarcField, entity: EntityBuilder): void {
  if (!/^\s*homepage\s*$/i.test(subfield(field, 'a') ?? '')) return;
  for (const url of subfields(field, 'u')) entity.address('homepage', url);
}

/** Reads the headings to use together instead of this one, in one field or in several. */
function readSeeReference(field: MarcField, entity: EntityBuilder): void {
  entity.referenceRecord();
  const references = gndReferences(field);
  for (const iri of references) entity.reference('complexSeeReferenceSubject', iri);
  if (references.length === 0)
    for (const text of subfields(field, 'a')) entity.text('complexSeeReferenceSubject', text);
}

/** `$a 437.94356 $9 d:2`, with a table in `$z`. The RDF has no property without a degree of determinacy (`d:`). */
function readDewey(field: MarcField, entity: EntityBuilder): void {
  const [table] = subfields(field, 'z');
  const notation = subfield(field, 'a')?.trim() ?? '';
  const degree = remarks(field, 'd')[0]?.trim() ?? '';
  if (!/^[1-4]$/.test(degree) || !/^(?:T?\d[A-Z]?--)?[\d.]+$/.test(notation)) return;
  const number = table === undefined ? notation.replace(/^T/, '') : `${table.trim()}--${notation}`;
  entity.reference('relatedDdcWithDegreeOfDeterminacy', `http://dewey.info/class/${number}/`);
}

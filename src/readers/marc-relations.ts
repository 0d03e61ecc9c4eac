/** Reads the relations of a MARC record (5XX): the property of the GND ontology by code, and the related entity. */
import { GND_URI_PREFIX, isGndIri } from '../model/gnd-id.ts';
import type { EntityBuilder } from './entity-builder.ts';
import { ATTRIBUTE_PROPERTIES } from './gnd-ontology.ts';
import { isGndNumber, relationCodes, subfields } from './marc-fields.ts';
import { headingName, headingType } from './marc-headings.ts';
import type { MarcField } from './marc-records.ts';

const MAKERS = 'aut1:firstAuthor auta:author kom1:firstComposer koma:composer kuen:artist urhe:creator';
const KIN = 'bezf:familialRelationship beza:acquaintanceshipOrFriendship';
const EVERYWHERE = 'them:topic vbal:relatedTerm';

/**
 * For files of 2015, which have the code without the IRI of its property: those that are of use here, by the type of what
 * is named.
 */
const CODES: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  Person: table(`${MAKERS} ${KIN} pseu:pseudonym nawi:realIdentity`),
  Family: table(KIN),
  CorporateBody: table(`${MAKERS} affi:affiliation vorg:precedingCorporateBody nach:succeedingCorporateBody`),
  ConferenceOrEvent: table('affi:affiliation vorg:precedingConferenceOrEvent nach:succeedingConferenceOrEvent'),
  Work: table('obpa:broaderTermPartitive vorl:literarySource rela:relatedWork'),
  SubjectHeading: table(`akad:academicDegree adel:titleOfNobility berc:professionOrOccupation
    beru:professionOrOccupation obal:broaderTermGeneral obge:broaderTermGeneric obin:broaderTermInstantial
    obpa:broaderTermPartitive`),
  PlaceOrGeographicName: table(`affi:affiliation ortg:placeOfBirth orts:placeOfDeath ortw:placeOfActivity
    ortv:placeOfConferenceOrEvent obpa:broaderTermPartitive vorg:precedingPlaceOrGeographicName
    nach:succeedingPlaceOrGeographicName`),
};

/** Codes whose property depends on the kind of the record itself: its superior, its place. */
const BY_KIND: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['b', table('adue:hierarchicalSuperiorOfTheCorporateBody orta:placeOfBusiness')],
  ['g', table('adue:hierarchicalSuperiorOfPlaceOrGeographicName')],
]);

function table(entries: string): ReadonlyMap<string, string> {
  return new Map(`${entries} ${EVERYWHERE}`.split(/\s+/).map((entry) => entry.split(':') as [string, string]));
}

/** @param kind of the record: p, b, f, g, s, u */
export function readRelation(field: MarcField, kind: string | undefined, entity: EntityBuilder): void {
  const attributes = attributesOf(field, kind);
  if (attributes.size === 0) return;
  const iri = gndReference(field);
  const type = headingType(field);
  const name = iri !== undefined || type === undefined ? '' : headingName(field, type);
  for (const attribute of attributes) {
    if (iri !== undefined) entity.reference(attribute, iri);
    // A person without a record of its own has a blank node with its name in the RDF, anything else is a literal.
    else if (type === 'Person' || type === 'Family') entity.label(attribute, name);
    else entity.text(attribute, name);
  }
}

/** Those that are of use; the IRI of a property says it better than the code beside it. */
function attributesOf(field: MarcField, kind = ''): ReadonlySet<string> {
  const codes = relationCodes(field);
  const iris = codes.filter((code) => /^https?:/.test(code));
  const ofType = CODES[headingType(field) ?? ''];
  const attributes =
    iris.length > 0
      ? iris.map((iri) => ATTRIBUTE_PROPERTIES.get(iri))
      : codes.map((code) => BY_KIND.get(kind)?.get(code) ?? ofType?.get(code));
  return new Set(attributes.filter((key) => key !== undefined));
}

/** `$0 (DE-588)…`, else the address beside it, which may be made of the number of the record (DE-101). */
export function gndReference(field: MarcField): string | undefined {
  const numbers = subfields(field, '0');
  const number = numbers.find(isGndNumber);
  if (number !== undefined) return GND_URI_PREFIX + number.slice(number.indexOf(')') + 1).trim();
  return numbers.find(isGndIri)?.trim();
}

/** Relations of a MARC record (5XX): the property of the GND ontology by code, and the related entity. */
import { GND_URI_PREFIX } from '../model/gnd-id.ts';
import { isGndAddress, isGndNumber, relationCodes, subfields } from './marc-fields.ts';
import { gndLocalName, GNDO, PROPERTIES } from './gnd-ontology.ts';
import type { GeneralType } from './marc-class.ts';
import { headingName, headingType } from './marc-heading.ts';
import type { MarcValue, Say } from './marc-node.ts';
import type { MarcField } from './marc-records.ts';

const EVERYWHERE = { them: 'topic', vbal: 'relatedTerm' };

const MAKERS = {
  aut1: 'firstAuthor',
  auta: 'author',
  kom1: 'firstComposer',
  koma: 'composer',
  kuen: 'artist',
  urhe: 'creator',
};

/**
 * For files of 2015, which have the code without the IRI of its property: those that are of use here, by the type of what
 * is named.
 */
const CODES: ReadonlyMap<string, ReadonlyMap<string, string>> = tables({
  Person: {
    ...MAKERS,
    bezf: 'familialRelationship',
    beza: 'acquaintanceshipOrFriendship',
    pseu: 'pseudonym',
    nawi: 'realIdentity',
  },
  Family: { bezf: 'familialRelationship', beza: 'acquaintanceshipOrFriendship' },
  CorporateBody: {
    ...MAKERS,
    affi: 'affiliation',
    vorg: 'precedingCorporateBody',
    nach: 'succeedingCorporateBody',
  },
  ConferenceOrEvent: {
    affi: 'affiliation',
    vorg: 'precedingConferenceOrEvent',
    nach: 'succeedingConferenceOrEvent',
  },
  Work: { obpa: 'broaderTermPartitive', vorl: 'literarySource', rela: 'relatedWork' },
  SubjectHeading: {
    akad: 'academicDegree',
    adel: 'titleOfNobility',
    berc: 'professionOrOccupation',
    beru: 'professionOrOccupation',
    obal: 'broaderTermGeneral',
    obge: 'broaderTermGeneric',
    obin: 'broaderTermInstantial',
    obpa: 'broaderTermPartitive',
  },
  PlaceOrGeographicName: {
    affi: 'affiliation',
    ortg: 'placeOfBirth',
    orts: 'placeOfDeath',
    ortw: 'placeOfActivity',
    ortv: 'placeOfConferenceOrEvent',
    obpa: 'broaderTermPartitive',
    vorg: 'precedingPlaceOrGeographicName',
    nach: 'succeedingPlaceOrGeographicName',
  },
});

/** Codes whose property depends on the entity itself: its superior, its place. */
const OF_ENTITY: ReadonlyMap<string, string> = new Map([
  ['b adue', 'hierarchicalSuperiorOfTheCorporateBody'],
  ['g adue', 'hierarchicalSuperiorOfPlaceOrGeographicName'],
  ['b orta', 'placeOfBusiness'],
]);

function tables(byType: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  return new Map(
    Object.entries(byType).map(([type, codes]) => [type, new Map(Object.entries({ ...EVERYWHERE, ...codes }))]),
  );
}

export function readRelation(field: MarcField, general: GeneralType | undefined, say: Say): void {
  const properties = propertiesOf(field, general);
  if (properties.size === 0) return;
  const value = relatedEntity(field);
  if (value !== undefined) for (const property of properties) say(property, value);
}

/** Those that are of use; the IRI says it better than the code beside it. */
function propertiesOf(field: MarcField, general: GeneralType | undefined): ReadonlySet<string> {
  const codes = relationCodes(field);
  const named = codes.map(gndLocalName).filter((name) => name !== undefined);
  const known = CODES.get(headingType(field) ?? '');
  const meant = (code: string) => OF_ENTITY.get(`${general} ${code}`) ?? known?.get(code) ?? '';
  const properties = named.length > 0 ? named : codes.map(meant);
  return new Set(properties.filter((name) => PROPERTIES.get(GNDO + name)?.role === 'attribute'));
}

/** A person without a record of its own has a blank node with its name in the RDF, anything else is a literal. */
function relatedEntity(field: MarcField): MarcValue | undefined {
  const iri = gndReference(field);
  if (iri !== undefined) return { iri };
  const type = headingType(field);
  const name = type === undefined ? '' : headingName(field, type);
  if (name === '') return undefined;
  return type === 'Person' || type === 'Family' ? { inverted: name, natural: name } : name;
}

/** `$0 (DE-588)…`, else the address beside it, which may be made of the number of the record (DE-101). */
export function gndReference(field: MarcField): string | undefined {
  const numbers = subfields(field, '0');
  const number = numbers.find(isGndNumber);
  if (number !== undefined) return GND_URI_PREFIX + number.slice(number.indexOf(')') + 1).trim();
  return numbers.find(isGndAddress)?.trim();
}

/** Makes names from the headings of a MARC record (1XX, 4XX, 5XX), as the GND's RDF does, and reads relations (5XX). */
import type { NamedType } from '../../../shared/gnd-classes.ts';
import { GND_URI_PREFIX, isGndIri } from '../../../core/model/gnd-id.ts';
import { cleanText } from '../../../core/model/text.ts';
import type { EntityBuilder } from './entity-builder.ts';
import { ATTRIBUTE_PROPERTIES } from './gnd-ontology.ts';
import { isGndNumber, type MarcField, relationCodes, remarks, subfield, subfields } from './marc-records.ts';
import { naturalName, type PersonNameParts } from './person-name.ts';

/** Types by the last two digits of the tag. */
const TYPES: ReadonlyMap<string, NamedType> = new Map([
  ['00', 'Person'],
  ['10', 'CorporateBody'],
  ['11', 'ConferenceOrEvent'],
  ['30', 'Work'],
  ['50', 'SubjectHeading'],
  ['51', 'PlaceOrGeographicName'],
]);

/** How the further subfields of a name follow the first one. */
interface Shape {
  /** Separators before subfields, by code. */
  readonly signs: ReadonlyMap<string, string>;
  /** Codes of subfields that are put together in brackets, with " : " between them. */
  readonly qualifiers: string;
}

const SHAPES: Readonly<Record<NamedType, Shape>> = {
  // "Karl August, Sachsen-Weimar-Eisenach, Großherzog", "Johannes III., Jerusalem, Patriarch"
  Person: shape({ b: ' ', c: ', ', g: ', ' }, ''),
  Family: shape({ b: ' ', c: ', ', g: ', ' }, ''),
  // "London. Assembly", "Oracle (Musikgruppe : Großbritannien)"
  CorporateBody: shape({ b: '. ', x: ' / ' }, 'ng'),
  // "Photo London (3. : 2017 : London)"
  ConferenceOrEvent: shape({ b: '. ', e: '. ', x: ' / ' }, 'ndcg'),
  PlaceOrGeographicName: shape({ x: ' / ' }, 'gz'),
  // "Hauptschule / Lehrer"
  SubjectHeading: shape({ x: ' / ' }, 'g'),
  // "Duos, Querflöte (2), op. 102", "Rhapsodien, Gitarre (1984)", "Bibel. Altes Testament"
  Work: shape({ m: ', ', n: ', ', r: ', ', o: '. ', p: '. ', s: '. ', x: ' / ' }, 'gf'),
};

function shape(signs: Readonly<Record<string, string>>, qualifiers: string): Shape {
  return { signs: new Map(Object.entries(signs)), qualifiers };
}

/** Type of the named thing. A heading with a title ($t) is a work, even with the tag of its author. */
export function headingType(field: MarcField): NamedType | undefined {
  if (subfield(field, 't') !== undefined) return 'Work';
  return field.tag.endsWith('00') && field.ind1 === '3' ? 'Family' : TYPES.get(field.tag.slice(1));
}

/** The name, without the years of a person or the author of a work; empty if there is none. */
export function headingName(field: MarcField, type: NamedType): string {
  const { signs, qualifiers } = SHAPES[type];
  const first = subfield(field, 't') === undefined ? 'a' : 't';
  let name: string | undefined;
  let brackets: string[] = [];
  const closeBrackets = (): void => {
    if (brackets.length > 0) name = `${name} (${brackets.join(' : ')})`;
    brackets = [];
  };
  for (const { code, value } of field.subfields) {
    const text = value.trim();
    if (text === '') continue;
    if (name === undefined) {
      if (code === first) name = text;
    } else if (code !== '' && qualifiers.includes(code)) {
      brackets.push(text);
    } else if (signs.has(code)) {
      closeBrackets();
      name += `${signs.get(code)}${text}`;
    }
  }
  closeBrackets();
  return name ?? '';
}

/** "Johann Wolfgang von Goethe" from `$a Goethe, Johann Wolfgang von`. The prefix is between non-sorting marks. */
export function naturalHeading(field: MarcField): string {
  const name = subfield(field, 'a') ?? '';
  const comma = field.ind1 === '0' ? -1 : name.indexOf(',');
  const parts: PersonNameParts = comma < 0 ? { personalName: cleanText(name) } : splitName(name, comma);
  const counting = cleanText(subfields(field, 'b').join(' '));
  const addition = cleanText([...subfields(field, 'c'), ...subfields(field, 'g')].join(', '));
  return naturalName({ ...parts, ...(counting !== '' && { counting }), ...(addition !== '' && { addition }) });
}

function splitName(name: string, comma: number): PersonNameParts {
  const given = name.slice(comma + 1);
  const prefix = /\u0098([^\u0098\u009C]*)\u009C\s*$/.exec(given);
  return {
    surname: cleanText(name.slice(0, comma)),
    forename: cleanText(prefix === null ? given : given.slice(0, prefix.index)),
    ...(prefix !== null && { prefix: cleanText(prefix[1] ?? '') }),
  };
}

/** Reads a related thing. The IRIs of properties in $4 say how it is related. */
export function readRelation(field: MarcField, entity: EntityBuilder): void {
  const attributes = new Set(relationCodes(field).flatMap((code) => ATTRIBUTE_PROPERTIES.get(code) ?? []));
  if (attributes.size === 0) return;
  const [iri] = gndReferences(field);
  const type = headingType(field);
  const name = iri !== undefined || type === undefined ? '' : headingName(field, type);
  const [role] = remarks(field, 'v');
  for (const attribute of attributes) {
    if (iri !== undefined) entity.reference(attribute, iri, undefined, role);
    // In the RDF, a person without a record is a blank node with a name; other things are literals.
    else if (type === 'Person' || type === 'Family') entity.label(attribute, name);
    else entity.text(attribute, name);
  }
}

/** IRIs of the entities in `$0 (DE-588)…`, else in addresses, which may contain record numbers (DE-101) instead. */
export function gndReferences(field: MarcField): readonly string[] {
  const numbers = subfields(field, '0');
  const own = numbers
    .filter(isGndNumber)
    .map((number) => GND_URI_PREFIX + number.slice(number.indexOf(')') + 1).trim());
  return own.length > 0 ? own : numbers.filter(isGndIri).map((iri) => iri.trim());
}

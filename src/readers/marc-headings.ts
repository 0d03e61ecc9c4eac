/** Names out of the headings of a MARC record (1XX, 4XX, 5XX), put together as the GND's RDF does. */
import { cleanText } from '../model/text.ts';
import type { NamedType } from './gnd-ontology.ts';
import { subfield, subfields } from './marc-fields.ts';
import type { MarcField } from './marc-records.ts';
import { naturalName, type PersonNameParts } from './person-name.ts';

/** By the last two digits of the tag. */
const TYPES: ReadonlyMap<string, NamedType> = new Map([
  ['00', 'Person'],
  ['10', 'CorporateBody'],
  ['11', 'ConferenceOrEvent'],
  ['30', 'Work'],
  ['50', 'SubjectHeading'],
  ['51', 'PlaceOrGeographicName'],
]);

/** How the parts of a name follow its first: after which sign, or together in brackets. */
interface Shape {
  readonly signs: ReadonlyMap<string, string>;
  /** Subfields that stand in brackets, with " : " between them. */
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

/** What is named: a work where there is a title ($t), even if the tag is its author's. */
export function headingType(field: MarcField): NamedType | undefined {
  if (subfield(field, 't') !== undefined) return 'Work';
  return field.tag.endsWith('00') && field.ind1 === '3' ? 'Family' : TYPES.get(field.tag.slice(1));
}

/** The name, without the years of a person and without the author of a work; empty where there is none. */
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

/** "Johann Wolfgang von Goethe" of `$a Goethe, Johann Wolfgang von`, whose prefix stands between non-sorting marks. */
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
  const prefix = /\u0098([^\u009C]*)\u009C\s*$/.exec(given);
  return {
    surname: cleanText(name.slice(0, comma)),
    forename: cleanText(prefix === null ? given : given.slice(0, prefix.index)),
    ...(prefix !== null && { prefix: cleanText(prefix[1] ?? '') }),
  };
}

/** Generates a dump of the Linked Data Service: expanded JSON-LD in chunks of sorted nodes, spaced as by Jackson. */
import { createPermutation, hash } from '../random.ts';
import type { Corpus, Entity } from './corpus.ts';
import type { Kind } from './kinds.ts';
import type { Name } from './spelling.ts';

export const GND = 'https://d-nb.info/gnd/';
export const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
export const VOCABULARY = 'https://d-nb.info/standards/vocab/gnd/';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const GEO = 'http://www.opengis.net/ont/geosparql#';
const DCTERMS = 'http://purl.org/dc/terms/';

/** IRIs of properties outside the GND ontology, by their short names in this file. */
const IRIS: Readonly<Record<string, string>> = {
  hasGeometry: `${GEO}hasGeometry`,
  sameAs: 'http://www.w3.org/2002/07/owl#sameAs',
  exactMatch: 'http://www.w3.org/2004/02/skos/core#exactMatch',
  closeMatch: 'http://www.w3.org/2004/02/skos/core#closeMatch',
  describedby: 'http://www.w3.org/2007/05/powder-s#describedby',
  page: 'http://xmlns.com/foaf/0.1/page',
  deprecatedUri: 'https://d-nb.info/standards/elementset/dnb#deprecatedUri',
};

/** By kind: file of the Deutsche Nationalbibliothek, end of its name properties, letter of its blank nodes. */
const FORMS: Readonly<Record<Kind, readonly [file: string, named: string, letter: string]>> = {
  persons: ['person', 'Person', 'p'],
  bodies: ['koerperschaft', 'CorporateBody', 'k'],
  conferences: ['kongress', 'ConferenceOrEvent', 'f'],
  places: ['geografikum', 'PlaceOrGeographicName', 'g'],
  subjects: ['sachbegriff', 'SubjectHeading', 's'],
  works: ['werk', 'Work', 'w'],
};

export function dumpFile(kind: Kind): string {
  return `authorities-gnd-${FORMS[kind][0]}_lds.jsonld.gz`;
}

type Value = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, readonly Value[]>>;

interface Node {
  readonly id: string;
  readonly type?: string;
  /** Values by short name or IRI. */
  readonly values: Values;
}

/** Nodes per piece of output. */
const BATCH = 100;

/** @returns the dump of a kind in pieces; the order of entities is shuffled */
export function* printDump(corpus: Corpus, kind: Kind, chunkSize: number): Generator<string> {
  const count = corpus.counts[kind];
  const at = createPermutation(Math.max(1, count), hash(corpus.seed, count));
  // Labels of equal length sort by code point in the order of their numbers.
  let blankNodes = 100_000_000;
  const nextLabel = () => `_:node1hk3g7${FORMS[kind][2]}x${(blankNodes += 1)}`;
  for (let start = 0; start < count; start += chunkSize) {
    const nodes: Node[] = [];
    for (let i = start; i < Math.min(count, start + chunkSize); i += 1)
      nodes.push(...describe(corpus.entity(kind, at(i)), nextLabel));
    nodes.sort((a, b) => (a.id < b.id ? -1 : 1));
    for (let first = 0; first < nodes.length; first += BATCH) {
      const before = first > 0 ? ', ' : start === 0 ? '[[ ' : ',[ ';
      yield (
        before +
          nodes
            .slice(first, first + BATCH)
            .map(print)
            .join(', ')
      );
    }
    yield ' ]';
  }
  yield count === 0 ? '[ ]' : ']';
}

/** The nodes of an entity: its blank nodes, the entity itself, and the description of its record. */
function describe(entity: Entity, nextLabel: () => string): readonly Node[] {
  const nodes: Node[] = [];
  const blank = (values: Values, type?: string): Value => {
    const id = nextLabel();
    nodes.push({ id, values, ...(type !== undefined && { type }) });
    return { '@id': id };
  };
  const uri = GND + entity.id;
  const values: Record<string, Value[]> = {};
  const add = (property: string, ...more: readonly Value[]) => (values[property] ??= []).push(...more);
  addNames(entity, add, blank);
  addFacts(entity, add, blank);
  for (const { collection, address } of entity.links) {
    if (collection.property !== undefined) add(collection.property, { '@id': address });
  }
  for (const former of entity.former) {
    add('sameAs', { '@id': GND + former });
    add('deprecatedUri', literal(GND + former));
    add('oldAuthorityNumber', literal(`(DE-588)${former}`));
  }
  nodes.push({ id: uri, type: GNDO + entity.naming.type, values });
  // The oldest records have no description of their own.
  if (entity.modified < '2009') return nodes;
  add('describedby', { '@id': `${uri}/about` });
  const about = {
    [`${DCTERMS}license`]: [{ '@id': 'http://creativecommons.org/publicdomain/zero/1.0/' }],
    [`${DCTERMS}modified`]: [typed(`${entity.modified}T12:00:00.000`, `${XSD}dateTime`)],
    descriptionLevel: [{ '@id': `${VOCABULARY}description-level#${entity.level}` }],
  };
  return [...nodes, { id: `${uri}/about`, values: about }];
}

type Add = (property: string, ...values: readonly Value[]) => void;
type Blank = (values: Values, type?: string) => Value;

function addNames({ kind, naming, variants }: Entity, add: Add, blank: Blank): void {
  const named = naming.type === 'Family' ? 'Family' : FORMS[kind][1];
  add(`preferredNameForThe${named}`, literal(naming.name.text));
  for (const { text, language } of variants) add(`variantNameForThe${named}`, tagged(text, language));
  const parts = (name: Name) =>
    Object.fromEntries(Object.entries(name.parts ?? {}).map(([part, text]) => [part, [literal(text as string)]]));
  if (naming.name.parts === undefined) return;
  // Names in other scripts have no node of parts.
  for (const name of variants) if (name.parts !== undefined) add('variantNameEntityForThePerson', blank(parts(name)));
  add('preferredNameEntityForThePerson', blank(parts(naming.name)));
}

function addFacts(entity: Entity, add: Add, blank: Blank): void {
  add('gndIdentifier', literal(entity.id));
  for (const { property, value, type, language } of entity.texts) {
    if (property === 'homepage') add(property, { '@id': value });
    else add(property, type === undefined ? tagged(value, language) : typed(value, XSD + type));
  }
  for (const { property, vocabulary, term } of entity.terms) add(property, { '@id': `${VOCABULARY}${vocabulary}#${term}` });
  const professions: Value[] = [];
  for (const { property, id } of entity.relations) {
    const target = { '@id': GND + id };
    if (property === 'professionOrOccupation') professions.push(target);
    else add(property, target);
    if (property !== 'familialRelationship') continue;
    const role = { familialRelationship: [target], functionOrRoleAsLiteral: [literal('Verwandter')] };
    add('hasRelation', blank(role, `${GNDO}Relationship`));
  }
  // 4 % of the entities name their professions without an ordered list.
  if (entity.index % 25 === 0 && professions.length > 0) add('professionOrOccupation', ...professions);
  else if (professions.length > 0) {
    const members = professions.map((target, place) => [`${RDF}_${place + 1}`, [target]] as const);
    add('professionOrOccupation', blank(Object.fromEntries(members), `${RDF}Seq`));
  }
  if (entity.point === undefined) return;
  const point = `Point ( ${entity.point.map(degrees).join(' ')} )`;
  add('hasGeometry', blank({ [`${GEO}asWKT`]: [typed(point, `${GEO}wktLiteral`)] }, 'http://www.opengis.net/ont/sf#Point'));
} // prettier-ignore

function literal(value: string): Value {
  return { '@value': value };
}

function tagged(value: string, language: string | undefined): Value {
  return language === undefined ? literal(value) : { '@language': language, '@value': value };
}

function typed(value: string, type: string): Value {
  return { '@type': type, '@value': value };
}

/** With a sign and three digits before the decimal point, as in `+050.980000`. */
function degrees(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(6).padStart(10, '0')}`;
}

function print({ id, type, values }: Node): string {
  let text = `{\n  "@id" : "${id}"`;
  if (type !== undefined) text += `,\n  "@type" : [ "${type}" ]`;
  const properties = Object.entries(values).map(([name, list]) => [iriOf(name), list] as const);
  for (const [iri, list] of properties.sort(([a], [b]) => (a < b ? -1 : 1))) {
    text += `,\n  "${iri}" : [ ${list.map(printValue).join(', ')} ]`;
  }
  return `${text}\n}`.normalize('NFD');
}

function iriOf(name: string): string {
  return name.includes(':') ? name : (IRIS[name] ?? GNDO + name);
}

function printValue(value: Value): string {
  const members = Object.entries(value).map(([key, text]) => `    "${key}" : ${JSON.stringify(text)}`);
  return `{\n${members.join(',\n')}\n  }`;
}

/** A dump of the Linked Data Service: expanded JSON-LD in chunks of sorted nodes. */
import type { Corpus, Entity } from './entity.ts';
import { createNode, GEO, GNDO, iri, literal, type Node, tagged, typed } from './json-ld-node.ts';
import type { Kind } from './kinds.ts';
import type { Name, NameParts } from './names/name.ts';
import { createPermutation, hash } from './random.ts';

export const GND = 'https://d-nb.info/gnd/';
export const VOCABULARY = 'https://d-nb.info/standards/vocab/gnd/';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const DCTERMS = 'http://purl.org/dc/terms/';

/** What the names of a kind's name properties end with. */
const NAMED: Readonly<Record<Kind, string>> = {
  persons: 'Person',
  bodies: 'CorporateBody',
  conferences: 'ConferenceOrEvent',
  places: 'PlaceOrGeographicName',
  subjects: 'SubjectHeading',
  works: 'Work',
};

/** Letter in the labels of a dump's blank nodes. */
const LETTERS: Readonly<Record<Kind, string>> = {
  persons: 'p',
  bodies: 'k',
  conferences: 'f',
  places: 'g',
  subjects: 's',
  works: 'w',
};

/** The file that the Deutsche Nationalbibliothek has for a kind. */
export const DUMP_FILES: Readonly<Record<Kind, string>> = {
  persons: 'authorities-gnd-person_lds.jsonld.gz',
  bodies: 'authorities-gnd-koerperschaft_lds.jsonld.gz',
  conferences: 'authorities-gnd-kongress_lds.jsonld.gz',
  places: 'authorities-gnd-geografikum_lds.jsonld.gz',
  subjects: 'authorities-gnd-sachbegriff_lds.jsonld.gz',
  works: 'authorities-gnd-werk_lds.jsonld.gz',
};

/** Gives blank nodes their labels; all of one length, so that they come in the order of code points. */
export interface BlankNodes {
  next(): string;
}

export function createBlankNodes(kind: Kind): BlankNodes {
  let count = 100_000_000;
  return { next: () => `_:node1hk3g7${LETTERS[kind]}x${(count += 1)}` };
}

/** A record in the form of the dump. */
export interface PrintedRecord {
  readonly id: string;
  readonly blankNodes: readonly string[];
  /** The entity and what is said about the record, separated as nodes are. */
  readonly nodes: string;
}

/** Nodes that are handed on together; longer texts cost more memory than they spare time. */
const BATCH = 100;

/** The dump of a kind in pieces; indices are shuffled as identifiers are. */
export function* printDump(corpus: Corpus, kind: Kind, chunkSize: number): Generator<string> {
  const count = corpus.counts[kind];
  const order = createPermutation(Math.max(1, count), hash(corpus.seed, count, 4));
  const labels = createBlankNodes(kind);
  for (let start = 0; start < count; start += chunkSize) {
    const blankNodes: string[] = [];
    const records: PrintedRecord[] = [];
    for (let i = start; i < Math.min(count, start + chunkSize); i += 1) {
      const record = printRecord(corpus.entity(kind, order.at(i)), labels);
      for (const node of record.blankNodes) blankNodes.push(node);
      records.push(record);
    }
    records.sort((a, b) => (a.id < b.id ? -1 : 1));
    const nodes = [...blankNodes, ...records.map((record) => record.nodes)];
    for (let first = 0; first < nodes.length; first += BATCH) {
      const opening = start === 0 ? '[[ ' : ',[ ';
      yield (first === 0 ? opening : ', ') + nodes.slice(first, first + BATCH).join(', ');
    }
    yield ' ]';
  }
  yield count === 0 ? '[ ]' : ']';
}

export function printRecord(entity: Entity, labels: BlankNodes): PrintedRecord {
  const blankNodes: string[] = [];
  const blank = (node: Node): string => {
    const label = labels.next();
    blankNodes.push(node.print(label));
    return iri(label);
  };
  const node = createNode(GNDO + entity.naming.type);
  addNames(entity, node, blank);
  addFacts(entity, node, blank);
  addLinks(entity, node);
  const uri = GND + entity.id;
  const about = isDescribed(entity) ? `, ${printAbout(entity, uri)}` : '';
  return { id: entity.id, blankNodes, nodes: node.print(uri) + about };
}

type Blank = (node: Node) => string;

function addNames(entity: Entity, node: Node, blank: Blank): void {
  const { kind, naming, variants } = entity;
  const word = naming.type === 'Family' ? 'Family' : NAMED[kind];
  node.add(`preferredNameForThe${word}`, literal(naming.name.text));
  for (const name of variants) node.add(`variantNameForThe${word}`, nameLiteral(name));
  if (naming.name.parts === undefined) return;
  // Names in other scripts have no node.
  for (const { parts } of variants) {
    if (parts !== undefined) node.add('variantNameEntityForThePerson', blank(nameNode(parts)));
  }
  node.add('preferredNameEntityForThePerson', blank(nameNode(naming.name.parts)));
}

function nameLiteral(name: Name): string {
  return name.language === undefined ? literal(name.text) : tagged(name.text, name.language);
}

function nameNode(parts: NameParts): Node {
  const node = createNode();
  for (const [part, text] of Object.entries(parts)) node.add(part, literal(text));
  return node;
}

function addFacts(entity: Entity, node: Node, blank: Blank): void {
  node.add('gndIdentifier', literal(entity.id));
  for (const { property, value, type, language } of entity.texts) {
    if (property === 'homepage') node.add(property, iri(value));
    else if (type !== undefined) node.add(property, typed(value, XSD + type));
    else node.add(property, language === undefined ? literal(value) : tagged(value, language));
  }
  for (const { property, vocabulary, term } of entity.terms)
    node.add(property, iri(`${VOCABULARY}${vocabulary}#${term}`));
  const professions: string[] = [];
  for (const { property, id } of entity.relations) {
    if (property === 'professionOrOccupation') professions.push(iri(GND + id));
    else node.add(property, iri(GND + id));
    if (property === 'familialRelationship') node.add('hasRelation', blank(relationship(id)));
  }
  // One in twenty-five names them without a list.
  if (entity.index % 25 === 0) for (const profession of professions) node.add('professionOrOccupation', profession);
  else if (professions.length > 0) node.add('professionOrOccupation', blank(sequence(professions)));
  if (entity.point !== undefined) {
    const [longitude, latitude] = entity.point;
    const geometry = createNode('http://www.opengis.net/ont/sf#Point');
    const point = `Point ( ${degrees(longitude)} ${degrees(latitude)} )`;
    geometry.add(`${GEO}asWKT`, typed(point, `${GEO}wktLiteral`));
    node.add('hasGeometry', blank(geometry));
  }
}

function relationship(id: string): Node {
  const node = createNode(`${GNDO}Relationship`);
  node.add('familialRelationship', iri(GND + id));
  node.add('functionOrRoleAsLiteral', literal('Verwandter'));
  return node;
}

function sequence(members: readonly string[]): Node {
  const node = createNode(`${RDF}Seq`);
  for (const [position, member] of members.entries()) node.add(`${RDF}_${position + 1}`, member);
  return node;
}

/** With a sign and three digits before the point. */
function degrees(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(6).padStart(10, '0')}`;
}

function addLinks(entity: Entity, node: Node): void {
  const { id, kind } = entity;
  for (const { collection, address } of entity.links) {
    if (collection.property !== undefined) node.add(collection.property, iri(address));
  }
  for (const former of entity.former) {
    node.add('sameAs', iri(GND + former));
    node.add('deprecatedUri', literal(GND + former));
    node.add('oldAuthorityNumber', literal(`(DE-588)${former}`));
  }
  const file = formerFile(id, kind);
  if (file !== undefined) node.add('oldAuthorityNumber', literal(`(DE-588${file})${id}`));
  if (isDescribed(entity)) node.add('describedby', iri(`${GND}${id}/about`));
}

/** The authority file that the identifier comes from: of persons, of bodies, of subjects. */
function formerFile(id: string, kind: Kind): string | undefined {
  if (kind === 'persons' && id.length === 9) return 'a';
  if (!id.includes('-')) return undefined;
  return kind === 'bodies' || kind === 'conferences' ? 'b' : 'c';
}

/** The oldest records, one in twenty, say nothing of themselves. */
function isDescribed({ modified }: Entity): boolean {
  return modified >= '2009';
}

function printAbout(entity: Entity, uri: string): string {
  const node = createNode();
  node.add(`${DCTERMS}license`, iri('http://creativecommons.org/publicdomain/zero/1.0/'));
  node.add(`${DCTERMS}modified`, typed(`${entity.modified}T12:00:00.000`, `${XSD}dateTime`));
  node.add('descriptionLevel', iri(`${VOCABULARY}description-level#${entity.level}`));
  return node.print(`${uri}/about`);
}

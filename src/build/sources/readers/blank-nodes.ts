/**
 * Dependent nodes of an entity, elsewhere in its chunk of JSON-LD: blank nodes and the node about the record. A store
 * keeps them until the entity is read.
 */
import { DatabaseSync } from 'node:sqlite';
import { LIBRARY_IRI } from '../../../core/model/entity.ts';
import { defined } from '../../../shared/omit.ts';
import { readText, type Report } from './defects.ts';
import { ATTRIBUTE_PROPERTIES, gndLocalName } from './gnd-ontology.ts';
import { firstLiteral, type JsonLdValue, type JsonObject, readValues } from './json-values.ts';
import { invertedName, naturalName, type PersonNameParts } from './person-name.ts';

/** The parts of a dependent node that are kept. */
export type DependentNode =
  /** An `rdf:Seq`, with its values in the order of its members. */
  | { readonly kind: 'sequence'; readonly values: readonly JsonLdValue[] }
  | { readonly kind: 'name'; readonly natural: string; readonly inverted: string }
  | { readonly kind: 'geometry'; readonly wkt: string }
  /** Relations of the entity that refers to the node: attributes and related entities, with their role. */
  | {
      readonly kind: 'relation';
      readonly targets: readonly (readonly [key: string, iri: string])[];
      readonly role: string;
    }
  | { readonly kind: 'about'; readonly modified?: string; readonly level?: number; readonly maintainer?: string }
  /** A node without useful content. */
  | { readonly kind: 'other' };

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const WKT = 'http://www.opengis.net/ont/geosparql#asWKT';
const MODIFIED = 'http://purl.org/dc/terms/modified';
const MAINTAINER = 'http://dcat-ap.de/def/dcatde/maintainer';

/** Property for roles as literals. Roles that are IRIs are not read. */
const ROLE = 'functionOrRoleAsLiteral';

/** Largest number of members of a sequence, and of targets of a relation, that are read. */
const MAX_MEMBERS = 1000;

export function isBlank(iri: string): boolean {
  return iri.startsWith('_:');
}

/** Whether the node describes a record, not the entity. */
export function isAbout(iri: string): boolean {
  return iri.endsWith('/about');
}

/** Reduces a blank node or an `…/about` node to the parts that an entity may need. */
export function readDependentNode(id: string, node: JsonObject, report: Report): DependentNode {
  return isAbout(id) ? readAbout(node) : readBlankNode(node, report);
}

/** `2022-03-10T17:40:14.000`, in local time; only the day is read if the time has another form. */
const MODIFICATION =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?=$|\.\d*$)|(?=$|T))/;

function readAbout(node: JsonObject): DependentNode {
  const modified = MODIFICATION.exec(firstLiteral(node[MODIFIED]) ?? '')?.[0];
  const stated = Object.keys(node).find((key) => gndLocalName(key) === 'descriptionLevel');
  const { iri, literal } = readValues(node[stated ?? ''])[0] ?? {};
  const digit = /(?:^|[#/])([1-7])$/.exec(iri ?? literal ?? '')?.[1];
  const maintainer = readValues(node[MAINTAINER]).find(({ iri: library }) => library?.startsWith(LIBRARY_IRI))?.iri;
  const level = digit === undefined ? undefined : Number(digit);
  return { kind: 'about', ...defined({ modified, level, maintainer }) };
}

function readBlankNode(node: JsonObject, report: Report): DependentNode {
  const wkt = firstLiteral(node[WKT]);
  if (wkt !== undefined) return { kind: 'geometry', wkt: wkt.slice(0, 100_000) };
  const parts = new Map<string, string>();
  const members: [position: number, values: readonly JsonLdValue[]][] = [];
  const targets: [key: string, iri: string][] = [];
  let role: string | undefined;
  for (const [key, property] of Object.entries(node)) {
    if (key.startsWith(`${RDF}_`)) {
      if (members.length < MAX_MEMBERS) members.push([Number(key.slice(RDF.length + 1)), readValues(property)]);
      continue;
    }
    const name = gndLocalName(key);
    if (name === ROLE) role ??= firstLiteral(property);
    const attribute = ATTRIBUTE_PROPERTIES.get(key);
    if (attribute !== undefined && targets.length < MAX_MEMBERS)
      for (const { iri } of readValues(property))
        if (iri !== undefined && !isBlank(iri)) targets.push([attribute, iri]);
    const literal = name !== undefined && NAME_PARTS.has(name) ? firstLiteral(property) : undefined;
    const text = literal === undefined ? undefined : readText(literal, report);
    if (name !== undefined && text !== undefined) parts.set(name, text);
  }
  if (members.length > 0) {
    return { kind: 'sequence', values: members.toSorted(([a], [b]) => a - b).flatMap(([, values]) => values) };
  }
  if (role !== undefined && targets.length > 0) return { kind: 'relation', targets, role };
  return parts.size > 0 ? readName(parts) : { kind: 'other' };
}

/** Properties of the ontology by part of a name, in order of precedence. */
const PARTS = {
  forename: ['forename'],
  surname: ['surname'],
  prefix: ['prefix'],
  counting: ['counting'],
  addition: ['nameAddition', 'epithetGenericNameTitleOrTerritory'],
  personalName: ['personalName', 'preferredName'],
} as const satisfies Record<keyof PersonNameParts, readonly string[]>;
const NAME_PARTS: ReadonlySet<string> = new Set(Object.values(PARTS).flat());

function readName(texts: ReadonlyMap<string, string>): DependentNode {
  const parts: { -readonly [K in keyof PersonNameParts]: PersonNameParts[K] } = {};
  for (const [part, names] of Object.entries(PARTS) as [keyof PersonNameParts, readonly string[]][]) {
    const text = names.map((name) => texts.get(name)).find((value) => value !== undefined);
    if (text !== undefined) parts[part] = text;
  }
  if (parts.forename !== undefined || parts.surname !== undefined) delete parts.personalName;
  return { kind: 'name', natural: naturalName(parts), inverted: invertedName(parts) };
}

/** Stores nodes in memory, and in a temporary file beyond a limit. @param bound largest number of nodes in memory */
export function createNodeStore(bound: number) {
  const recent = new Map<string, DependentNode>();
  let overflow: ReturnType<typeof openOverflow> | undefined;

  const get = (id: string): DependentNode | undefined => recent.get(id) ?? overflow?.get(id);
  return {
    put(id: string, node: DependentNode): void {
      recent.set(id, node);
      if (recent.size <= bound) return;
      overflow ??= openOverflow();
      overflow.add(recent);
      recent.clear();
    },
    get,
    /** Returns a node that only one entity needs, and forgets it. */
    take(id: string): DependentNode | undefined {
      const node = get(id);
      recent.delete(id);
      return node;
    },
    /** Removes all nodes and the file. */
    clear(): void {
      recent.clear();
      overflow?.close();
      overflow = undefined;
    },
  };
}

/** A temporary database without a name, which the system removes with the process. It is never flushed to the disk. */
function openOverflow() {
  const database = new DatabaseSync('', { defensive: false });
  database.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
    CREATE TABLE node (id TEXT PRIMARY KEY, node TEXT NOT NULL) WITHOUT ROWID, STRICT`);
  const insert = database.prepare('INSERT OR REPLACE INTO node VALUES (?, ?)');
  const select = database.prepare('SELECT node FROM node WHERE id = ?');
  return {
    add(nodes: ReadonlyMap<string, DependentNode>): void {
      database.exec('BEGIN');
      for (const [id, node] of nodes) insert.run(id, JSON.stringify(node));
      database.exec('COMMIT');
    },
    get(id: string): DependentNode | undefined {
      const row = select.get(id) as { readonly node: string } | undefined;
      return row === undefined ? undefined : (JSON.parse(row.node) as DependentNode);
    },
    close: () => database.close(),
  };
}

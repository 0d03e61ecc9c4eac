/** Gathers the triples of one RDF document into nodes of expanded JSON-LD, as the dumps of the GND have them. */
import { defect, type Report } from './defects.ts';
import { isAbout } from './gnd-satellite.ts';
import type { JsonObject } from './json-records.ts';
import { documentTooLarge, RDF_LIMITS, type Term, type Triple } from './rdf-triples.ts';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

/** Values in the order of the document, `<` and an IRI or `"` and a text; by the property's IRI. */
type Properties = Map<string, Set<string>>;

export interface RdfGraph {
  /** @throws UnusableSource when the document holds more than `RDF_LIMITS.triples` */
  add(triple: Triple, report: Report): void;
  /** Blank nodes and what describes records first, so that no entity has to wait for them; keys sorted as in the dumps. */
  nodes(): Iterable<JsonObject>;
}

/** Holds all triples of a document. A relative IRI that nothing resolves is left out with its triple: `relative_iri`. */
export function createRdfGraph(): RdfGraph {
  const subjects = new Map<string, Properties>();
  /** Members of lists that were given out: each belongs to one list, as in JSON-LD. */
  const listed = new Set<string>();
  let triples = 0;

  function first(node: string, property: string): string | undefined {
    const [value] = subjects.get(node)?.get(RDF + property) ?? [];
    return value;
  }

  /** The values of the list that begins there; nothing if it is none, and no more after a member met before. */
  function listFrom(head: string): readonly unknown[] | undefined {
    if (head === `${RDF}nil`) return [];
    const members: unknown[] = [];
    for (let node = head; !listed.has(node);) {
      const member = first(node, 'first');
      if (member === undefined) break;
      listed.add(node);
      members.push(plainValue(member));
      node = (first(node, 'rest') ?? '').slice(1);
    }
    return members.length > 0 ? members : undefined;
  }

  function toValue(value: string): unknown {
    const list = value.startsWith('<') ? listFrom(value.slice(1)) : undefined;
    return list === undefined ? plainValue(value) : { '@list': list };
  }

  function toNode(id: string, properties: Properties): JsonObject {
    const sorted = [...properties].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries([
      ['@id', id],
      ...sorted.map(([key, values]): [string, unknown] =>
        key === `${RDF}type`
          ? ['@type', [...values].map((value) => value.slice(1))]
          : [key, [...values].map(isLink(key) ? plainValue : toValue)],
      ),
    ]);
  }

  return {
    add(triple, report) {
      const subject = nameOf(triple.subject, report);
      const property = nameOf(triple.predicate, report);
      const value = valueOf(triple.object, report);
      if (subject === undefined || property === undefined || value === undefined) return;
      const properties = subjects.get(subject) ?? new Map<string, Set<string>>();
      subjects.set(subject, properties);
      const values = properties.get(property) ?? new Set();
      properties.set(property, values.add(value));
      triples += 1;
      if (triples > RDF_LIMITS.triples) throw documentTooLarge();
    },
    *nodes() {
      const belongs = (id: string): boolean => id.startsWith('_:') || isAbout(id);
      for (const [id, properties] of subjects) if (belongs(id)) yield toNode(id, properties);
      for (const [id, properties] of subjects) if (!belongs(id)) yield toNode(id, properties);
    },
  };
}

/** The links of which a list is made. */
function isLink(property: string): boolean {
  return property === `${RDF}first` || property === `${RDF}rest`;
}

function plainValue(value: string): unknown {
  return value.startsWith('<') ? { '@id': value.slice(1) } : { '@value': value.slice(1) };
}

function nameOf({ termType, value }: Term, report: Report): string | undefined {
  if (termType === 'BlankNode') return `_:${value}`;
  if (termType !== 'NamedNode') return undefined;
  if (ABSOLUTE.test(value)) return value;
  report(defect('relative_iri', 'detail', value));
  return undefined;
}

function valueOf(term: Term, report: Report): string | undefined {
  if (term.termType === 'Literal') return `"${term.value.slice(0, RDF_LIMITS.literalLength)}`;
  const name = nameOf(term, report);
  return name === undefined ? undefined : `<${name}`;
}

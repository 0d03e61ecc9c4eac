/** Nodes of expanded JSON-LD, printed with the white space of Jackson's default printer. */

export const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
export const GEO = 'http://www.opengis.net/ont/geosparql#';

/** Properties outside the GND ontology, by the short names that are used here. */
const IRIS: Readonly<Record<string, string>> = {
  hasGeometry: `${GEO}hasGeometry`,
  sameAs: 'http://www.w3.org/2002/07/owl#sameAs',
  exactMatch: 'http://www.w3.org/2004/02/skos/core#exactMatch',
  closeMatch: 'http://www.w3.org/2004/02/skos/core#closeMatch',
  describedby: 'http://www.w3.org/2007/05/powder-s#describedby',
  page: 'http://xmlns.com/foaf/0.1/page',
  deprecatedUri: 'https://d-nb.info/standards/elementset/dnb#deprecatedUri',
};

/** A node under construction: values as they are printed, by property. */
export interface Node {
  /** `name` is a short name or an IRI. */
  add(name: string, value: string): void;
  print(id: string): string;
}

export function createNode(type?: string): Node {
  const values = new Map<Property, string>();
  return {
    add(name, value) {
      const property = propertyOf(name);
      const before = values.get(property);
      values.set(property, before === undefined ? value : `${before}, ${value}`);
    },
    print(id) {
      let text = `{\n  "@id" : "${id}"`;
      if (type !== undefined) text += `,\n  "@type" : [ "${type}" ]`;
      const sorted = [...values.keys()].sort((a, b) => (a.iri < b.iri ? -1 : 1));
      for (const property of sorted) text += `${property.opening}${values.get(property)} ]`;
      return `${text}\n}`;
    },
  };
}

interface Property {
  readonly iri: string;
  /** How its values begin. */
  readonly opening: string;
}

/** The few dozen properties there are, by the names that are used here: to put them together each time would be slow. */
const properties = new Map<string, Property>();

function propertyOf(name: string): Property {
  const known = properties.get(name);
  if (known !== undefined) return known;
  const iri = name.includes(':') ? name : (IRIS[name] ?? GNDO + name);
  const property = { iri, opening: `,\n  "${iri}" : [ ` };
  properties.set(name, property);
  return property;
}

export function iri(id: string): string {
  return `{\n    "@id" : "${id}"\n  }`;
}

export function literal(value: string): string {
  return `{\n    "@value" : ${quote(value)}\n  }`;
}

export function typed(value: string, type: string): string {
  return `{\n    "@type" : "${type}",\n    "@value" : ${quote(value)}\n  }`;
}

export function tagged(value: string, language: string): string {
  return `{\n    "@language" : "${language}",\n    "@value" : ${quote(value)}\n  }`;
}

/** Decomposed, as all text of the dumps; doing it here and not for whole chunks spares most of the work. */
function quote(value: string): string {
  return JSON.stringify(/^[\0-\x7F]*$/.test(value) ? value : value.normalize('NFD'));
}

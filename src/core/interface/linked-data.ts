/** The JSON-LD context with which programs read the JSON answer about an entity as RDF (JSON-LD 1.1 §6.1). */
import type { DoorLink } from '../http/door-link.ts';
import { ALL_ATTRIBUTES, ENTITY_TYPES } from '../model/entity.ts';
import { MATCHES } from '../model/link.ts';

export const CONTEXT_PATH = '/context/v1.jsonld';
export const CONTEXT_TYPE = 'application/ld+json';

const GND_ONTOLOGY = 'https://d-nb.info/standards/elementset/gnd#';

type Term = string | Readonly<Record<string, unknown>>;

/** A term whose values are appended to an IRI. */
const below = (id: string, vocabulary: string): Term => ({
  '@id': id,
  '@type': '@vocab',
  '@context': { '@vocab': vocabulary },
});
const iri = (id: string): Term => ({ '@id': id, '@type': '@id' });

/** Terms of a reference: the node is the entity `gnd` itself, or the term `uri` of a vocabulary. */
const REFERENCE = { '@base': 'https://d-nb.info/gnd/', gnd: '@id', label: 'rdfs:label' };
const ATTRIBUTE_TERMS: Readonly<Record<string, Term>> = {
  coordinates: { '@id': 'geo:location', '@context': { longitude: 'geo:long', latitude: 'geo:lat' } },
  homepage: iri('gndo:homepage'),
};

const VOCABULARIES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  geo: 'http://www.w3.org/2003/01/geo/wgs84_pos#',
  prov: 'http://www.w3.org/ns/prov#',
  gndo: GND_ONTOLOGY,
};

/**
 * The context. The entity is the subject of all statements. A link is a reified statement about the entity, with the
 * sources that assert it; `links.nt.gz` of the dumps has the links as plain statements. Members without a term are not
 * in RDF, such as the role in a relation, which would be a statement about the related entity.
 * @param baseUrl public address, without a trailing slash @param link leads to the sources
 */
export function linkedDataContext(baseUrl: string, link: DoorLink): Readonly<Record<string, unknown>> {
  const attributes = [...ALL_ATTRIBUTES].map((key): [string, Term] => [
    key,
    ATTRIBUTE_TERMS[key] ?? { '@id': `gndo:${key}`, '@context': REFERENCE },
  ]);
  const register = link('sourcesPage');
  const sources = register === undefined ? `${link('sources')}#` : `${register}/`;
  const context: Readonly<Record<string, unknown>> = {
    '@version': 1.1,
    ...VOCABULARIES,
    gl: `${baseUrl}${CONTEXT_PATH}#`,
    entity: '@nest',
    uri: '@id',
    type: '@type',
    ...Object.fromEntries(ENTITY_TYPES.map((type) => [type, `gndo:${type}`])),
    subtypes: below('rdf:type', GND_ONTOLOGY),
    gnd: 'gndo:gndIdentifier',
    preferredName: 'gndo:preferredName',
    displayName: 'foaf:name',
    variantNames: 'gndo:variantName',
    names: {
      '@id': 'gl:name',
      '@context': { value: 'rdf:value', kind: 'gl:kind', lang: 'dcterms:language', script: 'gl:script' },
    },
    description: 'dcterms:description',
    differentiated: 'gl:differentiated',
    years: { '@id': 'gl:years', '@context': { start: 'gl:start', end: 'gl:end' } },
    formerIds: 'gndo:oldAuthorityNumber',
    modified: { '@id': 'dcterms:modified', '@type': 'xsd:date' },
    level: 'gl:level',
    isReferenceRecord: 'gl:isReferenceRecord',
    maintainer: {
      '@id': 'gl:maintainer',
      '@context': { name: 'foaf:name', isil: 'gl:isil', url: iri('foaf:homepage') },
    },
    depiction: {
      '@id': 'foaf:depiction',
      '@context': {
        url: iri('foaf:page'),
        thumbnail: iri('foaf:thumbnail'),
        licence: 'dcterms:license',
        credit: 'dcterms:rights',
        source: below('prov:wasAttributedTo', sources),
      },
    },
    attributes: '@nest',
    ...Object.fromEntries(attributes),
    links: '@nest',
    categories: '@nest',
    items: { '@reverse': 'rdf:subject', '@context': linkTerms(sources) },
    conflicts: { '@id': 'gl:conflict', '@context': { collection: 'gl:collection', urls: iri('gl:url') } },
  };
  return { '@context': context };
}

function linkTerms(sources: string): Readonly<Record<string, Term>> {
  return {
    url: iri('rdf:object'),
    relation: { '@id': 'rdf:predicate', '@type': '@vocab' },
    sameAs: 'owl:sameAs',
    about: 'rdfs:seeAlso',
    match: { '@id': 'gl:match', '@type': '@vocab' },
    ...Object.fromEntries(MATCHES.map((one) => [one, `skos:${one}Match`])),
    collection: 'gl:collection',
    label: 'rdfs:label',
    hits: 'gl:hits',
    annotation: 'rdfs:comment',
    assertedBy: below('prov:wasAttributedTo', sources),
  };
}

/** The answers about entities are RDF when they are read with the JSON-LD context that they name. */
import jsonld from 'jsonld';
import { beforeAll, describe, expect, it } from 'vitest';
import { CATEGORY_KEYS, type LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import { useSample } from './sample.ts';

const sample = useSample();
const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const OWL_SAME_AS = 'http://www.w3.org/2002/07/owl#sameAs';

interface Quad {
  readonly subject: { readonly value: string };
  readonly predicate: { readonly value: string };
  readonly object: { readonly value: string };
  readonly graph: { readonly value: string };
}
type Triple = readonly [subject: string, predicate: string, object: string];

/** The JSON-LD context that the answer about an entity names, fetched from the service. */
async function namedContext(): Promise<object> {
  const { headers } = await sample.fetch('/gnd/118540238/links');
  const [, address = ''] =
    /<([^>]+)>; rel="http:\/\/www\.w3\.org\/ns\/json-ld#context"/.exec(headers.get('link') ?? '') ?? [];
  const answer = await fetch(address);
  expect(answer.headers.get('content-type')).toBe('application/ld+json');
  return (await answer.json()) as object;
}

/**
 * The triples of each answer, by the URI of its entity. All are read together, in a graph each, because the context is read
 * anew for each document. @throws when an answer needs another remote document
 */
async function triplesOf(
  answers: readonly LinksAnswer[],
  context: object,
): Promise<ReadonlyMap<string, readonly Triple[]>> {
  const documentLoader = async (url: string) => Promise.reject(new Error(`${url} is asked for`));
  const options = { expandContext: context, documentLoader, base: 'https://example.org/' };
  const graphs = answers.map((answer) => ({ '@id': answer.entity.uri, '@graph': answer }));
  const quads = (await jsonld.toRDF(graphs as object, options as jsonld.Options.ToRdf)) as readonly Quad[];
  const byGraph = Map.groupBy(quads, ({ graph }) => graph.value);
  const tripleOf = ({ subject, predicate, object }: Quad): Triple => [subject.value, predicate.value, object.value];
  return new Map([...byGraph].map(([uri, own]) => [uri, own.map(tripleOf)]));
}

const objectsOf = (triples: readonly Triple[], predicate: string, subject?: string) =>
  triples
    .filter((triple) => triple[1] === predicate && (subject ?? triple[0]) === triple[0])
    .map(([, , object]) => object);

describe('the answer about an entity, as RDF', () => {
  let answers: readonly (LinksAnswer & { readonly triples: readonly Triple[] })[] = [];
  beforeAll(async () => {
    const context = await namedContext();
    const entities = await sample.entities();
    const triples = await triplesOf(entities, context);
    answers = entities.map((one) => ({ ...one, triples: triples.get(one.entity.uri) ?? [] }));
  });

  it('describes the URI of the entity: type, names, attributes', () => {
    const goethe = answers.find(({ entity }) => entity.gnd === '118540238');
    const { uri = '', preferredName, variantNames = [] } = goethe?.entity ?? {};
    const triples = goethe?.triples ?? [];
    expect(objectsOf(triples, `${RDF}type`, uri)).toEqual([`${GNDO}Person`, `${GNDO}DifferentiatedPerson`]);
    expect(objectsOf(triples, `${GNDO}preferredName`, uri)).toEqual([preferredName]);
    expect(objectsOf(triples, `${GNDO}variantName`, uri).toSorted()).toEqual([...variantNames].toSorted());
    expect(objectsOf(triples, `${GNDO}dateOfBirth`, uri)).toEqual(['1749-08-28']);
  });

  it('leads from every attribute to the entity, term or text itself', () => {
    const seen = new Set<string>();
    for (const { triples, ...answer } of answers) {
      for (const [key, values] of Object.entries(answer.entity.attributes)) {
        const expected = values.filter((value) => typeof value === 'string' || !('longitude' in value));
        const nodes = expected.map((value) => {
          if (typeof value === 'string') return value;
          const { gnd, uri } = value as { readonly gnd?: string; readonly uri?: string };
          return uri ?? `https://d-nb.info/gnd/${gnd}`;
        });
        const found = objectsOf(triples, `${GNDO}${key}`, answer.entity.uri);
        if (expected.length > 0)
          expect(found.toSorted(), `${answer.entity.gnd} ${key}`).toEqual([...new Set(nodes)].toSorted());
        for (const value of expected.filter((one) => typeof one === 'object')) {
          seen.add(key);
          const node = nodes[expected.indexOf(value)] ?? '';
          if ('label' in value) expect(objectsOf(triples, `${RDFS}label`, node)).toContain(value.label);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(15);
  });

  it('has every link of every entity with its relation and sources, and no statement about the answer itself', () => {
    for (const { triples, ...answer } of answers) {
      const { uri } = answer.entity;
      const items = answer.links.categories.flatMap((category) => category.items);
      const statements = triples.filter(([, predicate, object]) => predicate === `${RDF}subject` && object === uri);
      expect(statements.length, uri).toBe(answer.links.total);
      const told = statements.map(([statement]) => [
        objectsOf(triples, `${RDF}object`, statement)[0],
        objectsOf(triples, `${RDF}predicate`, statement)[0] === OWL_SAME_AS ? 'sameAs' : 'about',
        ...objectsOf(triples, 'http://www.w3.org/ns/prov#wasAttributedTo', statement).map((source) =>
          source.replace(/.*\/sources#/, ''),
        ),
      ]);
      const expected = items.map(({ url, relation, assertedBy }) => [url, relation, ...assertedBy]);
      expect(told.map(String).toSorted(), uri).toEqual(expected.map(String).toSorted());
      const literals = triples.map(([, , object]) => object);
      for (const key of CATEGORY_KEYS) expect(literals, uri).not.toContain(key);
    }
  });
});

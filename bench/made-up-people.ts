/** Made-up people in the framing of the GND dumps, for measuring. */

export const GND = 'https://d-nb.info/gnd/';
const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const VOCABULARY = 'https://d-nb.info/standards/vocab/gnd/';

export type Node = Record<string, unknown>;

function text(value: string): Node[] {
  return [{ '@value': value.normalize('NFD') }];
}

function iri(...values: string[]): Node[] {
  return values.map((value) => ({ '@id': value }));
}

/** The nodes of one person: blank nodes, entity, `/about`. */
export function person(i: number): Node[] {
  const id = String(1_000_000_000 + i);
  const [forename, surname] = [`Jürgen Maria ${i % 977}`, `Müllenhoff-${i % 7919}`];
  const name = (label: string): Node => ({
    '@id': label,
    [`${GNDO}forename`]: text(forename),
    [`${GNDO}surname`]: text(surname),
  });
  return [
    name(`_:n${i}a`),
    name(`_:n${i}b`),
    {
      '@id': `_:n${i}c`,
      '@type': ['http://www.w3.org/1999/02/22-rdf-syntax-ns#Seq'],
      'http://www.w3.org/1999/02/22-rdf-syntax-ns#_1': iri(`${GND}4053309-8`),
    },
    {
      '@id': GND + id,
      '@type': [`${GNDO}DifferentiatedPerson`],
      'http://www.w3.org/2002/07/owl#sameAs': iri(`http://viaf.org/viaf/${i}`, `http://www.wikidata.org/entity/Q${i}`),
      'http://www.w3.org/2007/05/powder-s#describedby': iri(`${GND}${id}/about`),
      [`${GNDO}biographicalOrHistoricalInformation`]: [{ '@language': 'de', '@value': `Dt. Schriftsteller, Nr. ${i}` }],
      [`${GNDO}dateOfBirth`]: [
        { '@type': 'http://www.w3.org/2001/XMLSchema#gYear', '@value': String(1700 + (i % 300)) },
      ],
      [`${GNDO}gender`]: iri(`${VOCABULARY}gender#male`),
      [`${GNDO}geographicAreaCode`]: iri(`${VOCABULARY}geographic-area-code#XA-DE`),
      [`${GNDO}gndIdentifier`]: text(id),
      [`${GNDO}oldAuthorityNumber`]: text(`(DE-588a)${id}`),
      [`${GNDO}placeOfBirth`]: iri(`${GND}4065105-5`),
      [`${GNDO}preferredNameEntityForThePerson`]: iri(`_:n${i}a`),
      [`${GNDO}preferredNameForThePerson`]: text(`${surname}, ${forename}`),
      [`${GNDO}professionOrOccupation`]: iri(`_:n${i}c`),
      [`${GNDO}variantNameEntityForThePerson`]: iri(`_:n${i}b`),
      [`${GNDO}variantNameForThePerson`]: text(`${surname}, J. M.`),
    },
    {
      '@id': `${GND}${id}/about`,
      'http://purl.org/dc/terms/license': iri('http://creativecommons.org/publicdomain/zero/1.0/'),
      'http://purl.org/dc/terms/modified': [{ '@value': '2018-12-20T14:52:01.000' }],
      [`${GNDO}descriptionLevel`]: iri(`${VOCABULARY}description-level#3`),
    },
  ];
}

/** Blank nodes first, as in the dumps; `perChunk` people to a chunk. */
export function dump(people: number, perChunk: number, indent: number): string {
  const chunks: string[] = [];
  for (let start = 0; start < people; start += perChunk) {
    const nodes = Array.from({ length: Math.min(perChunk, people - start) }, (_, i) => person(start + i)).flat();
    const blank = (node: Node): boolean => String(node['@id']).startsWith('_:');
    const sorted = [...nodes.filter(blank), ...nodes.filter((node) => !blank(node))];
    chunks.push(JSON.stringify(sorted, null, indent));
  }
  return `[${chunks.join(',')}]`;
}

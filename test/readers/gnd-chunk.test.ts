import { describe, expect, it } from 'vitest';
import { createGndChunk, type GatheredEntity } from '../../src/readers/gnd-chunk.ts';

const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const NODES = [
  {
    '@id': 'https://d-nb.info/gnd/118540238',
    'http://www.w3.org/2007/05/powder-s#describedby': [{ '@id': 'https://d-nb.info/gnd/040571203/about' }],
    [`${GNDO}professionOrOccupation`]: [{ '@id': '_:list' }],
  },
  {
    '@id': '_:list',
    '@type': ['http://www.w3.org/1999/02/22-rdf-syntax-ns#Seq'],
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#_1': [{ '@id': '_:member' }],
  },
  { '@id': '_:member', [`${GNDO}preferredNameForTheSubjectHeading`]: [{ '@value': 'Dichter' }] },
  { '@id': 'https://d-nb.info/gnd/040571203/about', 'http://purl.org/dc/terms/modified': [{ '@value': '2026-01-01' }] },
  { '@id': 'https://d-nb.info/gnd/118540238/about', 'http://purl.org/dc/terms/modified': [{ '@value': '2026-01-01' }] },
];

function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

describe('a chunk', () => {
  it('brings an entity and all that belongs to it together, in every order', () => {
    for (const order of orders(NODES)) {
      const found: GatheredEntity[] = [];
      const chunk = createGndChunk({ satellites: 100, waiting: 100 }, (entity) => found.push(entity));
      for (const node of order) chunk.add(node, () => undefined);
      chunk.end();
      chunk.close();
      const ids = order.map((node) => node['@id']).join(' ');
      expect(found.length, ids).toBe(1);
      expect([...(found[0]?.satellites.keys() ?? [])].filter((id) => id.startsWith('_:')).sort(), ids).toEqual([
        '_:list',
        '_:member',
      ]);
      expect(found[0]?.about, ids).toBeDefined();
    }
  });
});

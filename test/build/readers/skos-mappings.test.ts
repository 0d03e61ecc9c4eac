/** SKOS mappings are read as links with their closeness, from either side of a mapping. */
import { describe, expect, it } from 'vitest';
import { MATCHES } from '../../../src/core/model/link.ts';
import { skosMappingsReader } from '../../../src/build/sources/readers/skos-mappings.ts';
import { holdsInPieces, reasonsIn, refusalOf, statementsOf } from './statements.ts';

const SKOS = 'http://www.w3.org/2004/02/skos/core#';
const GND = 'https://d-nb.info/gnd/4053309-8';
const LCSH = 'http://id.loc.gov/authorities/subjects/sh85009793';
const RAMEAU = 'https://data.bnf.fr/ark:/12148/cb11947909z';

const node = (id: string, matches: Readonly<Record<string, readonly string[]>>) => ({
  '@id': id,
  ...Object.fromEntries(
    Object.entries(matches).map(([name, iris]) => [`${SKOS}${name}Match`, iris.map((iri) => ({ '@id': iri }))]),
  ),
});
const file = (...chunks: readonly (readonly object[])[]) => JSON.stringify(chunks, null, 2);
const read = (...nodes: readonly object[]) => statementsOf(skosMappingsReader, file(nodes));
const link = (url: string, match: string) => ({
  kind: 'link',
  gnd: '4053309-8',
  url,
  relation: match === 'exact' ? 'sameAs' : 'about',
  match,
});

describe('a crosswalk', () => {
  it.each(MATCHES)('gives a link to a matching heading: %s', async (match) => {
    expect(await read(node(GND, { [match]: [LCSH, RAMEAU] }))).toEqual([link(LCSH, match), link(RAMEAU, match)]);
  });

  it.each([
    ['exact', 'exact'],
    ['broad', 'narrow'],
    ['narrow', 'broad'],
    ['related', 'related'],
  ])('written from the other side is inverted: %s', async (match, turned) => {
    expect(await read(node(LCSH, { [match]: [GND] }))).toEqual([link(LCSH, turned)]);
  });

  it('gives no link between two entities of the GND, or between two others', async () => {
    const other = 'https://d-nb.info/gnd/4074335-4';
    const statements = await read(
      node(GND, { close: [other] }),
      node(LCSH, { exact: [RAMEAU] }),
      node(GND, { close: [LCSH] }),
    );
    expect(statements.filter(({ kind }) => kind === 'link')).toEqual([link(LCSH, 'close')]);
    expect(reasonsIn(statements)).toEqual(['no_mapping', 'no_mapping']);
  });

  it('counts unusable mappings', async () => {
    const statements = await read(
      node('https://d-nb.info/gnd/nonsense', { close: [LCSH] }),
      node(GND, { close: ['mailto:a@b', LCSH] }),
    );
    expect(reasonsIn(statements)).toContain('invalid_gnd_id');
    expect(statements.filter(({ kind }) => kind === 'link')).toEqual([link(LCSH, 'close')]);
  });

  it('is refused without mappings', async () => {
    expect(await refusalOf(skosMappingsReader, file([node(LCSH, { exact: [RAMEAU] })]))).toMatchObject({
      reason: 'no_records',
    });
  });

  it('is read the same from any pieces of the bytes, in any number of chunks', async () => {
    const nodes = Array.from({ length: 8 }, (_, n) => node(GND, { close: [`${LCSH}${n}`] }));
    const content = file(nodes.slice(0, 3), nodes.slice(3));
    await holdsInPieces(skosMappingsReader, content, await statementsOf(skosMappingsReader, content));
  });
});

/** Contradictions between a list and its register entry. Real lists: `shipped-register.test.ts`. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beaconReader } from '../../../src/build/sources/readers/beacon.ts';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { createListCheck } from '../../../src/build/sources/register/list-check.ts';
import type { RegisteredSource } from '../../../src/build/sources/register/register.ts';

const curation = await loadCuration(join(import.meta.dirname, '../../../config'));

async function contradictions(
  input: AsyncIterable<Uint8Array>,
  source: Pick<RegisteredSource, 'collection' | 'beacon'>,
): Promise<readonly string[]> {
  const check = createListCheck(source, curation);
  for await (const batch of beaconReader.read(input, source.beacon === undefined ? {} : { beacon: source.beacon }))
    for (const statement of batch) check.add(statement);
  return check.contradictions();
}

async function* list(name: string | undefined, ...urls: readonly string[]): AsyncGenerator<Uint8Array> {
  const header = `#FORMAT: BEACON\n${name === undefined ? '' : `#NAME: ${name}\n`}#PREFIX: https://d-nb.info/gnd/\n`;
  const lines = urls.map((url, index) => `${118_500_000 + index}||${url}\n`);
  yield new TextEncoder().encode(header + lines.join(''));
}

describe('a list', () => {
  const unknown = 'http://unknown.example.org/1';
  const viaf = 'https://viaf.org/viaf/12';
  it.each([
    ['of the Vorarlberg Chronik', 'Vorarlberg Chronik', unknown, 'lltirol', /Vorarlberg Chronik.*Lexikon/],
    ['into another collection', 'VIAF', viaf, 'lltirol', /collection viaf, but .* lltirol/],
    ['into no collection, of which the register names none', 'Some list', unknown, undefined, undefined],
    ['of the right name', 'BEACON Literatur in Tirol', unknown, 'lltirol', undefined],
    ['with the right host', 'Whatever', 'http://www.literaturtirol.at/1', 'lltirol', undefined],
    ['without a name', undefined, unknown, 'lltirol', undefined],
    ['into its collection', 'Whatever', viaf, 'viaf', undefined],
    ['that is known to lead anywhere', 'Whatever', unknown, 'other', undefined],
    ['whose addresses tell', 'Whatever', viaf, undefined, undefined],
  ])('is checked: %s', async (_, name, url, collection, expected) => {
    const found = await contradictions(list(name, url, url), collection === undefined ? {} : { collection });
    if (expected === undefined) expect(found).toEqual([]);
    else expect(found.join('\n')).toMatch(expected);
  });

  it('without links has no contradictions', async () => {
    expect(await contradictions(list('Vorarlberg Chronik'), { collection: 'lltirol' })).toEqual([]);
  });
});

/** Contradictions between a list and its register entry. Real lists: `shipped-register.test.ts`. */
import { describe, expect, it } from 'vitest';
import { beaconReader } from '../../../src/build/sources/readers/beacon.ts';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { createListCheck } from '../../../src/build/sources/register/list-check.ts';
import { SHIPPED_CONFIG } from '../ingest/site.ts';
import { statementsOf } from '../readers/statements.ts';

const curation = await loadCuration(SHIPPED_CONFIG);

async function contradictions(name: string | undefined, urls: readonly string[], collection?: string) {
  const header = `#FORMAT: BEACON\n${name === undefined ? '' : `#NAME: ${name}\n`}#PREFIX: https://d-nb.info/gnd/\n`;
  const lines = urls.map((url, index) => `${118_500_000 + index}||${url}\n`);
  const check = createListCheck(collection === undefined ? {} : { collection }, curation);
  for (const statement of await statementsOf(beaconReader, header + lines.join(''))) check.add(statement);
  return check.contradictions();
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
    const found = await contradictions(name, [url, url], collection);
    if (expected === undefined) expect(found).toEqual([]);
    else expect(found.join('\n')).toMatch(expected);
  });

  it('without links has no contradictions', async () => {
    expect(await contradictions('Vorarlberg Chronik', [], 'lltirol')).toEqual([]);
  });
});

/** Placeholders that people write in a BEACON header: read as what is meant where there is no doubt, else no address is made. */
import { describe, expect, it } from 'vitest';
import { beaconReader } from '../../../src/build/sources/readers/beacon.ts';
import { reasonsIn, statementsOf } from './statements.ts';

const read = (fields: string, line = '118540238') =>
  statementsOf(beaconReader, `#FORMAT: BEACON\n#PREFIX: https://d-nb.info/gnd/\n${fields}\n${line}\n`);
const linksOf = async (target: string) => {
  const found = await read(`#TARGET: https://example.org/p/${target}`);
  return {
    urls: found.flatMap((statement) => (statement.kind === 'link' ? [statement.url] : [])),
    reasons: reasonsIn(found),
  };
};

describe('a target', () => {
  const IDENTIFIER =
    '$PND ${PND} ${gnd} $1 $id ${id} $GND_ID {PND} {GND} {gnd-id} {0} {1} %s <ID> <gnd> [ID] %7BPND%7D {ID} %7bid%7d'.split(
      ' ',
    );
  it.each(IDENTIFIER)('with the placeholder %s has the identifier there', async (placeholder) => {
    for (const [before, after] of [
      ['', ''],
      ['x/', '.html?lang=de'],
    ] as const) {
      const { urls, reasons } = await linksOf(`${before}${placeholder}${after}`);
      expect(urls).toEqual([`https://example.org/p/${before}118540238${after}`]);
      expect(reasons).toEqual(placeholder === '{ID}' ? [] : ['odd_placeholder']);
    }
  });

  it.each([
    '$NAME',
    '{LABEL}',
    '${name}',
    '<name>',
    '{PND}/{LABEL}',
    '$PND/$NAME',
    '{ID}/{LABEL}',
    '{ID}/$lang',
    '%7BLABEL%7D',
    '{}',
    '$',
  ])('with the placeholder %s makes no address, and says so in its line', async (placeholder) => {
    expect(await linksOf(placeholder)).toEqual({ urls: [], reasons: ['unknown_placeholder', 'no_target'] });
    const found = await read(`#TARGET: https://example.org/p/${placeholder}`);
    expect(found).toContainEqual(expect.objectContaining({ reason: 'unknown_placeholder', line: 3 }));
  });

  it('with {ID} may have square brackets', async () => {
    expect(await linksOf('?Suche[GND]={ID}')).toEqual({
      urls: ['https://example.org/p/?Suche[GND]=118540238'],
      reasons: [],
    });
  });

  it.each(['a(b)', 'p/100%25/', 'x[1]/', '~a/'])(
    'with %s, which is no placeholder, has the identifier at its end',
    async (text) => {
      expect(await linksOf(text)).toEqual({ urls: [`https://example.org/p/${text}118540238`], reasons: [] });
    },
  );
});

it.each(['$PND', '{ID} Treffer', '%s', '<ID>', '${name}'])(
  'a message with the placeholder %s is not a note of the links',
  async (message) => {
    const found = await read(`#TARGET: https://example.org/\n#MESSAGE: ${message}`);
    expect(found.find(({ kind }) => kind === 'link')).not.toHaveProperty('message');
  },
);

it.each(['1.234', '1 234', '(12)', "1'234", '(1.234)'])(
  'a second column %s is a label, and is reported',
  async (text) => {
    const found = await read('#TARGET: https://example.org/', `118540238|${text}`);
    expect(found).toContainEqual(expect.objectContaining({ kind: 'link', annotation: text }));
    expect(reasonsIn(found)).toEqual(['odd_count']);
  },
);

/** Reports of wrong links go to the contact of the source or to the operator, and data stay within their fields. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportAddress } from '../../../src/shared/lookup/report-address.ts';

const wrong = {
  gnd: '118540238',
  name: 'Goethe, Johann Wolfgang von',
  source: 'kalliope',
  urls: ['https://kalliope-verbund.info/gnd/118540238'],
  snapshot: '20261120-6b28a336',
};

describe('a report of a wrong link', () => {
  it('names identifier, link, source and snapshot, and goes to the contact of the source', () => {
    const address = new URL(reportAddress(wrong, ['a@example.org', 'mailto:operator@example.org']) ?? '');
    expect(address.pathname).toBe('a@example.org');
    expect(address.searchParams.get('subject')).toBe('GND 118540238: kalliope');
    const body = address.searchParams.get('body') ?? '';
    for (const part of [wrong.gnd, wrong.name, wrong.urls[0], wrong.source, wrong.snapshot])
      expect(body).toContain(part);
  });

  it.each([
    [['https://example.org/kontakt'], 'https://example.org/kontakt'],
    [[undefined, 'https://operator.example.org/'], 'https://operator.example.org/'],
    [[undefined, undefined], undefined],
  ])('for the contacts %j goes to %j', (contacts, expected) => {
    expect(reportAddress(wrong, contacts)).toBe(expected);
  });

  it('goes to the operator if the source has no contact', () => {
    expect(reportAddress(wrong, [undefined, 'mailto:operator@example.org'])).toMatch(/^mailto:operator@example\.org\?/);
  });

  it('is bounded, and has no recipient but the contact, for any data', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.webUrl(), { maxLength: 50 }), (name, urls) => {
        const address = reportAddress({ ...wrong, name, urls }, ['a@example.org']) ?? '';
        const { pathname, searchParams } = new URL(address);
        expect(pathname).toBe('a@example.org');
        expect([...searchParams.keys()]).toEqual(['subject', 'body']);
        expect(
          searchParams
            .get('body')
            ?.split('\n')
            .filter((line) => urls.includes(line)).length,
        ).toBeLessThanOrEqual(5);
      }),
    );
  });
});

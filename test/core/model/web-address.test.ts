import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeNormalForm,
  foldKey,
  MAX_ADDRESS_LENGTH,
  normalForm,
  parseWebAddress,
} from '../../../src/core/model/web-address.ts';
import { anyCharacter } from '../../any-character.ts';

function keyOf(text: string): string | undefined {
  const address = parseWebAddress(text);
  return address === undefined ? undefined : foldKey(address);
}

/** Rules for hosts are tested in public-host.test.ts. */
describe('parseWebAddress', () => {
  it.each([
    ['no scheme', 'viaf.org/viaf/1'],
    ['another scheme', 'ftp://viaf.org/viaf/1'],
    ['a script', 'javascript:alert(1)'],
    ['a scheme only', 'http://'],
    ['a torn scheme', 'ttps://viaf.org/viaf/1'],
    ['an IPv4 address as one number', 'http://2130706433/'],
    ['an IPv4 address in octal', 'http://0177.0.0.1/'],
    ['a user', 'http://user@example.org/'],
    ['a password', 'http://:secret@example.org/'],
    ['a line break within', 'http://example.org/a\nb'],
    ['a zero octet', 'http://example.org/a\u0000b'],
    ['a blank in the host', 'http://exa mple.org/'],
    ['a doubled scheme and nothing else', 'http://https://'],
    ['too many characters', `http://example.org/${'a'.repeat(MAX_ADDRESS_LENGTH)}`],
  ])('refuses %s', (_, text) => {
    expect(parseWebAddress(text)).toBeUndefined();
  });

  it.each([
    ['http://https://viaf.org/viaf/1', 'https://viaf.org/viaf/1'],
    ['https://http://viaf.org/viaf/1', 'http://viaf.org/viaf/1'],
    ['http://http://http://viaf.org/viaf/1', 'http://viaf.org/viaf/1'],
    ['http:https://viaf.org/viaf/1', 'https://viaf.org/viaf/1'],
  ])('drops the outer scheme of %s, and reports that', (text, href) => {
    expect(parseWebAddress(text)).toMatchObject({ href, repaired: true });
  });

  it('keeps an address with another one in its path', () => {
    const text = 'https://web.archive.org/web/2019/http://example.org/';
    expect(parseWebAddress(text)).toMatchObject({ href: text, repaired: false });
  });

  it('drops a bare question mark and a bare hash at the end', () => {
    for (const end of ['?', '#', '?#'])
      expect(parseWebAddress(`http://example.org/a${end}`)?.href).toBe('http://example.org/a');
  });

  it('composes decomposed letters before it encodes them', () => {
    expect(parseWebAddress('https://example.org/Go\u0308the')?.href).toBe('https://example.org/G%C3%B6the');
  });
});

describe('foldKey', () => {
  it.each([
    ['http://example.org/a', 'https://example.org/a'],
    ['http://example.org/a', 'http://www.example.org/a'],
    ['http://example.org/a', 'HTTP://EXAMPLE.org/a'],
    ['http://example.org/a', 'http://example.org./a'],
    ['http://example.org/a', 'http://example.org:80/a'],
    ['https://example.org/a', 'https://example.org:443/a'],
    ['http://example.org/a', 'http://example.org/a/'],
    ['http://example.org', 'http://example.org/'],
    ['http://example.org/a', 'http://example.org/b/../a'],
    ['http://example.org/a', ' http://example.org/a '],
    ['http://example.org/(a)', 'http://example.org/%28a%29'],
    ['http://example.org/%7Ea', 'http://example.org/~a'],
    ['http://example.org/%c3%a4', 'http://example.org/ä'],
    ['http://example.org/a%CC%88', 'http://example.org/%C3%A4'],
    ['http://example.org/%2f', 'http://example.org/%2F'],
    ['http://example.org/%e4', 'http://example.org/%E4'],
    ['http://example.org/?a=http:%2F%2Fx.org', 'http://example.org/?a=http://x.org'],
    ['http://example.org/a#', 'http://example.org/a'],
    ['http://example.org/%2F%CC%87', 'http://example.org/%2f%cc%87'],
    ['http://münchen.example.org/', 'http://xn--mnchen-3ya.example.org/'],
  ])('is equal for %s and %s', (one, other) => {
    expect(keyOf(one)).toBeDefined();
    expect(keyOf(other)).toBe(keyOf(one));
  });

  it.each([
    ['http://example.org/a', 'http://example.org/A'],
    ['http://example.org/a', 'http://example.org/a?b'],
    ['http://example.org/a#b', 'http://example.org/a#c'],
    ['http://example.org/a/b', 'http://example.org/a%2Fb'],
    ['http://example.org/a?b=c&d', 'http://example.org/a?b=c%26d'],
    ['http://example.org/a%3Fb', 'http://example.org/a?b'],
    ['http://example.org/a%23b', 'http://example.org/a#b'],
    ['http://example.org/100%25', 'http://example.org/100'],
    ['http://example.org:8080/a', 'http://example.org/a'],
    ['http://a.example.org/', 'http://b.example.org/'],
  ])('differs for %s and %s', (one, other) => {
    expect(keyOf(one)).toBeDefined();
    expect(keyOf(other)).not.toBe(keyOf(one));
  });
});

describe('normalForm', () => {
  const part = fc.constantFrom('path', 'query', 'fragment') as fc.Arbitrary<'path' | 'query' | 'fragment'>;

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('%2Fc3a4E\u0308uß ')) }), part, (text, where) => {
        const once = normalForm(text, where);
        expect(normalForm(once, where)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('is the same for its encoded form', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), part, (text, where) => {
        const normal = normalForm(encodeURIComponent(text), where);
        expect(normalForm(encodeNormalForm(normal), where)).toBe(normal);
      }),
      { numRuns: 2000 },
    );
  });
});

it('any text is read or refused without an exception, and a result can be read again', () => {
  const tail = fc.string({ unit: anyCharacter }).map((text) => `http://example.org/${text}`);
  const any = fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true }), tail);
  const property = fc.property(any, (text) => {
    const address = parseWebAddress(text);
    if (address === undefined) return;
    const again = parseWebAddress(address.href);
    expect(again?.href).toBe(address.href);
    expect(again && foldKey(again)).toBe(foldKey(address));
  });
  fc.assert(property, { numRuns: 5_000 });
});

/** Strict parsing of query strings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integer } from '../../../src/core/http/parameters.ts';
import { parseQuery } from '../../../src/core/http/query-string.ts';
import { anyCharacter } from '../../any-character.ts';

const KNOWN = ['q', 'limit'];
const read = (query: string) => {
  const { values, errors } = parseQuery(query, KNOWN);
  return [
    Object.fromEntries([...values].map(([name, [value]]) => [name, value])),
    errors.map(({ parameter, code }) => `${parameter}: ${code}`),
  ];
};

describe('a query string', () => {
  it.each([
    ['', {}, []],
    ['&&', {}, []],
    ['q=a+b%20c', { q: 'a b c' }, []],
    ['q=a%2Bb', { q: 'a+b' }, []],
    ['q', { q: '' }, []],
    ['q=a=b', { q: 'a=b' }, []],
    ['%71=a', { q: 'a' }, []],
    ['limit=1&q=a', { limit: '1', q: 'a' }, []],
    ['q=a&q=a', { q: 'a' }, ['q: duplicate_parameter']],
    ['q=a&%71=b&q=c', { q: 'a' }, ['q: duplicate_parameter']],
    ['Q=a', {}, ['Q: unknown_parameter']],
    ['=a', {}, [': unknown_parameter']],
    ['q[]=a', {}, ['q[]: unknown_parameter']],
    ['__proto__=a', {}, ['__proto__: unknown_parameter']],
    ['q=%', {}, ['q: malformed_encoding']],
    ['q=%ff', {}, ['q: malformed_encoding']],
    ['q=%ED%A0%80', {}, ['q: malformed_encoding']],
    ['%ff=a', {}, ['%ff: malformed_encoding']],
    ['q=a;limit=1', { q: 'a;limit=1' }, []],
  ])('“%s” is read', (query, values, errors) => {
    expect(read(query)).toEqual([values, errors]);
  });

  it.each([
    ['_=17', 'cache buster'],
    ['cachebust=1', 'cache buster'],
    ['utm_source=x', 'tracking'],
    ['fbclid=x', 'tracking'],
    ['callback=f', 'JSONP'],
    ['api_key=x', 'credential'],
    ['Q=a', 'perhaps “q” was meant'],
    ['page=2', undefined],
  ])('“%s” is refused with its likely cause', (query, cause) => {
    const [error] = parseQuery(query, KNOWN).errors;
    expect(error?.code).toBe('unknown_parameter');
    if (cause === undefined) expect(error?.detail).toMatch(/does not exist\. Allowed: [^;]+\.$/u);
    else expect(error?.detail).toContain(cause);
  });

  it('decodes to the values that were encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(parseQuery(new URLSearchParams({ q: text }).toString(), KNOWN).values.get('q')).toEqual([text]);
        expect(parseQuery(`q=${encodeURIComponent(text)}`, KNOWN).values.get('q')).toEqual([text]);
      }),
    );
  });

  it('has errors with short, printable names of parameters', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (query) => {
        for (const { parameter } of parseQuery(query, KNOWN).errors) {
          expect(parameter.length).toBeLessThanOrEqual(100);
          expect(parameter).not.toMatch(/\p{Cc}/u);
          expect(parameter.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

describe('an integer', () => {
  const bounds = { minimum: 1, maximum: 100, fallback: 20 };
  it.each([
    [undefined, 20],
    ['1', 1],
    ['100', 100],
    ['0', 'out_of_range'],
    ['101', 'out_of_range'],
    ['', 'not_an_integer'],
    ['+5', 'not_an_integer'],
    ['-5', 'out_of_range'],
    ['05', 'not_an_integer'],
    ['5.0', 'not_an_integer'],
    ['1e1', 'not_an_integer'],
    ['0x5', 'not_an_integer'],
    [' 5', 'not_an_integer'],
    ['٥', 'not_an_integer'],
    ['9'.repeat(40), 'not_an_integer'],
  ])('%s is read as %s', (text, expected) => {
    const sent = { method: 'GET', query: '', headers: {} } as const;
    const result = integer(bounds, '').read(text === undefined ? [] : [text], 'limit', sent);
    expect(typeof result === 'number' ? result : 'code' in result && result.code).toBe(expected);
  });
});

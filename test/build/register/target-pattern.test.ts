/** Patterns of web addresses, and the values that they find. */
import { expect, it } from 'vitest';
import { compilePattern } from '../../../src/build/sources/addresses/target-pattern.ts';
import { parseWebAddress } from '../../../src/core/model/web-address.ts';

const match = (pattern: string, url: string, where: Readonly<Record<string, string>> = {}) => {
  const address = parseWebAddress(url);
  return address === undefined ? undefined : compilePattern(pattern, where).match(address);
};

it.each([
  ['example.org/a', 'https://example.org/a', {}],
  ['example.org/a', 'https://example.org/ab', undefined],
  ['example.org/{id}', 'https://example.org/a', { id: 'a' }],
  ['example.org/{id}', 'https://example.org/a/b', undefined],
  ['example.org/{id}.html', 'https://example.org/a.html', { id: 'a' }],
  ['example.org/{id}.html', 'https://example.org/.html', undefined],
  ['example.org/aa{id}aa', 'https://example.org/aaa', undefined],
  ['example.org/{kind}/{id}', 'https://example.org/a/b', { kind: 'a', id: 'b' }],
  ['example.org/{kind}.{id}?x={y}', 'https://example.org/a.b.c?x=d', { kind: 'a.b', id: 'c', y: 'd' }],
  ['{lang}.example.org/{id}#x', 'https://de.example.org/a#x', { lang: 'de', id: 'a' }],
  ['example.org/{title}', 'https://example.org/a/b', { title: 'a/b' }],
  ['example.org/[{id}]', 'https://example.org/[a]', { id: 'a' }],
  ['example.org/{gnd}', 'https://example.org/4001234-4', { gnd: '4001234-4' }],
  ['example.org/{gnd}', 'https://example.org/0123', undefined],
])('a pattern %s finds in %s %o', (pattern, url, values) => expect(match(pattern, url)).toEqual(values));

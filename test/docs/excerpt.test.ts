/** The judge of shown answers is itself judged: it must see every way of being untrue. */
import { describe, expect, it } from 'vitest';
import { headerUntruth, jsonUntruth, textUntruth } from './excerpt.ts';

const ANSWER = {
  snapshot: { id: '20261120-0123abcd' },
  name: 'Goethe',
  list: [1, 2, 3, 4],
  deep: [
    { a: 1, b: 2 },
    { a: 3, b: 4 },
  ],
};

describe('a shown JSON answer', () => {
  it.each([
    ['the whole', ANSWER],
    ['some members', { name: 'Goethe' }],
    ['another snapshot of the same form', { snapshot: { id: '20250101-ffffffff' } }],
    ['a list that goes on', { list: [1, 2, '…'] }],
    ['a list that began before', { list: ['…', 4] }],
    ['an item in the middle', { list: ['…', 3, '…'] }],
    ['an object in the middle, in part', { deep: ['…', { b: 4 }] }],
  ])('is true with %s', (_, shown) => {
    expect(jsonUntruth(shown, ANSWER)).toBeUndefined();
  });

  it.each([
    ['another value', { name: 'Schiller' }],
    ['a member that is not there', { nickname: 'Wolfi' }],
    ['members in another order', { list: ['…'], name: 'Goethe' }],
    ['no form of a snapshot', { snapshot: { id: 'latest' } }],
    ['a list as if complete', { list: [1, 2] }],
    ['a list without what stands before', { list: [2, '…'] }],
    ['items in another order', { list: ['…', 3, '…', 2, '…'] }],
    ['an item that is not there', { list: ['…', 9, '…'] }],
    ['one item too many', { list: [1, 2, 3, 4, 5] }],
    ['an object for a list', { list: {} }],
    ['a list for an object', { snapshot: [] }],
    ['two objects mixed', { deep: ['…', { a: 1, b: 4 }, '…'] }],
  ])('is untrue with %s', (_, shown) => {
    expect(jsonUntruth(shown, ANSWER)).toBeTypeOf('string');
  });
});

describe('shown text', () => {
  const text = 'one\ntwo 20261120-0123abcd\nthree\n';

  it.each([['one\ntwo 20250101-ffffffff\nthree'], ['one\n…'], ['…\nthree'], ['one\n…\nth…'], ['o…\n…\nthree\n']])(
    'is true: %j',
    (shown) => {
      expect(textUntruth(shown, text)).toBeUndefined();
    },
  );

  it.each([['one'], ['one\nthree'], ['two…\n…'], ['…\nfour'], ['one\n…\nthree\nfour']])('is untrue: %j', (shown) => {
    expect(textUntruth(shown, text)).toBeTypeOf('string');
  });
});

describe('a shown header', () => {
  const header = 'HTTP/1.1 200 OK\r\netag: W/"x"\r\nvary: Accept-Encoding\r\n';

  it('may leave out fields, write names in any case, and cut values', () => {
    expect(headerUntruth('HTTP/1.1 200 OK\nVary: Accept-Encoding\nETag: W/…', header)).toBeUndefined();
  });

  it('names the field that is not sent so', () => {
    expect(headerUntruth('HTTP/1.1 200 OK\nETag: W/"y"', header)).toBe('etag: W/"y"');
  });
});

/** The worst text within the bound of each parser that reads what a host sent takes as long as ordinary text. */
import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../../src/build/sources/download/download-failure.ts';
import { newestLink } from '../../../src/build/sources/download/index-page.ts';
import { copyMarc } from '../../../src/build/sources/harvest/marc-copy.ts';
import { readResponse } from '../../../src/build/sources/harvest/response.ts';
import { PAGE_BYTES, readPage } from '../../../src/build/sources/probe/page.ts';
import { readRules } from '../../../src/build/sources/probe/robots.ts';
import { readDatestamp } from '../../../src/core/model/datestamp.ts';
import { readDeclaredDate } from '../../../src/build/sources/readers/dates.ts';

const HOST = 'https://host.example';
/** Longest value of a field that Node reads. */
const FIELD = 16_384;
const LONG = `${HOST}/${'a'.repeat(1_990)}`;
const fill = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const robots = (rules: string, url = LONG) => readRules(`${HOST}/robots.txt`, `User-agent: *\n${rules}`)(url);
const page = (piece: string) => readPage(Buffer.from(fill(piece, PAGE_BYTES)), LONG);
const response = (text: string) =>
  readResponse(
    (async function* () {
      yield Buffer.from(text);
    })(),
  ).catch(() => undefined);

const WORST: readonly (readonly [string, () => unknown])[] = [
  ['127 rules of 4 kB of wildcards', () => robots(`Disallow: /${'*a'.repeat(2_000)}b\n`.repeat(127))],
  ['a robots.txt of wildcards', () => robots(`Disallow: /*\n`.repeat(40_000))],
  ['a robots.txt of short rules', () => robots('Disallow: /b\n'.repeat(40_000))],
  ['as many rules as are read', () => robots('Disallow: /b\n'.repeat(4_900), `${HOST}/${'a'.repeat(150)}`)],
  ['a robots.txt of one line', () => robots(`Disallow: /${fill('*a', 512 * 1024)}`)],
  ['a robots.txt of colons', () => robots(fill(':', 512 * 1024))],
  ['a robots.txt of agents', () => robots('User-agent: gnd-links/1\n'.repeat(21_000))],
  ...['<title', '<title>', '<h1 <h1 ', '<script', '<script>', '<!--', '<', '<div ', 'domain is ', ' '].map((piece) => [`a page of ${JSON.stringify(piece)}`, () => page(piece)] as const),
  ...['9', '9 ', 'Mon, ', ' '].map((piece) => [`Retry-After of ${JSON.stringify(piece)}`, () => readRetryAfter(fill(piece, FIELD), 0)] as const),
  ...['0', '2026-', '0000-00-00T', '+', ' '].map((piece) => [`a date of ${JSON.stringify(piece)}`, () => [readDatestamp(fill(piece, 8_192)), readDeclaredDate(fill(piece, 8_192))]] as const),
  ...['href', 'href ', 'href="', '<a href=x ', '&amp;'].map((piece) => [`a listing of ${JSON.stringify(piece)}`, () => newestLink(fill(piece, 100_000), HOST, 'gnd_(\\d+)')] as const),
  ...['<metadata ', '<metadata', '<OAI-PMH', '</metadata', '<!DOCTYPE ', '<header', '&', '<'].map((piece) => [`a response of ${JSON.stringify(piece)}`, () => response(fill(piece, 100_000))] as const),
  ...['<', '&', '<a ', '<!--', '&#', '&#x000', '<record>'].map((piece) => [`a record of ${JSON.stringify(piece)}`, () => copyMarc(fill(piece, 100_000))] as const),
]; // prettier-ignore

describe('a parser', () => {
  // A pattern that backtracks would take minutes, and the test would not end in time.
  it.each(WORST)('reads %s to its end', async (_, read) => {
    await expect(Promise.resolve(read())).resolves.not.toThrow();
  });

  it('forbids what a robots.txt with too many rules or wildcards is about', () => {
    expect(robots(`Disallow: /${'*a'.repeat(2_000)}b\n`.repeat(127))).toBe(false);
    expect(robots('Disallow: /b\n'.repeat(40_000))).toBe(false);
    expect(robots('Disallow: /*?print=\n'.repeat(200), `${HOST}/page`)).toBe(true);
  });
});

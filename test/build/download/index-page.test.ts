/** Finds the newest dated file name on an index page. */
import { describe, expect, it } from 'vitest';
import { newestLink } from '../../../src/build/sources/download/index-page.ts';

const PAGE = 'https://data.example.org/opendata/';
const PATTERN = 'authorities-gnd-werk_lds_(\\d{8})\\.jsonld\\.gz$';
const name = (day: string): string => `authorities-gnd-werk_lds_${day}.jsonld.gz`;
const NEWEST = name('20260217');
const ENCODED = NEWEST.replaceAll('_', '%5F');
const SEVERAL = ['20250301', '20260217', '20251010'].map((day) => `<a href="${name(day)}">`).join();

describe('the newest link', () => {
  it.each([
    ['relative', `<a href="${NEWEST}">x</a>`, PAGE + NEWEST],
    ['with a path', `<a href='/opendata/${NEWEST}'>x</a>`, PAGE + NEWEST],
    ['without quotation marks', `<A HREF=${NEWEST}>x</A>`, PAGE + NEWEST],
    ['absolute', `<a class="a" href="${PAGE}${NEWEST}">`, PAGE + NEWEST],
    ['the greatest of several, in any order', SEVERAL, PAGE + NEWEST],
    ['with percent signs', `<a href="${ENCODED}">`, PAGE + ENCODED],
    ['another type', '<a href="authorities-gnd-person_lds_20260217.jsonld.gz">', undefined],
    ['another host', `<a href="https://evil.example/${name('20270101')}">`, undefined],
    ['another scheme', `<a href="file:///${name('20270101')}">`, undefined],
    ['only in the text', `see ${NEWEST}`, undefined],
    ['an address that is none', `<a href="https://[/${NEWEST}">`, undefined],
    ['nothing', '', undefined],
  ])('is found when it is %s', (_, html, expected) => {
    expect(newestLink(html, PAGE, PATTERN)).toBe(expected);
  });

  it('is searched for in linear time on a hostile page', () => {
    expect(newestLink('<a href="'.repeat(200_000), PAGE, PATTERN)).toBeUndefined();
  });
});

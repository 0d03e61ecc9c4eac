/** Finds the newest dated file name on an index page. */
import { describe, expect, it } from 'vitest';
import { newestLink } from '../../../src/build/sources/download/index-page.ts';

const PAGE = 'https://data.example.org/opendata/';
const PATTERN = 'authorities-gnd-werk_lds_(\\d{8})\\.jsonld\\.gz$';
const name = (day: string): string => `authorities-gnd-werk_lds_${day}.jsonld.gz`;

describe('the newest link', () => {
  it.each([
    ['relative', `<a href="${name('20260217')}">x</a>`, `${PAGE}${name('20260217')}`],
    ['with a path', `<a href='/opendata/${name('20260217')}'>x</a>`, `${PAGE}${name('20260217')}`],
    ['without quotation marks', `<A HREF=${name('20260217')}>x</A>`, `${PAGE}${name('20260217')}`],
    ['absolute', `<a class="a" href="${PAGE}${name('20260217')}">`, `${PAGE}${name('20260217')}`],
    [
      'the greatest of several, in any order',
      ['20250301', '20260217', '20251010'].map((day) => `<a href="${name(day)}">`).join(),
      `${PAGE}${name('20260217')}`,
    ],
    [
      'with percent signs',
      `<a href="${name('20260217').replaceAll('_', '%5F')}">`,
      `${PAGE}${name('20260217').replaceAll('_', '%5F')}`,
    ],
    ['another type', '<a href="authorities-gnd-person_lds_20260217.jsonld.gz">', undefined],
    ['another host', `<a href="https://evil.example/${name('20270101')}">`, undefined],
    ['another scheme', `<a href="file:///${name('20270101')}">`, undefined],
    ['only in the text', `see ${name('20260217')}`, undefined],
    ['an address that is none', `<a href="https://[/${name('20260217')}">`, undefined],
    ['nothing', '', undefined],
  ])('is found when it is %s', (_, html, expected) => {
    expect(newestLink(html, PAGE, PATTERN)).toBe(expected);
  });

  it('is searched for in linear time on a hostile page', () => {
    expect(newestLink('<a href="'.repeat(200_000), PAGE, PATTERN)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { withoutTitlesAndParticles, initialsQuery, readQuery } from '../../../src/core/search/query/query.ts';

/** A word, its other forms, and its prefix, in one line. */
function read(q: string): string[] {
  return readQuery(q).words.map(
    ({ forms, compounds, prefix }) =>
      forms.filter((form) => !compounds?.includes(form)).join('|') +
      (prefix === undefined ? '' : ` ${prefix === forms[0] ? '' : prefix}*`),
  );
}

describe('a query', () => {
  it.each([
    ['goethe joh', ['gothe', 'joh *']],
    ['Goethe, Johann.', ['gothe', 'johann *']],
    ['Luther, Mart*', ['luther', 'mart *']],
    ['Rud. Müller 18', ['rud *', 'muller', '18 *']],
    ['6th VI. 6.', ['6']],
    ['“Goethe, Johann”', ['gothe', 'johann *']],
    ['J. S. Bach', ['j *', 's *', 'bach *']],
    ['a b c d e!', ['a *', 'b *', 'c *', 'd', 'e *']],
    ['Müller Mueller', ['muller *']],
    ['maria johanna maria', ['maria *', 'johanna']],
    ['St. Gallen', ['st|sankt|saint|sanct|sanctus|sancta|hl|heilig|heilige|heiliger', 'gallen *']],
    ['Sankt Gallen ', ['sankt|st|saint|sanct|sanctus|sancta|hl|heilig|heilige|heiliger', 'gallen *']],
    ['Glückaufstr. Halle', ['gluckaufstr|gluckaufstrasse', 'halle *']],
    ['Karl-Marx-Str. 5', ['karl', 'marx', 'str|strasse', '5|v *']],
    ['Angle-Klasse II/2', ['angle', 'klasse', '2|3 ii*', '2 *']],
    ['Karl 5', ['karl', '5|v *']],
    ['Ludwig XIV', ['ludwig', '14 xiv*']],
    ['ludwig xi', ['ludwig', '11|12|13|14|19 xi*']],
    ['陈寿彭', ['陈', '寿', '彭']],
    ['1848', ['1848']],
    ['', []],
  ])('like %j has the words %j', (q, words) => {
    expect(read(q)).toEqual(words);
  });

  it.each([
    ['bach 1685', [1685], ['bach *']],
    ['Bach, 1685-1750', [1685, 1750], ['bach *']],
    ['maria johanna maria 1700', [1700], ['maria *', 'johanna']],
    [
      'aa 1700 cc dd ee ff gg hh ii jj kk ll mm',
      [1700],
      ['a', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh', '2', 'jj', 'kk', 'll'],
    ],
    ['1848 1849', [], ['1848', '1849']],
    ['opus 1 12 1800 1801 1802', [], ['opus', '1|i', '12', '1800', '1801', '1802']],
    ['müller 42', [], ['muller', '42 *']],
  ])('like %j has the years %j', (q, years, words) => {
    expect(readQuery(q).years).toEqual(years);
    expect(read(q)).toEqual(words);
  });

  it('has at most twelve words', () => {
    expect(readQuery('aa bb cc dd ee ff gg hh ii jj kk ll mm nn').words).toHaveLength(12);
  });

  it.each([
    ['ETA Hoffmann', ['e', 't', 'a', 'hoffmann']],
    ['Wolf, FH', ['wolf', 'f', 'h']],
    ['FH WOLF', undefined],
    ['fh wolf', undefined],
    ['NATO BRD UDSSR', undefined],
    ['AF', undefined],
  ])('has separate initials for %s', (q, words) => {
    expect(initialsQuery(readQuery(q))?.words.map(({ spelled }) => spelled)).toEqual(words);
  });

  it('can lose titles and particles, but not all of its words', () => {
    const essential = (q: string) => withoutTitlesAndParticles(readQuery(q)).words.map(({ spelled }) => spelled);
    expect(essential('Prof. Dr. Ludwig von Beethoven')).toEqual(['ludwig', 'beethoven']);
    expect(essential('Papst')).toEqual(['papst']);
    expect(essential('Wilhelm König Biographie')).toEqual(['wilhelm', 'konig', 'biographie']);
    expect(essential('König Wilhelm')).toEqual(['wilhelm']);
    expect(essential('Otto Graf von Bismarck')).toEqual(['otto', 'bismarck']);
    expect(essential('von der')).toEqual(['von', 'der']);
  });
});

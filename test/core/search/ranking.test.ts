import { describe, expect, it } from 'vitest';
import { foldName, writeFoldedName } from '../../../src/core/search/names/folded-name.ts';
import { readQuery } from '../../../src/core/search/query/query.ts';
import { rankCandidate } from '../../../src/core/search/names/ranking.ts';
import { searchWords } from '../../../src/core/search/names/search-text.ts';

interface More {
  readonly type?: 'Person' | 'Family' | 'Work';
  readonly start?: number;
  /** In points. */
  readonly prominence?: number;
  readonly isNamed?: boolean;
  readonly description?: string;
}

function ranked(q: string, names: readonly string[], more: More = {}) {
  const years = more.start === undefined ? {} : { years: { start: more.start } };
  const lines = names.map((name) => writeFoldedName(foldName(name))).join('\n');
  const { type = 'Person', prominence = 1, isNamed = false, description = '' } = more;
  const candidate = { type, prominence: prominence * 1000, names: lines, isNamed, ...years };
  return rankCandidate(candidate, readQuery(q), new Set(searchWords(description)));
}

const GOETHE = ['Goethe, Johann Wolfgang von', 'Johann Wolfgang von Goethe', 'Göthe, J. W.', 'Gete, Iogann'];

describe('the match of a name', () => {
  it.each([
    ['johann wolfgang von goethe', 'fullName', 0, 1],
    ['Goethe, Johann Wolfgang', 'fullName', 0, 0.95],
    ['goethe', 'surname', 0, 0.88],
    ['gete iogann', 'fullVariant', 3, 0.9],
    ['wolfgang goethe', 'withinName', 0, 0.56],
    ['iogann goethe', 'acrossNames', 0, 0.3],
  ])('of %j is %s', (q, match, line, score) => {
    expect(ranked(q, GOETHE)).toMatchObject({ match, line, score });
  });

  it('can be a surname of persons and families only', () => {
    expect(ranked('goethe', GOETHE, { type: 'Work' }).match).toBe('withinName');
    expect(ranked('fugger', ['Fugger, Familie'], { type: 'Family' }).match).toBe('surname');
  });

  it('is the match of the best fitting name', () => {
    const names = ['Homerus', 'Homerus', 'Homerus, Epicus', 'Homer'];
    expect(ranked('homer', names, { isNamed: true })).toMatchObject({ match: 'fullVariant', line: 3 });
  });

  it('covers compounds with a hyphen, with a blank and in one word', () => {
    for (const name of ['Marshall-Plan', 'Marshallplan', 'Marshall Plan']) {
      const asked =
        name === 'Marshall Plan' ? ['Marshall-Plan', name] : ['Marshall-Plan', 'Marshall Plan', 'marshallplan'];
      for (const q of asked)
        expect(ranked(q, [name], { type: 'Work' }), `${q}: ${name}`).toMatchObject({ match: 'fullName', score: 1 });
    }
    expect(ranked('Kritik der Literaturtheorie', ['Kritik der Literatur-Theorie'], { type: 'Work' }).score).toBe(1);
  });

  it('includes words of the description, a tier lower', () => {
    const more = { description: '1879–1955, Physiker' };
    expect(ranked('albert einstein physiker', ['Einstein, Albert'], more)).toMatchObject({
      match: 'fullName',
      tier: 1,
      isDescribed: true,
    });
    expect(ranked('albert einstein phys', ['Einstein, Albert'], more).isDescribed).toBe(true);
    expect(ranked('einstein physiker', ['Einstein, Albert'], more)).toMatchObject({
      match: 'surname',
      isDescribed: true,
    });
  });

  it('tolerates a missing qualifier at a lower score', () => {
    expect(ranked('köln', ['Köln']).weight).toBeGreaterThan(ranked('köln', ['Köln (Motiv)']).weight);
    expect(ranked('köln motiv', ['Köln (Motiv)'])).toMatchObject({ match: 'fullName', score: 1 });
  });

  it('uses each word of the name once', () => {
    expect(ranked('j. j. rousseau', ['Rousseau, Jean-Jacques']).match).toBe('withinName');
    expect(ranked('johann joh', ['Bach, Johann']).match).toBe('acrossNames');
  });

  it('ranks full names before surnames, and prominent entities next to them', () => {
    const tier = (name: string, prominence: number) => ranked('goethe', [name], { prominence }).tier;
    expect([tier('Goethe', 1), tier('Goethe, Johann', 84), tier('Goethe, August', 40)]).toEqual([0, 0, 0.25]);
  });

  it('ranks a prefix behind every full name', () => {
    expect(ranked('urheber', ['Urheberrecht'], { prominence: 99 }).tier).toBe(1);
    expect(ranked('urheber', ['Urheber, Jan']).tier).toBe(0.25);
  });

  it('prefers a finished word to a prefix', () => {
    expect(ranked('schulz', ['Schulz, Ernst']).tier).toBeLessThan(ranked('schulz', ['Schulze, Ernst']).tier);
  });

  it('ranks a prefix and a word within a name alike, so that no suggestion is lost when its word is complete', () => {
    const [begun, finished] = [ranked('mar', ['Twain, Mark']), ranked('mark', ['Twain, Mark'])];
    const rival = ranked('mark', ['Marktgleichgewicht']);
    expect([begun.tier, finished.tier, rival.tier]).toEqual([1, 1, 1]);
  });

  it('matches a title by the preferred name, if a variant has the rest', () => {
    expect(ranked('saint george', ['Georg, Heiliger', '', 'George'])).toMatchObject({ match: 'fullVariant', line: 2 });
    expect(ranked('saint george', ['Frèrejouan du Saint, Georges']).tier).toBe(1);
  });

  it('matches a number in the name before one in the description', () => {
    const description = 'Goethe, in 2 Teilen, Teil 1';
    const part = ranked('faust i', ['Faust, 1, 1770-1850'], { description });
    expect(ranked('faust i', ['Faust'], { description }).tier).toBeGreaterThan(part.tier);
  });

  it('ranks entities of another year half a tier lower', () => {
    const name = ['Bach, Johann'];
    expect(ranked('bach johann 1685', name, { start: 1685 }).tier).toBe(0);
    expect(ranked('bach johann 1685', name, { start: 1714 }).tier).toBe(0.5);
    expect(ranked('wiener kongress 1814', ['Wiener Kongress (1814)']).tier).toBe(0);
  });
});

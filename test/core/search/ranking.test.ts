import { describe, expect, it } from 'vitest';
import { foldName, writeFoldedName } from '../../../src/core/search/names/folded-name.ts';
import { readQuery } from '../../../src/core/search/query/query.ts';
import { fitOf } from '../../../src/core/search/names/ranking.ts';

interface More {
  readonly type?: 'Person' | 'Family' | 'Work';
  readonly isNamed?: boolean;
  readonly description?: readonly string[];
}

/** Ranks by the names and a description; `typed.test.ts` has years and prominence. */
function ranked(q: string, names: readonly string[], { type = 'Person', isNamed = false, description }: More = {}) {
  const lines = names.map((name) => writeFoldedName(foldName(name))).join('\n');
  return fitOf({ type, prominence: 1000, names: lines, isNamed }, readQuery(q), new Set(description));
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
    ['iogann goethe dichter', 'acrossNames', 0, 0.255],
  ])('of %j is %s', (q, match, line, score) => {
    expect(ranked(q, GOETHE, { description: ['dichter'] })).toMatchObject({ match, line, score });
  });

  it('can be a surname of persons and families only', () => {
    expect(ranked('goethe', GOETHE, { type: 'Work' }).match).toBe('withinName');
    expect(ranked('fugger', ['Fugger, Familie'], { type: 'Family' }).match).toBe('surname');
  });

  it('is the match of the best fitting name', () => {
    const names = ['Homerus', 'Homerus', 'Homerus, Epicus', 'Homer'];
    expect(ranked('homer', names, { isNamed: true })).toMatchObject({ match: 'fullVariant', line: 3 });
  });
  it('tolerates a missing qualifier at a lower score', () => {
    expect(ranked('köln', ['Köln']).weight).toBeGreaterThan(ranked('köln', ['Köln (Motiv)']).weight);
    expect(ranked('köln motiv', ['Köln (Motiv)'])).toMatchObject({ match: 'fullName', score: 1 });
  });

  it('in a variant weighs less than half of that in a preferred name, which therefore comes before most better known ones', () => {
    const { weight } = ranked('ludwig', ['Beck, Ludwig']);
    expect(ranked('johann', ['Beck, Ludwig', 'Ludwig Beck', 'Beck, Johann']).weight).toBeLessThan(weight / 2);
  });

  it('uses each word of the name once', () => {
    expect(ranked('j. j. rousseau', ['Rousseau, Jean-Jacques']).match).toBe('withinName');
    expect(ranked('johann joh', ['Bach, Johann']).match).toBe('acrossNames');
  });

  it('prefers a finished word to a prefix', () => {
    expect(ranked('schulz', ['Schulz, Ernst']).tier).toBeLessThan(ranked('schulz', ['Schulze, Ernst']).tier);
  });
});

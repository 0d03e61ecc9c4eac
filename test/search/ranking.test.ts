import { describe, expect, it } from 'vitest';
import { foldName, writeFoldedName } from '../../src/search/folded-name.ts';
import { readQuery } from '../../src/search/query-words.ts';
import { rankCandidate } from '../../src/search/ranking.ts';

function ranked(q: string, names: readonly string[], more: { type?: 'Person' | 'Work'; start?: number } = {}) {
  const lines = names.map((name) => writeFoldedName(foldName(name)));
  const years = more.start === undefined ? {} : { years: { start: more.start } };
  const [two, variants] = [lines.slice(0, 2).join('\n'), lines.slice(2).join('\n')];
  return rankCandidate({ type: more.type ?? 'Person', names: two, variants: () => variants, ...years }, readQuery(q));
}

const GOETHE = ['Goethe, Johann Wolfgang von', 'Johann Wolfgang von Goethe', 'Göthe, J. W.', 'Gete, Iogann'];

describe('the match of a name', () => {
  it.each([
    ['johann wolfgang von goethe', 'fullName', 0, 1],
    ['Goethe, Johann Wolfgang', 'fullName', 0, 0.95],
    ['goethe', 'surname', 0, 0.9],
    ['gete iogann', 'fullVariant', 3, 0.85],
    ['wolfgang goethe', 'withinName', 0, 0.56],
    ['iogann goethe', 'acrossNames', 0, 0.3],
  ])('of %j is %s', (q, match, line, score) => {
    expect(ranked(q, GOETHE)).toMatchObject({ match, line, score });
  });

  it('knows surnames of persons only', () => {
    expect(ranked('goethe', GOETHE, { type: 'Work' }).match).toBe('withinName');
  });

  it('forgives a qualifier, but notices', () => {
    expect(ranked('köln', ['Köln']).weight).toBeGreaterThan(ranked('köln', ['Köln (Motiv)']).weight);
    expect(ranked('köln motiv', ['Köln (Motiv)'])).toMatchObject({ match: 'fullName', score: 1 });
  });

  it('lets each word match another', () => {
    expect(ranked('j. j. rousseau', ['Rousseau, Jean-Jacques']).match).toBe('withinName');
    expect(ranked('johann joh', ['Bach, Johann']).match).toBe('acrossNames');
  });

  it('prefers a finished word to a prefix', () => {
    expect(ranked('schulz', ['Schulz, Ernst']).weight).toBeGreaterThan(ranked('schulz', ['Schulze, Ernst']).weight);
  });

  it('puts entities of another year half a tier back', () => {
    const name = ['Bach, Johann'];
    expect(ranked('bach johann 1685', name, { start: 1685 }).tier).toBe(0);
    expect(ranked('bach johann 1685', name, { start: 1714 }).tier).toBe(0.5);
    expect(ranked('wiener kongress 1814', ['Wiener Kongress (1814)']).tier).toBe(0);
  });
});

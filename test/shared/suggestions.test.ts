/** The order of suggestions: literal beginnings before folded ones. */
import { expect, it } from 'vitest';
import { literalFirst, matchedVariant } from '../../src/shared/suggestions.ts';

const hit = (preferredName: string, variant?: string, score = 0.8) => ({
  preferredName,
  score,
  matched:
    variant === undefined ? { field: 'preferredName', value: preferredName } : { field: 'variantName', value: variant },
});
const HITS = [
  hit('Gödel, Kurt'),
  hit('Gounod, Charles', 'Goetz'),
  hit('Gogol', 'Gögol'),
  hit('Goethe, Johann'),
  hit('Goebel'),
];

it.each([
  ['go', ['Gounod, Charles', 'Gogol', 'Goethe, Johann', 'Goebel', 'Gödel, Kurt']],
  ['goe', ['Goethe, Johann', 'Goebel', 'Gounod, Charles', 'Gödel, Kurt', 'Gogol']],
  ['goet', ['Goethe, Johann', 'Gounod, Charles', 'Gödel, Kurt', 'Gogol', 'Goebel']],
  ['gö', ['Gödel, Kurt', 'Gogol', 'Gounod, Charles', 'Goethe, Johann', 'Goebel']],
])('for “%s” names that begin so come first, then variants, then all others', (typed, names) => {
  expect(literalFirst(HITS, typed).map(({ preferredName }) => preferredName)).toEqual(names);
});

it('a whole name stays before names that begin with the text', () => {
  const [first] = literalFirst([hit('Köln', 'Koeln', 1), hit('Koeln-Mindener Eisenbahn')], 'koeln');
  expect(first?.preferredName).toBe('Köln');
});

it.each([
  ['goet', hit('Goethe, Johann', 'Goethe'), undefined],
  ['johann goe', { ...hit('Goethe, Johann', 'Johann Goethe'), displayName: 'Johann Goethe' }, undefined],
  ['goet', hit('Gounod, Charles', 'Goetz'), 'Goetz'],
])('for “%s” the variant that matched is the reason unless a name in the line begins so', (typed, one, reason) => {
  expect(literalFirst([one], typed).map(matchedVariant)).toEqual([reason]);
});

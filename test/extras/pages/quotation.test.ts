/** Quotation marks in texts of others, and around values of texts. */
import { expect, it } from 'vitest';
import { localeFor } from '../../../src/shared/http/locale.ts';
import { withMarksOf } from '../../../src/shared/http/quotation.ts';

it.each([
  ['de', 'Die Datenbank "Index Theologicus" (IxTheo)', 'Die Datenbank „Index Theologicus“ (IxTheo)'],
  ['de', 'die „Personen der „Fackel““ nennt', 'die „Personen der ‚Fackel‘“ nennt'],
  ['de', '„„Fackel“ und mehr“', '„‚Fackel‘ und mehr“'],
  ['en', 'the “Persons in “Die Fackel””', 'the “Persons in ‘Die Fackel’”'],
  ['en', 'The database "Index Theologicus"', 'The database “Index Theologicus”'],
  ['de', 'ein 19" breiter Schirm', 'ein 19" breiter Schirm'],
  ['de', '"a "b "c" b" a"', '"a "b "c" b" a"'],
  ['de', 'ohne Zeichen', 'ohne Zeichen'],
] as const)('a text has the marks of its language: %s, %s', (language, text, expected) => {
  expect(withMarksOf(language, text)).toBe(expected);
});

it.each([
  ['de', { de: 'Treffer zu „{q}“', en: '' }, 'Treffer zu „Goethes ‚Faust‘“'],
  ['de', { de: 'Treffer: {q}', en: '' }, 'Treffer: Goethes „Faust“'],
  ['en', { de: '', en: 'Hits for “{q}”' }, 'Hits for “Goethes ‚Faust‘”'],
] as const)('a value within quotation marks has inner ones: %s, %j', (language, label, expected) => {
  const { t } = localeFor({ language, isChosen: true }, { baseUrl: 'https://links.example.org' });
  expect(t(label, { q: 'Goethes „Faust“' })).toBe(expected);
});

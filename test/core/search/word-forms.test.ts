/** Other forms of words: the examples of their table, and transcriptions of the same name. */
import { describe, expect, it } from 'vitest';
import { searchWords, spelledWords } from '../../../src/core/search/names/search-text.ts';
import { WORD_FORMS } from '../../../src/core/search/query/word-forms.ts';
import { authorWords, requestWords } from '../../../src/core/search/query/text-parts.ts';
import { LIMITS } from '../../../src/core/search/tuning.ts';

const formsOf = (word: string) => WORD_FORMS.flatMap(({ forms }) => [...forms(word)]);

describe('other forms of a word', () => {
  const examples = WORD_FORMS.flatMap(({ name, forms, examples }) =>
    examples.map((one) => [name, ...one, forms] as const),
  );

  it.each(examples)('%s: %s may be %s', (_, typed, form, forms) => {
    const found = [...spelledWords(typed), ...searchWords(typed)].flatMap((word) => [...forms(word)]);
    expect(found).toContain(form);
  });

  it.each([
    // Cyrillic: scientific, German, English, French
    ['Čechov', 'Tschechow', 'Chekhov', 'Tchekhov'],
    ['Žukov', 'Schukow', 'Zhukov', 'Joukov'],
    ['Šostakovič', 'Schostakowitsch', 'Shostakovich', 'Chostakovitch'],
    ['Chruščev', 'Chruschtschew', 'Khrushchev', 'Khrouchtchev'],
    ['Čajkovskij', 'Tschaikowski', 'Chaykovsky', 'Tchaïkovski'],
    ['Jurij', 'Jurij', 'Yuriy', 'Iouri'],
    ['Sergej', 'Sergei', 'Sergey', 'Sergueï'],
    // Greek
    ['Papadopulos', 'Papadopoulos'],
    ['Filippidis', 'Philippidis'],
    // Hebrew and Arabic
    ['Šalom', 'Schalom', 'Shalom'],
    ['Ḫalīl', 'Khalil', 'Chalil'],
    ['Ǧamāl', 'Jamal', 'Djamal', 'Dschamal'],
  ])('%s is found by each transcription', (scientific, ...others) => {
    const [wanted = ''] = searchWords(scientific);
    for (const other of others) {
      const written = [...searchWords(other), ...spelledWords(other)];
      expect([...written, ...written.flatMap(formsOf)], other).toContain(wanted);
    }
  });

  it('are bounded for any word', () => {
    for (const word of ['s'.repeat(60), 'tsch'.repeat(15), 'iyei'.repeat(15)])
      expect(new Set(formsOf(word)).size).toBeLessThanOrEqual(WORD_FORMS.length * 12 * LIMITS.forms.value);
  });
});

describe('the parts of a text', () => {
  it.each([
    ['wer war Olga Graf', 'wer war'],
    ['Was ist ein Spitzbogen?', 'was ist ein'],
    ['Bücher von Max Frisch', 'bucher von'],
    ['Autor: Lornell, Kip', 'autor'],
    ['suche Johann Grunert', 'suche'],
    ['War of the worlds', ''],
    ['Bild-Zeitung', ''],
    ['Wer war', ''],
  ])('%s asks by “%s”', (text, request) => {
    expect(requestWords(text).join(' ')).toBe(request);
  });

  it.each([
    ['Mommsen, Theodor: Römische Geschichte. Berlin: Weidmann, 1854', 'mommsen theodor'],
    ['Mommsen, T. (1854). Römische Geschichte. Berlin: Weidmann.', 'mommsen t'],
    ['Theodor Mommsen, Römische Geschichte und Staatsrecht, Berlin 1854', 'theodor mommsen'],
    ['MOMMSEN, Theodor: Geschichte Roms / hrsg. von Karl Wegehaupt', 'mommsen theodor'],
    ['Ed Schmidt, Maler', ''],
    ['Ed Meier: Roman', ''],
    ['Theodor Mommsen', ''],
  ])('%s has the author “%s”', (text, author) => {
    expect(authorWords(text).join(' ')).toBe(author);
  });
});

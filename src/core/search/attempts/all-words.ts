/** Attempts: the query as it was typed, and with small changes that leave out articles and titles at most. */
import { fullNameKey, fullNameKeys, searchWords } from '../names/search-text.ts';
import { contractedQuery, firstForms, initialsQuery, type QueryWords } from '../query/query-words.ts';
import { MATCH_CLASSES } from '../tuning.ts';
import { type Attempt, isPoor, NOTHING } from './attempt.ts';
import { lacksFullName, withChangedWords } from './changed-words.ts';
import { leftOutWords } from './left-out-words.ts';
import { typedFirst } from './typed-first.ts';
import { wordQuestions } from './word-questions.ts';
import { findByWords } from './word-search.ts';

export const allWords: Attempt = {
  name: 'allWords',
  meaning:
    'entities with just these words as a full name, or with all words in names; in names and description where no name is made of them',
  applies: () => true,
  async find(query, context) {
    const { words, text } = query;
    // A year may be part of the name or beside it.
    const nameKeys = fullNameKeys([searchWords(text), firstForms(words.words)].filter(({ length }) => length > 0));
    return typedFirst(
      await findByWords(words, query, context, { nameKeys, prefetch: context.upcoming }),
      text,
      context,
    );
  },
};

export const repaired: Attempt = {
  name: 'repaired',
  meaning:
    'the text decoded (`M&ouml;rike`, `M%C3%B6rike`, `MÃ¶rike`), dates and centuries as preferences (`geb. 1856`, `8. Jh. v. Chr.`)',
  applies: ({ words, repaired: other }, soFar) => other !== words && lacksFullName(soFar),
  prefetch: (query) => ({ questions: query.repaired === query.words ? [] : wordQuestions(query.repaired, query) }),
  find: (query, context) => findByWords(query.repaired, query, context, { nameKeys: nameKeysOf(query.repaired) }),
};

export const withoutParticles = withChangedWords({
  name: 'withoutParticles',
  meaning: 'articles and particles are left out: `Die Fugger`',
  isWanted: ({ best }) => best === undefined || best.fit.tier >= MATCH_CLASSES.acrossNames.tier,
  change: ({ repaired: words, plain }) => (plain === words ? undefined : plain),
});

export const contracted = withChangedWords({
  name: 'contracted',
  meaning: 'spelled-out umlauts behind a vowel count as umlauts: `klimaaenderung`',
  isWanted: ({ best }) => best === undefined,
  change: ({ repaired: words }) => contractedQuery(words),
});

export const initialsJoined = withChangedWords({
  name: 'initialsJoined',
  meaning: 'initials that were written together are words of their own: `ETA Hoffmann`',
  isWanted: lacksFullName,
  change: ({ repaired: words }) => initialsQuery(words),
});

export const withoutTitles: Attempt = {
  name: 'withoutTitles',
  meaning: 'titles are left out: `Prof. Dr. Albert Einstein`',
  applies: ({ plain, essential }, soFar) => essential !== plain && isPoor(soFar),
  prefetch: (query) => ({ questions: query.essential === query.plain ? [] : wordQuestions(query.essential, query) }),
  async find(query, context) {
    const found = await findByWords(query.essential, query, context);
    return found.best === undefined
      ? NOTHING
      : { ...found, approximate: true, ignored: leftOutWords(query.plain, query.essential) };
  },
};

/** @returns an empty list for a query without words */
function nameKeysOf(query: QueryWords): readonly number[] {
  return query.words.length === 0 ? [] : [fullNameKey(firstForms(query.words))];
}

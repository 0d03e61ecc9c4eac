/** Attempt: each word that few entities have may be misspelt. */
import { describedQuery } from '../query/query-words.ts';
import { type Attempt, isPoor, NOTHING } from './attempt.ts';
import { leftOutWords } from './left-out-words.ts';
import { findByWords } from './word-search.ts';

export const nearSpelling: Attempt = {
  name: 'nearSpelling',
  meaning: 'each word stands for the [near spellings](#near-spellings) of it as well: `Göhte`',
  applies: (_, soFar) => isPoor(soFar),
  prefetch: ({ words }) => ({ words: describedQuery(words).words.flatMap(({ forms }) => forms) }),
  async find(query, context) {
    const near = await context.near();
    if (!near.words.some(({ distances }) => distances?.size)) return NOTHING;
    const found = await findByWords(near, query, context);
    return { ...found, approximate: true, ignored: leftOutWords(query.plain, query.essential) };
  },
};

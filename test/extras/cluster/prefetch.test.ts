/** Data that may be needed next are read in the same round trip, and not requested again. */
import { expect, it } from 'vitest';
import { createBudget } from '../../../src/core/search/budget.ts';
import { NO_RESULT, type Question } from '../../../src/core/search/engine.ts';
import { withPrefetch } from '../../../src/extras/cluster/prefetch.ts';

const ask = (key: number, limit = 1): Question => ({ by: 'fullName', key, limit });

function engineThatCounts() {
  const trips: (readonly [keys: readonly number[], words: readonly string[]])[] = [];
  const engine = withPrefetch(async (questions, words) => {
    trips.push([questions.map((question) => ('key' in question ? question.key : 0)), words]);
    const found = questions.map(({ limit }) => ({ ...NO_RESULT, isComplete: limit === 1 }));
    return { found, counted: words.map(({ length }) => length) };
  });
  return { ...engine, trips };
}

it('a prefetch answers later questions and words from the trip of an earlier question', async () => {
  const { find, documentFrequencies, trips } = engineThatCounts();
  await find([ask(1)], () => ({ questions: [ask(2), ask(2), ask(1)], words: ['ab', 'ab', 'abc'] }));
  expect(await find([ask(2)])).toHaveLength(1);
  expect(await documentFrequencies(['abc', 'ab', 'abc'])).toEqual([3, 2, 3]);
  expect(trips).toEqual([
    [
      [1, 2],
      ['ab', 'abc'],
    ],
  ]);
});

it('a prefetch requests only missing answers, and returns all in the order of the questions', async () => {
  const { find, documentFrequencies, trips } = engineThatCounts();
  await find([ask(1)], () => ({ questions: [ask(2)], words: ['ab'] }));
  const found = await find([ask(3, 2), ask(2), ask(4, 2)]);
  expect(found.map(({ isComplete }) => isComplete)).toEqual([false, true, false]);
  expect(await documentFrequencies(['abc', 'ab'])).toEqual([3, 2]);
  expect(trips.slice(1)).toEqual([[[3, 4], []], [[], ['abc']]]); // prettier-ignore
});

it('a prefetch recognises a question in any form', async () => {
  const { find, trips } = engineThatCounts();
  const words = [{ typed: 'Bach', spelled: 'bach', forms: ['bach'] }];
  await find([ask(1)], () => ({ questions: [{ by: 'words', words, limit: 1 }] }));
  await find([{ limit: 1, types: undefined, words, budget: createBudget(), by: 'words' }]);
  await find([{ by: 'words', words: [{ ...words[0]!, prefix: 'bach' }], limit: 1 }]);
  expect(trips).toHaveLength(2);
});

it('a prefetch reads no long pages early, and nothing without a trip', async () => {
  const { find, trips } = engineThatCounts();
  await find([ask(1)], () => ({ questions: [ask(2, 1000), ask(3)] }));
  await find([ask(3)], () => ({ questions: [ask(4)] }));
  expect(trips).toEqual([[[1, 3], []]]);
});

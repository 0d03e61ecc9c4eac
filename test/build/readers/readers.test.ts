import { expect, it } from 'vitest';
import texts from '../../../src/extras/pages/texts/source.json' with { type: 'json' };
import { READERS } from '../../../src/build/sources/readers/readers.ts';

it.each(Object.keys(READERS))('the format %s has a label', (name) => {
  expect(texts.formats).toHaveProperty([name, 'de']);
});

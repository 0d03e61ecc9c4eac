import { expect, it } from 'vitest';
import texts from '../../../src/extras/pages/texts/source.json' with { type: 'json' };
import { READERS } from '../../../src/build/sources/readers/readers.ts';

it.each(Object.entries(READERS))('the reader of %s has the label of its format', (name, reader) => {
  expect(reader.format).toBe(name);
  expect(texts.formats).toHaveProperty([name, 'de']);
});

import { expect, it } from 'vitest';
import { READERS } from '../../src/readers/readers.ts';

it.each(Object.entries(READERS))('the reader of %s carries the name of its format', (name, reader) => {
  expect(reader.format).toBe(name);
});

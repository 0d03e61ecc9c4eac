/** The example files of CONTRIBUTING.md do what their text says. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { Door } from '../../src/core/http/door.ts';
import type { Rewriting } from '../../src/core/search/attempts/variants.ts';
import { createQuery } from '../../src/core/search/query/query.ts';
import type { Store } from '../../src/core/snapshot/store.ts';
import { askDoor } from '../core/http/ask-door.ts';
import { temporaryFile } from '../temporary.ts';
import { blocksOf, readDocument, root } from './markdown.ts';

const shown = blocksOf(readDocument('CONTRIBUTING.md')).filter(({ language }) => language === 'ts');

/** Loads the shown file that exports the name, as if it were in a folder of the sources. */
async function load<T>(name: string, folder: string): Promise<T> {
  const [block, ...others] = shown.filter(({ text }) => text.includes(`export const ${name}`));
  expect(others).toEqual([]);
  const source = (block?.text ?? '').replace(
    /from '(\.[^']+)'/g,
    (_, path: string) => `from '${pathToFileURL(join(root, folder, path)).pathname}'`,
  );
  const file = temporaryFile(source, `${name}.ts`);
  return ((await import(/* @vite-ignore */ file)) as Readonly<Record<string, T>>)[name] as T;
}

it('the shown door leads to some entity', async () => {
  const doors = await load<() => readonly Door[]>('doors', 'src/extras/random');
  const snapshot = { counts: { entities: 1 } };
  const store = { snapshot, entityIds: async () => ['118540238'] } as unknown as Store;
  expect(await askDoor(doors(), '/random', { store })).toMatchObject({
    status: 302,
    headers: { location: 'https://links.example.org/gnd/118540238' },
  });
});

it('the shown rewriting of search leaves numbers out', async () => {
  const { change } = await load<Rewriting>('withoutNumbers', 'src/core/search/attempts');
  const wanted = { types: undefined, from: 0, to: 10 };
  expect(change(createQuery('Pippi 3 Langstrumpf', wanted).readings())).toMatchObject({
    words: [{ typed: 'Pippi' }, { typed: 'Langstrumpf' }],
  });
  expect(change(createQuery('Pippi', wanted).readings())).toBeUndefined();
});

it('every shown file is tested here', () => {
  expect(shown).toHaveLength(2);
});

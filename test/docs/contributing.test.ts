/** The files that CONTRIBUTING.md shows do what it says of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { Door } from '../../src/http/door.ts';
import type { Attempt } from '../../src/search/attempts/attempt.ts';
import { createQuery } from '../../src/search/query/query.ts';
import type { Store } from '../../src/snapshot/store.ts';
import { askDoor } from '../http/ask-door.ts';
import { temporaryDirectory } from '../temporary.ts';
import { blocksOf, readDocument, root } from './markdown.ts';

const shown = blocksOf(readDocument('CONTRIBUTING.md')).filter(({ language }) => language === 'ts');

/** The only shown file that exports the name, as if it stood in a folder of the sources. */
async function load<T>(name: string, folder: string): Promise<T> {
  const [block, ...others] = shown.filter(({ text }) => text.includes(`export const ${name} `));
  expect(others).toEqual([]);
  const source = (block?.text ?? '').replace(
    /from '(\.[^']+)'/g,
    (_, path: string) => `from '${pathToFileURL(join(root, folder, path)).pathname}'`,
  );
  const file = join(temporaryDirectory(), `${name}.ts`);
  writeFileSync(file, source);
  return ((await import(/* @vite-ignore */ file)) as Readonly<Record<string, T>>)[name] as T;
}

it('a door leads to some entity', async () => {
  const doors = await load<() => readonly Door[]>('doors', 'src/doors/random');
  const snapshot = { counts: { entities: 1 } };
  const store = { snapshot, entityIds: async () => ['118540238'] } as unknown as Store;
  expect(await askDoor(doors(), '/random', { store })).toMatchObject({
    status: 302,
    headers: { location: 'https://links.example.org/gnd/118540238' },
  });
});

it('an attempt of search leaves numbers out', async () => {
  const attempt = await load<Attempt>('withoutNumbers', 'src/search/attempts');
  const wanted = { types: undefined, from: 0, to: 10 };
  const query = createQuery('Pippi 3 Langstrumpf', wanted);
  const [question] = attempt.prefetch?.(query).questions ?? [];
  expect(question).toMatchObject({ words: [{ typed: 'Pippi' }, { typed: 'Langstrumpf' }] });
  expect(attempt.prefetch?.(createQuery('Pippi', wanted)).questions).toEqual([]);
});

it('every one of them is tried here', () => {
  expect(shown).toHaveLength(2);
});

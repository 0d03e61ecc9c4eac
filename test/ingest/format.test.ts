import { expect, it, vi } from 'vitest';
import type { SNAPSHOT_FORMAT } from '../../src/store/header.ts';
import { temporaryDirectory } from '../temporary.ts';
import { dump, record } from './site.ts';

it('calls the same data in another format another snapshot, so that no cache takes one for the other', async () => {
  const idOf = async () => {
    const { build, registered } = await import('./site.ts');
    const folder = temporaryDirectory();
    const source = registered(folder, { key: 'persons', content: dump([record('118540238', 'Goethe')]) });
    return (await build(folder, [source])).snapshot.id;
  };
  const id = await idOf();
  expect(await idOf()).toBe(id);
  vi.resetModules();
  vi.doMock(import('../../src/store/header.ts'), async (original) => ({
    ...(await original()),
    SNAPSHOT_FORMAT: 99 as unknown as typeof SNAPSHOT_FORMAT,
  }));
  expect(await idOf()).not.toBe(id);
});

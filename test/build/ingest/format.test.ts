import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryDirectory } from '../../temporary.ts';
import { dump, record } from './site.ts';

const HEADER = '../../../src/core/snapshot/header.ts';

it('the same data in another format have another snapshot identifier, so that caches distinguish them', async () => {
  const idOf = async () => {
    const { build, registered } = await import('./site.ts');
    const folder = temporaryDirectory();
    const source = registered(folder, { key: 'persons', content: dump([record('118540238', 'Goethe')]) });
    return (await build(folder, [source])).snapshot.id;
  };
  const id = await idOf();
  expect(await idOf()).toBe(id);
  onTestFinished(() => {
    vi.doUnmock(HEADER);
    vi.resetModules();
  });
  vi.resetModules();
  vi.doMock(HEADER, async (original) => ({ ...(await original<object>()), SNAPSHOT_FORMAT: 99 }));
  expect(await idOf()).not.toBe(id);
});

/** `gnd-links probe` from a built snapshot to the answer: the sample, the look, the next build. */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { runProbe } from '../../src/cli/probe.ts';
import { createLinkSample, mergeLinkSamples, readLinkSample } from '../../src/snapshot/link-sample.ts';
import { readHeader } from '../../src/snapshot/header.ts';
import { healthFile } from '../../src/sources/probe/files.ts';
import { readHealth } from '../../src/sources/probe/health.ts';
import { forTest } from '../for-file.ts';
import { build, dump, record, registered, sameAs } from '../ingest/site.ts';
import { reissue } from '../runs/running.ts';
import { alive, BEHAVIOURS } from '../probe/behaviours.ts';
import { startWeb } from '../probe/web.ts';
import { temporaryDirectory } from '../temporary.ts';

const web = forTest(() => startWeb());

it('looks at the addresses of the current snapshot, and the header of the next one says what it found', async () => {
  const folder = temporaryDirectory();
  web.on('archive.example.org', alive);
  web.on('dead.example.org', BEHAVIOURS.notFound.host);
  const urls = ['archive', 'dead'].flatMap((host) =>
    [1, 2, 3, 4].map((n) => web.address(`${host}.example.org`, `/p/${n}`)),
  );
  const persons = { key: 'persons', content: dump([record('118540238', 'Goethe', sameAs(...urls))]) };
  const sources = [registered(folder, persons)];
  const { directory } = await build(folder, sources);
  expect(
    Object.values((await readLinkSample(directory)) ?? {})
      .flat()
      .toSorted(),
  ).toEqual(urls.toSorted());

  const [out, kept] = [join(folder, 'snapshots'), join(folder, 'sources')];
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const values = { out, sources: kept, contact: undefined, allowPrivateAddresses: true };
  await runProbe(values, { http: web.http, clock: web.clock }).finally(() => write.mockRestore());

  const health = (await readHealth(healthFile(kept)))?.collections;
  expect(health).toMatchObject({ other: { sampled: 8, ok: 4, gone: 4, since: '2026-11-01' } });
  const built = await build(folder, sources, { health });
  expect((await readHeader(built.directory)).collections).toMatchObject([{ key: 'other', health: health?.['other'] }]);
});

it('is told without a new build where nothing else has changed', async () => {
  const folder = temporaryDirectory();
  const persons = { key: 'persons', content: dump([record('118540238', 'Goethe', sameAs('https://example.org/a'))]) };
  await build(folder, [registered(folder, persons)]);
  const found = {
    sampled: 5,
    ok: 0,
    moved: 0,
    gone: 5,
    blocked: 0,
    since: '2026-11-01',
    checkedAt: '2026-11-02T00:00:00Z',
  };
  const directory = await reissue(join(folder, 'snapshots'), new Map(), { other: found });
  expect((await readHeader(directory ?? '')).collections).toMatchObject([{ key: 'other', health: found }]);
  expect(await reissue(join(folder, 'snapshots'), new Map(), { other: found })).toBeUndefined();
});

it('samples the same addresses whatever the order and the number of parts', () => {
  const urls = Array.from({ length: 1_000 }, (_, index) => `https://example.org/person/${index}`);
  const sampled = (parts: readonly (readonly string[])[]) =>
    mergeLinkSamples(
      parts.map((part) => {
        const sample = createLinkSample();
        for (const url of part) sample.add('a', url);
        return sample.result();
      }),
    );
  const whole = sampled([urls]);
  expect(whole['a']).toHaveLength(200);
  expect(new Set(whole['a']).size).toBe(200);
  expect(sampled([urls.toReversed().slice(0, 300), urls.slice(0, 700), urls.slice(100, 200)])).toEqual(whole);
});

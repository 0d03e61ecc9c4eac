/** `gnd-links probe` of the sample: from observed addresses to the next build and its answers. */
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { runProbe } from '../../../src/cli/probe.ts';
import { createLinkSample, mergeLinkSamples, readLinkSample } from '../../../src/build/ingest/snapshot/link-sample.ts';
import { readHeader } from '../../../src/core/snapshot/header.ts';
import { healthFile } from '../../../src/build/sources/probe/files.ts';
import { readHealth } from '../../../src/build/sources/probe/health.ts';
import { forTest } from '../../for-file.ts';
import { build, dump, record, registered, sameAs } from '../../build/ingest/site.ts';
import { PERSONS, writeRegister } from '../../build/register/entry.ts';
import { serveForTest } from '../../extras/serving.ts';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { run } from '../../cli/command.ts';
import { reissue } from '../../build/runs/running.ts';
import { alive, BEHAVIOURS } from '../../build/probe/behaviours.ts';
import { startWeb } from '../../build/probe/web.ts';
import { temporaryDirectory } from '../../temporary.ts';

/** Health of a collection whose addresses all respond. */
const LIVING = {
  sampled: 5,
  ok: 5,
  moved: 0,
  gone: 0,
  blocked: 0,
  since: '2026-11-01',
  checkedAt: '2026-11-02T00:00:00Z',
};

const web = forTest(() => startWeb());

it('a probe requests addresses of the current snapshot, and the header of the next one has the results', async () => {
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
  const values = { out, sources: kept, contact: undefined, allowPrivateAddresses: true, thumbnails: undefined };
  await runProbe(values, { http: web.http, clock: web.clock }).finally(() => write.mockRestore());

  const health = (await readHealth(healthFile(kept)))?.collections;
  expect(health).toMatchObject({ other: { sampled: 8, ok: 4, gone: 4, since: '2026-11-01' } });
  const built = await build(folder, sources, { health });
  expect((await readHeader(built.directory)).collections).toMatchObject([{ key: 'other', health: health?.['other'] }]);
});

it('results of a probe get into the header without a new build', async () => {
  const folder = temporaryDirectory();
  const persons = { key: 'persons', content: dump([record('118540238', 'Goethe', sameAs('https://example.org/a'))]) };
  await build(folder, [registered(folder, persons)]);
  const found = { ...LIVING, ok: 0, gone: 5 };
  const directory = await reissue(join(folder, 'snapshots'), new Map(), { other: found });
  expect((await readHeader(directory ?? '')).collections).toMatchObject([{ key: 'other', health: found }]);
  expect(await reissue(join(folder, 'snapshots'), new Map(), { other: found })).toBeUndefined();
});

it('results of a probe are an input of a build: the same ones give the same bytes, others give the same data with another header', async () => {
  const folder = temporaryDirectory();
  const content = dump([record('118540238', 'Goethe', sameAs('https://example.org/a', 'https://viaf.org/viaf/1'))]);
  writeFileSync(join(folder, 'persons'), content);
  const register = writeRegister(folder, [PERSONS]);
  const sources = join(folder, 'sources');
  mkdirSync(dirname(healthFile(sources)), { recursive: true });
  const observed = (gone: number) => {
    const other = { ...LIVING, ok: 5 - gone, gone };
    writeFileSync(healthFile(sources), JSON.stringify({ version: 1, collections: { other } }));
  };
  const builtIn = async (name: string) => {
    const out = join(folder, name);
    const args = ['build', '--register', register, '--sources', sources, '--out', out];
    expect(await run(args, { SOURCE_DATE_EPOCH: '1795000000' })).toMatchObject({ code: 0 });
    return realpathSync(join(out, 'current'));
  };
  observed(0);
  const [first, second] = [await builtIn('first'), await builtIn('second')];
  const bytes = bytesOf(first);
  expect([...bytes.keys()]).toEqual(
    expect.arrayContaining(['header.json', 'entities.sqlite', 'search.sqlite', 'link-sample.json']),
  );
  expect(bytesOf(second)).toEqual(bytes);

  observed(5);
  const third = await builtIn('third');
  const changed = [...bytesOf(third)].filter(([name, text]) => bytes.get(name) !== text);
  expect(changed.map(([name]) => name)).toEqual(['header.json']);
  const [header, other] = await Promise.all([readHeader(first), readHeader(third)]);
  expect({ ...other, collections: header.collections }).toEqual(header);
  const tags = await Promise.all([first, third].map(tagsIn));
  expect(tags[0]?.links).toBe(tags[1]?.links);
  expect(tags[0]?.sources).not.toBe(tags[1]?.sources);
  expect(tags[0]?.page).not.toBe(tags[1]?.page);
});

/** Files of a snapshot by name, as Latin-1; the report without measured values. */
function bytesOf(directory: string): ReadonlyMap<string, string> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return new Map(
    names
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'latin1')] as const)
      .map(([name, text]) => [name, name === 'report.json' ? text.replace(/^.*(?:econds|Bytes)".*$/gm, '') : text]),
  );
}

/** Validators of answers from a snapshot: links of an entity, sources, page of the entity. */
async function tagsIn(directory: string) {
  const service = await serveForTest({ store: await openSqliteStore(directory), baseUrl: 'https://gnd.example.org' });
  const tagOf = async (path: string) => {
    const { status, headers } = await service.get(path);
    expect([path, status]).toEqual([path, 200]);
    return headers['etag'];
  };
  return {
    links: await tagOf('/api/v1/gnd/118540238/links'),
    sources: await tagOf('/api/v1/sources'),
    page: await tagOf('/gnd/118540238'),
  };
}

it('a probe samples the same addresses for any order and number of parts', () => {
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

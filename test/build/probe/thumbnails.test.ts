/** The run that fills the folder of thumbnails: what it keeps, what it refuses, and its pace and bounds. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROBE_LIMITS, THUMBNAIL_LIMITS } from '../../../src/build/sources/probe/limits.ts';
import { fillThumbnails, type ThumbnailOptions } from '../../../src/build/sources/probe/thumbnails.ts';
import { THUMBNAIL_BYTES, thumbnailFile } from '../../../src/shared/files/thumbnails.ts';
import { forTest } from '../../for-file.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { JPEG, picturedStore } from './pictured.ts';
import { type Host, startWeb } from './web.ts';

const web = forTest(() => startWeb());
const status =
  (code: number, fields: Record<string, string> = {}, content?: Buffer): Host =>
  (_, response) =>
    void response.writeHead(code, fields).end(content);
const image = (content: Buffer) => status(200, { 'content-type': 'text/plain' }, content);

async function fill(urls: readonly string[], more: Partial<ThumbnailOptions> = {}) {
  const { folder = temporaryDirectory() } = more;
  await using store = await picturedStore(urls);
  const counts = await fillThumbnails({ store, http: web.http, clock: web.clock, ...more, folder });
  const sizes = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).length]));
  return { counts, sizes, sizeOf: (url: string) => sizes[thumbnailFile(url)], folder };
}

it('a picture is kept, also after a redirect to another host, whatever type its host states', async () => {
  web.on('commons.test', status(302, { location: web.address('upload.test', '/270px-a.jpg') }));
  web.on('upload.test', image(JPEG));
  const url = web.address('commons.test', '/a.jpg?width=270');
  const { counts, sizeOf, folder } = await fill([url]);
  expect([counts.fetched, sizeOf(url)]).toEqual([1, JPEG.length]);
  web.arrivals.length = 0;
  expect((await fill([url], { folder })).counts.fetched).toBe(0);
  expect(web.arrivals).toEqual([]);
});

it.each([
  ['a page', image(Buffer.from('<!doctype html><title>x</title>')), 'no_picture'],
  ['a script as a picture', image(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'no_picture'],
  ['too large', image(Buffer.concat([JPEG, Buffer.alloc(THUMBNAIL_BYTES)])), 'too_large'],
  ['gone', status(404), 'http_404'],
  ['in a circle', status(302, { location: '/a' }), 'redirect_loop'],
])('a picture that is %s is not kept, and not requested again', async (_, behaviour, reason) => {
  web.on('commons.test', behaviour);
  const url = web.address('commons.test', '/a');
  const { counts, sizeOf, folder } = await fill([url]);
  expect([counts.unusable, sizeOf(url)]).toEqual([{ [reason]: 1 }, 0]);
  web.arrivals.length = 0;
  await fill([url], { folder });
  expect(web.arrivals).toEqual([]);
});

it.each<[string, Host]>([
  ['refuses', status(429, { 'retry-after': '5' })],
  ['forbids', status(403)],
  ['fails', status(500)],
  ['hangs up', (_, response) => void response.destroy()],
])('a host that %s gets no further request in the run, and the next run asks it again', async (_, behaviour) => {
  web.on('commons.test', behaviour);
  web.on('other.test', image(JPEG));
  const urls = [web.address('commons.test', '/a'), web.address('commons.test', '/b'), web.address('other.test', '/c')];
  const { counts, sizes } = await fill(urls);
  expect([counts.fetched, [...counts.refusing], Object.keys(sizes).length]).toEqual([
    1,
    [new URL(urls[0] ?? '').host],
    1,
  ]);
  expect(web.arrivals.filter(({ host }) => host === 'commons.test')).toHaveLength(1);
});

it('a slow host counts as one that does not answer', async () => {
  web.on('slow.test', () => undefined);
  const http = { get: (url: string, request: object) => web.http.get(url, { ...request, totalMs: 50 }) };
  const { counts } = await fill([web.address('slow.test', '/a')], { http });
  expect([counts.fetched, [...counts.refusing]]).toEqual([0, [expect.stringContaining('slow.test')]]);
});

it('a private address is refused, also behind a redirect', async () => {
  const { createHttpClient } = await import('../../../src/build/sources/download/http-client.ts');
  const timeOuts = { connect: 4_000, headers: 4_000, idle: 4_000, total: 8_000 };
  const http = createHttpClient({ userAgent: 'test', timeOuts, allowPrivate: false });
  const { counts } = await fill(['http://127.0.0.1:9/a.jpg'], { http });
  expect(counts.unusable).toEqual({ private_address: 1 });
});

it('a run is bounded, begins with the entities with most links, waits between requests, and forgets what went', async () => {
  web.on('commons.test', image(JPEG));
  const urls = ['/few', '/many', '/most'].map((path) => web.address('commons.test', path));
  const limits = { ...THUMBNAIL_LIMITS, perRun: 1, kept: 2 };
  const first = await fill(urls, { limits });
  expect([first.sizeOf(urls[2] ?? ''), Object.keys(first.sizes).length]).toEqual([JPEG.length, 1]);
  const { folder } = first;
  await fill(urls, { folder, limits });
  const third = await fill(urls, { folder, limits });
  expect([third.counts.fetched, third.sizeOf(urls[0] ?? '')]).toEqual([0, undefined]);
  const [one, two] = web.arrivals;
  expect((two?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThanOrEqual(THUMBNAIL_LIMITS.pauseMs);
  // Other files in the folder are the operator's own.
  writeFileSync(join(folder, 'family.jpg'), JPEG);
  const gone = await fill(urls.slice(0, 1), { folder, limits: { ...limits, perRun: 0 } });
  expect(gone.sizes).toEqual({ 'family.jpg': JPEG.length });
});

it('the documents have the numbers of the limits', () => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const { perRun, kept } = THUMBNAIL_LIMITS;
  for (const n of [perRun, kept, THUMBNAIL_BYTES / 1000, PROBE_LIMITS.perCollection])
    expect(text).toContain(n.toLocaleString('en'));
});

/** `/dumps/` and `/changes` over HTTP: caching, parts of files, and the newest dump. */
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import {
  CHANGES_FILE,
  CHANGES_FOLDER,
  type DumpIndex,
  type RecentChanges,
} from '../../../src/shared/dumps/dump-folder.ts';
import { doors as changesDoors } from '../../../src/extras/changes/changes.ts';
import { filesPages } from '../../../src/extras/pages/files.ts';
import { doors as dumpsDoors } from '../../../src/extras/dumps/dumps.ts';
import { locateSnapshot } from '../../../src/core/snapshot/directory.ts';
import { dumpSnapshot } from '../../build/runs/running.ts';
import { serveForFile, serveForTest } from '../serving.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';

const RECENT: RecentChanges = {
  snapshots: [
    {
      at: '2026-11-22T03:00:00.000Z',
      apiVersion: '1.0.0',
      from: { id: '20261101-00000001', date: '2026-11-01' },
      to: { id: '20261122-00000002', date: '2026-11-22' },
      // The order of members has no meaning.
      file: { sha256: 'ab'.repeat(32), bytes: 5, lines: 1, name: 'changes-a-b.jsonl.gz' },
      counts: { added: 1, changed: 2, redirected: 0, deleted: 0, linksAdded: 3, linksRemoved: 4 },
    },
  ],
};

const BASE = 'https://gnd.example.org/base';
const folder = temporaryForFile();
let id: string;
let labels: Buffer;
const doorsWith = (dumps?: string) => {
  const installation = { release: '1.2.3', dumps };
  return [...dumpsDoors(installation), ...changesDoors(installation)];
};
const sentBytes: number[] = [];
const observers = [{ finished: ({ bytes }: { readonly bytes: number }) => void sentBytes.push(bytes) }];
const service = serveForFile({ doors: doorsWith(folder), baseUrl: BASE, observers });
const bare = serveForFile({ doors: doorsWith() });
beforeAll(async () => {
  const dump = await dumpSnapshot(await locateSnapshot(inject('sample')), { out: folder });
  id = dump.slice(folder.length + 1);
  labels = readFileSync(join(dump, 'labels.tsv.gz'));
  writeFileSync(join(folder, CHANGES_FILE), JSON.stringify(RECENT));
  mkdirSync(join(folder, CHANGES_FOLDER));
  writeFileSync(join(folder, CHANGES_FOLDER, 'changes-a-b.jsonl.gz'), 'bytes');
  writeFileSync(join(folder, id, 'secret'), 'not in the index');
  mkdirSync(join(folder, id, 'links/folder.tsv.gz'));
});

const get = (path: string, headers = {}, method = 'GET') => service.get(path.replace('{id}', id), { headers, method });

describe('a file of a dump', () => {
  it('has the digest of the whole file, also for a range', async () => {
    const index = (await get('/dumps/{id}/index.json')).json() as { files: { name: string }[] };
    const names = [...index.files.map(({ name }) => name), 'index.json'];
    for (const name of names) {
      const { headers, body } = await get(`/dumps/{id}/${name}`);
      expect([name, headers['repr-digest']]).toEqual([name, `sha-256=:${hash('sha256', body, 'base64')}:`]);
      expect(headers['access-control-expose-headers']).toContain('Repr-Digest');
    }
    const { status, headers } = await get('/dumps/{id}/labels.tsv.gz', { range: 'bytes=0-9' });
    expect([status, headers['repr-digest']]).toEqual([206, `sha-256=:${hash('sha256', labels, 'base64')}:`]);
    const changes = await get('/dumps/changes/changes-a-b.jsonl.gz');
    expect(changes.headers['repr-digest']).toBe(`sha-256=:${Buffer.from('ab'.repeat(32), 'hex').toString('base64')}:`);
    expect((await get('/dumps/{id}/SHA256SUMS')).headers['repr-digest']).toBeUndefined();
  });

  it('is served whole, with a strong validator and without `immutable`, because a dump may be written again', async () => {
    const { status, headers, body } = await get('/dumps/{id}/labels.tsv.gz');
    expect(status).toBe(200);
    expect(body.equals(labels)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'public, max-age=300',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'content-length': String(labels.length),
    });
    expect(headers.etag).toMatch(/^"[0-9a-z]+-[0-9a-z]+"$/);
    const again = await get('/dumps/{id}/labels.tsv.gz', { 'if-none-match': headers.etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await get('/dumps/{id}/labels.tsv.gz', { range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(labels.length), 0]);
  });

  it('that was replaced is sent to clients with the former one', async () => {
    const file = join(folder, id, 'links/withdrawn.tsv.gz');
    writeFileSync(file, 'all lists');
    const { headers } = await get('/dumps/{id}/links/withdrawn.tsv.gz');
    writeFileSync(file, 'other lists');
    const again = await get('/dumps/{id}/links/withdrawn.tsv.gz', { 'if-none-match': headers.etag });
    expect([again.status, again.text]).toEqual([200, 'other lists']);
    rmSync(file);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-', 100, undefined],
    ['bytes=-20', -20, undefined],
    ['bytes=10-99999999', 10, undefined],
    ['bytes=-99999999', 0, undefined],
  ])('is served in part for %s', async (range, from, to) => {
    const { status, headers, body } = await get('/dumps/{id}/labels.tsv.gz', { range });
    const part = labels.subarray(from, to);
    const start = from < 0 ? labels.length + from : from;
    expect(status).toBe(206);
    expect(body.equals(part)).toBe(true);
    expect(headers['content-range']).toBe(`bytes ${start}-${start + part.length - 1}/${labels.length}`);
  });

  it.each(['bytes=99999999-', 'bytes=-0'])('has no range %s', async (range) => {
    const { status, headers, text } = await get('/dumps/{id}/labels.tsv.gz', { range });
    expect([status, headers['content-range']]).toEqual([416, `bytes */${labels.length}`]);
    expect(text).toBe(`The file has ${labels.length} bytes.\n`);
  });

  it.each([
    { range: 'bytes=0-1,5-6' },
    { range: 'bytes=9-2' },
    { range: 'bytes=-' },
    { range: 'lines=1-2' },
    { range: 'bytes=0-9', 'if-range': '"another"' },
  ])('is served whole for %o', async (headers) => {
    const { status, body } = await get('/dumps/{id}/labels.tsv.gz', headers);
    expect([status, body.length]).toEqual([200, labels.length]);
  });

  it('that is truncated during the answer ends the connection, so that no other bytes are taken for its rest', async () => {
    const file = join(folder, id, 'links/shrinking.tsv.gz');
    writeFileSync(file, '');
    // More than sockets and streams can buffer.
    truncateSync(file, 64 * 1024 ** 2);
    const before = sentBytes.length;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answer = await new Promise<IncomingMessage>((resolve) => {
      request(`${service.url}/dumps/${id}/links/shrinking.tsv.gz`, { agent }, resolve).end();
    });
    truncateSync(file, 1024 ** 2);
    await expect(answer.toArray()).rejects.toThrow('aborted');
    agent.destroy();
    // All other answers are shorter than 64 KiB.
    await expect.poll(() => sentBytes.slice(before).find((bytes) => bytes > 65_536)).toBeLessThan(64 * 1024 ** 2);
    rmSync(file);
  });

  it('is next to an index, checksums, and lists of links', async () => {
    expect((await get('/dumps/{id}/')).text).toBe((await get('/dumps/{id}/index.json')).text);
    expect((await get('/dumps/{id}/SHA256SUMS')).text).toContain('  labels.tsv.gz\n');
    expect((await get('/dumps/{id}/links/wikidata.beacon.txt.gz')).status).toBe(200);
    expect((await get('/dumps/changes/changes-a-b.jsonl.gz')).text).toBe('bytes');
  });

  it.each([
    '/dumps/{id}/secret',
    '/dumps/{id}/../changes.json',
    '/dumps/{id}/links/../../changes.json',
    '/dumps/20200101-00000000/index.json',
    '/dumps/changes/changes.json',
    '/dumps/%2e%2e/changes.json',
    '/dumps/{id}/links',
    '/dumps/.lock',
    '/dumps/{id}/links/folder.tsv.gz',
  ])('is not found at %s', async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
  });
});

it('the folder of dumps redirects to the newest dump, and lists all', async () => {
  const { status, headers } = await get('/dumps/latest/labels.tsv.gz');
  expect([status, headers.location]).toEqual([302, `https://gnd.example.org/base/dumps/${id}/labels.tsv.gz`]);
  expect((await get('/dumps/')).json()).toEqual({
    apiVersion: '1.0.0',
    snapshot: { id, date: '2026-11-20' },
    latest: id,
    dumps: [{ snapshot: id, url: `https://gnd.example.org/base/dumps/${id}/index.json` }],
    changes: 'https://gnd.example.org/base/changes',
  });
});

describe('changes', () => {
  it('are JSON with the addresses of files', async () => {
    const body = (await get('/changes')).json();
    expect(body).toMatchObject({ apiVersion: '1.0.0', snapshot: { id: '20261122-00000002', date: '2026-11-22' } });
    const { snapshots } = body as RecentChanges;
    const url = 'https://gnd.example.org/base/dumps/changes/changes-a-b.jsonl.gz';
    expect(snapshots).toMatchObject([{ counts: { changed: 2 }, file: { url, bytes: 5 } }]);
  });

  it('are a feed', async () => {
    const { text, headers } = await get('/changes.atom?lang=en');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const titles: string[] = [];
    const parser = new SaxesParser({ xmlns: true });
    parser.on('text', (value) => value.trim() !== '' && titles.push(value));
    parser.write(text).close();
    expect(titles).toEqual(expect.arrayContaining(['State of 22 Nov 2026 (20261122-00000002)']));
    expect(text).toMatch(/>Entities: 1 added, 2 changed; 3 links added; 4 links removed<\/summary>/);
  });
});

it('without changes, page and feed say that the newest dump is the first state; a file without words comes last', async () => {
  const other = temporaryDirectory();
  const index = JSON.parse(readFileSync(join(folder, id, 'index.json'), 'utf8')) as DumpIndex;
  const files = [{ name: 'new.tsv.gz', bytes: 1, lines: 1, sha256: '' }, ...index.files];
  mkdirSync(join(other, id));
  writeFileSync(join(other, id, 'index.json'), JSON.stringify({ ...index, files }));
  symlinkSync(id, join(other, 'latest'));
  const single = await serveForTest({ doors: [...doorsWith(other), ...filesPages(other)], baseUrl: BASE });
  const { text } = await single.get('/changes.atom?lang=en');
  const { text: page } = await single.get('/files?lang=en');
  expect(text.match(/<entry>/g)).toHaveLength(1);
  expect(text).toContain(`(${id})</title>`);
  expect(page).toContain('This is the first state of the data');
  expect(Array.from(page.matchAll(/download\s*>([^</]+)</g), ([, name]) => name).at(-1)).toBe('new.tsv.gz');
  expect(text).toContain('<summary>No earlier state to compare with</summary>');
});

it.each(['/dumps/', '/dumps/latest', '/changes', '/changes.atom'])(
  'without dumps, %s says that there is none',
  async (path) => {
    const { status, text } = await bare.get(path);
    expect(status).toBe(404);
    expect(text).toMatch(/offers no dumps|does not publish changes/);
  },
);

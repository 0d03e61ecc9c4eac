/** The proxies of `deploy/` in front of a service: each client has its own quota, and answers pass unchanged. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { listenAnywhere } from '../../core/http/serving.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';
import { endProcesses, type Serving, startProcess } from '../../e2e/process.ts';
import { openDoors } from '../../../src/cli/doors.ts';
import { has } from '../../has.ts';
import { ask, type Answered, type Proxy, startCaddy, startNginx } from '../../docs/proxy-process.ts';

const LINKS = '/api/v1/gnd/118540238/links';
const QUOTA = 40;
/** Milliseconds for hanging tests; slow ones stay below. */
const PATIENCE = { timeout: 240_000, interval: 500 };

const MIB = 1024 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const MCP_CALL = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

const cookie = (length: number) => ['--header', `cookie: ${'a'.repeat(length)}`];
const query = (length: number) => `/api/v1/search?q=${'a'.repeat(length)}`;
/** Requests that a proxy or the service refuses: statuses, further arguments of curl, and the body. */
const REFUSED: readonly (readonly [string, string, readonly number[], (readonly string[])?, string?])[] = [
  ['a body of 1.5 MB', '/resolve', [413], ['--data-binary', '@-'], 'a'.repeat(1_500_000)],
  // Caddy answers 503 when the service closes the connection before the whole body has arrived.
  ['a body of 3 MB', '/resolve', [413, 503], ['--data-binary', '@-'], 'a'.repeat(3_000_000)],
  ['an address of 9 kB', query(9_000), [414]],
  ['an address of 15 kB', query(15_000), [414]],
  ['an address of 20 kB', query(20_000), [414, 431]],
  ['a field of 20 kB', LINKS, [431], cookie(20_000)],
  ['two fields of 15 kB', LINKS, [431], [...cookie(15_000), '--header', `x-more: ${'a'.repeat(15_000)}`]],
  ['a dump that is missing', '/dumps/20261120-00000000/links/adb.tsv.gz', [404]],
  ['a file that is missing', '/dumps/20261120-14890e46/links/none.tsv.gz', [404]],
  ['an address that nothing has', '/nothing', [404]],
];

/** A body of exactly 1 MiB, the promised limit, for each door. */
const LARGEST: Readonly<Record<string, { readonly type: string; readonly body: string; readonly status?: number }>> = {
  '/resolve': { type: 'application/json', body: JSON.stringify(Array(1_000).fill('Q5879')).padEnd(MIB) },
  '/reconcile': { type: FORM, body: 'queries={"q0":{"query":"Goethe"}}&more='.padEnd(MIB, 'a') },
  '/mcp': { type: 'application/json', body: JSON.stringify(MCP_CALL).padEnd(MIB) },
  // The door reads the whole list before it refuses its length.
  '/changes/for': { type: 'text/plain', body: '118540238\n'.repeat(90_000).padEnd(MIB), status: 400 },
};

afterAll(endProcesses);

function startService(...more: readonly string[]): Promise<Serving> {
  const quotas = ['--links-quota', String(QUOTA), '--trusted-proxies', '127.0.0.1', '--warm-up', 'off'];
  return startProcess(['serve', '--snapshot', inject('sample'), '--port', '0', ...quotas, ...more]);
}

/** Remaining requests of the client's quota. */
const left = (ratelimit: string | undefined) => Number(/"links";r=(\d+)/.exec(ratelimit ?? '')?.[1]);

const PROXIES = [
  { name: 'nginx', missing: !has('nginx', '-v') || !has('openssl', 'version'), start: startNginx, http2: '2' },
  { name: 'caddy', missing: !has('caddy', 'version'), start: startCaddy, http2: '2-prior-knowledge' },
];

function expectRefusal({ status, headers, body }: Answered, expected: number): void {
  const { 'access-control-allow-origin': origin, 'content-type': type } = headers;
  expect([status, origin, type]).toEqual([expected, '*', 'application/problem+json']);
  expect(JSON.parse(body.toString())).toMatchObject({ status: expected });
}

it('the tests of proxies cover every door that takes bodies from programs', async () => {
  const taking = (await openDoors({ release: '1.2.3' })).filter(
    ({ methods, audience }) => audience === 'programs' && methods?.includes('POST'),
  );
  expect(Object.keys(LARGEST).sort()).toEqual(taking.map(({ path }) => path).sort());
});

describe.each(PROXIES)('$name (skipped if not installed; nginx also needs openssl)', (tried) => {
  let service: Serving;
  let proxy: Proxy | undefined;
  const dumps = temporaryForFile();
  beforeAll(async () => {
    if (tried.missing) return;
    service = await startService();
    mkdirSync(join(dumps, '20261120-14890e46/links'), { recursive: true });
    writeFileSync(join(dumps, '20261120-14890e46/links/adb.tsv.gz'), '0123456789');
    writeFileSync(join(dumps, 'changes.json'), '{}');
    proxy = await tried.start({ serviceUrls: [service.url], dumps });
  });
  afterAll(() => proxy?.remove());
  const at = (path: string) => `${proxy?.url}${path}`;

  it.skipIf(tried.missing)('gives every client its own quota, whatever address it claims', async () => {
    const first = [];
    for (let asked = 0; asked < 3; asked += 1) first.push(await ask(at(LINKS), {}, '127.0.0.2'));
    const claimed = await ask(at(LINKS), { 'x-forwarded-for': '127.0.0.3' }, '127.0.0.2');
    const other = await ask(at(LINKS), {}, '127.0.0.3');
    expect([...first, claimed, other].map(({ headers }) => left(headers['ratelimit']))).toEqual(
      [1, 2, 3, 4, 1].map((spent) => QUOTA - spent),
    );
    expect([...first, claimed, other].map(({ headers }) => headers['ratelimit-policy'])).toEqual(
      Array(5).fill(expect.stringContaining(`"links";q=${QUOTA};w=60`)),
    );
  });

  it.skipIf(tried.missing).each(['gzip', 'br', 'zstd', 'identity'])(
    'passes %s on to the last byte, with its validators',
    async (coding) => {
      const headers = { 'accept-encoding': coding };
      const direct = await ask(`${service.url}${LINKS}`, headers);
      const passed = await ask(at(LINKS), headers);
      expect(direct.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
      expect(passed.body.equals(direct.body)).toBe(true);
      for (const name of ['content-encoding', 'etag', 'last-modified', 'cache-control', 'vary', 'content-length']) {
        expect(passed.headers[name], name).toBe(direct.headers[name]);
      }
      expect(passed.headers['strict-transport-security']).toBe('max-age=63072000');
    },
  );

  it.skipIf(tried.missing)('passes on conditions and 304', async () => {
    const { headers } = await ask(at(LINKS));
    for (const condition of [{ 'if-none-match': headers['etag'] }, { 'if-modified-since': headers['last-modified'] }]) {
      const again = await ask(at(LINKS), condition);
      expect([again.status, again.headers['etag'], again.body.length]).toEqual([304, headers['etag'], 0]);
    }
  });

  it.skipIf(tried.missing)('serves dumps from the disk, and no other files', async () => {
    const { status, headers, body } = await ask(at('/dumps/20261120-14890e46/links/adb.tsv.gz'), {
      range: 'bytes=2-4',
    });
    expect([status, body.toString(), headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
      206,
      '234',
      'public, max-age=300',
      '*',
    ]);
    expect((await ask(at('/dumps/changes.json'))).status).toBe(404);
  });

  it.skipIf(tried.missing)('does not expose metrics', async () => {
    for (const path of ['/metrics', '/readyz', '/livez']) expect((await ask(at(path))).status).toBe(404);
  });

  it.skipIf(tried.missing).each(Object.entries(LARGEST))(
    'passes on the largest body for %s, and the refusal of a larger one',
    async (path, { type, body, status = 200 }) => {
      // A busy machine answers 503 for a while.
      await vi.waitFor(async () => {
        const headers = { 'content-type': type, accept: 'application/json, text/event-stream' };
        const passed = await ask(at(path), headers, '127.0.0.4', { method: 'POST', body });
        expect([passed.status, passed.headers['access-control-allow-origin']]).toEqual([status, '*']);
        for (const length of [MIB + 1, 8 * MIB]) {
          const longer = { method: 'POST', body: body.padEnd(length) };
          expectRefusal(await ask(at(path), headers, '127.0.0.4', longer), 413);
          expectRefusal(await ask(at(path), { ...headers, 'transfer-encoding': 'chunked' }, '127.0.0.4', longer), 413);
        }
      }, PATIENCE);
    },
  );

  it
    .skipIf(tried.missing || !has('curl'))
    .each(REFUSED.flatMap(([what, ...request]) => ['1.1', tried.http2].map((version) => ({ what, version, request }))))(
    'refuses $what over HTTP/$version as a problem that any site can read (needs curl)',
    ({ version, request }) => {
      const [path, statuses, given = [], input = ''] = request;
      const shown = '\n%{http_code} %{content_type} %header{access-control-allow-origin}';
      const args = ['-sk', `--http${version}`, '--write-out', shown, ...given, at(path)];
      // A proxy may close the stream of a client that still sends, or answer 503 because the service does; a busy machine answers 503 for a while.
      const send = (attempts = 20): string => {
        const { stdout } = spawnSync('curl', args, { input, encoding: 'utf8' });
        const isBusy = stdout.includes('"overloaded"') || (stdout.includes('\n503 ') && !statuses.includes(503));
        const isAnswered = !isBusy && !/\n[01]00 {2}$/.test(stdout);
        return isAnswered || attempts === 1 ? stdout : send(attempts - 1);
      };
      const [body = '', end = ''] = send().split('\n');
      expect(statuses.map((status) => `${status} application/problem+json *`)).toContain(end);
      expect(JSON.parse(body)).toMatchObject({ status: Number(end.slice(0, 3)) });
    },
  );

  it.skipIf(tried.missing)('answers 414 or 431 for an address longer than the limit of the whole header', async () => {
    const answer = await ask(at(query(40_000)));
    expect([414, 431]).toContain(answer.status);
    expectRefusal(answer, answer.status);
  });

  it.skipIf(tried.missing)('answers 503 when the service is down', async () => {
    await service.stop();
    const answer = await ask(at(LINKS));
    expect([answer.status, answer.headers['content-type'], answer.headers['retry-after']]).toEqual([
      503,
      'application/problem+json',
      '5',
    ]);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ status: 503 });
  });
});

describe.each(PROXIES)('$name', ({ missing, start }) => {
  it.skipIf(missing)('logs neither addresses nor queries, even of requests that fail', async () => {
    const dumps = temporaryDirectory();
    mkdirSync(join(dumps, '20261120-14890e46'));
    symlinkSync('loop', join(dumps, '20261120-14890e46/loop'));
    // Every answer breaks off.
    const broken = createServer((_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('begun', () => response.destroy());
    });
    const proxy = await start({ serviceUrls: [`http://127.0.0.1:${await listenAnywhere(broken)}`], dumps });
    const paths = ['/search?q=confidential', '/dumps/20261120-14890e46/loop?q=confidential'];
    const plain = proxy.plainUrl === undefined ? [] : [`${proxy.plainUrl}/.well-known/acme-challenge/confidential`];
    const askAll = async () => {
      for (const url of [...paths.map((path) => proxy.url + path), ...plain]) {
        await ask(url, {}, '127.0.0.9').catch(() => undefined);
      }
    };
    await askAll();
    shutDown(broken);
    await askAll();
    await proxy.remove();
    expect(proxy.logged()).not.toMatch(/confidential|127\.0\.0\.9/);
  });
});

// A test in `test/extras/pages` covers nginx.
it.skipIf(PROXIES[1]?.missing)('caddy serves pages, assets and interface below a path (needs caddy)', async () => {
  const service = await startService('--base-url', 'https://example.org/gnd-links');
  const proxy = await startCaddy({ serviceUrls: [service.url], path: '/gnd-links' });
  try {
    const page = (await ask(`${proxy.url}/gnd-links/`, { accept: 'text/html' })).body.toString();
    const [asset = ''] = /\/gnd-links\/assets\/[^"]+/.exec(page) ?? [];
    expect((await ask(proxy.url + asset)).status).toBe(200);
    const { status, headers } = await ask(`${proxy.url}/gnd-links${LINKS}`);
    expect([status, headers['link']]).toEqual([200, expect.stringContaining('<https://example.org/gnd-links/')]);
  } finally {
    await proxy.remove();
  }
});

describe.each(PROXIES)('$name in front of two replicas', ({ missing, start }) => {
  it.skipIf(missing)('continues with the other replica when one has ended', async () => {
    const replicas = [1, 2].map(() => createServer((_, response) => response.end()));
    const serviceUrls = await Promise.all(
      replicas.map(async (replica) => `http://127.0.0.1:${await listenAnywhere(replica)}`),
    );
    const proxy = await start({ serviceUrls });
    try {
      const statuses: number[] = [];
      for (let asked = 0; asked < 20; asked += 1) {
        if (asked === 10) shutDown(replicas[0]);
        statuses.push((await ask(proxy.url + LINKS)).status);
      }
      expect(new Set(statuses)).toEqual(new Set([200]));
    } finally {
      await proxy.remove();
      shutDown(replicas[1]);
    }
  });
});

function shutDown(server: Server | undefined): void {
  server?.close();
  server?.closeAllConnections();
}

describe('the cache of nginx', () => {
  const [nginx] = PROXIES;

  it.skipIf(nginx?.missing)(
    'answers without the service, and without showing the quota of another client (needs nginx)',
    async () => {
      const service = await startService();
      const proxy = await startNginx({ serviceUrls: [service.url], cached: true });
      try {
        const gzip = { 'accept-encoding': 'gzip' };
        const first = await ask(proxy.url + LINKS, gzip, '127.0.0.2');
        const second = await ask(proxy.url + LINKS, gzip, '127.0.0.3');
        const condition = await ask(proxy.url + LINKS, { ...gzip, 'if-none-match': first.headers['etag'] });
        const plain = await ask(proxy.url + LINKS, {}, '127.0.0.3');
        expect(left(first.headers['ratelimit'])).toBe(QUOTA - 1);
        expect(second.headers['x-request-id']).toBe(first.headers['x-request-id']);
        expect([second.headers['ratelimit'], second.body.equals(first.body)]).toEqual([undefined, true]);
        expect(condition.status).toBe(304);
        // Another coding has its own cache entry, so this is the client's first request to the service.
        expect([plain.headers['content-encoding'], left(plain.headers['ratelimit'])]).toEqual([undefined, QUOTA - 1]);
        await ask(`${proxy.url}/api/v1/status`);
        const [one, two] = [await ask(`${proxy.url}/api/v1/status`), await ask(`${proxy.url}/api/v1/status`)];
        expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id']);
        await service.stop();
        expect((await ask(proxy.url + LINKS, gzip)).status).toBe(200);
      } finally {
        await proxy.remove();
      }
    },
  );
});

/** Starting, stopping, time-outs, overload, and what is logged. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createServer, startServer } from '../../src/http/server.ts';
import { createLoadMonitor } from '../../src/http/overload.ts';
import { IDS, openFixture } from '../api/fixture.ts';
import { violations } from './contract.ts';
import { LIMITS, type ServingOptions, serve } from './serving.ts';

const OPTIONS = {
  store: () => {
    throw new Error('none');
  },
  release: '1',
  trustedProxies: [],
  limits: LIMITS,
  logger: false,
} as const;

describe('the server', () => {
  it('has its time-outs set, slow and idle clients are cut off', async () => {
    const app = createServer(OPTIONS, () => 'http://localhost');
    await app.ready();
    const { requestTimeout, headersTimeout, keepAliveTimeout, timeout, maxConnections } = app.server;
    expect({ requestTimeout, headersTimeout, keepAliveTimeout, timeout, maxConnections }).toEqual({
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 75_000,
      timeout: 90_000,
      maxConnections: 2_000,
    });
    await app.close();
  });

  it.each(['ftp://example.org', 'example.org', 'http://example.org/?a=1', ''])(
    'refuses the base URL “%s”',
    async (baseUrl) => {
      await expect(startServer({ ...OPTIONS, baseUrl, host: '127.0.0.1', port: 0 })).rejects.toThrow(RangeError);
    },
  );

  it('refuses a proxy that is no address', async () => {
    const options = { ...OPTIONS, trustedProxies: ['proxy'], host: '127.0.0.1', port: 0 };
    await expect(startServer(options)).rejects.toThrow('“proxy” is neither an IP address nor a CIDR block.');
  });

  it('says so when the port is taken', async () => {
    const service = await serve();
    const port = Number(new URL(service.url).port);
    await expect(startServer({ ...OPTIONS, host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await service.close();
  });

  it('lets a request under way finish when it closes', async () => {
    const fixture = await openFixture();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let arrived = (): void => undefined;
    const underWay = new Promise<void>((resolve) => (arrived = resolve));
    const slow = {
      ...fixture.store,
      async entity(id: Parameters<typeof fixture.store.entity>[0]) {
        arrived();
        await held;
        return fixture.store.entity(id);
      },
    };
    const server = await startServer({ ...OPTIONS, store: () => slow, host: '127.0.0.1', port: 0 });
    const answer = fetch(`${server.url}/api/v1/gnd/${IDS.covered}/links`);
    await underWay;
    const closed = server.close();
    release();
    expect((await answer).status).toBe(200);
    await closed;
    await expect(fetch(`${server.url}/api/v1/status`)).rejects.toThrow();
    await fixture.remove();
  });
});

describe('overload', () => {
  afterEach(() => void vi.useRealTimers());

  it('is answered 503 with Retry-After, quota fields included', async () => {
    const service = await serve({ load: { isOverloaded: () => true, close: () => undefined } });
    const answer = await service.get('/api/v1/search?q=goethe');
    expect(violations('/api/v1/search', answer)).toEqual([]);
    expect([answer.status, (answer.json() as { code: string }).code]).toEqual([503, 'overloaded']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await service.get('/api/v1/status')).status).toBe(200);
    await service.close();
  });

  it('is noticed when the event loop is held up, and over when it turns again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let time = 0;
    const load = createLoadMonitor(30, () => time);
    const tickAt = (milliseconds: number) => {
      time = milliseconds;
      vi.advanceTimersByTime(500);
      return load.isOverloaded();
    };
    expect([load.isOverloaded(), tickAt(500), tickAt(1_600), tickAt(2_110), tickAt(2_605)]).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    load.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the log', () => {
  async function logOf(paths: readonly string[], options: ServingOptions = {}): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const service = await serve({ logger: { level: 'info', stream }, ...options });
    for (const path of paths) await service.get(path);
    await service.close();
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ reqId }) => reqId !== undefined);
  }

  it('is one JSON line per request, by route', async () => {
    const lines = await logOf([`/api/v1/gnd/${IDS.covered}/links`, '/api/v1/search?q=goethe', '/nothing']);
    expect(lines.map(({ method, route, status, msg }) => [method, route, status, msg])).toEqual([
      ['GET', '/api/v1/gnd/*', 200, 'request'],
      ['GET', '/api/v1/search', 200, 'request'],
      ['GET', 'none', 404, 'request'],
    ]);
  });

  it('holds neither what was asked nor who asked', async () => {
    const text = JSON.stringify(await logOf(['/api/v1/search?q=geheim', '/api/v1/gnd/geheim/links', '/geheim']));
    expect(text).not.toMatch(/geheim|127\.0\.0\.1|hostname/);
  });

  it('tells of a failure once, with the request id that the client saw', async () => {
    const failing = () => {
      throw new TypeError('disk on fire');
    };
    const fixture = await openFixture();
    const lines = await logOf(['/api/v1/search?q=geheim'], { store: () => ({ ...fixture.store, search: failing }) });
    await fixture.remove();
    const errors = lines.filter(({ level }) => level === 50);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ reqId: lines.at(-1)?.['reqId'], err: { message: 'disk on fire' } });
    expect(JSON.stringify(lines)).not.toContain('geheim');
  });
});

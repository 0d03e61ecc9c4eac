/** The admin port: liveness, readiness, metrics, and nothing else. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AdminOptions, startAdmin } from '../../../src/core/http/admin.ts';
import { send } from './serving.ts';

const METRICS = { contentType: 'text/plain; version=0.0.4; charset=utf-8', text: async () => 'up 1\n' };

async function start(options: Partial<AdminOptions> = {}) {
  const admin = await startAdmin({ host: '127.0.0.1', port: 0, isReady: () => true, metrics: METRICS, ...options });
  onTestFinished(() => admin.close());
  return admin;
}

const ask = ({ url }: { readonly url: string }, path: string, method = 'GET') =>
  send(Number(new URL(url).port), path, { method });

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

describe('the admin port', () => {
  it('answers that the process is alive', async () => {
    const admin = await start({ isReady: () => false });
    expect(await ask(admin, '/livez')).toMatchObject({ status: 200, text: 'ok\n' });
  });

  it('answers whether the process is ready at this moment', async () => {
    let isReady = false;
    const admin = await start({ isReady: () => isReady });
    expect(await ask(admin, '/readyz')).toMatchObject({ status: 503, text: 'not ready\n' });
    isReady = true;
    expect(await ask(admin, '/readyz')).toMatchObject({ status: 200, text: 'ready\n' });
  });

  it.each([
    ['GET', 'up 1\n'],
    ['HEAD', ''],
  ])('answers metrics with their media type: %s', async (method, text) => {
    const answer = await ask(await start(), '/metrics?name[]=up', method);
    expect(answer).toMatchObject({ status: 200, text });
    expect(answer.headers).toMatchObject({ 'content-type': METRICS.contentType, 'content-length': '5' });
  });

  it('is never cached', async () => {
    const admin = await start();
    for (const path of ['/livez', '/readyz', '/metrics', '/']) {
      const { headers } = await ask(admin, path);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    }
  });

  it('has no other addresses, and allows reading only', async () => {
    const admin = await start();
    for (const path of ['/', '/livez/', '/metrics/x', '/api/v1/status', '/constructor', '/__proto__'])
      expect(await ask(admin, path)).toMatchObject({ status: 404, text: 'not found\n' });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])
      expect(await ask(admin, '/readyz', method)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it.each(['/metrics', '/readyz'])(
    'logs the cause of a failure, and does not show it to the client: %s',
    async (path) => {
      const log = { error: vi.fn() };
      const failure = new Error('Operation timed out.');
      const isReady = () => {
        throw failure;
      };
      const admin = await start({ log, isReady, metrics: { ...METRICS, text: () => Promise.reject(failure) } });
      const answer = await ask(admin, path);
      expect(answer).toMatchObject({ status: 500, text: 'internal error\n' });
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(log.error.mock.calls).toEqual([[{ err: failure, path }, 'the admin port failed']]);
      expect((await ask(admin, '/livez')).status).toBe(200);
    },
  );

  it.skipIf(!hasIPv6)('has a valid URL with an IPv6 address (needs IPv6)', async () => {
    const { url } = await start({ host: '::1' });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  });

  it('closes immediately, even with open connections', async () => {
    const asked = Promise.withResolvers<void>();
    const text = () => (asked.resolve(), new Promise<string>(() => undefined));
    const admin = await start({ metrics: { ...METRICS, text } });
    const { port } = new URL(admin.url);
    const idle = connect(Number(port), '127.0.0.1');
    const waiting = connect(Number(port), '127.0.0.1', () => waiting.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'));
    await Promise.all([asked.promise, once(idle, 'connect')]);
    const ended = [idle, waiting].map((socket) => {
      socket.on('error', () => undefined).resume();
      return new Promise((resolve) => socket.on('close', resolve));
    });
    await admin.close();
    await Promise.all(ended);
  });

  it('does not keep the process alive, and neither do its connections', async () => {
    const file = join(import.meta.dirname, '../../../src/core/http/admin.ts');
    const program = `
      import { startAdmin } from ${JSON.stringify(file)};
      const metrics = { contentType: 'text/plain', text: async () => '' };
      const { url } = await startAdmin({ host: '127.0.0.1', port: 0, isReady: () => true, metrics });
      const answer = await fetch(url + '/livez');
      process.stdout.write(await answer.text());
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    expect(stdout).toBe('ok\n');
  });
});

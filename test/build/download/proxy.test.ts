/** Downloads through a proxy of the test on loopback. */
import { createServer, request } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpClient, type Resolve } from '../../../src/build/sources/download/http-client.ts';
import { proxiesOf } from '../../../src/build/sources/download/proxy.ts';
import { freePort, listening } from '../../free-port.ts';
import { nowhere, PATIENT } from '../fetch/fetching.ts';
import { body, type MisbehavingServer, serverForTest } from '../fetch/misbehaving-server.ts';

const PASSWORD = `Basic ${Buffer.from('me:secret').toString('base64')}`;

/** A proxy that forwards HTTP and tunnels HTTPS to one server, whatever the request names, and requires a password. */
async function proxyTo(origin: MisbehavingServer): Promise<{ readonly asked: string[]; readonly address: string }> {
  const asked: string[] = [];
  const proxy = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (incoming.headers['proxy-authorization'] !== PASSWORD) return void response.writeHead(407).end();
    const { pathname } = new URL(incoming.url ?? '');
    const forwarded = request(origin.url + pathname, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.end();
  });
  proxy.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    if (incoming.headers['proxy-authorization'] !== PASSWORD)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const tunnel = connect(origin.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'));
    tunnel.on('error', () => socket.destroy());
    socket.on('error', () => tunnel.destroy());
    tunnel.pipe(socket).pipe(tunnel);
  });
  const port = await listening(proxy);
  onTestFinished(() => proxy.close().closeAllConnections());
  return { asked, address: `127.0.0.1:${port}` };
}

function get(environment: Record<string, string>, url: string, resolve: Resolve = nowhere, allowPrivate = false) {
  const proxies = proxiesOf(environment);
  const options = { userAgent: 'gnd-links/test', timeOuts: PATIENT, allowPrivate, proxies, resolve };
  return createHttpClient(options).get(url, {});
}

async function site() {
  const origin = await serverForTest();
  origin.on('/list', body('list'));
  const { asked, address } = await proxyTo(origin);
  return { origin, asked, through: { HTTP_PROXY: `http://me:secret@${address}` }, address };
}

describe('a proxy', () => {
  it('resolves host names itself: http is forwarded, https goes through a tunnel', async () => {
    const { asked, through } = await site();
    const answer = await get(through, 'http://lists.example.org/list');
    expect([answer.status, Buffer.concat(await Array.fromAsync(answer.body)).toString()]).toEqual([200, 'list']);
    // The server has no TLS: this error shows that the request has reached it.
    await expect(get(through, 'https://lists.example.org/list')).rejects.toMatchObject({ reason: 'certificate' });
    expect(asked).toEqual(['GET http://lists.example.org/list', 'CONNECT lists.example.org:443']);
  });

  it.each<[string, Resolve]>([
    ['http://10.0.0.1/list', nowhere],
    ['http://printer.internal/list', nowhere],
    ['http://[::1]/list', nowhere],
    ['http://lists.example.org/list', (_, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }])],
  ])('gets no request for %s, which is known to be private', async (url, resolve) => {
    const { asked, through } = await site();
    await expect(get(through, url, resolve)).rejects.toMatchObject({ reason: 'private_address' });
    expect(asked).toEqual([]);
  });

  it('is not used for the hosts of NO_PROXY', async () => {
    const { asked, through, origin } = await site();
    const answer = await get({ ...through, NO_PROXY: 'localhost,127.0.0.1' }, `${origin.url}/list`, nowhere, true);
    expect([answer.status, asked]).toEqual([200, []]);
    answer.close();
  });

  it('that requires a password, or is down, is distinguished from the server', async () => {
    const { address } = await site();
    const refused = { reason: 'proxy', message: expect.stringMatching(/407/) as string };
    const without = { https_proxy: `http://${address}`, http_proxy: `http://${address}` };
    await expect(get(without, 'https://lists.example.org/')).rejects.toMatchObject(refused);
    await expect(get(without, 'http://lists.example.org/')).rejects.toMatchObject(refused);
    const unreachable = { reason: 'proxy', message: 'The proxy cannot be reached.', transient: true };
    const down = { HTTPS_PROXY: `http://127.0.0.1:${await freePort()}` };
    await expect(get(down, 'https://lists.example.org/')).rejects.toMatchObject(unreachable);
  });

  it.each(['http://127.0.0.1', 'http://localhost', 'http://proxy.example.org'])(
    'at %s is not blamed when a server of the same port or host refuses a direct request',
    async (host) => {
      const port = await freePort();
      const environment = { HTTP_PROXY: `${host}:${port}`, HTTPS_PROXY: `${host}:${port}`, NO_PROXY: '127.0.0.1' };
      const refused = { reason: 'connection_refused', transient: true };
      await expect(get(environment, `http://127.0.0.1:${port}/`, nowhere, true)).rejects.toMatchObject(refused);
    },
  );

  it('that drops the connection is distinguished from the server', async () => {
    const rude = createTcpServer((socket) => socket.destroy());
    onTestFinished(() => void rude.close());
    const environment = { HTTPS_PROXY: `http://127.0.0.1:${await listening(rude)}` };
    await expect(get(environment, 'https://lists.example.org/')).rejects.toMatchObject({
      reason: 'proxy',
      transient: true,
    });
  });

  it.each(['proxy.example.org:3128', 'ftp://proxy.example.org', 'nonsense'])('cannot be %s', (text) => {
    expect(() => proxiesOf({ HTTPS_PROXY: text })).toThrow(/^HTTPS_PROXY must be an address such as http:/);
  });
});

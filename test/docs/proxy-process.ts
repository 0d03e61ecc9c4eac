/** Runs the proxies of `deploy/` in front of a service, with their configuration except for ports and paths. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { vi } from 'vitest';
import { readDocument } from './markdown.ts';
import { freePort } from '../free-port.ts';
import { SERVER_ENV } from '../has.ts';

export interface Proxy {
  readonly url: string;
  /** Address without TLS, if it is another one. */
  readonly plainUrl?: string;
  /** All that the proxy had logged when it was removed. */
  logged(): string;
  remove(): Promise<void>;
}

export interface ProxyOptions {
  /** One address per replica. */
  readonly serviceUrls: readonly string[];
  /** Enables the cache of the configuration. */
  readonly cached?: boolean;
  /** Folder of dumps. */
  readonly dumps?: string;
  /** Path below which the service is reached, as docs/operations.md shows. */
  readonly path?: string;
}

export async function startNginx({ serviceUrls, cached = false, dumps, path }: ProxyOptions): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-nginx-'));
  const [tls, plain] = [await freePort(), await freePort()];
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=gnd-links.example.org', '-days', '1'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const site = replaced(readDocument('deploy/nginx/gnd-links.conf'), [
    ['server 127.0.0.1:8080;', serviceUrls.map((url) => `server ${new URL(url).host};`).join(' ')],
    [/^ *listen \[::\].*\n/gm, ''],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ', `listen 127.0.0.1:${tls} `],
    [/\/etc\/letsencrypt\S*fullchain.pem/, certificate],
    [/\/etc\/letsencrypt\S*privkey.pem/, key],
    ['/var/log/nginx', folder],
    ['/var/lib/gnd-links/dumps', dumps ?? folder],
    ['/var/cache/nginx-gnd-links', join(folder, 'cache')],
    ...(cached ? [['proxy_cache off;', 'proxy_cache gnd_links;'] as const] : []),
    ...(path === undefined
      ? []
      : ([
          [
            'location / {\n        proxy_pass http://gnd_links;',
            `location ${path}/ {\n        proxy_pass http://gnd_links/;`,
          ],
        ] as const)),
  ]);
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${join(folder, what)};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    file,
    `daemon off; ${user} pid ${join(folder, 'pid')};\nevents {}\nhttp {\n${temporary.join(' ')}\n${site}\n}\n`,
  );
  const args = ['-p', folder, '-e', 'stderr', '-c', file];
  execFileSync('nginx', [...args, '-q', '-t'], { env: SERVER_ENV });
  const proxy = await running('nginx', args, SERVER_ENV, tls, `https://127.0.0.1:${tls}`, folder);
  return { ...proxy, plainUrl: `http://127.0.0.1:${plain}` };
}

export async function startCaddy({ serviceUrls, dumps, path }: ProxyOptions): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-caddy-'));
  mkdirSync(join(folder, 'home'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const site = replaced(readDocument('deploy/caddy/Caddyfile'), [
    ['root * /var/lib/gnd-links/dumps', `root * ${dumps ?? folder}`],
    // A single server that is down is reported immediately; several are tried in turn.
    ...(serviceUrls.length > 1 ? [] : ([['lb_try_duration 5s', 'lb_try_duration 0s']] as const)),
    ...(path === undefined ? [] : ([['handle {', `handle_path ${path}/* {`]] as const)),
  ]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\nadmin off\nauto_https off\nservers {\nprotocols h1 h2c\n}\n}\n${site}`);
  const variables = {
    GND_LINKS_DOMAIN: url,
    GND_LINKS_SERVERS: serviceUrls.map((service) => new URL(service).host).join(' '),
  };
  const own = {
    ...SERVER_ENV,
    ...variables,
    HOME: join(folder, 'home'),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  return running('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], own, port, url, folder);
}

async function running(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  port: number,
  url: string,
  folder: string,
): Promise<Proxy> {
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += String(chunk)));
  const ended = once(child, 'close');
  let files = '';
  await vi
    .waitFor(() => listensOn(port), { timeout: 240_000 })
    .catch((cause: unknown) => {
      child.kill('SIGKILL');
      throw new Error(`${program} does not listen: ${complaints}`, { cause });
    });
  return {
    url,
    logged: () => complaints + files,
    async remove() {
      child.kill('SIGTERM');
      await ended;
      files = globSync(join(folder, '*.log'))
        .map((file) => readFileSync(file, 'utf8'))
        .join('');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface Sent {
  readonly method?: string;
  readonly body?: string;
}

/** @param from address of the client; all of 127.0.0.0/8 belongs to this machine */
export async function ask(
  url: string,
  headers: OutgoingHttpHeaders = {},
  from = '127.0.0.1',
  options: Sent = {},
): Promise<Answered> {
  const { method = 'GET', body } = options;
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  // No authority vouches for the certificate of the test.
  const sent = request(url, { method, headers, localAddress: from, agent: false, rejectUnauthorized: false });
  const responded = once(sent, 'response');
  // The proxy may refuse and close the connection before the body has been sent.
  sent.on('error', () => undefined);
  sent.end(body);
  const [response] = (await responded) as [import('node:http').IncomingMessage];
  const received = await buffer(response);
  const { statusCode: status = 0 } = response;
  // A service on a busy machine is overloaded for a while.
  if (status === 503 && received.includes('"overloaded"')) return ask(url, headers, from, options);
  return { status, headers: response.headers as Answered['headers'], body: received };
}

/** @throws when a text to replace is missing, because then the tested configuration is not the published one */
function replaced(text: string, pairs: readonly (readonly [string | RegExp, string])[]): string {
  let result = text;
  for (const [what, by] of pairs) {
    const next = result.replaceAll(typeof what === 'string' ? what : new RegExp(what, 'gm'), by);
    if (next === result) throw new Error(`the configuration has no ${String(what)}`);
    result = next;
  }
  return result;
}

async function listensOn(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

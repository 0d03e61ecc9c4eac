/** A server on loopback that serves lists well or in any of the ways in which real ones go wrong. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface MisbehavingServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  /** Every request so far: method and path, and its header fields. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  /** From now on this path is answered so. */
  on(path: string, behaviour: Behaviour): void;
  close(): Promise<void>;
}

export async function startServer(): Promise<MisbehavingServer> {
  const behaviours = new Map<string, Behaviour>();
  const requests: MisbehavingServer['requests'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    response.on('error', () => undefined);
    (behaviours.get(path) ?? behaviours.get(path.replace(/\?.*$/, '')) ?? status(404))(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    on: (path, behaviour) => void behaviours.set(path, behaviour),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** The same, closed when the test is over. */
export async function serverForTest(): Promise<MisbehavingServer> {
  const server = await startServer();
  onTestFinished(() => server.close());
  return server;
}

export const HEADER = '#FORMAT: BEACON\n#PREFIX: https://d-nb.info/gnd/\n#TARGET: https://example.org/person/{ID}\n';

/** Identifiers that differ; their check digits are of no concern here. */
export function identifiers(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => String(118_500_000 + from + index));
}

/** A good list of so many lines. */
export function list(count: number, header: string = HEADER, from = 0): string {
  return `${header}${identifiers(count, from).join('\n')}\n`;
}

export function body(content: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(content), ...headers });
    response.end(content);
  };
}

export function status(code: number, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (_, response) => {
    response.writeHead(code, headers);
    response.end(`status ${code}`);
  };
}

/** Answers 304 to whoever shows the tag, and ranges to whoever shows it in If-Range. */
export function validated(content: string | Uint8Array, etag: string): Behaviour {
  const bytes = Buffer.from(content);
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    if (from === undefined || request.headers['if-range'] !== etag) return body(bytes, { etag })(request, response);
    const rest = bytes.subarray(Number(from));
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
    response.writeHead(206, { etag, 'content-range': range, 'content-length': rest.length }).end(rest);
  };
}

/** Answers a range with less of it than asked for, and ends as if that were all. RFC 9110 §14.4 allows any part. */
export function shortRange(content: string, etag: string, until: number): Behaviour {
  const bytes = Buffer.from(content);
  return (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? Number.NaN);
    if (Number.isNaN(from)) return status(500)(request, response);
    const range = `bytes ${from}-${until - 1}/${bytes.length}`;
    const part = bytes.subarray(from, until);
    response.writeHead(206, { etag, 'content-range': range, 'content-length': part.length }).end(part);
  };
}

export function redirect(location: string, code = 302): Behaviour {
  return status(code, { location });
}

/** Takes the request and says nothing. */
export const silent: Behaviour = () => undefined;

/** Begins and then stops for good. */
export const stalled: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-length': 100_000 });
  response.write(HEADER);
};

/** Announces the whole and drops the connection after a part of it. */
export function cut(content: string, bytes: number, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (_, response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(content), ...headers });
    response.write(Buffer.from(content).subarray(0, bytes), () => response.socket?.end());
  };
}

/** The same without an announced length. */
export function cutChunks(content: string): Behaviour {
  return (_, response) => {
    response.writeHead(200);
    response.write(content, () => response.socket?.destroy());
  };
}

/** Never ends. */
export const endless: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const lines = Buffer.from(`${identifiers(5_000).join('\n')}\n`);
  const write = (): void => {
    while (!response.destroyed && response.write(lines));
    if (!response.destroyed) response.once('drain', write);
  };
  response.write(HEADER);
  write();
};

/** A line now and then, for as long as anybody listens. */
export const dripping: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.write(HEADER);
  const timer = setInterval(() => response.write('118540238\n'), 20);
  response.on('close', () => clearInterval(timer));
};

/** A few kilobytes that unpack to as many megabytes. */
export function gzipBomb(megabytes: number): Behaviour {
  return body(gzipSync(Buffer.concat([Buffer.from(list(100)), Buffer.alloc(megabytes * 1_000_000, '\n')])));
}

export const PAGE = `<!DOCTYPE html>\n<html><head><title>This domain is for sale</title></head><body>${'<p>Buy it now.</p>'.repeat(50)}</body></html>`;

/** A server on loopback that serves lists well, or fails like real servers do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { listening } from '../../free-port.ts';

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface MisbehavingServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  /** Every request so far: path and header fields. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  /** Sets the behaviour for a path. */
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
  const port = await listening(server);
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

/** A server that is closed when the test ends. */
export async function serverForTest(): Promise<MisbehavingServer> {
  const server = await startServer();
  onTestFinished(() => server.close());
  return server;
}

export const HEADER = '#FORMAT: BEACON\n#PREFIX: https://d-nb.info/gnd/\n#TARGET: https://example.org/person/{ID}\n';

/** Distinct identifiers; most of their check digits are wrong, which does not matter here. */
export function identifiers(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => String(118_500_000 + from + index));
}

/** A good list of `count` lines. */
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

/**
 * Answers 304 to a matching If-None-Match, and ranges to a matching If-Range.
 * @param until end of every range, which is complete nevertheless: RFC 9110 §14.4 allows any part
 */
export function validated(content: string | Uint8Array, etag: string, until = Buffer.byteLength(content)): Behaviour {
  const bytes = Buffer.from(content);
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    if (from === undefined || request.headers['if-range'] !== etag) return body(bytes, { etag })(request, response);
    const part = bytes.subarray(Number(from), until);
    const range = `bytes ${from}-${until - 1}/${bytes.length}`;
    response.writeHead(206, { etag, 'content-range': range, 'content-length': part.length }).end(part);
  };
}

export function redirect(location: string, code = 302): Behaviour {
  return status(code, { location });
}

/** Accepts the request, and never answers. */
export const silent: Behaviour = () => undefined;

/** Begins an answer, and never continues. */
export const stalled: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-length': 100_000 });
  response.write(HEADER);
};

/** Announces the full length, and drops the connection after a part. */
export function cut(content: string, bytes: number, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (_, response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(content), ...headers });
    response.write(Buffer.from(content).subarray(0, bytes), () => response.socket?.end());
  };
}

/** Drops the connection after a part of an answer without Content-Length. */
export function cutChunks(content: string): Behaviour {
  return (_, response) => {
    response.writeHead(200);
    response.write(content, () => response.socket?.destroy());
  };
}

/** Sends bytes without end. */
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

/** Sends a line from time to time, without end. */
export const dripping: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.write(HEADER);
  const timer = setInterval(() => response.write('118540238\n'), 20);
  response.on('close', () => clearInterval(timer));
};

/** A few kilobytes that decompress to this number of megabytes. */
export function gzipBomb(megabytes: number): Behaviour {
  return body(gzipSync(Buffer.concat([Buffer.from(list(100)), Buffer.alloc(megabytes * 1_000_000, '\n')])));
}

export const PAGE = `<!DOCTYPE html>\n<html><head><title>This domain is for sale</title></head><body>${'<p>Buy it now.</p>'.repeat(50)}</body></html>`;

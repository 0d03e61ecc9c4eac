/** The Model Context Protocol on standard input and output: over a snapshot, or forwarded to a service by HTTP. */
import type { Readable, Writable } from 'node:stream';
import { linesOf } from '../../core/files/lines.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { createMcpServer } from './server.ts';

/**
 * Returns when the client has gone.
 * @throws Error when the rest of the input cannot be read, e.g. because a line is too long
 */
export async function serveStore(store: Store, release: string): Promise<void> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const { promise, resolve } = Promise.withResolvers<void>();
  const transport = new StdioServerTransport();
  let failure: Error | undefined;
  const onerror = (error: Error) => void (failure = error);
  serveStdio(() => createMcpServer(store, release), { transport, onerror, maxSubscriptions: 0 });
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    resolve();
  };
  await promise;
  if (!process.stdin.readableEnded && failure !== undefined) throw failure;
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly protocolVersion?: string;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

/** Member of `_meta` by which newer clients state the revision of the protocol. */
const REVISION_KEY = 'io.modelcontextprotocol/protocolVersion';

/**
 * Forwards each line as a request of its own. Returns when the input has ended and all requests are answered.
 * @param url of the service's `/mcp`
 */
export async function forwardToService(url: string, input: Readable, output: Writable): Promise<void> {
  let stated: string | undefined;
  const pending = new Set<Promise<void>>();
  for await (const bytes of linesOf(input)) {
    const line = bytes.toString();
    const message = parse(line);
    // An older client states the revision only once.
    if (message?.method === 'initialize') stated = message.params?.protocolVersion;
    const answering = forward(url, line, message, stated).then((text) => void (text && output.write(`${text}\n`)));
    pending.add(answering);
    void answering.finally(() => pending.delete(answering));
  }
  await Promise.all(pending);
}

function parse(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return undefined;
  }
}

/** @returns the answer on one line; empty for a message without an answer */
async function forward(
  url: string,
  body: string,
  message: Message | undefined,
  stated: string | undefined,
): Promise<string> {
  const own = message?.params?._meta?.[REVISION_KEY];
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  if (typeof own === 'string') {
    headers['mcp-method'] = message?.method ?? '';
    if (message?.params?.name !== undefined) headers['mcp-name'] = message.params.name;
  }
  const revision = typeof own === 'string' ? own : message?.method === 'initialize' ? undefined : stated;
  if (revision !== undefined) headers['mcp-protocol-version'] = revision;
  try {
    const answer = await fetch(url, { method: 'POST', headers, body });
    const text = await answer.text();
    if (answer.headers.get('content-type')?.startsWith('application/problem+json') !== true) return lineOf(text);
    throw new Error((JSON.parse(text) as { readonly detail: string }).detail);
  } catch (error) {
    if (message?.id === undefined) return '';
    const text = `${url} does not answer: ${(error as Error).message} Try again later.`;
    return JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32603, message: text } });
  }
}

/** The answer on one line: older clients get it as an event stream of one message. */
function lineOf(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? line.slice(5).trim() : line.startsWith('{') ? line : []))
    .filter((line) => line !== '')
    .join('\n');
}

/** The Model Context Protocol on standard input and output, over a snapshot. */
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

/** Ports on loopback: of servers, and free ones for programs that need their number in advance. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Makes a server listen on loopback. @returns its port */
export async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Systems give higher ports to connections and to servers without a port: Linux from 32,768, others from 49,152 (RFC 6335). */
const GIVEN = 32_768;

/** Returns a port on which nobody listens now, and which no system gives to others meanwhile. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, GIVEN);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}

/** Many pipelined requests, sent without reading an answer. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const REQUEST = 'GET / HTTP/1.1\r\nHost:x\r\n\r\n';
export const BURST = REQUEST.repeat(Math.floor((64 * 1024) / REQUEST.length));

/** Sends bytes without reading. */
export async function flood(port: number, localAddress: string, bytes: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  // The kernel resets connections that are closed with unread bytes.
  socket.on('error', () => undefined).write(bytes);
  return socket;
}

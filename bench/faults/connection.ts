/** A client's connection on a bare socket: one request at a time, and for each it is known exactly what became of it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turnOfEventLoop, setTimeout as pause } from 'node:timers/promises';
import { type Answer, readAnswer } from './wire.ts';

/**
 * - `refused`: no connection came about.
 * - `raced`: the server had ended the connection before the request reached it.
 * - `cut`: the request was on an open connection, and no whole answer came.
 * - `late`: nothing happened for so long that the client gave up.
 */
export type Fate = 'refused' | 'raced' | 'cut' | 'late';

export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly fate: Fate;
  /** Of the client's side of the connection. */
  readonly port: number | undefined;
  /** Whether the server had answered on this connection before, so that it had accepted it. */
  readonly wasAccepted: boolean;

  constructor(
    fate: Fate,
    message: string,
    connection: { readonly port?: number | undefined; readonly answers: number },
  ) {
    super(message);
    this.fate = fate;
    this.port = connection.port;
    this.wasAccepted = connection.answers > 0;
  }
}

export interface Question {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ConnectionOptions {
  readonly url: string;
  /** Any address of 127.0.0.0/8. */
  readonly localAddress?: string;
  /** So long an answer may take, in milliseconds. */
  readonly patienceMs?: number;
}

export interface Connection {
  /** False when the server has ended it, or said that it will. */
  isOpen(): boolean;
  /** @throws RequestFailed */
  ask(question: Question): Promise<Answer>;
  close(): void;
}

const PATIENCE_MS = 10_000;
/** So long the answer of a kernel takes on loopback, with much room. */
const KERNEL_MS = 20;

/** A socket that is connected. It never throws later: whoever reads it sees its end. */
export async function openSocket({ url, localAddress }: ConnectionOptions): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    allowHalfOpen: true,
    ...(localAddress !== undefined && { localAddress }),
  });
  try {
    await once(socket, 'connect');
  } catch (error) {
    throw new RequestFailed('refused', (error as Error).message, { answers: 0 });
  }
  socket.on('error', () => socket.destroy());
  return socket;
}

/** @throws RequestFailed */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { patienceMs = PATIENCE_MS } = options;
  const socket = await openSocket(options);
  const port = socket.localPort;
  let received: Buffer = Buffer.alloc(0);
  let hasEnded = false;
  let reset: Error | undefined;
  let willEnd = false;
  let answers = 0;
  let notice = (): void => undefined;

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    notice();
  });
  socket.on('end', () => {
    hasEnded = true;
    notice();
  });
  socket.on('error', (error) => {
    reset = error;
    notice();
  });

  const isOpen = () => !hasEnded && !willEnd && !socket.destroyed;

  /**
   * A server that closes a connection with unread bytes resets it: then the request had arrived. One that had closed it before
   * has sent its end, and its kernel answers the request with a reset, on which the next write fails. If that succeeds, the
   * request was taken and not answered.
   */
  async function fateOf(): Promise<Fate> {
    if (reset !== undefined || received.length > 0) return 'cut';
    await pause(KERNEL_MS);
    const error = await new Promise<Error | null | undefined>((resolve) => socket.write('\r\n', resolve));
    return error ? 'raced' : 'cut';
  }

  async function answerOrEnd(deadline: number): Promise<Answer | 'ended' | 'late'> {
    for (;;) {
      const answer = readAnswer(received);
      if (answer !== undefined) return answer;
      if (hasEnded || socket.destroyed) return 'ended';
      const left = deadline - performance.now();
      if (left <= 0) return 'late';
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), left);
      await new Promise<void>((resolve) => {
        notice = resolve;
        patience.signal.addEventListener('abort', () => resolve());
      });
      clearTimeout(timer);
    }
  }

  return {
    isOpen,
    async ask({ path, headers = {} }) {
      // An end that has reached this machine is seen before anything is written.
      await turnOfEventLoop();
      if (!isOpen())
        throw new RequestFailed('raced', 'the connection had ended before the request was written', { port, answers });
      const fields = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      const begun = performance.now();
      socket.write(`GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`);
      const answer = await answerOrEnd(begun + patienceMs);
      if (answer === 'late' || answer === 'ended') {
        const fate = answer === 'late' ? 'late' : await fateOf();
        socket.destroy();
        throw new RequestFailed(fate, reset?.message ?? `${fate} after ${received.length} bytes`, { port, answers });
      }
      answers += 1;
      received = received.subarray(answer.length);
      willEnd = answer.headers.get('connection') === 'close';
      if (willEnd) socket.end();
      return { ...answer, milliseconds: performance.now() - begun };
    },
    close: () => void socket.destroy(),
  };
}

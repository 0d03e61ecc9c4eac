/** Passes the bytes of a connection to Node's parser one request at a time, so that other connections get their turn. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connections } from './connections.ts';

/** End of every head of a request, and of every chunked body. */
const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING: Buffer = Buffer.alloc(0);
/** Most pieces of a connection that are parsed in one turn of the event loop; a chunked body may have any number. */
const MAX_PIECES = 64;
/** Number of waiting bytes from which on a connection is not read. */
const MAX_WAITING = 64 * 1024;

type Order = Pick<Connections, 'newest' | 'ready'>;
type Listener = (chunk?: Buffer) => void;

/**
 * Node parses all that it has read of a connection, up to 64 KiB, in one turn of the event loop; that may be two
 * thousand requests. Here a request is parsed when those before it have been answered, at most one per connection and
 * turn. The parser learns of the end of the input last, because a client may close its side after its requests.
 */
export function paceInput(server: Server, order: Order): void {
  const stops = new WeakMap<Duplex, () => void>();
  server.on('connection', (socket: Socket) => stops.set(socket, paceConnection(server, socket, order)));
  server.on('clientError', (_, socket) => stops.get(socket)?.());
  server.on('connect', (_, socket) => stops.get(socket)?.());
}

/** @returns a function that discards all further bytes of the connection */
function paceConnection(server: Server, socket: Socket, order: Order): () => void {
  // Node's own listeners. Node's parser reads the socket directly until somebody else listens for data.
  const [parse] = socket.listeners('data') as [Listener];
  const end = socket.listeners('end').at(-1) as Listener;
  const pieces = createPieces(parse, () => order.newest(socket));
  const waiting: Buffer[] = [];
  let bytesWaiting = 0;
  let isScheduled = false;
  let hasEnded = false;
  let hasStopped = false;
  const isOver = () => hasStopped || socket.destroyed;

  function advance(): void {
    isScheduled = false;
    for (let taken = 0; bytesWaiting > 0 && !isOver(); taken += 1) {
      const ready = taken < MAX_PIECES ? order.ready(socket) : Promise.resolve();
      if (ready !== undefined) return schedule(ready);
      const [chunk = HEAD_END] = waiting;
      const length = pieces.lengthOf(chunk);
      if (length === chunk.length) waiting.shift();
      else waiting[0] = chunk.subarray(length);
      bytesWaiting -= length;
      take(chunk.subarray(0, length));
    }
    if (isOver()) return;
    if (socket.isPaused()) socket.resume();
    if (!hasEnded) return;
    const ready = order.ready(socket);
    if (ready === undefined) end();
    else schedule(ready);
  }

  function schedule(ready: Promise<void>): void {
    isScheduled = true;
    void ready.then(() => setImmediate(advance));
  }

  function take(rawPacket: Buffer): void {
    if (pieces.take(rawPacket)) return;
    const error = Object.assign(new Error('no request line'), { code: 'HPE_INVALID_VERSION', rawPacket });
    server.emit('clientError', error, socket);
  }

  socket.removeListener('data', parse).removeListener('end', end);
  socket.on('data', (chunk) => {
    if (hasStopped) return;
    if (!isScheduled && pieces.lengthOf(chunk) === chunk.length && order.ready(socket) === undefined)
      return take(chunk);
    waiting.push(chunk);
    bytesWaiting += chunk.length;
    if (bytesWaiting >= MAX_WAITING) socket.pause();
    if (!isScheduled) advance();
  });
  socket.on('end', () => {
    hasEnded = true;
    if (!isScheduled) advance();
  });
  return () => {
    hasStopped = true;
    waiting.length = 0;
    // The socket is still read, because the end of the connection must be noticed.
    socket.resume();
  };
}

/** The pieces of the input, each of which completes at most one request. @param newest the newest request */
function createPieces(parse: Listener, newest: () => IncomingMessage | undefined) {
  /** Whether a part of the next head has been parsed. */
  let isWithinHead = false;
  let emptyLines = 0;
  /** Remaining bytes of a body whose length was stated. */
  let bodyLeft = 0;
  /** The last bytes of a head or chunks that have not ended: the end may arrive in two chunks. */
  let begun: Buffer = NOTHING;
  return {
    /** Length of the next piece: it ends where a body, a head or chunks end. */
    lengthOf(chunk: Buffer): number {
      if (bodyLeft > 0) return Math.min(bodyLeft, chunk.length);
      const seam = begun.length === 0 ? -1 : Buffer.concat([begun, chunk.subarray(0, 3)]).indexOf(HEAD_END);
      if (seam >= 0) return seam + HEAD_END.length - begun.length;
      const at = chunk.indexOf(HEAD_END);
      return at < 0 ? chunk.length : at + HEAD_END.length;
    },
    /** Parses a piece. @returns false if it should begin a request and does not */
    take(piece: Buffer): boolean {
      const before = newest();
      if (!isWithinHead && before?.complete !== false && !endsHead(piece)) {
        const { line, empty } = firstLine(piece);
        emptyLines += empty;
        // The parser would wait for more input after these lines. One empty line is allowed. RFC 9112 §2.2
        if (emptyLines > 1 || line?.includes(' HTTP/') === false) return false;
        if (empty > 0 && line === undefined) return true;
      }
      begun = bodyLeft > 0 ? NOTHING : endOfBegun(begun, piece);
      parse(piece);
      const request = newest();
      isWithinHead = request === before;
      if (isWithinHead) bodyLeft = Math.max(0, bodyLeft - piece.length);
      else [emptyLines, bodyLeft] = [0, Number(request?.headers['content-length'] ?? 0)];
      return true;
    },
  };
}

/** The last bytes of two pieces; none if a head or chunks end there. */
function endOfBegun(begun: Buffer, piece: Buffer): Buffer {
  if (endsHead(piece)) return NOTHING;
  const last = Buffer.concat([begun, piece.subarray(-HEAD_END.length)]).subarray(-HEAD_END.length);
  return last.equals(HEAD_END) ? NOTHING : last.subarray(-HEAD_END.length + 1);
}

function endsHead(piece: Buffer): boolean {
  const at = piece.length - HEAD_END.length;
  return at > 0 && piece.readInt32BE(at) === HEAD_END.readInt32BE();
}

/** @returns the first line that is not empty, if it is complete, and the number of empty lines before it */
function firstLine(piece: Buffer): { readonly line: string | undefined; readonly empty: number } {
  const [, blank = '', line] = /^([\r\n]*)([^\n]*\n)?/.exec(piece.toString('latin1')) ?? [];
  return { line, empty: blank.split('\n').length - 1 };
}

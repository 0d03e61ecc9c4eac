/**
 * Five hundred clients that send or read as slowly as they can, while others ask as usual: once as strangers, once behind a
 * trusted proxy, where the number of connections of one address is not limited.
 *
 *     node bench/faults/slow-clients.ts [DIR] [--record] [--seed N]
 */
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { mebibytes } from '../results.ts';
import { openSocket } from './connection.ts';
import { isClean, quantile, startLoad, statusText } from './load.ts';
import { drawQuestions, type Questions } from './questions.ts';
import { type FaultRun, openRun } from './run.ts';
import { descriptorsOf, type FaultServer, memoryOf, startServer, until, watchMemory } from './servers.ts';

const SLOW = 500;
const NORMAL = 8;
/** Of the server: time for the header, and how often it is looked at. */
const HEADER_MS = 10_000;
const CHECK_MS = 5_000;
const SLACK_MS = 1_000;
const RUN_MS = HEADER_MS + CHECK_MS + SLACK_MS;
/**
 * What slow clients may cost, in bytes: Node makes objects of all requests in a block of 64 KiB, whether they will be answered
 * or not, and its garbage collector takes its time. Nothing of it stays in use.
 */
const GROWTH = 1024 ** 3;
/** The same is done so many times again. */
const AGAIN = 6;
const AGAIN_MS = 1_500;
const PIPELINED = 500;
const GIVE_UP_MS = 5_000;

/** A client that has been let in or turned away, and what became of it. */
interface SlowClient {
  readonly socket: Socket;
  readonly isSender: boolean;
  /** Milliseconds from its beginning to its end by the server. */
  endedAfter?: number;
  received: string;
}

const run = await openRun('slow-clients', 'Faults: slow clients');
const questions = await drawQuestions(run.snapshots);
await attack(run, questions, 'strangers', []);
await attack(run, questions, 'behind a proxy', ['--trusted-proxies', '127.0.0.0/8']);
await run.finish(
  `${SLOW} slow clients on 127.0.0.1, a quarter each: a byte of a header a second; half a header, then silence; ${PIPELINED} pipelined requests for openapi.json, sources and links, of whose answers a byte a second is read, or none. Meanwhile ${NORMAL} normal clients on 127.0.0.2 ask all endpoints for ${RUN_MS / 1000} s. Without quotas.`,
);

async function attack({ claim, snapshots }: FaultRun, { mixed, links }: Questions, where: string, flags: string[]) {
  const server = await startServer(snapshots, { flags });
  const idle = socketsOf(server);
  await startLoad({ url: server.url, clients: NORMAL, next: mixed, localAddress: '127.0.0.2' }).stop();
  await until(() => socketsOf(server) <= idle, GIVE_UP_MS);
  const before = { memory: memoryOf(server), sockets: socketsOf(server) };
  const stopWatching = watchMemory(server);
  const load = startLoad({ url: server.url, clients: NORMAL, next: mixed, localAddress: '127.0.0.2' });
  const clients = await openSlowClients(server.url, links);
  let letIn = 0;
  const dribbling = setInterval(() => {
    letIn = Math.max(letIn, socketsOf(server) - before.sockets - NORMAL);
    clients.forEach(dribble);
  }, 1_000);
  await pause(RUN_MS);
  const normal = await load.stop();
  clearInterval(dribbling);
  const highest = stopWatching();

  // Those that were turned away have no answer and have ended at once.
  const senders = clients.filter(
    ({ isSender, received, endedAfter = RUN_MS }) => isSender && (received !== '' || endedAfter > SLACK_MS),
  );
  const open = senders.filter(({ endedAfter }) => endedAfter === undefined);
  const timedOut = senders.filter(({ received }) => received.startsWith('HTTP/1.1 408 '));
  const longest = Math.max(0, ...senders.map(({ endedAfter = RUN_MS }) => endedAfter));
  claim(where, 'the others are answered', isClean(normal), `${statusText(normal)}; p99 ${quantile(normal.times, 0.99).toFixed(0)} ms, longest ${quantile(normal.times, 1).toFixed(0)} ms, failed ${normal.failures.length}`);
  claim(where, 'slow senders end in time', open.length === 0, `${senders.length} of them let in, ${timedOut.length} answered 408, longest ${(longest / 1000).toFixed(1)} s, still open ${open.length}`);
  claim(where, `memory grows by at most ${mebibytes(GROWTH)} MiB`, highest - before.memory <= GROWTH, `${letIn} of ${SLOW} let in; ${mebibytes(before.memory)} MiB before, ${mebibytes(highest)} MiB at most`);
  for (const { socket } of clients) socket.destroy();
  const gone = await until(() => socketsOf(server) <= before.sockets, GIVE_UP_MS);
  const heights: number[] = [];
  for (let i = 0; i < AGAIN; i += 1) {
    const watchAgain = watchMemory(server);
    const again = await openSlowClients(server.url, links);
    await pause(AGAIN_MS);
    for (const { socket } of again) socket.destroy();
    await until(() => socketsOf(server) <= before.sockets, GIVE_UP_MS);
    heights.push(watchAgain());
  }
  claim(where, 'nor does it when the same is done again and again', Math.max(...heights) - before.memory <= GROWTH, `at most ${heights.map(mebibytes).join(', ')} MiB`);
  await pause(SLACK_MS);
  const after = await startLoad({ url: server.url, clients: NORMAL, next: mixed, localAddress: '127.0.0.1' }).stop();
  claim(where, 'afterwards all is as before', gone !== undefined && isClean(after), `sockets ${before.sockets} before, ${socketsOf(server)} after; ${statusText(after)}; ${mebibytes(memoryOf(server))} MiB`);
  const code = await server.stop();
  claim(where, 'nothing is complained of, exit code 0', code === 0 && server.complaints().length === 0, `${server.complaints().length} complaints, code ${code}`);
} // prettier-ignore

/** All at once, as an attacker would; those that were turned away have ended already. */
async function openSlowClients(url: string, links: readonly string[]): Promise<readonly SlowClient[]> {
  const head = `GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n`;
  const paths = ['/api/v1/openapi.json', '/api/v1/sources', links[0] ?? ''];
  const ask = Array.from({ length: PIPELINED }, (_, turn) => `GET ${paths[turn % 3]} HTTP/1.1\r\nHost: a\r\n\r\n`).join(
    '',
  );
  const opening = Array.from({ length: SLOW }, async (_, index): Promise<SlowClient> => {
    const socket = await openSocket({ url });
    const client: SlowClient = { socket, isSender: index % 4 < 2, received: '' };
    const begun = performance.now();
    socket.once('close', () => (client.endedAfter ??= performance.now() - begun));
    if (client.isSender) {
      socket.on('data', (chunk: Buffer) => (client.received += chunk.toString('latin1')));
      socket.on('end', () => {
        client.endedAfter ??= performance.now() - begun;
        socket.end();
      });
    } else {
      // Until it reads, a client does not see that it was turned away, unless it writes.
      socket.pause();
    }
    socket.write(client.isSender ? head : ask);
    if (index % 4 === 0) socket.write('X-Slow: ');
    return client;
  });
  return Promise.all(opening);
}

/** What a slow client does every second. */
function dribble({ socket, isSender, received }: SlowClient, index: number): void {
  if (socket.destroyed) return;
  if (isSender && index % 4 === 0 && received === '') socket.write('a');
  if (!isSender && index % 4 === 2) socket.read(1);
}

function socketsOf({ pid }: FaultServer): number {
  return descriptorsOf(pid).filter((link) => link.startsWith('socket:')).length;
}

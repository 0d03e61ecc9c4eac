/**
 * Thousands of connections on which nothing happens: silent from the start, or after one request. New clients still get in.
 * Once as strangers, once behind a trusted proxy.
 *
 *     node bench/faults/idle-connections.ts [DIR] [--record] [--seed N]
 */
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection, openSocket, RequestFailed } from './connection.ts';
import { drawQuestions } from './questions.ts';
import { type FaultRun, openRun } from './run.ts';
import { descriptorsOf, type FaultServer, startServer, until } from './servers.ts';

const MANY = 2_000;
/** What the server takes of all clients together, and more than that. */
const FULL = 4_000;
const TOO_MANY = 4_500;
const NEWCOMERS = 50;
/** At once is so many milliseconds. */
const AT_ONCE_MS = 100;
/** Header time-out and the interval of its check, and slack. */
const TIMEOUT_MS = 16_000;
/** Opened at a time. */
const BATCH = 250;

type Kind = 'silent' | 'after a request';
const PROXY = ['--trusted-proxies', '127.0.0.0/8'];

const run = await openRun('idle-connections', 'Faults: idle connections');
const { links } = await drawQuestions(run.snapshots);
const ask = `GET ${links[0]} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
await crowd(run, 'strangers', [], MANY, 'silent');
await crowd(run, 'strangers', [], MANY, 'after a request');
await crowd(run, 'behind a proxy', PROXY, MANY, 'silent', false);
await crowd(run, 'behind a proxy', PROXY, FULL, 'after a request');
await crowd(run, 'behind a proxy', PROXY, TOO_MANY, 'after a request');
await crowd(run, 'behind a proxy', PROXY, TOO_MANY, 'silent');
await run.finish(
  `Idle connections come from 127.0.0.1, opened ${BATCH} at a time; then ${NEWCOMERS} clients on 127.0.0.2, one after the other, each with a connection of its own and one request. The server takes 4,000 connections, 256 of one stranger. That connections which are idle after a request end after 75 s is not waited for.`,
);

/** @param waits for the time-out */
async function crowd({ snapshots, claim }: FaultRun, name: string, flags: string[], count: number, kind: Kind, waits = kind === 'silent') {
  const where = `${name}, ${count.toLocaleString('en-GB')} ${kind}`;
  const server = await startServer(snapshots, { flags });
  const none = socketsOf(server);
  const { sockets, begun } = await openIdle(server.url, count, kind);
  await pause(100);
  const held = socketsOf(server) - none;
  const most = name === 'strangers' ? 256 : FULL;
  claim(where, `at most ${most.toLocaleString('en-GB')} are held`, held <= most, `${held.toLocaleString('en-GB')} held`);
  const { answered, turnedAway, longest } = await newcomers(server.url);
  claim(where, 'new clients are answered at once', turnedAway === 0 && longest <= AT_ONCE_MS, `${answered} of ${NEWCOMERS}, longest ${longest.toFixed(0)} ms`);
  if (waits) {
    const gone = await until(() => socketsOf(server) <= none, TIMEOUT_MS - (performance.now() - begun));
    claim(where, 'silent ones are closed by time-out', gone !== undefined, gone === undefined ? `${socketsOf(server) - none} left` : `the last after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
  for (const socket of sockets) socket.destroy();
  const tidy = await until(() => socketsOf(server) <= none, 5_000);
  const after = await newcomers(server.url);
  claim(where, 'afterwards all is as before', tidy !== undefined && after.turnedAway === 0, `${after.answered} of ${NEWCOMERS} answered, ${server.complaints().length} complaints, code ${await server.stop()}`);
} // prettier-ignore

async function openIdle(
  url: string,
  count: number,
  kind: Kind,
): Promise<{ sockets: readonly Socket[]; begun: number }> {
  const sockets: Socket[] = [];
  let begun = performance.now();
  while (sockets.length < count) {
    const batch = await Promise.all(Array.from({ length: Math.min(BATCH, count - sockets.length) }, () => open()));
    sockets.push(...batch);
    begun = performance.now();
  }
  return { sockets, begun };

  async function open(): Promise<Socket> {
    const socket = await openSocket({ url });
    const heard = new Promise<void>((resolve) => {
      socket.once('data', () => resolve());
      socket.once('close', () => resolve());
    });
    socket.on('end', () => socket.end());
    socket.resume();
    if (kind === 'after a request') {
      socket.write(ask);
      await heard;
    }
    return socket;
  }
}

async function newcomers(url: string) {
  let answered = 0;
  let longest = 0;
  for (let client = 0; client < NEWCOMERS; client += 1) {
    const begun = performance.now();
    try {
      const connection = await openConnection({ url, localAddress: '127.0.0.2' });
      const { status } = await connection.ask({ path: links[0] ?? '' });
      connection.close();
      if (status === 200) answered += 1;
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
    }
    longest = Math.max(longest, performance.now() - begun);
  }
  return { answered, turnedAway: NEWCOMERS - answered, longest };
}

function socketsOf({ pid }: FaultServer): number {
  return descriptorsOf(pid).filter((link) => link.startsWith('socket:')).length;
}

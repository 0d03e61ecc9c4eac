/**
 * Malformed requests by the ten thousand, drawn by a seeded generator, while others ask as usual: each is refused with a
 * problem or its connection is closed, and nothing ever fails.
 *
 *     node bench/faults/malformed.ts [DIR] [--record] [--seed N]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../random.ts';
import { count, mebibytes } from '../results.ts';
import { openSocket } from './connection.ts';
import { isClean, quantile, startLoad, statusText } from './load.ts';
import { CASES, type MalformedCase } from './malformed-cases.ts';
import { drawQuestions } from './questions.ts';
import { openRun } from './run.ts';
import { memoryOf, startServer, watchMemory } from './servers.ts';
import { type Answer, readAnswers } from './wire.ts';

const REQUESTS = 30_000;
const AT_A_TIME = 60;
const NORMAL = 4;
/** Where the server waits for the rest of a request: its time-out, the interval of its check, and a little. */
const WAIT_MS = 17_000;
/** Every so many is left open, so that the server has to end it. */
const LEFT_OPEN = 150;
const MOST_SECONDS = 35;
/** In bytes. */
const GROWTH = 300 * 1024 ** 2;
/** How much more the second half may take. */
const SECOND_HALF = 1.25;

const run = await openRun('malformed', 'Faults: malformed requests');
const { mixed } = await drawQuestions(run.snapshots);
const server = await startServer(run.snapshots, { flags: ['--exempt-networks', '127.0.0.0/8'] });
await startLoad({ url: server.url, clients: NORMAL, next: mixed }).stop();
const before = memoryOf(server);
const stopWatching = watchMemory(server);
const load = startLoad({ url: server.url, clients: NORMAL, next: mixed });
const random = createRandom(run.seed);
const kinds = Object.keys(CASES);
const sent = new Map<string, { sent: number; problems: number; closed: number; other: number }>();
const flaws = new Map<string, { seen: number; example: string }>();
const deadline = performance.now() + MOST_SECONDS * 1000;
const leftOpen: Promise<void>[] = [];
let drawn = 0;

await sendUpTo(REQUESTS / 2);
const firstHalf = stopWatching();
const watchOn = watchMemory(server);
await sendUpTo(REQUESTS);
await Promise.all(leftOpen);
const normal = await load.stop();
await pause(500);
const secondHalf = watchOn();
const highest = Math.max(firstHalf, secondHalf);
const code = await server.stop();

for (const [kind, seen] of sent) {
  const found = [...flaws].filter(([flaw]) => flaw.startsWith(`${kind}: `));
  const told = found.map(
    ([flaw, { seen: times, example }]) => `; ${times} × ${flaw.slice(kind.length + 2)} (${example})`,
  );
  run.claim(
    kind,
    'refused or closed',
    found.length === 0,
    `${count(seen.sent)} sent, ${count(seen.problems)} problems, ${count(seen.closed)} closed, ${count(seen.other)} answered${told.join('')}`,
  );
}
run.claim(
  'meanwhile',
  'valid requests are answered',
  isClean(normal),
  `${statusText(normal)}; failed ${normal.failures.length}; p99 ${quantile(normal.times, 0.99).toFixed(0)}, longest ${quantile(normal.times, 1).toFixed(0)} ms`,
);
run.claim(
  'meanwhile',
  `memory grows by at most ${mebibytes(GROWTH)} MiB`,
  highest - before <= GROWTH,
  `${mebibytes(before)} MiB before, ${mebibytes(highest)} at most`,
);
run.claim(
  'meanwhile',
  'the second half takes no more memory',
  secondHalf <= SECOND_HALF * firstHalf,
  `${mebibytes(firstHalf)} and ${mebibytes(secondHalf)} MiB at most`,
);
run.claim('afterwards', 'nothing is complained of', code === 0 && server.complaints().length === 0, `${server.complaints().length} complaints, code ${code}`); // prettier-ignore
await run.finish(
  `${count(drawn)} connections, ${AT_A_TIME} at a time, each with something else that is no valid request, seed ${run.seed}; most are closed on the client's side after the last byte, every ${LEFT_OPEN}th is left to the server. Whatever comes back must be whole answers with statuses below 500; what must be refused gets one problem document with a 4xx status, or its connection is closed; answers come in the order of the requests. ${NORMAL} normal clients ask meanwhile.`,
);

async function sendUpTo(most: number): Promise<void> {
  await Promise.all(Array.from({ length: AT_A_TIME }, () => sendOnAndOn(most)));
}

async function sendOnAndOn(most: number): Promise<void> {
  while (drawn < most && performance.now() < deadline) {
    drawn += 1;
    const isLeft = drawn % LEFT_OPEN === 0;
    const kind = random.pick(kinds) ?? '';
    const draft = CASES[kind]?.(random);
    if (draft === undefined) continue;
    const sending = send(kind, draft, isLeft);
    if (isLeft) leftOpen.push(sending);
    else await sending;
  }
}

async function send(kind: string, { bytes, mustRefuse, answeredFirst = 0 }: MalformedCase, isLeft: boolean): Promise<void> {
  const socket = await openSocket({ url: server.url });
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  const closed = new Promise<boolean>((resolve) => {
    socket.on('end', () => resolve(true));
    socket.on('close', () => resolve(true));
    setTimeout(resolve, WAIT_MS, false).unref();
  });
  socket.write(bytes);
  if (!isLeft) socket.end();
  const isClosed = await closed;
  socket.destroy();
  const seen = sent.get(kind) ?? { sent: 0, problems: 0, closed: 0, other: 0 };
  sent.set(kind, seen);
  seen.sent += 1;
  const answers = readOrComplain(kind, Buffer.concat(received), bytes);
  const last = answers.at(-1);
  if (last === undefined) seen.closed += 1;
  else if (last.status >= 400) seen.problems += 1;
  else seen.other += 1;
  const complain = (flaw: string) => note(`${kind}: ${flaw}`, bytes);
  if (!isClosed && mustRefuse) complain('left open');
  for (const answer of answers) {
    if (answer.status >= 500) complain(`status ${answer.status}`);
    if (answer.status >= 400 && !isProblem(answer)) complain(`${answer.status} without a problem document`);
  }
  if (!mustRefuse) return;
  if (answers.length > answeredFirst + 1) complain(`${answers.length} answers`);
  if (last !== undefined && answers.length > answeredFirst && last.status < 400) complain(`answered ${last.status}`);
  const early = answers.findIndex(({ status }) => status >= 400);
  if (early >= 0 && early < answeredFirst) complain('a request before it has no answer of its own');
} // prettier-ignore

function readOrComplain(kind: string, received: Buffer, bytes: Buffer): readonly Answer[] {
  try {
    return readAnswers(received);
  } catch (error) {
    note(`${kind}: ${(error as Error).message}`, bytes);
    return [];
  }
}

function note(flaw: string, bytes: Buffer): void {
  const known = flaws.get(flaw);
  if (known === undefined) flaws.set(flaw, { seen: 1, example: JSON.stringify(bytes.toString('latin1', 0, 100)) });
  else known.seen += 1;
}

function isProblem({ headers, body }: Answer): boolean {
  try {
    return (
      headers.get('content-type') === 'application/problem+json' && 'code' in (JSON.parse(body.toString()) as object)
    );
  } catch {
    return false;
  }
}

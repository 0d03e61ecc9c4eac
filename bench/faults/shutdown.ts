/**
 * SIGTERM under load, thirty times: no answer is cut, and the process ends by itself; a second signal ends it at once.
 *
 *     node bench/faults/shutdown.ts [DIR] [--record] [--seed N]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../search/random.ts';
import { openConnection, openSocket, type RequestFailed } from './connection.ts';
import { failed, quantile, startLoad } from './load.ts';
import { drawQuestions } from './questions.ts';
import { openRun } from './run.ts';
import { isAlive, startServer } from './servers.ts';

const ROUNDS = 15;
const BUSY = 12;
/** Clients that pause between questions, so that some connections are idle whenever the end comes. */
const PAUSING = 24;
const LONGEST_PAUSE_MS = 900;
/** What comes sooner after the first signal is taken for the same. */
const SAME_SIGNAL_MS = 600;
const AT_ONCE_MS = 250;
const STALLED = 4;
/** After the signal; the server begins to close idle connections a second after it. */
const STALL = { fromMs: 350, noticedMs: 50, toMs: 650 };

const run = await openRun('shutdown', 'Faults: ends under load');
const random = createRandom(run.seed);
const questions = await drawQuestions(run.snapshots);

// Both at a time: most of it is waiting.
const [alone, two] = await Promise.all([endAgainAndAgain(1), endAgainAndAgain(2)]);
for (const claim of [...alone, ...two]) run.claim(...claim);
const stalled = await Promise.all(Array.from({ length: STALLED }, askWhileStalled));
const answered = stalled.filter((status) => status === 200).length;
run.claim(
  'one process',
  'a stall cuts nobody off',
  answered === STALLED,
  `${answered} of ${STALLED} answered, others ${stalled.filter((status) => status !== 200).join(', ') || 'none'}`,
);

type Claim = Parameters<typeof run.claim>;

async function endAgainAndAgain(workers: number): Promise<readonly Claim[]> {
  const where = workers === 1 ? 'one process' : 'two workers';
  const totals = {
    answered: 0,
    cut: 0,
    unaccepted: 0,
    raced: 0,
    late: 0,
    wrong: 0,
    unwell: 0,
    orphans: 0,
    complaints: 0,
  };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServer(run.snapshots, { flags: ['--workers', String(workers)] });
    const processes = [server.pid, ...server.workers()];
    const common = { url: server.url, next: questions.mixed };
    const pauseMs = () => random.next() * LONGEST_PAUSE_MS;
    const loads = [startLoad({ ...common, clients: BUSY }), startLoad({ ...common, clients: PAUSING, pauseMs })];
    await pause(150 + random.next() * 350);
    const begun = performance.now();
    server.signal('SIGTERM');
    const code = await server.ended;
    times.push(performance.now() - begun);
    for (const tally of await Promise.all(loads.map((load) => load.stop()))) {
      totals.answered += tally.answered;
      const cut = tally.failures.filter(({ fate }) => fate === 'cut');
      totals.cut += cut.filter(({ wasAccepted }) => wasAccepted).length;
      totals.unaccepted += cut.filter(({ wasAccepted }) => !wasAccepted).length;
      totals.raced += failed(tally, 'raced');
      totals.late += failed(tally, 'late');
      totals.wrong += [...tally.statuses].reduce((sum, [status, seen]) => sum + (status === 200 ? 0 : seen), 0);
    }
    if (code !== 0) totals.unwell += 1;
    totals.orphans += processes.filter(isAlive).length;
    totals.complaints += server.complaints().length;
  }
  const { answered, cut, unaccepted, raced, late, wrong, unwell, orphans, complaints } = totals;
  const second = await endTwice(workers);
  return [
    [where, 'no answer is cut', cut + late + wrong === 0, `${answered.toLocaleString('en-GB')} answered, ${cut} cut, ${late} late, ${wrong} not 200, ${raced} raced, ${unaccepted} reset on a new connection`],
    [where, 'ends by itself with code 0', unwell + orphans + complaints === 0, `${ROUNDS} ends, median ${quantile(times, 0.5).toFixed(0)} ms, longest ${quantile(times, 1).toFixed(0)} ms, ${unwell} with another code, ${orphans} processes left, ${complaints} complaints`],
    [where, 'a second signal ends it at once', second.code === 1 && second.left === 0 && second.milliseconds <= AT_ONCE_MS, `${second.milliseconds.toFixed(0)} ms, code ${second.code}, ${second.left} processes left`],
  ]; // prettier-ignore
}
await run.finish(
  `${BUSY} clients without a pause and ${PAUSING} with pauses of up to ${LONGEST_PAUSE_MS / 1000} s ask all endpoints on kept connections; after 0.15 to 0.5 s comes SIGTERM. *Cut*: a request reached an open connection and got no whole answer. *Reset on a new connection*: the same where the server had not yet answered anything on that connection; the system resets connections that nobody has accepted when a port is closed, which is as good as refused. *Raced*: the end of the connection was on its way before the request was; the client's kernel tells: to bytes that meet a closed socket it answers with a reset, so that the next write fails, while a server that closes over unread bytes sends the reset instead of an end.`,
);

/** A request that never becomes whole keeps the process from ending, until it is told again. */
async function endTwice(workers: number) {
  const server = await startServer(run.snapshots, { flags: ['--workers', String(workers)] });
  const processes = [server.pid, ...server.workers()];
  const socket = await openSocket({ url: server.url });
  socket.resume();
  socket.write('GET / HTTP/1.1\r\n');
  await pause(100);
  server.signal('SIGTERM');
  await pause(SAME_SIGNAL_MS);
  const begun = performance.now();
  server.signal('SIGTERM');
  const code = await server.ended;
  const milliseconds = performance.now() - begun;
  await pause(AT_ONCE_MS);
  socket.destroy();
  return { code, milliseconds, left: processes.filter(isAlive).length };
}

/** The process stands still (SIGSTOP) when the time of idle connections is over, and a request arrives meanwhile. */
async function askWhileStalled(): Promise<number | string> {
  const server = await startServer(run.snapshots);
  const connection = await openConnection({ url: server.url });
  const question = { path: '/api/v1/status' };
  await connection.ask(question);
  server.signal('SIGTERM');
  await pause(STALL.fromMs);
  server.signal('SIGSTOP');
  await pause(STALL.noticedMs);
  const asked = connection.ask(question).then(
    ({ status }) => status,
    (error: RequestFailed) => error.fate,
  );
  await pause(STALL.toMs - STALL.fromMs - STALL.noticedMs);
  server.signal('SIGCONT');
  const fate = await asked;
  await server.ended;
  return fate;
}

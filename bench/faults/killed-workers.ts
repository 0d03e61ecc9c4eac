/**
 * Workers are killed under load, twenty times: only what their own connections were waiting for is lost, and each is
 * replaced. Then the primary is killed: its workers finish what is under way, and end.
 *
 *     node bench/faults/killed-workers.ts [DIR] [--record] [--seed N]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../search/random.ts';
import { failed, quantile, startLoad, type Tally } from './load.ts';
import { drawQuestions } from './questions.ts';
import { openRun } from './run.ts';
import { type FaultServer, isAlive, peerPortsOf, startServer, trySignal, until } from './servers.ts';

const SERVERS = 5;
const KILLS_EACH = 4;
const CLIENTS = 16;
/** A worker that ends again soon after its start is replaced after a pause that grows: 0, 1, 2 s … */
const REPLACED_MS = 5_000;
/** What is under way when the primary dies may take so long, and a little. */
const ORPHAN_MS = 11_000;

const run = await openRun('killed-workers', 'Faults: killed workers');
const random = createRandom(run.seed);
const { mixed } = await drawQuestions(run.snapshots);
const kills = { struck: 0, unreplaced: 0, held: 0, lost: 0, late: 0, others: 0, answered: 0, wrong: 0, unwell: 0 };
const ends = { cut: 0, late: 0, left: 0, answered: 0 };
const times = { replaced: [] as number[], orphaned: [] as number[] };
const why = new Map<string, number>();

for (let one = 0; one < SERVERS; one += 1) {
  const server = await startServer(run.snapshots, { flags: ['--workers', '2'] });
  const held = new Set<number>();
  const load = startLoad({ url: server.url, clients: CLIENTS, next: mixed });
  for (let kill = 0; kill < KILLS_EACH; kill += 1) {
    await pause(100 + random.next() * 400);
    await killWorker(server, held, kill % 2);
  }
  countLosses(await load.stop(), held);
  if (!(await isWell(server))) kills.unwell += 1;
  await killPrimary(server);
}

const all = 'workers killed';
run.claim(
  all,
  'only requests on their connections are lost',
  kills.others === 0,
  `${kills.struck} kills, ${kills.answered.toLocaleString('en-GB')} answered, ${kills.lost} lost of ${kills.held} connections held, ${kills.others} others lost${[...why].map(([text, seen]) => `; ${seen} × ${text}`).join('')}`,
);
run.claim(all, 'nobody waits in vain', kills.late === 0, `${kills.late} still without an answer or an end after 10 s`);
run.claim(
  all,
  'what is answered is answered well',
  kills.wrong + kills.unwell === 0,
  `${kills.wrong} not 200, ${kills.unwell} times no good status`,
);
run.claim(
  all,
  'each is replaced',
  kills.unreplaced === 0,
  `median ${quantile(times.replaced, 0.5).toFixed(0)} ms, longest ${quantile(times.replaced, 1).toFixed(0)} ms, ${kills.unreplaced} never`,
);
run.claim(
  'primary killed',
  'what is under way is answered',
  ends.cut + ends.late === 0,
  `${ends.answered.toLocaleString('en-GB')} answered, ${ends.cut} cut, ${ends.late} late`,
);
run.claim('primary killed', 'no worker outlives it', ends.left === 0, `the last ended ${quantile(times.orphaned, 1).toFixed(0)} ms later, ${ends.left} left`); // prettier-ignore
await run.finish(
  `${SERVERS} servers with \`--workers 2\`, ${CLIENTS} clients on kept connections each; ${KILLS_EACH} times a worker is stopped (SIGSTOP), its connections are read from \`/proc\`, and it is killed (SIGKILL), one worker and the other in turn. The time to replace it includes the pause of a second before a worker that ended twice within ten seconds begins again. Then the primary is killed under the same load.`,
);

async function killWorker(server: FaultServer, held: Set<number>, turn: number): Promise<void> {
  const workers = server.workers();
  const victim = workers[turn % workers.length];
  if (victim === undefined) return;
  trySignal(victim, 'SIGSTOP');
  for (const port of peerPortsOf(victim, Number(new URL(server.url).port))) held.add(port);
  const serving = countServing(server);
  trySignal(victim, 'SIGKILL');
  kills.struck += 1;
  const took = await until(() => countServing(server) > serving, REPLACED_MS);
  if (took === undefined) kills.unreplaced += 1;
  else times.replaced.push(took);
}

/** Workers that have begun to serve so far. */
function countServing({ said }: FaultServer): number {
  return said.filter((line) => line.includes('"msg":"a worker serves"')).length;
}

function countLosses(tally: Tally, held: ReadonlySet<number>): void {
  kills.held += held.size;
  kills.answered += tally.answered;
  kills.wrong += [...tally.statuses].reduce((sum, [status, seen]) => sum + (status === 200 ? 0 : seen), 0);
  for (const { port, fate, message } of tally.failures) {
    if (fate === 'late') kills.late += 1;
    else if (port !== undefined && held.has(port)) kills.lost += 1;
    else if (fate !== 'raced') {
      kills.others += 1;
      why.set(`${fate}: ${message}`, (why.get(`${fate}: ${message}`) ?? 0) + 1);
    }
  }
}

async function isWell({ url }: FaultServer): Promise<boolean> {
  const { status } = await fetch(`${url}/api/v1/status`, { headers: { connection: 'close' } });
  return status === 200;
}

async function killPrimary(server: FaultServer): Promise<void> {
  const workers = server.workers();
  const load = startLoad({ url: server.url, clients: CLIENTS, next: mixed });
  await pause(200);
  server.signal('SIGKILL');
  const begun = performance.now();
  const gone = await until(() => !workers.some(isAlive), ORPHAN_MS);
  times.orphaned.push(gone ?? performance.now() - begun);
  ends.left += workers.filter(isAlive).length;
  for (const pid of workers) trySignal(pid, 'SIGKILL');
  const tally = await load.stop();
  ends.answered += tally.answered;
  ends.cut += failed(tally, 'cut');
  ends.late += failed(tally, 'late');
}

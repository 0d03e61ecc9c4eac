/**
 * The common count of two servers is killed, let hang and brought back under load: no request fails or waits for it, each
 * server counts alone meanwhile and says so, and while it is there the two share one quota exactly.
 *
 *     node bench/faults/limiter-away.ts [DIR] [--record] [--seed N]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { programOf } from '../../test/debian-package.ts';
import { createRedisServer } from '../../test/limit/redis-server.ts';
import { openConnection } from './connection.ts';
import { isClean, quantile, startLoad, statusText, type Tally } from './load.ts';
import { drawQuestions } from './questions.ts';
import { openRun } from './run.ts';
import { type FaultServer, startServer, until } from './servers.ts';

const QUOTA = 50;
const BURST = 1_000_000;
/** Of one client, to both servers together: well beyond its quota. */
const ASKED = 120;
const CLIENTS = 4;
/** Of an answer, because of the limiter or anything else. */
const LONGEST_MS = 250;
const AWAY_MS = 3_000;
const NOTICE_MS = 3_000;
const RETURN_MS = 12_000;

const run = await openRun('limiter-away', 'Faults: the common count is away');
const { links } = await drawQuestions(run.snapshots);
const program = await programOf('redis-server');
if ('reason' in program) throw new Error(program.reason);
const redis = await createRedisServer(program);
process.on('exit', () => void redis.signal('SIGKILL'));
await redis.start();
const flags = ['--limiter-url', redis.url, '--trusted-proxies', '127.0.0.1', '--links-quota', String(QUOTA)];
const options = { flags: [...flags, '--links-burst', String(BURST)], unlimited: false };
const servers = await Promise.all([startServer(run.snapshots, options), startServer(run.snapshots, options)]);
let identity = 0;

const shared = () => allLimiters('pass');
await until(shared, NOTICE_MS);
await claimSharing('at first');
await beAway(
  'killed',
  () => redis.signal('SIGKILL'),
  () => redis.start(),
);
await claimSharing('after it was killed');
await beAway(
  'hanging',
  () => redis.signal('SIGSTOP'),
  () => redis.signal('SIGCONT'),
);
await claimSharing('after it hung');
const codes = await Promise.all(servers.map((server) => server.stop()));
const complaints = servers.flatMap((server) => server.complaints());
run.claim(
  'afterwards',
  'nothing is complained of',
  codes.every((code) => code === 0) && complaints.length === 0,
  `${complaints.length} complaints, codes ${codes.join(' and ')}`,
);
await redis.remove();
await run.finish(
  `Two server processes and one Redis. ${CLIENTS} clients of each server ask for entities, as another client in each request, so that none is refused, while Redis is killed (SIGKILL) or let hang (SIGSTOP) for ${AWAY_MS / 1000} s and comes back. Sharing: one client asks both servers in turn, ${ASKED} times in all; its quota is ${QUOTA}.`,
); // prettier-ignore

/** A client that nobody has seen. */
function nextIdentity(): Readonly<Record<string, string>> {
  identity += 1;
  return { 'X-Forwarded-For': `10.${(identity >> 16) & 255}.${(identity >> 8) & 255}.${identity & 255}` };
}

async function claimSharing(when: string): Promise<void> {
  const allowed = await allowedTogether();
  run.claim(when, 'two servers share one quota exactly', allowed === QUOTA, `${allowed} of ${ASKED} allowed`);
}

async function allowedTogether(): Promise<number> {
  const headers = nextIdentity();
  const connections = await Promise.all(servers.map(({ url }) => openConnection({ url })));
  let allowed = 0;
  for (let turn = 0; turn < ASKED / 2; turn += 1) {
    const answers = await Promise.all(connections.map((one) => one.ask({ path: links[0] ?? '', headers })));
    allowed += answers.filter(({ status }) => status === 200).length;
  }
  for (const connection of connections) connection.close();
  return allowed;
}

async function beAway(how: string, away: () => Promise<void>, back: () => Promise<void>): Promise<void> {
  const next = (client: number, turn: number) => ({ path: links[(client + turn) % links.length] ?? '', headers: nextIdentity() });
  const loads = servers.map(({ url }) => startLoad({ url, clients: CLIENTS, next }));
  await pause(1_000);
  await away();
  const noticed = await until(() => allLimiters('warn'), NOTICE_MS);
  const alone = await allowedTogether();
  await pause(AWAY_MS);
  const stays = await allLimiters('warn');
  await back();
  const returned = await until(shared, RETURN_MS);
  await pause(500);
  const tallies = await Promise.all(loads.map((load) => load.stop()));
  const times = tallies.flatMap((tally) => tally.times);
  run.claim(how, 'no request fails', tallies.every((tally) => isClean(tally)), tallies.map(seen).join('; '));
  run.claim(how, `none takes longer than ${LONGEST_MS} ms`, quantile(times, 1) <= LONGEST_MS, `p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(0)}, longest ${quantile(times, 1).toFixed(0)} ms`);
  run.claim(how, 'status warns meanwhile and passes after', noticed !== undefined && stays && returned !== undefined, `noticed after ${noticed?.toFixed(0) ?? '–'} ms, back ${returned?.toFixed(0) ?? '–'} ms after its return`);
  run.claim(how, 'each server counts alone', alone === 2 * QUOTA, `${alone} of ${ASKED} allowed, ${QUOTA} by each`);
} // prettier-ignore

function seen(tally: Tally): string {
  return `${statusText(tally)}, failed ${tally.failures.length}`;
}

async function allLimiters(status: string): Promise<boolean> {
  const all = await Promise.all(servers.map(limiterStatus));
  return all.every((one) => one === status);
}

async function limiterStatus({ url }: FaultServer): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/v1/status`);
  const { checks } = (await answer.json()) as { checks: readonly { name: string; status: string }[] };
  return checks.find(({ name }) => name === 'limiter')?.status;
}

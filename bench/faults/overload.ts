/**
 * More searches than can be answered: some are refused with 503, everything else is answered as ever, and afterwards all is
 * well. Give a large snapshot, or the sample takes thousands of connections.
 *
 *     node bench/faults/overload.ts [DIR] [--record] [--seed N]
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './wire.ts';
import { isClean, type Load, quantile, startLoad, statusText, type Tally } from './load.ts';
import { drawQuestions } from './questions.ts';
import { openRun } from './run.ts';
import { memoryOf, startServer, watchMemory } from './servers.ts';
import { mebibytes } from '../results.ts';

const SEARCHERS = 600;
const SECONDS = 15;
const WATCH_PAUSE_MS = 50;
/** In which those who watch over the service must be answered. */
const WATCHED_MS = 1_000;
/** Entities may wait for their turn of the event loop as well. */
const ENTITY_MS = 1_000;
/** Searches are answered in time or refused. */
const SEARCH_MS = 5_000;
const RECOVERY_MS = 2_000;

const run = await openRun('overload', 'Faults: more searches than can be answered');
const { links, longSearches, searches } = await drawQuestions(run.snapshots);
const server = await startServer(run.snapshots, { flags: ['--exempt-networks', '127.0.0.0/8'] });
const patienceMs = 30_000;
const of = (list: readonly string[]) => (client: number, turn: number) => ({
  path: list[(client * 31 + turn) % list.length] ?? '/',
});

const before = memoryOf(server);
const stopWatching = watchMemory(server);
const refused: Answer[] = [];
const hear = (answer: Answer) => void (answer.status === 503 && refused.push(answer));
const flood = startLoad({ url: server.url, clients: SEARCHERS, next: of(longSearches), hear, patienceMs });
const watch = (url: string, path: string): Load =>
  startLoad({ url, clients: 1, next: () => ({ path }), pauseMs: () => WATCH_PAUSE_MS });
const status = watch(server.url, '/api/v1/status');
const livez = watch(server.adminUrl, '/livez');
const entities = startLoad({ url: server.url, clients: 2, next: of(links), pauseMs: () => WATCH_PAUSE_MS });
await pause(SECONDS * 1000);
const [ofStatus, ofLivez, ofEntities, flooded] = await Promise.all([
  status.stop(),
  livez.stop(),
  entities.stop(),
  flood.stop(),
]);
const highest = stopWatching();
const known = refused.filter(({ headers, body }) => isOverload(body) && Number(headers.get('retry-after')) >= 1);
const when = `${SEARCHERS} searching clients`;
run.claim(
  when,
  'searches are answered or refused with 503',
  isClean(flooded, [200, 503]) && known.length === refused.length,
  `${statusText(flooded)}; failed ${flooded.failures.length}; ${seen(flooded)}`,
);
run.claim(
  when,
  `no search takes longer than ${SEARCH_MS / 1000} s`,
  quantile(flooded.times, 1) <= SEARCH_MS,
  `longest ${(quantile(flooded.times, 1) / 1000).toFixed(1)} s`,
);
run.claim(
  when,
  'some are refused, all with Retry-After',
  refused.length > 0 && known.length === refused.length,
  `${refused.length.toLocaleString('en-GB')} refused, ${known.length.toLocaleString('en-GB')} of them as \`overloaded\``,
);
run.claim(
  when,
  'status is answered',
  isClean(ofStatus) && quantile(ofStatus.times, 0.99) <= WATCHED_MS,
  `${statusText(ofStatus)}; ${seen(ofStatus)}`,
);
run.claim(
  when,
  '/livez is answered',
  isClean(ofLivez) && quantile(ofLivez.times, 0.99) <= WATCHED_MS,
  `${statusText(ofLivez)}; ${seen(ofLivez)}`,
);
run.claim(
  when,
  'entities are answered',
  isClean(ofEntities) && quantile(ofEntities.times, 0.99) <= ENTITY_MS,
  `${statusText(ofEntities)}; ${seen(ofEntities)}`,
);

await pause(RECOVERY_MS);
const calm = startLoad({ url: server.url, clients: 1, next: of(searches) });
await pause(1_000);
const after = await calm.stop();
run.claim(
  'afterwards',
  'all is well',
  isClean(after),
  `${statusText(after)}; ${seen(after)}; ${mebibytes(before)} MiB before, ${mebibytes(highest)} at most, ${mebibytes(memoryOf(server))} after`,
);
const code = await server.stop();
run.claim('afterwards', 'nothing is complained of', code === 0 && server.complaints().length === 0, `${server.complaints().length} complaints, code ${code}`); // prettier-ignore
await run.finish(
  `${SEARCHERS} clients search for up to twelve words without a pause for ${SECONDS} s, one process. Meanwhile a client asks for the status, one for \`/livez\` of the admin port and two for entities, ${WATCH_PAUSE_MS} ms after each answer. Times as the clients saw them, who share the machine.`,
);

function seen({ times }: Tally): string {
  return `p50 ${quantile(times, 0.5).toFixed(0)}, p99 ${quantile(times, 0.99).toFixed(0)}, longest ${quantile(times, 1).toFixed(0)} ms`;
}

function isOverload(body: Buffer): boolean {
  return (JSON.parse(body.toString()) as { readonly code?: unknown }).code === 'overloaded';
}

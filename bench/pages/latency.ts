/**
 * How long does the server take for each kind of page? As the server itself measures it, from the request to the answer handed
 * to the socket, one request after the other; a page that asks for nothing is measured in between, for what a page costs at
 * all. Takes about a minute.
 *
 *     node bench/pages/latency.ts DIR [--record] [--seed N] [--quick]
 */
import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { startServer } from '../../src/http/server.ts';
import type { Page } from '../../src/http/page.ts';
import { perLimited } from '../../src/limit/limited.ts';
import { html } from '../../src/pages/html.ts';
import { documentAnswer } from '../../src/pages/layout.ts';
import { localeOf } from '../../src/pages/locale.ts';
import { createSite } from '../../src/pages/site.ts';
import { createCurrentSnapshot } from '../../src/store/current.ts';
import { drawRequests } from '../http/requests.ts';
import { count, markdownTable } from '../results.ts';
import { openSearchBench } from '../search/open.ts';
import { drawQueries, mixQueries, searchPath } from '../search/queries.ts';
import { cell, summarise } from '../search/timing.ts';

interface Kind {
  readonly name: string;
  readonly paths: readonly string[];
}

interface Measured {
  readonly milliseconds: number[];
  readonly bytes: number[];
}

/** What Chromium sends. */
const BROWSER_CODINGS = 'gzip, deflate, br, zstd';
const QUERIES = 1_000;
const LISTS = [10, 100];

const bench = await openSearchBench('pages/latency', 'Pages', ['quick']);
const runs = bench.flags.has('quick') ? 100 : 1_000;
const classes = await drawQueries(bench.tables, bench.store, { seed: bench.seed, wanted: 200 });
const queries = mixQueries(classes, QUERIES, bench.seed).map((query) => searchPath(query).replace('/api/v1', ''));
const entities = (drawRequests(bench.directory, bench.seed, [])[0]?.paths ?? []).map(
  (path) => path.split('/')[4] ?? '',
);
const sources = bench.store.snapshot.sources.map(({ key }) => `/sources/${key}`);
const kinds: readonly Kind[] = [
  { name: 'home', paths: ['/'] },
  { name: 'entity', paths: entities.map((gnd) => `/gnd/${gnd}`) },
  { name: 'entity, the best known', paths: ['/gnd/118540238'] },
  { name: 'results', paths: queries },
  ...LISTS.map((length) => ({ name: `list of ${length}`, paths: lists(length) })),
  { name: 'sources', paths: ['/sources'] },
  { name: 'source', paths: sources },
  { name: 'status', paths: ['/status'] },
  { name: 'docs', paths: ['/docs'] },
  { name: 'problem', paths: ['/problems/unknown-gnd-id'] },
];

const BARE = '/bare';
const bare: Page = {
  path: BARE,
  answer(request) {
    return documentAnswer({ locale: localeOf(request), path: BARE, main: html`<h1>${'Bare'}</h1>` });
  },
};

let seconds = 0;
const limit = { quota: 1_000_000, windowSeconds: 60, burst: 1_000_000 };
const snapshots = createCurrentSnapshot();
snapshots.switchTo(bench.store);
const server = await startServer({
  host: '127.0.0.1',
  port: 0,
  snapshots,
  release: 'bench',
  limits: perLimited(() => limit),
  trustedProxies: [],
  exemptNetworks: ['127.0.0.0/8'],
  pages: [bare, ...createSite().pages],
  observers: [{ finished: (request) => (seconds = request.seconds) }],
});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
try {
  const rows: string[][] = [];
  for (const kind of kinds) rows.push(await rowOf(kind));
  const table = markdownTable(
    ['page', 'median ms', 'p99 ms', 'HTML bytes', 'in a browser: median ms', 'p99 ms', 'bytes', 'bare: median ms', 'p99 ms'],
    rows,
  ); // prettier-ignore
  bench.report.publish(
    bench.corpus,
    `Server time of ${count(runs)} requests per kind, one after the other; bytes are medians. “In a browser”: compressed as for Chromium (\`${BROWSER_CODINGS}\`). “Bare”: the layout around one heading, asked for in turn with the page, not compressed.\n\n${table}`,
  );
} finally {
  agent.destroy();
  await server.close();
  await bench.close();
}

async function rowOf({ name, paths }: Kind): Promise<string[]> {
  const [plain, coded, reference] = [measured(), measured(), measured()];
  for (let i = 0; i < runs; i += 1) {
    const path = paths[i % paths.length] ?? '';
    await take(plain, path, 'identity');
    await take(coded, path, BROWSER_CODINGS);
    await take(reference, BARE, 'identity');
  }
  return [
    name,
    ...[plain, coded].flatMap(({ milliseconds, bytes }) => [
      ...timing(milliseconds),
      count(summarise(bytes)?.median ?? 0),
    ]),
    ...timing(reference.milliseconds),
  ];
}

function measured(): Measured {
  return { milliseconds: [], bytes: [] };
}

function timing(milliseconds: readonly number[]): string[] {
  // The first tenth warms up.
  const summary = summarise(milliseconds.slice(runs / 10));
  return [cell(summary?.median), cell(summary?.p99)];
}

async function take({ milliseconds, bytes }: Measured, path: string, coding: string): Promise<void> {
  const request = get(server.url + path, { agent, headers: { 'accept-encoding': coding, 'accept-language': 'de' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let size = 0;
  for await (const chunk of response) size += (chunk as Buffer).length;
  // A search for an identifier leads to its entity.
  if ((response.statusCode ?? 0) >= 400) throw new Error(`${path} answers ${response.statusCode}.`);
  milliseconds.push(seconds * 1000);
  bytes.push(size);
}

/** Of entities that are in the data. */
function lists(length: number): readonly string[] {
  return Array.from(
    { length: 50 },
    (_, i) => `/coverage/report?ids=${entities.slice(i * length, (i + 1) * length).join(',')}`,
  );
}

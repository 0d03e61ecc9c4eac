/**
 * The same searches in PostgreSQL: full text with GIN in order of prominence, near spellings with pg_trgm; beside ours in the
 * same run. Starts a server of its own in a temporary folder and stops it. Needs the Debian package `postgresql`.
 *
 *     node bench/search/postgres.ts DIR [--record] [--seed N]
 */
import { searchWords } from '../../src/search/search-text.ts';
import type { SearchQuery } from '../../src/store/store.ts';
import { count, markdownTable, mebibytes } from '../results.ts';
import { openSearchBench } from './open.ts';
import { findPostgres, type PostgresConnection, PostgresError, startPostgres } from './postgres-cluster.ts';
import { drawQueries, type QueryClass } from './queries.ts';
import type { IndexedEntity } from './snapshot-tables.ts';
import { cell, ratio, summarise, timeEach } from './timing.ts';

const WANTED = 250;
const WARM_UP = 50;
/** Per class. */
const BUDGET_MS = 4_000;
const STATEMENT_TIMEOUT_MS = 4_000;
const LIMIT = 20;
const COUNTED = 10_001;
const ROUND_TRIPS = 200;

const TABLE = `CREATE UNLOGGED TABLE entity (
  rank integer NOT NULL, prominence integer NOT NULL, type text NOT NULL, card text NOT NULL, name text NOT NULL, names text NOT NULL,
  words tsvector GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(names, ' '), ''))) STORED)`;

const INDEXES = [
  ['entity_pkey', 'ALTER TABLE entity ADD PRIMARY KEY (rank)'],
  ['entity_type', 'CREATE INDEX entity_type ON entity (type, rank)'],
  ['entity_words', 'CREATE INDEX entity_words ON entity USING gin (words) WITH (fastupdate = off)'],
  ['entity_name', 'CREATE INDEX entity_name ON entity USING gin (name gin_trgm_ops) WITH (fastupdate = off)'],
] as const;

// The count is asked for only when the page is full, as ours does it.
const STATEMENTS = [
  `PREPARE page (tsquery) AS SELECT card FROM entity WHERE words @@ $1 ORDER BY rank LIMIT ${LIMIT}`,
  `PREPARE typed_page (tsquery, text[]) AS
     SELECT card FROM entity WHERE words @@ $1 AND type = ANY ($2) ORDER BY rank LIMIT ${LIMIT}`,
  `PREPARE total (tsquery) AS SELECT count(*) FROM (SELECT 1 FROM entity WHERE words @@ $1 LIMIT ${COUNTED}) AS found`,
  `PREPARE typed_total (tsquery, text[]) AS
     SELECT count(*) FROM (SELECT 1 FROM entity WHERE words @@ $1 AND type = ANY ($2) LIMIT ${COUNTED}) AS found`,
  `PREPARE similar_name (text) AS SELECT card FROM entity WHERE name % $1 ORDER BY similarity(name, $1) DESC, rank LIMIT ${LIMIT}`,
  `PREPARE similar_word (text) AS
     SELECT card FROM entity WHERE $1 <% name ORDER BY word_similarity($1, name) DESC, rank LIMIT ${LIMIT}`,
];

const binaries = findPostgres();
if (binaries === undefined) {
  process.stderr.write('PostgreSQL is missing: apt-get install postgresql postgresql-contrib\n');
  process.exit(2);
}
const bench = await openSearchBench('search/postgres', 'Search in PostgreSQL');
const classes = await drawQueries(bench.tables, bench.store, { seed: bench.seed, wanted: WANTED });
const cluster = await startPostgres(binaries);
try {
  const postgres = cluster.connect();
  const build = await buildTable(postgres);
  for (const statement of STATEMENTS) await postgres.run(statement);
  const roundTrip = summarise(await timeEach(Array.from({ length: ROUND_TRIPS }), () => postgres.run('SELECT 1')));
  const rows: string[][] = [];
  for (const { queries } of classes) await timeEach(queries.slice(0, WARM_UP), (one) => bench.store.search(one));
  for (const one of classes) rows.push(...(await measureClass(postgres, one)));
  await postgres.close();
  bench.report.publish(bench.corpus, body(rows, build, cell(roundTrip?.median)));
} finally {
  await cluster.stop();
  await bench.close();
}

function body(rows: readonly (readonly string[])[], build: string, roundTrip: string): string {
  return `
${cluster.version}, over psql on a Unix socket with prepared statements, cards of the first ${LIMIT} results and their number, counted to
${count(COUNTED)}; a statement that does nothing takes ${roundTrip} ms there and back. The same entities and folded words; order of prominence, not ranked anew;
a year is one more word to it, and where nothing matches it stops while ours goes on to near spellings. Misspellings by trigrams of preferred names: the whole name alike (\`%\`), or a word or part of it (\`<%\`). At most ${BUDGET_MS / 1000} s per class
and statement; times in milliseconds, ours in the process and in the same run, queries drawn with seed ${bench.seed}.

${markdownTable(
  ['class', 'queries', 'ours: median', 'p95', 'p99', 'PostgreSQL: queries', 'median', 'p95', 'p99', 'ratio of medians', 'ratio of means'],
  rows,
)}

${build}`; // prettier-ignore
}

async function measureClass(postgres: PostgresConnection, query: QueryClass): Promise<string[][]> {
  const warmUp = query.queries.slice(0, Math.min(WARM_UP, Math.floor(query.queries.length / 5)));
  const measured = query.queries.slice(warmUp.length);
  await timeEach(warmUp, (one) => bench.store.search(one));
  const own = summarise(await timeEach(measured, (one) => bench.store.search(one)));
  const rows: string[][] = [];
  for (const [suffix, ask] of waysToAsk(query)) {
    await timeEach(warmUp, (one) => ask(postgres, one), BUDGET_MS);
    const times = await timeEach(measured, (one) => ask(postgres, one), BUDGET_MS);
    const found = summarise(times);
    rows.push([
      query.name + suffix,
      String(own?.runs ?? 0),
      ...[own?.median, own?.p95, own?.p99].map(cell),
      String(times.length),
      ...[found?.median, found?.p95, found?.p99].map(cell),
      ratio(found?.median, own?.median),
      ratio(found?.mean, own?.mean),
    ]);
  }
  return rows;
}

type Ask = (postgres: PostgresConnection, query: SearchQuery) => Promise<void>;

/** Identifiers and what nobody types have no counterpart. */
function waysToAsk({ kind }: QueryClass): readonly (readonly [suffix: string, ask: Ask])[] {
  if (kind === 'words') return [['', askWords]];
  if (kind === 'near') return [[', `%`', askSimilar('similar_name')], [', `<%`', askSimilar('similar_word')]]; // prettier-ignore
  return [];
}

async function askWords(postgres: PostgresConnection, { q, types }: SearchQuery): Promise<void> {
  const words = searchWords(q).map((word) => `''${word}''`);
  if (words.length === 0) return;
  const match = `'${words.join(' & ')}:*'`;
  const among = types === undefined ? '' : `, '{${types.join(',')}}'`;
  const statement = types === undefined ? 'page' : 'typed_page';
  const page = await orTimedOut(postgres.run(`EXECUTE ${statement} (${match}${among})`));
  if (page.length < LIMIT) return;
  await orTimedOut(postgres.run(`EXECUTE ${types === undefined ? 'total' : 'typed_total'} (${match}${among})`));
}

function askSimilar(statement: string): Ask {
  return async (postgres, { q }) => {
    await orTimedOut(postgres.run(`EXECUTE ${statement} ('${searchWords(q).join(' ')}')`));
  };
}

/** A statement that was stopped has taken at least as long as it was given. */
async function orTimedOut(rows: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof PostgresError && error.message.includes('statement timeout')) return [];
    throw error;
  }
}

/** @returns a sentence on time and size */
async function buildTable(postgres: PostgresConnection): Promise<string> {
  const seconds = new Map<string, number>();
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    seconds.set(name, (performance.now() - started) / 1000);
  };
  await postgres.run('CREATE EXTENSION pg_trgm');
  await postgres.run(TABLE);
  await timed('entity', () => postgres.copy('entity (rank, prominence, type, card, name, names)', lines()));
  for (const [name, statement] of INDEXES) await timed(name, () => postgres.run(statement));
  await timed('vacuum', () => postgres.run('VACUUM (ANALYZE, FREEZE) entity'));
  for (const setting of ["plan_cache_mode = 'force_custom_plan'", `statement_timeout = ${STATEMENT_TIMEOUT_MS}`]) {
    await postgres.run(`SET ${setting}`);
  }
  const sizes = await postgres.run(
    `SELECT relname, CASE relkind WHEN 'r' THEN pg_table_size(oid) ELSE pg_relation_size(oid) END FROM pg_class
     WHERE relname = 'entity' OR relname LIKE 'entity\\_%' ORDER BY 2 DESC`,
  );
  const rows = sizes.map((line) => {
    const [name = '', bytes] = line.split('|');
    return [name, mebibytes(Number(bytes)), (seconds.get(name) ?? 0).toFixed(1)];
  });
  const whole = [...seconds.values()].reduce((sum, value) => sum + value, 0);
  const note = `Built in ${whole.toFixed(1)} s, ${(seconds.get('vacuum') ?? 0).toFixed(1)} s of it for \`VACUUM (ANALYZE, FREEZE)\`, on one core; folding of the names is part of \`entity\`.`;
  return `${note}\n\n${markdownTable(['table or index', 'MiB', 'seconds'], rows)}`;
}

function* lines(): Iterable<string> {
  for (const entity of bench.tables.all()) yield copyLine(entity);
}

/** Text format of `COPY`: tabs between fields; backslashes and line ends escaped. */
function copyLine({ rank, prominence, card, variants }: IndexedEntity): string {
  const name = searchWords(card.preferredName).join(' ');
  const names = new Set([card.preferredName, card.displayName ?? '', ...variants].flatMap((text) => searchWords(text)));
  const fields = [rank, prominence, card.type, JSON.stringify(card), name, [...names].join(' ')];
  return fields
    .map((field) =>
      String(field)
        .replaceAll('\\', '\\\\')
        .replace(/[\t\n\r]/g, ' '),
    )
    .join('\t');
}

/**
 * Searches for the dearest request of every address with a price: requests are generated, and the dearest are changed again and
 * again. The unit is an ordinary search in the same run, so that figures do not depend on the machine. Ends with 1 if a request
 * is dearer than 1.5 × the figure in `docs/limits.md`, which `--record` writes.
 *
 *     node bench/http/dearest.ts DIR [--record] [--seed N]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDoors } from '../../src/cli/doors.ts';
import { ENTITY_TYPES } from '../../src/core/model/entity.ts';
import { DEFAULT_LIMITS, type QuotaName } from '../../src/core/quotas/quota-table.ts';
import { writeGrownDumps } from '../../test/extras/services/dearest-requests.ts';
import { ROOMY, startServerThread } from '../load/server-thread.ts';
import { createRandom } from '../random.ts';
import { count, markdownTable } from '../results.ts';
import { misspell } from '../search/misspell.ts';
import { openSearchBench } from '../search/open.ts';
import { drawSample, wordsOf } from '../search/sample.ts';

const GENERATED = 80;
const ROUNDS = 6;
/** Requests that are changed in each round, and changes of each. */
const [KEPT, CHANGES] = [5, 5];
/** Requests that are measured again at the end, and how many times; the least time counts. */
const [LAST, AGAIN] = [3, 6];
/** Ordinary searches whose median is the unit; they are measured again beside the dearest of each kind. */
const ORDINARY = 21;
/** How many times the stated figure may be found. */
const TOLERANCE = 1.5;
/** Best known entities that requests ask for beside any others. */
const PROMINENT = 300;

interface Request {
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
}

/** Requests to an address, made of parts that can be changed one by one. */
interface Kind {
  /** Path of the door. */
  readonly address: string;
  readonly what: string;
  /** Number of parts at most. */
  readonly parts: number;
  readonly part: () => string;
  readonly request: (parts: readonly string[]) => Request;
}

const bench = await openSearchBench('http/dearest', 'The dearest requests that a program finds');
const { store, tables, seed } = bench;
const random = createRandom(seed);
const sample = await drawSample(tables, store, seed);
const { categories, collections } = store.snapshot;

const anyOf = (...makers: readonly (() => string | undefined)[]) => random.pick(makers)?.() ?? '';
const common = () => random.pick([...sample.commonWords.slice(0, 60), ...sample.commonSurnames.slice(0, 60)]) ?? 'von';
const letter = () => String.fromCodePoint(97 + random.below(26));
const year = () => String(1500 + random.below(500));
const nameOf = () => random.pick(sample.entities)?.card.preferredName;
const word = () => random.pick(wordsOf(nameOf() ?? '').filter(({ length }) => length > 2)) ?? common();
const long = () => Array.from({ length: 8 + random.below(30) }, letter).join('');
/** A word or mark of a name, or a parameter. */
const wordPart = () =>
  anyOf(common, common, word, letter, year, nameOf, () => misspell(common(), 1 + random.below(2), random), () => `(${common()})`,
    () => `${common()}-${common()},`, () => `${word()}:`, () => random.pick(sample.shortWords), long, () => `${letter()}.`,
    () => random.pick(['geb.', 'und', '&', 'König', '19. Jh.', `${year()}-${year()}`])); // prettier-ignore
const parameterPart = () =>
  anyOf(
    () => `type=${random.pick(ENTITY_TYPES)}`,
    () => `offset=${random.below(10) * 100}`,
  );
const prominent = Array.from({ length: PROMINENT }, (_, place) => tables.entity(place + 1)?.card.gnd);
const anyId = () => anyOf(() => random.pick(prominent), () => random.pick(sample.entities)?.card.gnd); // prettier-ignore
const identifier = () =>
  anyOf(anyId, () => random.pick(sample.identifiers), long, word, () => `https://d-nb.info/gnd/${anyId()}`, () => `viaf:${random.below(1e9)}`, () => `Q${random.below(1e7)}`); // prettier-ignore

/** Kinds that have words. @param request from the encoded text, with parameters behind it where they are allowed */
const words = (address: string, what: string, request: (text: string, parameters: string) => Request, hasParameters = false): Kind => ({
  address,
  what,
  parts: 14,
  part: hasParameters ? () => (random.below(8) === 0 ? parameterPart() : wordPart()) : wordPart,
  request(parts) {
    const isParameter = (part: string) => /^(?:type|offset)=/.test(part);
    const chosen = new Map(parts.filter(isParameter).map((part) => [part.split('=')[0], `&${part}`]));
    const text = Array.from(parts.filter((part) => !isParameter(part)).join(' ')).slice(0, 200).join(''); // prettier-ignore
    return request(text.isWellFormed() && text.trim() !== '' ? text : 'ab', [...chosen.values()].join(''));
  },
}); // prettier-ignore
const get = (path: string): Request => ({ path });
const post = (path: string, value: unknown): Request => ({ path, body: JSON.stringify(value), type: 'application/json' }); // prettier-ignore
const form = (path: string, name: string, value: unknown): Request => ({ path, body: `${name}=${encodeURIComponent(JSON.stringify(value))}`, type: 'application/x-www-form-urlencoded' }); // prettier-ignore
const tool = (name: string, input: object) => post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }); // prettier-ignore
/** One record. */
const record = (address: string, path: (id: string) => string): Kind => ({
  address,
  what: 'a record',
  parts: 1,
  part: anyId,
  request: ([id = '']) => get(path(id)),
});
/** The longest list. */
const list = (address: string, what: string, parts: number, part: () => string, request: Kind['request']): Kind => ({ address, what, parts, part, request }); // prettier-ignore
const fixed = (address: string, path = address): Kind => ({ address, what: 'the address', parts: 1, part: () => path, request: () => get(path) }); // prettier-ignore
const text = encodeURIComponent;
const facts = () => random.pick(['placeOfBirth', 'professionOrOccupation', 'placeOfDeath', 'gndSubjectCategory']) ?? '';
const properties = ['variantName', 'placeOfBirth', ...categories.map(({ key }) => `links:${key}`), ...collections.map(({ key }) => key)].slice(0, 100); // prettier-ignore

const KINDS: readonly Kind[] = [
  words('/api/v1/search', '100 results', (q, more) => get(`/api/v1/search?q=${text(q)}&limit=100${more}`), true),
  words('/api/v1/search', '20 results', (q) => get(`/api/v1/search?q=${text(q)}`)),
  words('/search', '20 results', (q) => get(`/search?q=${text(q)}`)),
  words('/suggest', 'suggestions', (q) => get(`/suggest?q=${text(q)}`)),
  words('/reconcile/suggest/{kind}', '50 suggestions', (q) =>
    get(`/reconcile/suggest/entity?prefix=${text(q)}&limit=50`),
  ),
  words(
    '/reconcile',
    'a query',
    (query) =>
    form('/reconcile', 'queries', { q: { query, limit: 50, type: 'Person', properties: [{ pid: 'placeOfBirth', v: common() }] } }), // prettier-ignore
  ),
  list('/reconcile', '50 queries', 50, () => `${wordPart()} ${wordPart()} ${wordPart()} ${wordPart()} ${wordPart()}`, (names) =>
    form('/reconcile', 'queries', Object.fromEntries(names.map((query, at) => [`q${at}`, { query, limit: 50, properties: [{ pid: facts(), v: 'Berlin' }] }])))), // prettier-ignore
  list('/reconcile', '50 records, 100 properties', 50, anyId, (ids) =>
    form('/reconcile', 'extend', { ids, properties: properties.map((id) => ({ id })) })), // prettier-ignore
  words('/mcp', 'a search', (query) => tool('search_entities', { query, limit: 20 })),
  list('/mcp', '20 names', 20, () => `${wordPart()} ${wordPart()} ${wordPart()} ${wordPart()}`, (names) => tool('match_names', { names: names.map((name) => ({ name: name.slice(0, 200) })) })), // prettier-ignore
  list('/mcp', '50 values', 50, identifier, (identifiers) => tool('resolve_identifiers', { identifiers })),
  list('/mcp', '50 identifiers', 50, anyId, (ids) => tool('check_ids', { ids })),
  list('/mcp', 'links', 1, anyId, ([gnd]) => tool('get_links', { gnd })),
  list('/mcp', 'relations', 1, anyId, ([gnd]) => tool('list_relations', { gnd })),
  list('/resolve', '1,000 values', 1000, identifier, (ids) => post('/resolve', { ids })),
  list('/resolve', '1,000 values to everything', 1000, anyId, (ids) => post('/resolve', { ids, to: ['*', 'links'], relation: ['sameAs', 'about'] })), // prettier-ignore
  list('/changes/for', '1,000 identifiers in 400 files', 1000, identifier, (ids) => post('/changes/for', { ids, since: '20250101-00000000' })), // prettier-ignore
  list('/api/v1/coverage', '100 identifiers', 100, anyId, (ids) => get(`/api/v1/coverage?ids=${ids.map(text).join()}`)),
  record('/api/v1/gnd/{gnd}/links', (id) => `/api/v1/gnd/${id}/links`),
  record('/gnd/{gnd}', (id) => `/gnd/${id}`),
  record('/gnd/{gnd}/relations', (id) => `/gnd/${id}/relations`),
  record('/relations/{gnd}', (id) => `/relations/${id}?limit=20`),
  record('/embed/{gnd}', (id) => `/embed/${id}`),
  record('/reconcile/preview', (id) => `/reconcile/preview?id=${id}`),
  record('/reconcile/preview/{id}', (id) => `/reconcile/preview/${id}`),
  ...['pnd-aks', 'gnd'].flatMap((name) => [
    record(`/seealso/${name}`, (id) => `/seealso/${name}?format=sources&id=${id}`),
    record(`/seealso/${name}/{exclusions}`, (id) => `/seealso/${name}/-none?format=sources&id=${id}`),
  ]),
  record('/gnd-resolver/{address}', (id) => `/gnd-resolver/wikidata/${id}`),
  record('/pnd-resolver/{address}', (id) => `/pnd-resolver/wikidata/${id}`),
  fixed('/'),
  fixed('/sources'),
  list('/sources/{key}', 'a source', 1, () => random.pick(store.snapshot.sources)?.key ?? '', ([key]) => get(`/sources/${key}`)), // prettier-ignore
  fixed('/files'),
  fixed('/changes'),
  fixed('/changes.atom'),
  fixed('/reconcile/properties'),
  fixed('/sitemap.xml'),
  fixed('/sitemaps/{file}', '/sitemaps/0.xml'),
];

const dumps = mkdtempSync(join(tmpdir(), 'gnd-links-dearest-'));
writeGrownDumps(dumps, sample.entities.slice(0, 1000).map(({ card }) => card.gnd)); // prettier-ignore
const { directory } = bench;
const server = await startServerThread({ directory, dumps });
const priced = (await openDoors({ release: '0', dumps })).filter(({ quota }) => quota !== undefined);
/** Addresses that answer browsers with pages, and programs perhaps with a redirect. */
const forPeople = new Set(priced.filter(({ audience }) => audience === 'people').map(({ path }) => path));
const left = new Map<string, number>();

interface Measured {
  /** Least processor time of all repetitions, in milliseconds. */
  readonly milliseconds: number;
  readonly price: number;
  readonly quota: QuotaName;
  readonly status: number;
}

async function measure({ path, body, type = '' }: Request, address = '', repetitions = 2): Promise<Measured> {
  const accept = forPeople.has(address) ? 'text/html' : 'application/json, text/event-stream';
  const headers = { accept, ...(body !== undefined && { 'content-type': type }) }; // prettier-ignore
  const sent = { headers, redirect: 'manual', ...(body !== undefined && { method: 'POST', body }) } as const;
  const times: number[] = [];
  let [price, quota, status] = [0, '' as QuotaName, 0];
  while (times.length < repetitions) {
    const before = await server.cpuMilliseconds();
    const response = await fetch(server.url + path, sent);
    await response.arrayBuffer();
    times.push((await server.cpuMilliseconds()) - before);
    const [, name = '', rest = ''] = /"(\w+)";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '') ?? [];
    [price, quota, status] = [(left.get(name) ?? ROOMY) - Number(rest), name as QuotaName, response.status];
    left.set(name, Number(rest));
  }
  return { milliseconds: Math.min(...times), price, quota, status };
}

const drawn = (kind: Kind) => Array.from({ length: kind.parts > 20 ? kind.parts : 1 + random.below(kind.parts) }, kind.part); // prettier-ignore

function changed(parts: readonly string[], kind: Kind): readonly string[] {
  // Of a long list a tenth changes.
  const next = [...parts];
  for (let n = Math.ceil(parts.length / 20); n > 0; n -= 1) {
    const [place, way] = [random.below(next.length), random.below(kind.parts > 20 ? 1 : 3)];
    if (way === 2 && next.length > 1) next.splice(place, 1);
    else if (way === 1 && next.length < kind.parts) next.splice(place, 0, kind.part());
    else next[place] = kind.part();
  }
  return next;
}

/** The dearest words of former kinds, with which later ones begin. */
const dearWords: (readonly string[])[] = [];

/** The dearest request of a kind. */
async function dearestOf(
  kind: Kind,
): Promise<Measured & { readonly parts: readonly string[]; readonly tried: number }> {
  const found = new Map<string, Measured & { readonly parts: readonly string[] }>();
  const learn = async (all: readonly (readonly string[])[]) => {
    for (const parts of all) {
      const key = JSON.stringify(parts);
      if (!found.has(key)) found.set(key, { ...(await measure(kind.request(parts), kind.address)), parts });
    }
  };
  const dearest = () => [...found.values()].toSorted((a, b) => b.milliseconds - a.milliseconds);
  if (kind.part === wordPart) await learn(dearWords);
  await learn(
    Array.from({ length: kind.parts > 100 ? GENERATED / 8 : kind.parts > 20 ? GENERATED / 2 : GENERATED }, () =>
      drawn(kind),
    ),
  );
  for (let round = 0; round < ROUNDS; round += 1)
    await learn(dearest().slice(0, KEPT).flatMap(({ parts }) => Array.from({ length: kind.parts > 100 ? 1 : kind.parts > 20 ? 2 : CHANGES }, () => changed(parts, kind)))); // prettier-ignore
  const last: (Measured & { readonly parts: readonly string[] })[] = [];
  for (const { parts } of dearest().slice(0, LAST))
    last.push({ ...(await measure(kind.request(parts), kind.address, AGAIN)), parts });
  const [first] = last.toSorted((a, b) => b.milliseconds - a.milliseconds);
  if (first === undefined) throw new Error(`nothing was asked of ${kind.address}`);
  if (kind.part === wordPart)
    dearWords.push(
      ...dearest()
        .slice(0, KEPT)
        .map(({ parts }) => parts),
    );
  return { ...first, tried: found.size };
}

/** Median of searches for whole names. */
async function ordinary(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < ORDINARY; n += 1)
    times.push(
      (await measure(get(`/api/v1/search?q=${text((nameOf() ?? 'ab').slice(0, 200))}`), '', AGAIN)).milliseconds,
    );
  return times.toSorted((a, b) => a - b)[(ORDINARY - 1) / 2] ?? 1;
}

const LIMITS_FILE = join(import.meta.dirname, '../../docs/limits.md');
const TABLE = /(<!-- found: dearest -->)([^]*?)(<!-- end -->)/;
const written = readFileSync(LIMITS_FILE, 'utf8');
const cells = (line: string) => line.split('|').map((cell) => cell.trim()).slice(1); // prettier-ignore
const stated = new Map((TABLE.exec(written)?.[2] ?? '').split('\n').map(cells).map(([address, what, , times]) => [`${address} ${what}`, Number.parseFloat(times?.replaceAll(',', '') ?? '')])); // prettier-ignore

try {
  const missing = priced.filter(({ path }) => !KINDS.some(({ address }) => address === path));
  if (missing.length > 0) throw new Error(`no requests to ${missing.map(({ path }) => path).join(', ')}`);
  const units = [await ordinary(), await ordinary()].slice(1);
  const rows: string[][] = [];
  const examples: string[] = [];
  for (const kind of KINDS) {
    const { milliseconds, price, quota, status, parts, tried } = await dearestOf(kind);
    const unit = await ordinary();
    units.push(unit);
    const times = milliseconds / unit;
    const inMinute = times * Math.floor(DEFAULT_LIMITS[quota].quota / price);
    const { address, what } = kind;
    rows.push([`\`${address}\``, what, `${price} ${quota}`, digits(times), digits(inMinute)]);
    const was = stated.get(`\`${address}\` ${what}`);
    const isDearer = was !== undefined && times > TOLERANCE * Math.max(was, 1);
    if (isDearer) process.exitCode = 1;
    examples.push(`- ${address}, ${what}: ${tried} tried, status ${status}${isDearer ? `, **${(times / was).toFixed(1)} × the stated figure**` : ''}: \`${parts.slice(0, 14).join(' ').slice(0, 160).replaceAll('`', '')}\``); // prettier-ignore
    process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`);
  }
  const table = markdownTable(['address', 'request', 'costs', '× a search', '× in 60 s'], rows);
  bench.report.publish(
    bench.corpus,
    `Processor time in multiples of an ordinary search, the median of ${ORDINARY} for whole names beside each kind (${Math.min(...units).toFixed(2)}–${Math.max(...units).toFixed(2)} ms).\n\n${table}\n\n${examples.join('\n')}`,
  );
  if (process.argv.includes('--record')) {
    const renewed = `\n\nOver ${count(store.snapshot.counts.entities)} entities:\n\n${table}\n\n`;
    writeFileSync(LIMITS_FILE, written.replace(TABLE, (_, begin: string, __: string, end: string) => begin + renewed + end)); // prettier-ignore
  }
} finally {
  await server.stop();
  rmSync(dumps, { recursive: true });
  await bench.close();
}

/** Two significant digits, so that figures change only where the work does. */
function digits(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}

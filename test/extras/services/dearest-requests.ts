/** The most expensive request of each counted address: the longest list, the most candidates, the largest record. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GndId, packGndId } from '../../../src/core/model/gnd-id.ts';
import { changeIndexName } from '../../../src/shared/dumps/change-index.ts';
import { CHANGES_FILE, CHANGES_FOLDER, INDEX_FILE, LATEST } from '../../../src/shared/dumps/dump-folder.ts';
import type { Snapshot } from '../../../src/core/snapshot/store.ts';

export interface Dearest {
  /** Route of the address. */
  readonly route: string;
  /** Description in the document. */
  readonly what: string;
  readonly path: string;
  /** Body for POST. */
  readonly body?: string;
  readonly type?: string;
}

/** Identifier of the largest record of the sample. */
export const LARGEST = '118540238';
/** Identifier of “Drama”: descriptions of its works name their authors, whose names are looked up. */
const WORKS_OF_OTHERS = '4012899-4';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** A query of 200 characters. */
const WORDS = 'johann wolfgang goethe dichter weimar frankfurt faust werther '.repeat(4).slice(0, 200).trim();

const repeat = <T>(count: number, make: (place: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const call = (name: string, input: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });

/** Size of a folder of dumps after more than a year. */
const GROWN = { states: 400, files: 400 } as const;
/** Identifier of a state, from the oldest. */
const stateOf = (place: number) =>
  `${new Date(Date.UTC(2025, 0, 1 + place)).toISOString().slice(0, 10).replaceAll('-', '')}-00000000`;

/** Writes a folder of dumps with many states, each with its index of changes. @param ids that every state changed */
export function writeGrownDumps(folder: string, ids: readonly string[]): void {
  const gnds = [...new Set(ids)].map((id) => packGndId(id as GndId)).toSorted((a, b) => a - b);
  const index = Buffer.alloc(gnds.length * RECORD);
  for (const [place, gnd] of gnds.entries()) index.writeUIntBE(gnd, place * RECORD, 6);
  const lines = gnds.length + 1;
  mkdirSync(join(folder, CHANGES_FOLDER), { recursive: true });
  const at = (place: number) => ({ id: stateOf(place), date: parseDay(stateOf(place)) });
  const snapshots = repeat(GROWN.states, (place) => {
    const name = `changes-${stateOf(place)}-${stateOf(place + 1)}.jsonl.gz`;
    writeFileSync(join(folder, CHANGES_FOLDER, changeIndexName(name)), index);
    const counts = { added: 1, changed: 1, redirected: 1, deleted: 1, linksAdded: 1, linksRemoved: 1 };
    const to = at(place + 1);
    const file = { name, bytes: 1, lines, sha256: '0'.repeat(64) };
    return { at: `${to.date}T03:00:00Z`, apiVersion: '1.0.0', from: at(place), to, file, counts };
  }).toReversed();
  writeFileSync(join(folder, CHANGES_FILE), JSON.stringify({ snapshots }));
  const newest = stateOf(GROWN.states);
  mkdirSync(join(folder, newest));
  symlinkSync(newest, join(folder, LATEST));
  const files = repeat(GROWN.files, (place) => ({
    name: `links/collection-${place}.tsv.gz`,
    bytes: 1,
    lines: 1,
    sha256: '0'.repeat(64),
    licences: [],
  }));
  const head = { version: 1, snapshot: { ...at(GROWN.states), builtAt: '2026-02-05T03:00:00Z' }, apiVersion: '1.0.0' };
  const counts = { entities: 1, links: 1 };
  writeFileSync(
    join(folder, newest, INDEX_FILE),
    JSON.stringify({ ...head, counts, links: { dumped: 1, leftOut: 0 }, leftOut: [], files }),
  );
}

const parseDay = (state: string) => `${state.slice(0, 4)}-${state.slice(4, 6)}-${state.slice(6, 8)}`;
/** Bytes of a record of an index of changes. */
const RECORD = 17;

const NAME = 'Goethe, Johann Wolfgang von';
const PROPERTIES = ['placeOfBirth', 'professionOrOccupation'].map((pid) => ({ pid, v: 'Frankfurt am Main' }));
const QUERIES = Object.fromEntries(
  repeat(50, (place) => [`q${place}`, { query: NAME, limit: 50, properties: PROPERTIES }]),
);
/** @param ids identifiers of a thousand entities */
export function dearestRequests({ categories, collections }: Snapshot, ids: readonly string[]): readonly Dearest[] {
  const list = ids.slice(0, 100).join(',');
  const properties = ['variantName', 'placeOfBirth', ...categories.map(({ key }) => `links:${key}`)];
  const extension = {
    // The same record fifty times in different spellings.
    ids: repeat(50, (place) => LARGEST + ' '.repeat(place)),
    properties: [...properties, ...collections.map(({ key }) => key)].slice(0, 100).map((id) => ({ id })),
  };
  const record = 'the largest record';
  const page = (route: string, path: string, what = record): Dearest => ({ route, path, what });
  const post = (route: string, what: string, body: string, type = JSON_TYPE): Dearest => ({
    route,
    path: route,
    what,
    body,
    type,
  });
  const formOf = (name: string, value: unknown) => `${name}=${encodeURIComponent(JSON.stringify(value))}`;
  const lists = ['pnd-aks', 'gnd'].flatMap((name) => [
    page(`/seealso/${name}`, `/seealso/${name}?format=sources&id=${LARGEST}`),
    page(`/seealso/${name}/{exclusions}`, `/seealso/${name}/-none?format=sources&id=${LARGEST}`),
  ]);
  return [
    page('/api/v1/gnd/{gnd}/links', `/api/v1/gnd/${LARGEST}/links`),
    page('/api/v1/search', `/api/v1/search?q=johann&limit=100`, '100 results'),
    page('/api/v1/search', `/api/v1/search?q=${encodeURIComponent(WORDS)}&limit=100`, '200 characters'),
    page('/suggest', '/suggest?q=johann', '10 suggestions'),
    page('/relations/{gnd}', `/relations/${LARGEST}?limit=20`, 'the first 20 of each group'),
    page('/relations/{gnd}', `/relations/${LARGEST}?group=works&limit=100`, '100 of a group'),
    page('/api/v1/coverage', `/api/v1/coverage?ids=${list}`, '100 identifiers'),
    page('/gnd/{gnd}', `/gnd/${LARGEST}`),
    page('/gnd/{gnd}/relations', `/gnd/${WORKS_OF_OTHERS}/relations`, 'works of several persons'),
    page('/embed/{gnd}', `/embed/${LARGEST}`),
    page('/search', '/search?q=johann', '20 results'),
    page('/search', '/search?q=der&type=Work', 'works'),
    page('/', '/', 'three examples'),
    page('/coverage', '/coverage', 'an example of a list'),
    page('/sources', '/sources', 'all sources'),
    page('/sources/{key}', '/sources/gnd-persons', 'a source'),
    page('/sitemap.xml', '/sitemap.xml', 'the index'),
    page('/sitemaps/{file}', '/sitemaps/0.xml', '50,000 entities'),
    ...lists,
    page('/gnd-resolver/{address}', `/gnd-resolver/wikidata/${LARGEST}`),
    page('/pnd-resolver/{address}', `/pnd-resolver/wikidata/${LARGEST}`),
    page('/resolve', `/resolve?ids=${repeat(100, () => 'Q5879').join(',')}`, '100 values'),
    post('/resolve', '1,000 values', JSON.stringify(repeat(1000, () => 'Q5879'))),
    post(
      '/resolve',
      'all entities to everything',
      JSON.stringify({ ids, to: ['*', 'links'], relation: ['sameAs', 'about'] }),
    ),
    post(
      '/resolve',
      '1,000 times the largest record',
      JSON.stringify({ ids: repeat(1000, () => LARGEST), to: ['*', 'links'], relation: ['sameAs', 'about'] }),
    ),
    post('/reconcile', '50 queries, 50 candidates each', formOf('queries', QUERIES), FORM_TYPE),
    post('/reconcile', '50 identifiers, 100 properties', formOf('extend', extension), FORM_TYPE),
    page('/reconcile/suggest/{kind}', '/reconcile/suggest/entity?prefix=johann&limit=50', '50 suggestions'),
    page('/reconcile/properties', '/reconcile/properties', 'all properties'),
    page('/reconcile/preview/{id}', `/reconcile/preview/${LARGEST}`),
    page('/reconcile/preview', `/reconcile/preview?id=${LARGEST}`),
    page('/changes', '/changes', `${GROWN.states} states`),
    page('/changes.atom', '/changes.atom', '100 entries'),
    page('/files', '/files', `${GROWN.files} files`),
    post('/changes/for', `1,000 identifiers in ${GROWN.states} files`, JSON.stringify({ ids, since: stateOf(0) })),
    post('/mcp', '20 names', call('match_names', { names: repeat(20, () => ({ name: NAME })) })),
    post('/mcp', 'a search', call('search_entities', { query: 'johann', limit: 20 })),
    post('/mcp', 'the largest record', call('get_links', { gnd: LARGEST, categories: ['library_catalogue'] })),
    post('/mcp', '50 values', call('resolve_identifiers', { identifiers: repeat(50, () => 'Q5879') })),
  ];
}

/** The bundled sample is made from its tables, with valid identifiers, in the form of real dumps. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeFiles } from '../sample/make.ts';
import { readTable, readTables, type Redirections } from '../sample/maker/facts.ts';
import { hasValidCheckCharacter, isGndId } from '../src/core/model/gnd-id.ts';

const SAMPLE = fileURLToPath(new URL('../sample', import.meta.url));
const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const DUMPS = ['person', 'koerperschaft', 'kongress', 'geografikum', 'sachbegriff', 'werk'];

interface JsonNode {
  readonly '@id': string;
  readonly '@type'?: readonly string[];
  readonly [property: string]: unknown;
}
interface RegisterEntry {
  readonly key: string;
  readonly kind: string;
  readonly origin: { readonly format: string };
  readonly licence: { readonly spdx?: string; readonly statement: string };
  readonly file?: string;
  readonly state?: 'retired';
  readonly beacon?: object;
}

function readData(name: string): Buffer {
  const bytes = readFileSync(join(SAMPLE, 'data', name));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

function dumpText(name: string): string {
  return readData(`authorities-gnd-${name}_lds.jsonld${name === 'person' ? '.gz' : ''}`).toString();
}

const chunksOf = new Map(DUMPS.map((name) => [name, JSON.parse(dumpText(name)) as JsonNode[][]]));
const nodes = new Map([...chunksOf.values()].flat(2).map((node) => [node['@id'], node]));
const tables = readTables();
const entities = Object.values(tables).flat();
const register = (parse(readFileSync(join(SAMPLE, 'sources.yaml'), 'utf8')) as { sources: RegisterEntry[] }).sources;
describe('the files of the sample', () => {
  it('are those generated from the tables', () => {
    const made = makeFiles();
    expect(readdirSync(join(SAMPLE, 'data')).toSorted()).toEqual([...made.keys()].toSorted());
    for (const [name, bytes] of made) {
      const expected = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      expect(readData(name).equals(expected), `${name}: run node sample/make.ts`).toBe(true);
    }
  });

  it('carry no time in the gzip header', () => {
    const packed = readdirSync(join(SAMPLE, 'data')).filter((name) => name.endsWith('.gz'));
    expect(packed).not.toHaveLength(0);
    for (const name of packed) expect(readFileSync(join(SAMPLE, 'data', name)).readUInt32LE(4)).toBe(0);
  });

  it('stay below one megabyte together with their tables', () => {
    const sizes = readdirSync(SAMPLE, { recursive: true, encoding: 'utf8' }).map((name) =>
      statSync(join(SAMPLE, name)),
    );
    expect(sizes.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)).toBeLessThan(1_000_000);
  });

  it('are exactly those that the register names', () => {
    const active = register.filter(({ state }) => state !== 'retired');
    const named = active.map(({ file = '' }) => file.replace('data/', ''));
    expect(named.toSorted()).toEqual(readdirSync(join(SAMPLE, 'data')).toSorted());
    expect(new Set(register.map(({ key }) => key)).size).toBe(register.length);
    for (const { origin, kind, licence } of active) {
      expect(kind).toBe(
        {
          'gnd-jsonld': 'entities',
          'entity-facts': 'entities',
          beacon: 'links',
          'skos-jsonld': 'links',
          redirects: 'redirects',
        }[origin.format],
      );
      const isList = origin.format === 'beacon';
      expect(isList ? licence.statement : licence.spdx).toBe(isList ? 'not stated' : 'CC0-1.0');
    }
  });
});

describe('the facts of the sample', () => {
  it('name every entity once', () => {
    expect(new Set(entities.map(({ gnd }) => gnd)).size).toBe(entities.length);
  });

  it('have only identifiers with the right check character', () => {
    const { merged, deleted } = readTable<Redirections>('redirects');
    const ids = [
      ...entities.flatMap(({ gnd, absorbed }) => [gnd, ...(absorbed ?? [])]),
      ...Object.entries(merged).flat(),
      ...deleted,
      ...Object.keys(readTable<object>('labels')),
    ];
    expect(ids.filter((id) => !isGndId(id) || !hasValidCheckCharacter(id))).toEqual([]);
  });

  it('refer only to entities with known names', () => {
    const known = new Set([...entities.map(({ gnd }) => gnd), ...Object.keys(readTable<object>('labels'))]);
    const referred = entities.flatMap((entry) => [
      entry.birthPlace,
      entry.deathPlace,
      entry.inPlace,
      entry.broader,
      entry.instanceOf,
      entry.author,
      entry.composer,
      entry.form,
      entry.preceding,
      entry.succeeding,
      entry.superior,
      ...[entry.professions, entry.activePlaces, entry.friends, entry.places].map((ids) => ids ?? []).flat(),
      ...Object.keys(entry.relatives ?? {}),
    ]);
    expect(referred.filter((id) => id !== undefined && !known.has(id))).toEqual([]);
  });
});

describe.each(DUMPS)('the dump %s', (name) => {
  const chunks = chunksOf.get(name) ?? [];

  it('is an array of arrays with the white space of Jackson', () => {
    const text = dumpText(name);
    expect(text.startsWith('[[ {\n  "@id" : "')).toBe(true);
    expect(text.endsWith('} ]]\n')).toBe(true);
    expect(
      text
        .split('\n')
        .filter(
          (line) => !/^(?:\[\[ \{|\}, \{|\} \](?:,\[ \{|\])|| {2}".*| {4}".*| {2}\}, \{| {2}\} \],?|\}|)$/.test(line),
        ),
    ).toEqual([]);
  });

  it('has decomposed text', () => {
    expect(dumpText(name)).toBe(dumpText(name).normalize('NFD'));
  });

  it('has the nodes of a chunk sorted, blank ones first', () => {
    for (const chunk of chunks) {
      const ids = chunk.map((node) => node['@id']);
      expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
    }
  });

  it('has every blank node within its chunk', () => {
    for (const chunk of chunks) {
      const declared = new Set(chunk.map((node) => node['@id']).filter((id) => id.startsWith('_:')));
      const used = new Set(
        [...JSON.stringify(chunk).matchAll(/\[\{"@id":"(_:[^"]+)"|,\{"@id":"(_:[^"]+)"\}/g)].map(
          (match) => match[1] ?? match[2] ?? '',
        ),
      );
      expect([...declared].filter((id) => !used.has(id))).toEqual([]);
    }
  });

  it('has an about node for every record', () => {
    const records = chunks.flat().filter((node) => node[`${GNDO}gndIdentifier`] !== undefined);
    expect(records.length).toBeGreaterThan(10);
    for (const node of records) expect(nodes.has(`${node['@id']}/about`)).toBe(true);
  });
});

/** The bundled sample is made from its tables, with valid identifiers, in the form of real dumps. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeFiles } from '../sample/make.ts';
import { readTable, readTables, type Redirections } from '../sample/maker/facts.ts';
import { hasValidCheckDigit, isGndId } from '../src/core/model/gnd-id.ts';

const SAMPLE = fileURLToPath(new URL('../sample', import.meta.url));
const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const DUMPS = ['person', 'koerperschaft', 'kongress', 'geografikum', 'sachbegriff', 'werk'];

interface JsonNode {
  readonly '@id': string;
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

  it('have only identifiers with the right check digit', () => {
    const { merged, deleted } = readTable<Redirections>('redirects');
    const ids = [
      ...entities.flatMap(({ gnd, absorbed }) => [gnd, ...(absorbed ?? [])]),
      ...Object.entries(merged).flat(),
      ...deleted,
      ...Object.keys(readTable<object>('labels')),
    ];
    expect(ids.filter((id) => !isGndId(id) || !hasValidCheckDigit(id))).toEqual([]);
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

describe.each(DUMPS)('the dump %s has, as the real ones,', (name) => {
  const text = dumpText(name);
  const chunks = JSON.parse(text) as JsonNode[][];

  it('decomposed text in an array of arrays, with the white space of Jackson', () => {
    expect(text).toBe(text.normalize('NFD'));
    expect(text).toMatch(/^\[\[ \{\n {2}"@id" : "[^]*\} \]\]\n$/);
    const line = /^(?:\[\[ \{|\}, \{|\} \](?:,\[ \{|\])|| {2}".*| {4}".*| {2}\}, \{| {2}\} \],?|\}|)$/;
    expect(text.split('\n').filter((one) => !line.test(one))).toEqual([]);
  });

  it('the nodes of a chunk sorted, and its blank nodes used in it', () => {
    for (const chunk of chunks) {
      const ids = chunk.map((node) => node['@id']);
      expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
      const used = new Set(Array.from(JSON.stringify(chunk).matchAll(/[[,]\{"@id":"(_:[^"]+)"\}/g), ([, id]) => id));
      expect(ids.filter((id) => id.startsWith('_:') && !used.has(id))).toEqual([]);
    }
  });

  it('an about node for every record', () => {
    const nodes = chunks.flat();
    const ids = new Set(nodes.map((node) => node['@id']));
    const records = nodes.filter((node) => node[`${GNDO}gndIdentifier`] !== undefined);
    expect(records.length).toBeGreaterThan(10);
    for (const record of records) expect(ids).toContain(`${record['@id']}/about`);
  });
});

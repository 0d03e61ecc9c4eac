/** The generated dumps are readable, valid and reproducible. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Files, PARTS, writePart } from '../../bench/generate/dumps.ts';
import { ENTITY_FACTS_FILE } from '../../bench/generate/entity-facts.ts';
import { createIds } from '../../bench/generate/ids.ts';
import { dumpFile } from '../../bench/generate/jsonld.ts';
import { countKinds, type Kind, KINDS, supplementOf } from '../../bench/generate/kinds.ts';
import { LINK_LISTS } from '../../bench/generate/links.ts';
import { type GndId, hasValidCheckDigit, isGndId } from '../../src/core/model/gnd-id.ts';
import { openInput } from '../../src/build/sources/readers/input.ts';
import type { Defect, EntityStatement, Statement } from '../../src/build/sources/readers/reader.ts';
import { READERS } from '../../src/build/sources/readers/readers.ts';
import type { Format } from '../../src/build/sources/register/register.ts';
import { temporaryForFile } from '../temporary.ts';

const ENTITIES = 800;
const CHUNK = 100;

const out = temporaryForFile();
let files: Files;
beforeAll(async () => {
  files = await writeAll(out, 7);
});

async function writeAll(folder: string, seed: number): Promise<Files> {
  const settings = { entities: ENTITIES, seed, chunk: CHUNK, out: folder };
  return Object.assign({}, ...(await Promise.all(PARTS.map((part) => writePart(part, settings))))) as Files;
}

async function read(format: Format, file: string) {
  const all: Statement[] = [];
  for await (const batch of READERS[format].read(openInput(join(out, file)), {})) all.push(...batch);
  return {
    defects: all.filter((statement): statement is Defect => statement.kind === 'defect'),
    entities: all.filter((statement): statement is EntityStatement => statement.kind === 'entity'),
    links: all.filter(({ kind }) => kind === 'link'),
  };
}

describe('a generated set', () => {
  it.each(KINDS)('has a dump of %s without a defect', async (kind) => {
    const { defects, entities } = await read('gnd-jsonld', dumpFile(kind));
    expect(defects).toEqual([]);
    expect(entities).toHaveLength(countKinds(ENTITIES)[kind]);
    expect(new Set(entities.map(({ gnd }) => gnd)).size).toBe(entities.length);
  });

  it('has Entity Facts without a defect', async () => {
    expect((await read('entity-facts', ENTITY_FACTS_FILE)).defects).toEqual([]);
  });

  it.each(LINK_LISTS)('has the list $key with no other flaws than the intended ones', async ({ key, encoding }) => {
    const tally = files[`${key}.txt`];
    if (tally === undefined || !('lines' in tally)) throw new Error('the list was not counted');
    const { defects, links } = await read('beacon', `${key}.txt`);
    expect(links).toHaveLength(tally.lines - tally.malformed);
    const unmeant = defects.filter(({ severity, reason }) => severity !== 'record' && !(reason === 'not_utf8' && encoding));
    expect(unmeant).toEqual([]);
    expect(defects.filter(({ severity }) => severity === 'record')).toHaveLength(tally.malformed);
  }); // prettier-ignore

  it('has the same bytes for the same seed', async () => {
    const again = join(out, 'again');
    await writeAll(again, 7);
    for (const name of Object.keys(files)) {
      expect(readFileSync(join(out, name)).equals(readFileSync(join(again, name))), name).toBe(true);
    }
  });

  it.each(KINDS)('has a dump of %s with chunks, order and decomposed letters as in the real one', (kind) => {
    const text = gunzipSync(readFileSync(join(out, dumpFile(kind)))).toString();
    const chunks = JSON.parse(text) as { readonly '@id': string }[][];
    expect(text).toMatch(/^\[\[ \{\n {2}"@id" : "/);
    expect(text).toBe(text.normalize('NFD'));
    expect(chunks).toHaveLength(Math.ceil(countKinds(ENTITIES)[kind] / CHUNK));
    for (const keys of chunks.flatMap((chunk) => [chunk.map((node) => node['@id']), ...chunk.map(Object.keys)])) {
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
    }
  });
});

it('generated identifiers are valid and unique, also those of absorbed and of unknown records', () => {
  const counts = countKinds(20_000);
  const ids = createIds(1, counts);
  const ofKind = (kind: Kind) =>
    Array.from({ length: counts[kind] + supplementOf(kind, counts[kind]) }, (_, i) => [ids.of(kind, i), ...ids.former(kind, i)]);
  const all = [...KINDS.flatMap(ofKind).flat(), ...Array.from({ length: 1000 }, (_, i) => ids.stranger(i))];
  expect(all.filter((id) => !isGndId(id) || !hasValidCheckDigit(id as GndId))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
}); // prettier-ignore

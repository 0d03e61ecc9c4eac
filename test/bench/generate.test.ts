/** Holds the generator of made-up dumps to what it promises: readable, valid, repeatable, and distributed like the GND. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Corpus, createCorpus } from '../../bench/generate/entity.ts';
import { createIds, MOST_FORMER } from '../../bench/generate/ids.ts';
import { DUMP_FILES } from '../../bench/generate/jsonld.ts';
import { countKinds, KINDS, supplementOf } from '../../bench/generate/kinds.ts';
import { LINK_LISTS } from '../../bench/generate/link-lists.ts';
import { ENTITY_FACTS_FILE } from '../../bench/generate/entity-facts.ts';
import { type Files, PARTS, writePart } from '../../bench/generate/parts.ts';
import { createPermutation } from '../../bench/generate/random.ts';
import { printRegister } from '../../bench/generate/register.ts';
import { buildSnapshot } from '../../src/ingest/build.ts';
import { SILENT } from '../../src/ingest/progress.ts';
import { type GndId, hasValidCheckCharacter, isGndId } from '../../src/model/gnd-id.ts';
import { openInput } from '../../src/readers/input.ts';
import type { Defect, EntityStatement, Statement } from '../../src/readers/reader.ts';
import { type Format, READERS } from '../../src/readers/readers.ts';
import { loadRegister } from '../../src/register/register.ts';

const ENTITIES = 2000;
const SETTINGS = { entities: ENTITIES, seed: 7, chunk: 300 };

let out: string;
let files: Files;

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'gnd-links-test-'));
  files = await writeAll(out);
});

afterAll(() => rmSync(out, { recursive: true, force: true }));

async function writeAll(folder: string, seed = SETTINGS.seed): Promise<Files> {
  const written = await Promise.all(PARTS.map((part) => writePart(part, { ...SETTINGS, seed, out: folder })));
  return Object.assign({}, ...written) as Files;
}

async function statements(format: Format, file: string): Promise<readonly Statement[]> {
  const all: Statement[] = [];
  for await (const batch of READERS[format].read(openInput(join(out, file)), {})) all.push(...batch);
  return all;
}

const defects = (all: readonly Statement[]) =>
  all.filter((statement): statement is Defect => statement.kind === 'defect');
const entities = (all: readonly Statement[]) =>
  all.filter((statement): statement is EntityStatement => statement.kind === 'entity');
const dump = (kind: (typeof KINDS)[number]) => gunzipSync(readFileSync(join(out, DUMP_FILES[kind]))).toString();

describe('a generated set', () => {
  it.each(KINDS)('has %s that the reader accepts without a defect', async (kind) => {
    const all = await statements('gnd-jsonld', DUMP_FILES[kind]);
    expect(defects(all)).toEqual([]);
    expect(entities(all)).toHaveLength(countKinds(ENTITIES)[kind]);
    expect(new Set(entities(all).map(({ gnd }) => gnd)).size).toBe(countKinds(ENTITIES)[kind]);
  });

  it('has Entity Facts without a defect, of nine tenths and a few more, that agree with the dumps', async () => {
    const all = await statements('entity-facts', ENTITY_FACTS_FILE);
    expect(defects(all)).toEqual([]);
    const known = new Map(
      (await Promise.all(KINDS.map((kind) => statements('gnd-jsonld', DUMP_FILES[kind]))))
        .flatMap(entities)
        .map((entity) => [entity.gnd, entity]),
    );
    const twins = entities(all).filter(({ gnd }) => known.has(gnd));
    expect(twins.length / (ENTITIES * 0.925)).toBeCloseTo(0.91, 1);
    expect(entities(all).length - twins.length).toBeGreaterThan(5);
    const renamed = twins.filter(({ gnd, preferredName }) => known.get(gnd)?.preferredName !== preferredName);
    expect(renamed.length / twins.length).toBeLessThan(0.03);
    expect(twins.every(({ gnd, type }) => known.get(gnd)?.type === type)).toBe(true);
  });

  it.each(LINK_LISTS)('has the list $key with no other flaws than those meant', async ({ key, encoding }) => {
    const tally = files[`${key}.txt`];
    if (tally === undefined || !('lines' in tally)) throw new Error('the list was not counted');
    const all = await statements('beacon', `${key}.txt`);
    expect(all.filter(({ kind }) => kind === 'link')).toHaveLength(tally.lines - tally.malformed);
    const unmeant = defects(all).filter(({ severity, reason }) => severity !== 'record' && reason !== 'not_utf8');
    expect(unmeant).toEqual([]);
    expect(defects(all).filter(({ severity }) => severity === 'record')).toHaveLength(tally.malformed);
    if (encoding === undefined) expect(defects(all).filter(({ reason }) => reason === 'not_utf8')).toEqual([]);
  });

  it('is built as its register says, every link of a known collection', async () => {
    writeFileSync(join(out, 'register.yaml'), printRegister(new Set(Object.keys(files))));
    const config = join(import.meta.dirname, '../../config');
    const sources = await loadRegister(join(out, 'register.yaml'), new Set());
    const { report } = await buildSnapshot({
      sources,
      config,
      out: join(out, 'snapshots'),
      release: 'test',
      now: new Date('2026-11-20'),
      progress: SILENT,
    });
    expect(report.unknownHosts).toEqual({});
    expect(report.conflicts).toEqual({});
    expect(report.counts.links / report.counts.entities).toBeGreaterThan(3.5);
    expect(report.counts.links / report.counts.entities).toBeLessThan(4.5);
  });

  it('has the same bytes for the same seed, and others for another', async () => {
    const [again, other] = [join(out, 'again'), join(out, 'other')];
    await writeAll(again);
    await writeAll(other, 8);
    for (const name of Object.keys(files)) {
      const bytes = readFileSync(join(out, name));
      expect(bytes.equals(readFileSync(join(again, name))), name).toBe(true);
      if (name !== 'fackel-texte.txt') expect(bytes.equals(readFileSync(join(other, name))), name).toBe(false);
    }
  });
});

describe('the framing of the dumps', () => {
  it.each(KINDS)('of %s is that of the real printer', (kind) => {
    const text = dump(kind);
    const chunks = JSON.parse(text) as { readonly '@id': string }[][];
    expect(text).toBe(`[${chunks.map(jackson).join(',')}]`);
    expect(chunks).toHaveLength(Math.ceil(countKinds(ENTITIES)[kind] / SETTINGS.chunk));
    for (const chunk of chunks) {
      const ids = chunk.map((node) => node['@id']);
      expect(ids).toEqual(ids.toSorted(byCodePoint));
      for (const node of chunk) expect(Object.keys(node)).toEqual(Object.keys(node).toSorted(byCodePoint));
    }
  });

  it('is decomposed', () => {
    expect(dump('persons')).toBe(dump('persons').normalize('NFD'));
    expect(dump('persons')).toMatch(/u\u0308/);
  });
});

/** Like `JSON.stringify(value, null, 2)`, but blanks on both sides of a colon, and arrays neither broken nor indented. */
function jackson(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(jackson).join(', ')} ]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const lines = Object.entries(value).map(([key, member]) => {
    const text = Array.isArray(member) ? jackson(member).replaceAll('\n', '\n  ') : jackson(member);
    return `  ${JSON.stringify(key)} : ${text}`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : 1;
}

describe('identifiers', () => {
  it('are valid and given once, those of absorbed records and of nobody included', () => {
    const counts = countKinds(20_000);
    const ids = createIds(1, counts);
    const all: string[] = Array.from({ length: 1000 }, (_, i) => ids.stranger(i));
    for (const kind of KINDS) {
      for (let i = 0; i < counts[kind] + supplementOf(kind, counts[kind]); i += 1) {
        all.push(ids.of(kind, i));
        if (i >= counts[kind]) continue;
        for (let which = 0; which < MOST_FORMER; which += 1) {
          const former = ids.former(kind, i, which);
          if (former !== undefined) all.push(former);
        }
      }
    }
    expect(all.filter((id) => !isGndId(id) || !hasValidCheckCharacter(id as GndId))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('do not run out at ten million entities', () => {
    const counts = countKinds(10_000_000);
    const ids = createIds(1, counts);
    for (const kind of KINDS) expect(isGndId(ids.of(kind, counts[kind] - 1))).toBe(true);
    expect(() => createIds(1, countKinds(40_000_000))).toThrow(RangeError);
  });

  it.each([1, 2, 100, 1_000_000, 40_000_000])('are shuffled one to one, %d of them', (size) => {
    const permutation = createPermutation(size, 4_000_000_000);
    for (const position of [0, Math.floor(size / 3), size - 1]) {
      expect(permutation.indexOf(permutation.at(position))).toBe(position);
    }
  });
});

describe('the distributions', () => {
  let corpus: Corpus;
  beforeAll(() => {
    corpus = createCorpus(1, 50_000);
  });

  const shareOf = (kind: (typeof KINDS)[number], test: (index: number) => boolean): number => {
    const count = corpus.counts[kind];
    let found = 0;
    for (let i = 0; i < count; i += 1) if (test(i)) found += 1;
    return found / count;
  };
  const name = (kind: (typeof KINDS)[number], index: number): string => corpus.naming(kind, index).name.text;

  it.each([
    ['Müller among persons', 0.008, 0.018, () => shareOf('persons', (i) => name('persons', i).startsWith('Müller'))],
    ['Johann among persons', 0.04, 0.08, () => shareOf('persons', (i) => /\bJohann\b/.test(name('persons', i)))],
    ['umlauts among persons', 0.05, 0.15, () => shareOf('persons', (i) => /[äöüß]/i.test(name('persons', i)))],
    ['universities among bodies', 0.2, 0.35, () => shareOf('bodies', (i) => name('bodies', i).includes('Universität'))],
    [
      'series among conferences',
      0.13,
      0.16,
      () => shareOf('conferences', (i) => !name('conferences', i).endsWith(')')),
    ],
    ['absorbing records', 0.04, 0.06, () => shareOf('persons', (i) => corpus.former('persons', i).length > 0)],
    ['no variants', 0.45, 0.62, () => shareOf('persons', (i) => corpus.entity('persons', i).variants.length === 0)],
    ['ten characters', 0.54, 0.56, () => shareOf('persons', (i) => corpus.ids.of('persons', i).length === 10)],
    [
      'VIAF',
      0.95,
      0.99,
      () => shareOf('persons', (i) => corpus.entity('persons', i).links[0]?.collection.code === 'VIAF'),
    ],
  ] as const)('have a likely share: %s', (_, least, most, share) => {
    expect(share()).toBeGreaterThan(least);
    expect(share()).toBeLessThan(most);
  });

  it('make the first of a kind the most prominent', () => {
    const links = (index: number): number => corpus.entity('persons', index).links.length;
    expect(links(0)).toBeGreaterThan(5);
    expect(corpus.prominence('persons', 0)).toBeGreaterThan(corpus.prominence('persons', 100));
    expect(corpus.prominence('persons', 30_000)).toBe(0);
  });
});

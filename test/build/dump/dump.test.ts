/** A dump of the sample has the data of the service without withheld lists, and exists as a whole or not at all. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import rdf from 'jsonld';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { StatusAnswer } from '../../../src/core/interface/register-schemas.ts';
import { MATCHES, skosMatch } from '../../../src/core/model/link.ts';
import { cleanText } from '../../../src/core/model/text.ts';
import { linkTriple } from '../../../src/build/runs/dump/n-triples.ts';
import { type LinkKind, linkRow, writeBeaconList } from '../../../src/build/runs/dump/beacon-list.ts';
import { dumpSnapshot } from '../runs/running.ts';
import type { DumpedAnswer, DumpedLink } from '../../../src/build/runs/dump/redistribution.ts';
import { HEADER_FILE, readHeader } from '../../../src/core/snapshot/header.ts';
import { locateSnapshot } from '../../../src/core/snapshot/directory.ts';
import { shareFiles } from '../../../src/build/ingest/snapshot/snapshot-folder.ts';
import { createClient } from '../../../src/extras/client/client.js';
import type { LinkStatement } from '../../../src/build/sources/readers/reader.ts';
import { sampleForTest } from '../../docs/sample-service.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';
import { readGzipLines, readIndex, readList, sumsOf } from './reading.ts';

/** The head of a file of mappings. */
interface MappingHead {
  readonly curie_map: Readonly<Record<string, string>>;
  readonly license: string;
}

const sample = () => locateSnapshot(inject('sample'));

/** The sample, in which the operator declares for sources whether they may be redistributed. */
async function sampleWith(wordFor: (key: string) => boolean | undefined, to: string): Promise<string> {
  const from = await sample();
  await shareFiles(from, to);
  const header = await readHeader(from);
  const sources = header.sources.map((source) => {
    const word = wordFor(source.key);
    return word === undefined ? source : { ...source, redistributable: word };
  });
  const file = join(to, HEADER_FILE);
  rmSync(file);
  writeFileSync(file, JSON.stringify({ ...header, sources }));
  return to;
}

const folder = temporaryForFile();
const onlyKalliope = (key: string) => (key === 'kalliope' ? true : undefined);
/** Dumps of the sample: all lists released by a service with an address, one list released, and as it is. */
let [released, partial, plain] = ['', '', ''];
beforeAll(async () => {
  const place = (name: string) => join(folder, name);
  const baseUrl = 'https://gnd.example.org';
  released = await dumpSnapshot(await sampleWith(() => true, place('released')), { out: place('all'), baseUrl });
  partial = await dumpSnapshot(await sampleWith(onlyKalliope, place('partial')), { out: place('some') });
  plain = await dumpSnapshot(await sample(), { out: place('plain') });
});

function answersOf(dump: string): readonly DumpedAnswer[] {
  return readGzipLines(join(dump, 'answers.jsonl.gz')).map((line) => JSON.parse(line) as DumpedAnswer);
}

/** The links of answers, each with the identifier of its entity. */
const linksOf = (answers: readonly DumpedAnswer[]) =>
  answers.flatMap(({ entity: { gnd }, links: { categories } }) =>
    categories.flatMap(({ items }) => items.map((item) => ({ ...item, gnd }))),
  );

/** Unfolds links into BEACON: a link with hits and a note has two lines, and a note of all links is in the header. */
function foldLines(statements: readonly LinkStatement[]): readonly (readonly unknown[])[] {
  const lines = Map.groupBy(statements, ({ gnd, url }) => `${gnd} ${url}`);
  return [...lines.values()].map((own) => {
    const [{ gnd, url, relation } = statements[0] as LinkStatement] = own;
    const first = <T>(read: (line: LinkStatement) => T | undefined) =>
      own.map(read).find((value) => value !== undefined);
    return [
      gnd,
      url,
      relation,
      first(({ hits }) => hits),
      first((line) => line.annotation) ?? first((line) => line.message),
    ];
  });
}

describe('a dump', () => {
  it('has the data that /status counts and /links answers', async () => {
    const service = await sampleForTest();
    const index = readIndex(released);
    const status = (await (await fetch(`${service.url}/api/v1/status`)).json()) as StatusAnswer;
    expect(index.counts).toMatchObject(status.snapshot.counts);
    const entries = Object.fromEntries(index.files.map((file) => [file.name, file.entries ?? file.lines]));
    expect(entries).toMatchObject({
      'answers.jsonl.gz': index.counts.entities,
      'labels.tsv.gz': index.counts.entities,
      'redirects.tsv.gz': index.counts.redirects,
      'deletions.tsv.gz': index.counts.deletions,
      'links.tsv.gz': index.counts.links,
    });
    for (const { name, columns } of index.files.filter((file) => file.columns !== undefined))
      expect(readGzipLines(join(released, name))[0]).toBe(columns?.join('\t'));
    const tables = index.files.filter(({ name }) => /^links\/.*\.tsv\.gz$/.test(name));
    expect(tables.reduce((sum, { links = 0 }) => sum + links, 0)).toBe(index.counts.links);
    expect(index).toMatchObject({
      headline: { en: 'All links' },
      links: { dumped: index.counts.links, leftOut: 0 },
      leftOut: [],
    });
    for (const { name, lines: stated } of index.files) {
      const lines = readGzipLines(join(released, name));
      expect(lines).toHaveLength(stated);
      const data = lines.filter((line) => !line.startsWith('#')).slice(Number(name.endsWith('.tsv.gz')));
      expect(data, name).toHaveLength(entries[name] ?? 0);
    }
    for (const answer of answersOf(released).slice(0, 20)) {
      const asked = (await (await fetch(`${service.url}/api/v1/gnd/${answer.entity.gnd}/links`)).json()) as object;
      const { leftOut, ...links } = answer.links;
      expect([leftOut, { ...answer, links, requested: answer.entity.gnd }]).toEqual([0, asked]);
    }
  });

  it('has all links as valid N-Triples', async () => {
    const text = readGzipLines(join(released, 'links.nt.gz')).join('\n');
    const options = { format: 'application/n-quads', useNativeTypes: false } as const;
    const nodes = (await rdf.fromRDF(text as unknown as object, options)) as readonly Record<string, unknown>[];
    const read = nodes.flatMap(({ '@id': subject, ...rest }) =>
      Object.entries(rest).flatMap(([predicate, objects]) =>
        (objects as readonly { '@id': string }[]).map((object) => [subject, predicate, object['@id']].join(' ')),
      ),
    );
    const relations = {
      sameAs: 'http://www.w3.org/2002/07/owl#sameAs',
      about: 'http://www.w3.org/2000/01/rdf-schema#seeAlso',
    };
    const expected = linksOf(answersOf(released)).map(({ gnd, url, relation, match }) =>
      [`https://d-nb.info/gnd/${gnd}`, match ? skosMatch(match) : relations[relation], url].join(' '),
    );
    expect(read.length).toBe(readIndex(released).counts.links);
    expect(read.toSorted()).toEqual(expected.toSorted());
  });

  it('writes addresses that are not IRIs as browsers encode them', () => {
    const line = linkTriple('118540238', { url: 'https://example.org/a|b c?q="ä"&d=<e>\\\n{f}', relation: 'about' });
    expect(line).toBe(
      '<https://d-nb.info/gnd/118540238> <http://www.w3.org/2000/01/rdf-schema#seeAlso> ' +
        '<https://example.org/a%7Cb%20c?q=%22ä%22&d=%3Ce%3E%5C%0A%7Bf%7D> .\n',
    );
  });

  it('has lists that read back to the same links', async () => {
    const links = linksOf(answersOf(released));
    const lists = readIndex(released).files.filter(({ name }) => /^links.*beacon/.test(name));
    expect(new Set(lists.map(({ collection }) => collection))).toEqual(new Set(links.map((link) => link.collection)));
    for (const { name, collection } of lists) {
      const found = await readList(join(released, name));
      expect(found.filter((link) => typeof link === 'string')).toEqual([]);
      const statements = found.filter((link) => typeof link !== 'string');
      const read = foldLines(statements);
      const [{ relation: own, match } = {}] = statements;
      const isOf = (link: DumpedLink) =>
        link.collection === collection && link.relation === own && link.match === match;
      const told = links.filter(isOf).map(({ gnd, url, relation, hits, annotation }) => {
        return [gnd, url, relation, hits, annotation];
      });
      expect([name, read]).toEqual([name, told]);
    }
    const header = readGzipLines(join(released, 'links/adb.beacon.txt.gz')).filter((line) => line.startsWith('#'));
    expect(header.join('\n')).toMatchInlineSnapshot(`
      "#FORMAT: BEACON
      #PREFIX: https://d-nb.info/gnd/
      #TARGET: https://www.deutsche-biographie.de/pnd{ID}.html#adbcontent
      #RELATION: http://www.w3.org/2002/07/owl#sameAs
      #NAME: Allgemeine Deutsche Biographie (ADB)
      #INSTITUTION: Historische Kommission bei der Bayerischen Akademie der Wissenschaften und Bayerische Staatsbibliothek
      #HOMEPAGE: https://www.deutsche-biographie.de/
      #DESCRIPTION: Verweise zu Allgemeine Deutsche Biographie (ADB); Quellen: Entity Facts – Personen (Beispiel)
      #LICENSE: CC0-1.0
      #FEED: https://gnd.example.org/dumps/latest/links/adb.beacon.txt.gz
      #TIMESTAMP: 2026-11-20
      #UPDATE: monthly"
    `);
  });

  it('has a list of all identifiers with the addresses of their links, if the service has an address', async () => {
    const listed = (await readList(join(released, 'all.beacon.txt.gz'))).map((link) =>
      typeof link === 'string' ? link : [link.gnd, link.url, link.hits],
    );
    const expected = answersOf(released).flatMap(({ entity: { gnd }, links: { categories } }) => {
      const collections = new Set(categories.flatMap(({ items }) => items.map(({ collection }) => collection)));
      const url = `https://gnd.example.org/api/v1/gnd/${gnd}/links`;
      return collections.size === 0 ? [] : [[gnd, url, collections.size]];
    });
    expect(listed).toEqual(expected);
    expect(readGzipLines(join(released, 'all.beacon.txt.gz'))).toContain(
      '#DESCRIPTION: GND-Nummern mit frei lizenzierten Verweisen und mit der Zahl der Sammlungen',
    );
    expect(existsSync(join(plain, 'all.beacon.txt.gz'))).toBe(false);
  });

  it('has identifiers as mappings in SSSOM, which /resolve reads', async () => {
    const lines = readGzipLines(join(plain, 'mappings.sssom.tsv.gz'));
    const head = parseYaml(lines.filter((line) => line.startsWith('#')).map((line) => line.slice(1)).join('\n')) as MappingHead; // prettier-ignore
    expect(head.license).toBe('https://creativecommons.org/publicdomain/zero/1.0/');
    const [columns = '', ...rows] = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('\t'));
    expect(columns.slice(0, 4)).toEqual(['subject_id', 'subject_label', 'predicate_id', 'object_id']);
    const mappings = rows.map(([subject = '', , predicate = '', object = '']) => {
      const [prefix = '', identifier = ''] = object.split(/:(.*)/);
      return { gnd: subject.replace('gnd:', ''), predicate, value: `${head.curie_map[prefix]}${identifier}` };
    });
    const service = await sampleForTest();
    const items = createClient({ baseUrl: service.url }).resolve(mappings.map(({ value }) => value));
    const found: unknown[] = [];
    for await (const item of items) {
      const candidates = item.verdict === 'found' ? [item] : item.verdict === 'ambiguous' ? item.candidates : [];
      found.push(candidates.some(({ gnd }) => gnd === mappings[found.length]?.gnd));
    }
    expect(found.length).toBeGreaterThan(300);
    expect(found.every(Boolean)).toBe(true);
    expect(new Set(mappings.map(({ predicate }) => predicate))).toEqual(
      new Set(['owl:sameAs', ...MATCHES.map((match) => `skos:${match}Match`)]),
    );
    // Only links that may be passed on are mapped.
    const { files } = readIndex(plain);
    const parts = files.filter(({ name }) => name.startsWith('mappings/'));
    expect(parts.reduce((sum, { links = 0 }) => sum + links, 0)).toBe(mappings.length);
    for (const { collection, licences, links = 0 } of parts) {
      expect(licences).not.toEqual([]);
      const table = files.find(({ name }) => name === `links/${collection}.tsv.gz`);
      expect(links, collection).toBeLessThanOrEqual(table?.links ?? 0);
    }
  });

  it('has the checksums of its files, and no time in their heads', () => {
    expect(readFileSync(join(plain, 'SHA256SUMS'), 'utf8').trimEnd().split('\n').sort()).toEqual(sumsOf(plain));
    expect(readFileSync(join(plain, 'answers.jsonl.gz')).subarray(4, 10)).toEqual(Buffer.from([0, 0, 0, 0, 0, 255]));
  });

  it('leaves out lists that must not be redistributed and names them, but keeps links that other sources assert', async () => {
    const all = answersOf(released);
    const { leftOut, links, counts, headline } = readIndex(partial);
    const names = leftOut.map(({ key }) => key);
    expect(names).toContain('deutsche-biographie');
    expect(names).not.toContain('kalliope');
    const kept = answersOf(partial);
    const sources = new Set(linksOf(kept).flatMap(({ assertedBy }) => assertedBy));
    expect([...sources].filter((key) => names.includes(key))).toEqual([]);
    expect(links.dumped + links.leftOut).toBe(counts.links);
    expect(kept.reduce((sum, answer) => sum + answer.links.leftOut, 0)).toBe(links.leftOut);
    expect(headline.en).toBe(
      `${Math.floor((100 * links.dumped) / counts.links)}% of the links; the others come from sources without a free data licence`,
    );
    for (const [at, answer] of kept.entries()) {
      const { total, leftOut: without, categories } = answer.links;
      expect(total).toBe(all[at]?.links.total);
      expect(total - without).toBe(categories.reduce((sum, { items }) => sum + items.length, 0));
    }
    const urlsOf = (links: ReturnType<typeof linksOf>) => links.map(({ gnd, url }) => `${gnd} ${url}`);
    const free = linksOf(all).filter(({ assertedBy }) => assertedBy.some((key) => !names.includes(key)));
    expect(urlsOf(linksOf(kept))).toEqual(urlsOf(free));
  });

  it('is refused when records must not be redistributed', async () => {
    const out = temporaryDirectory();
    const withheld = await sampleWith((key) => (key === 'gnd-persons' ? false : undefined), join(out, 'sample'));
    await expect(dumpSnapshot(withheld, { out })).rejects.toThrow(/gnd-persons/);
    expect(existsSync(join(out, 'latest'))).toBe(false);
  });

  it('that was killed keeps the previous one, and the next one has the same bytes as any other', async () => {
    const out = temporaryDirectory();
    mkdirSync(join(out, '20260101-00000000'));
    symlinkSync('20260101-00000000', join(out, 'latest'));
    const killed = spawnSync(process.execPath, [join(import.meta.dirname, 'killed-dump.ts'), await sample(), out]);
    expect(killed.signal).toBe('SIGKILL');
    expect(readlinkSync(join(out, 'latest'))).toBe('20260101-00000000');
    const { id } = await readHeader(await sample());
    expect(existsSync(join(out, id))).toBe(false);
    expect(sumsOf(await dumpSnapshot(await sample(), { out }))).toEqual(sumsOf(plain));
    expect(readdirSync(out).filter((name) => name.startsWith('.dumping'))).toEqual([]);
  });
});

/** Writes a BEACON list of links of one entity, and reads it back. */
async function writtenAndRead(directory: string, links: readonly DumpedLink[], linkKind: LinkKind) {
  const [table, list] = [join(directory, 'table'), join(directory, 'list')];
  writeFileSync(table, gzipSync(links.map((one) => linkRow('118540238', one)).join('')));
  const collection = { key: 'c', label: 'C', category: 'other' };
  const unstated = { pattern: undefined, message: undefined, feed: undefined };
  await writeBeaconList(table, list, { collection, sources: [], date: '2026-11-20', linkKind, ...unstated });
  return readList(list);
}

it('a list of a dump reads back to the same addresses and notes', async () => {
  const directory = temporaryDirectory();
  const words = fc.string({ unit: 'grapheme', maxLength: 20 }).map(cleanText);
  const text = fc.oneof(words, fc.nat().map(String));
  const link = fc.record({
    path: fc.webPath(),
    query: fc.webQueryParameters(),
    hits: fc.option(fc.nat(), { nil: undefined }),
    annotation: fc.option(text, { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(link, { minLength: 1, maxLength: 5 }), async (links) => {
      const made = links.map(({ path, query, hits, annotation }): DumpedLink => ({
        url: new URL(`https://example.org${path}?${query}`).href,
        collection: 'c',
        label: 'C',
        relation: 'about',
        assertedBy: ['s'],
        ...(hits !== undefined && { hits }),
        ...(annotation && { annotation }),
      }));
      const read = await writtenAndRead(directory, made, 'about');
      expect(read.filter((one) => typeof one === 'string')).toEqual([]);
      const hitsOf = new Map(made.map(({ url, hits }) => [url.replaceAll('|', '%7C'), hits] as const));
      const lines = read.filter((one) => typeof one !== 'string');
      for (const [url, hits] of hitsOf) {
        const own = lines.filter((line) => line.url === url).map((line) => line.hits);
        expect(hits === undefined ? own.length > 0 : own.includes(hits)).toBe(true);
      }
      for (const { url, annotation } of made) {
        const own = lines.filter((line) => line.url === url.replaceAll('|', '%7C')).map((line) => line.annotation);
        if (annotation) expect(own).toContain(annotation.replaceAll('|', '/'));
      }
    }),
    { numRuns: 40 },
  );
});

it.each(MATCHES)('a list of a dump states how closely its targets match: %s', async (match) => {
  const relation = match === 'exact' ? 'sameAs' : 'about';
  const named = { collection: 'c', label: 'C', assertedBy: ['s'] };
  const link: DumpedLink = { url: 'https://example.org/a', ...named, relation, match };
  const other: DumpedLink = { ...link, url: 'https://example.org/b', match: match === 'close' ? 'broad' : 'close' };
  expect(await writtenAndRead(temporaryDirectory(), [link, other], match)).toEqual([
    expect.objectContaining({ url: link.url, relation, match }),
  ]);
  expect(linkTriple('118540238', link)).toContain(`<http://www.w3.org/2004/02/skos/core#${match}Match>`);
});

/** `gnd-links audit`: files in all formats, with one record for each finding. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCuration } from '../../src/build/sources/register/curation.ts';
import { build, dump, record, registered, sameAs, SHIPPED_CONFIG, deprecated } from '../build/ingest/site.ts';
import { collection, recordOf } from '../build/readers/marc-xml.ts';
import { DATA, present } from '../real-data.ts';
import { temporaryForFile } from '../temporary.ts';
import { openFiles } from '../open-files.ts';
import { expectEnd, run } from './command.ts';

const folder = temporaryForFile();
const snapshots = join(folder, 'snapshots');
const viaf = (number: number) => `https://viaf.org/viaf/${number}`;

const { schemes, collections } = await loadCuration(SHIPPED_CONFIG);
/** Address of {@link KNOWN_BY_ALL} in each scheme. */
const EXAMPLES = new Map(
  schemes.map(({ scheme, collection }) => [scheme, collections.get(collection)?.example ?? ''] as const),
);
/** An entity with an identifier of each scheme. */
const KNOWN_BY_ALL = '1020118989';

beforeAll(async () => {
  const records = [
    record('118540238', 'One', {
      ...sameAs(viaf(111111), 'https://isni.org/isni/0000000120999104'),
      ...deprecated('1012979490'),
    }),
    record('118559796', 'Two', sameAs(viaf(222222), viaf(333333))),
    record('11853677X', 'Three', sameAs(viaf(333333))),
    record('118594818', 'Four', {}),
    record(KNOWN_BY_ALL, 'Five', sameAs(...EXAMPLES.values())),
  ];
  await build(folder, [registered(folder, { key: 'persons', content: dump(records) })]);
});

interface Case {
  readonly name: string;
  /** See {@link recordOf}. */
  readonly fields: readonly string[];
  /** Triples of scheme, kind and detail. */
  readonly findings: readonly (readonly [string, string, string])[];
}
const gnd = (value: string) => `035 __ $a (DE-588)${value}`;
const other = (scheme: string, value: string) => `024 7_ $a ${value} $2 ${scheme}`;
const uri = (address: string) => other('uri', address);
const ISNI = other('isni', '0000 0001 2099 9104');

const CASES: readonly Case[] = [
  { name: 'good', fields: [gnd('118540238'), other('gnd', '118540238'), other('viaf', '111111'), ISNI], findings: [] },
  { name: 'merged', fields: [gnd('1012979490'), other('viaf', viaf(111111)), ISNI], findings: [['gnd', 'merged', '118540238']] },
  { name: 'mistyped', fields: [gnd('118540239')], findings: [['gnd', 'unknown', '118540238']] },
  { name: 'wrong person', fields: [gnd('118594818'), other('viaf', '111111')], findings: [['viaf', 'contradicts', '118540238']] },
  { name: 'two persons', fields: [gnd('118594818'), gnd('118540238'), ISNI], findings: [['gnd', 'contradicts', '118594818 118540238'], ['gnd', 'contradicts', '118594818 118540238']] },
  { name: 'disputed', fields: [gnd('11853677X'), other('viaf', '333333')], findings: [['viaf', 'disputed', '118559796 11853677X']] },
  { name: 'without VIAF', fields: [gnd('118540238'), ISNI], findings: [['viaf', 'missing', 'persons']] },
  { name: 'without GND', fields: [other('viaf', '111111'), ISNI], findings: [['gnd', 'missing', '']] },
  { name: 'unlisted', fields: [gnd('118594818'), other('viaf', '999999')], findings: [['viaf', 'unlisted', '']] },
  { name: 'no number', fields: [gnd('118594818'), other('viaf', 'abc')], findings: [['viaf', 'unreadable', '']] },
  { name: 'addresses', fields: [uri('https://d-nb.info/gnd/118540238'), uri(viaf(111111)), ISNI, uri('https://www.example.org/118540238')], findings: [] },
  { name: 'address of a merged record', fields: [uri('https://d-nb.info/gnd/1012979490'), gnd('1012979490'), uri(viaf(111111)), ISNI], findings: [['gnd', 'merged', '118540238']] },
  { name: 'address of another', fields: [gnd('118594818'), uri(viaf(111111))], findings: [['viaf', 'contradicts', '118540238']] },
  { name: 'cancelled', fields: [gnd('118594818'), '035 __ $z (DE-588)1012979490', '035 __ $a (DE-101)1'], findings: [] },
]; // prettier-ignore

const xmlOf = (cases: readonly Pick<Case, 'name' | 'fields'>[]): string =>
  collection(...cases.map(({ name, fields }) => recordOf('n', [`001 ${name}`, ...fields])));

async function audit(name: string, content: string | Buffer, ...args: readonly string[]) {
  const file = join(folder, name);
  writeFileSync(file, content);
  const ran = await run(['audit', snapshots, file, '--csv', join(folder, 'findings.csv'), ...args]);
  const findings: Record<string, string>[] = parse(readFileSync(join(folder, 'findings.csv')), { columns: true });
  return { ...ran, findings };
}
const EXPECTED = CASES.flatMap(({ name, findings }) => findings.map((finding) => [name, ...finding]));
const cellsOf = (findings: readonly Record<string, string>[]) =>
  findings.map((one) => [one['record'], one['scheme'], one['finding'], one['detail']]);

describe('a file', () => {
  it.each([
    ['records.xml', () => xmlOf(CASES)],
    ['records.xml.gz', () => gzipSync(xmlOf(CASES))],
    // Large enough that records cross chunk boundaries, and are looked up in several batches.
    ['many.xml', () => xmlOf(Array.from({ length: 300 }, () => CASES).flat())],
  ])('is checked in every format: %s', async (name, content) => {
    const { code, findings, out } = await audit(name, content());
    const times = name === 'many.xml' ? 300 : 1;
    expect(cellsOf(findings)).toEqual(Array.from({ length: times }, () => EXPECTED).flat());
    expect(code).toBe(3);
    expect(out).toContain(`${(CASES.length * times).toLocaleString('en-GB')} records`);
  });

  it.each(['\n', '\r\n', ', ', '\t', ' '])(
    'can be a list of numbers without a header, separated by %j',
    async (separator) => {
      const numbers = ['118540238', '(DE-588)1012979490', 'GND 118559796', '118540239', '11854023Y', '11853677x'];
      const { code, findings } = await audit('list.txt', `\uFEFF${numbers.join(separator)}`);
      expect(cellsOf(findings)).toEqual([
        ['(DE-588)1012979490', 'gnd', 'merged', '118540238'],
        ['118540239', 'gnd', 'unknown', '118540238'],
        ['11854023Y', 'gnd', 'unreadable', ''],
      ]);
      expect(code).toBe(3);
    },
  );

  it.each([',', ';', '\t'])('can be a table separated by %j', async (delimiter) => {
    const lines = [
      ['Name', 'GND', 'VIAF', 'ISNI'],
      ['good', '118540238', '111111', '0000000120999104'],
      ['merged', '1012979490', viaf(111111), 'https://isni.org/isni/0000000120999104'],
      ['=cmd', '118540238', '', '0000000120999104'],
    ];
    const { code, findings } = await audit(
      'table.csv',
      `\uFEFF${lines.map((line) => line.join(delimiter)).join('\r\n')}`,
    );
    expect(cellsOf(findings)).toEqual([
      ['merged', 'gnd', 'merged', '118540238'],
      ["'=cmd", 'viaf', 'missing', 'persons'],
    ]);
    expect(code).toBe(3);
  });

  it('with a record that is not XML has a finding about it, and is checked to its end', async () => {
    const cases = CASES.filter(({ name }) => name === 'merged' || name === 'mistyped');
    const { findings, out } = await audit('broken.xml', xmlOf(cases).replace('merged', 'A & B'));
    expect(cellsOf(findings)).toEqual([
      ['line 2', '', 'unreadable', expect.stringMatching(/^malformed_xml: .*A & B/) as string],
      ['mistyped', 'gnd', 'unknown', '118540238'],
    ]);
    expect(out).toContain('2 records');
  });

  it('without findings that call for a correction ends with 0', async () => {
    const unlisted = await audit('unlisted.xml', xmlOf(CASES.filter(({ name }) => name === 'unlisted')));
    expect([unlisted.code, unlisted.findings.length]).toEqual([0, 1]);
    const { code, out, findings } = await audit('good.xml', xmlOf(CASES.slice(0, 1)));
    expect([code, findings]).toEqual([0, []]);
    expect(out).toBe('1 record with 3 identifiers\nThere is nothing to do.\n');
  });
});

describe('an identifier that the record lacks', () => {
  const missingIn = (findings: readonly Record<string, string>[]) =>
    findings.flatMap(({ finding, scheme = '' }) => (finding === 'missing' ? [scheme] : []));
  const bare = xmlOf([{ name: 'bare', fields: [gnd(KNOWN_BY_ALL)] }]);

  it('is reported in every scheme, and not once the record has it', async () => {
    expect(EXAMPLES.size).toBeGreaterThan(20);
    const all = await audit('bare.xml', bare);
    expect([all.code, missingIn(all.findings).sort()]).toEqual([3, [...EXAMPLES.keys()].sort()]);
    const found = all.findings.map(({ scheme = '', identifier = '' }) => other(scheme, identifier));
    const full = await audit('full.xml', xmlOf([{ name: 'full', fields: [gnd(KNOWN_BY_ALL), ...found] }]));
    expect([full.code, full.findings]).toEqual([0, []]);
  });

  it('is not reported when it is in field 010', async () => {
    const number = /(n\d+)$/.exec(EXAMPLES.get('lccn') ?? '')?.[1] ?? '';
    const inField010 = (text: string) => xmlOf([{ name: 'lc', fields: [gnd(KNOWN_BY_ALL), `010 __ $a ${text}`]}]); // prettier-ignore
    const stated = await audit('lc.xml', inField010(number.replace('n', 'n  ')));
    expect(missingIn(stated.findings)).not.toContain('lccn');
    const title = await audit('title.xml', inField010('  97020276'));
    expect(missingIn(title.findings)).toContain('lccn');
    expect(title.findings.filter(({ finding }) => finding !== 'missing')).toEqual([]);
  });

  it.each([
    ['viaf,isni', ['isni', 'viaf']],
    ['Wikidata', ['wikidata']],
    ['naf', ['lccn']],
    ['gnd', []],
  ])('is reported in %s only, if --missing says so', async (names, expected) => {
    const { findings } = await audit('bare.xml', bare, '--missing', names);
    expect(missingIn(findings).sort()).toEqual(expected);
  });

  it('in an unknown scheme is wrong usage', async () => {
    await expectEnd(
      audit('bare.xml', bare, '--missing', 'viaf,viav'),
      2,
      /there is no scheme viav; the schemes are .*viaf/,
    );
  });

  it.skipIf(!present)(
    'of a real record is reported in all schemes but those of its fields (needs ../shared/data)',
    async () => {
      const real = readFileSync(new URL('gnd/marc/mc2skos-gnd-1020118989.xml', DATA));
      const { findings } = await audit('real.xml', real);
      const stated = ['orcid', 'viaf', 'lccn', 'isni', 'wikidata'];
      expect(missingIn(findings).sort()).toEqual([...EXAMPLES.keys()].filter((one) => !stated.includes(one)).sort());
    },
  );
});

it.each([
  ['nothing.xml', '<collection></collection>', /contains no records/],
  ['cut.xml', '<collection><record>', /cut\.xml/],
  ['entity.xml', '<!DOCTYPE x [<!ENTITY a "b">]><collection/>', /entity\.xml/],
  ['prose.txt', 'Name,Born\nGoethe,1749\n', /no column is named after a scheme/],
  ['empty.csv', '', /is empty/],
  ['noughts.csv', '\0'.repeat(1_000), /is empty/],
  ['cut.csv.gz', gzipSync(`name,viaf\n${'Goethe,24602065\n'.repeat(100)}`).subarray(0, -9), /middle of the compressed/],
])('an unusable file is refused with a sentence: %s', async (name, content, sentence) => {
  const file = join(folder, name);
  writeFileSync(file, content);
  await expectEnd(run(['audit', snapshots, file]), 2, sentence);
  expect(openFiles().filter((open) => open === file || open.startsWith(snapshots))).toEqual([]);
});

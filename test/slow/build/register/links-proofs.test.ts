/** The decisions in `config/links.yaml`: the sources that their reasons name still prove them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DATA, present, unpacked } from '../../../real-data.ts';
import { temporaryDirectory } from '../../../temporary.ts';
import { build, collected, facts } from '../../../build/ingest/site.ts';

const config = join(import.meta.dirname, '../../../../config/links.yaml');
const { decisions } = parse(readFileSync(config, 'utf8')) as {
  readonly decisions: readonly { readonly gnd: string; readonly url: string; readonly reason: string }[];
};

/** Collected files of each source in a reason: lists with names, names from records of the GND. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'the GND': [
    'gnd/mappings/tibkat-gnd-names.tsv.gz',
    'gnd/mappings/rpb-sw-gnd-names.tsv.gz',
    'gnd/lds-jsonld-derived/authorities-gnd-person_lds.from-rdf.jsonld.gz',
  ],
  'bahr-schnitzler': ['beacon/bahr-schnitzler-2022.txt'],
  'deutsche-biographie': ['beacon-lists/2026-02-09/db.txt.gz'],
  fackel: ['beacon/fackel-persons.txt.gz'],
  'grosse-transformation': ['beacon/gtrans.txt'],
  hanslick: ['beacon/hanslick.txt.gz'],
  jahresberichte: ['beacon-lists/2026-02-09/jdg.txt.gz'],
  oebl: ['beacon/oebl-doi.txt.gz'],
  thun: ['beacon/thun.txt'],
};

type Names = ReadonlyMap<string, readonly string[]>;

const textOf = (file: string) => unpacked(file).toString();

/** The names that a file gives to each number. */
function readNames(file: string): Names {
  const pairs = file.includes('jsonld') ? pairsOfRecords(file) : pairsOfLines(file);
  const names = new Map<string, string[]>();
  for (const [gnd = '', name = ''] of pairs) names.set(gnd, [...(names.get(gnd) ?? []), name]);
  return names;
}

const pairsOfLines = (file: string) =>
  [...textOf(file).matchAll(/^(?:https?:\/\/d-nb\.info\/gnd\/)?([\dXNn-]+)\/?[|\t]([^|\t\r\n]+)/gm)].map(
    ([, gnd = '', name = '']) => [gnd.replace(/n/i, '-'), name],
  );

function pairsOfRecords(file: string): string[][] {
  const nodes = (JSON.parse(textOf(file)) as Record<string, unknown>[][]).flat();
  return nodes.flatMap((node) => {
    const names = Object.entries(node).filter(([key]) => /#(?:preferred|variant)NameForThePerson$/.test(key));
    return names.flatMap(([, values]) =>
      (values as { '@value': string }[]).map((value) => [String(node['@id']).split('/').at(-1) ?? '', value['@value']]),
    );
  });
}

const wordsOf = (name: string): readonly string[] =>
  (
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  ).map((word) => word.slice(0, 5));
const surnameOf = (name: string): readonly string[] => wordsOf(name.split(',')[0] ?? '');
const shareWord = (a: readonly string[], b: readonly string[]) => a.some((word) => b.includes(word));

const PERSONS =
  /^The page is about “(?<shown>[^”]+)”(?:, who is (?<own>[\dX-]+) in (?<ownLists>.+))?; (?<gnd>[\dX-]+) is “(?<name>[^”]+)” in (?<lists>.+)\.$/;
const YEARS = /^The page lists prints of the (\d+)th century; ([\dX-]+) is “([^”]*?) (\d{4})-(\d{4})” in the GND\.$/;
const sourcesIn = (text = '') => text.split(/, | and /);

describe.skipIf(!present)('a decision about a link (needs ../shared/data)', () => {
  const read = new Map<string, readonly Names[]>();
  /** All names that a source gives to a number. */
  function namesIn(source: string, gnd: string): readonly string[] {
    if (!read.has(source)) read.set(source, (FILES[source] ?? []).map(readNames));
    return (read.get(source) ?? []).flatMap((names) => names.get(gnd) ?? []);
  }

  it.each(decisions.filter(({ reason }) => PERSONS.test(reason)))(
    'about $gnd, $url, is proved: the list gives the number of one person to another',
    ({ gnd, url, reason }) => {
      const { shown = '', own, ownLists, name = '', lists = '', ...said } = PERSONS.exec(reason)?.groups ?? {};
      expect(said['gnd']).toBe(gnd);
      const list = /\/\/(\w+)/.exec(url)?.[1] ?? '';
      expect(textOf(FILES[list]?.[0] ?? '')).toContain(`/${gnd}|${shown}|${url}`);
      for (const source of sourcesIn(lists)) {
        const others = namesIn(source, gnd).filter((one) => source !== list || one !== shown);
        expect(
          others.some((one) => shareWord(wordsOf(one), wordsOf(name))),
          source,
        ).toBe(true);
        for (const one of others) expect(shareWord(wordsOf(one), surnameOf(shown)), `${source}: ${one}`).toBe(false);
      }
      if (own !== undefined) {
        expect(own).not.toBe(gnd);
        for (const source of sourcesIn(ownLists)) {
          const same = namesIn(source, own).filter((one) =>
            wordsOf(shown).every((word) => wordsOf(one).includes(word)),
          );
          expect(same, source).not.toEqual([]);
        }
      }
      const witnesses = new Set([...sourcesIn(lists), ...(own === undefined ? [] : sourcesIn(ownLists))]);
      expect(witnesses.size).toBeGreaterThanOrEqual(2);
    },
  );

  it.each(decisions.filter(({ reason }) => YEARS.test(reason)))(
    'about $gnd, $url, is proved: the person was born after the time of the list',
    ({ gnd, reason }) => {
      const [, century = '', number, name, born = '', died] = YEARS.exec(reason) ?? [];
      expect(number).toBe(gnd);
      expect(namesIn('the GND', gnd)).toContain(`${name} ${born}-${died}`);
      expect(Number(born)).toBeGreaterThan(Number(century) * 100);
      expect(textOf('beacon-lists/2026-02-09/vd16.txt')).toMatch(new RegExp(`^${gnd}\\|`, 'm'));
    },
  );

  it('meets a link of its list in a build', async () => {
    const lists = ['beacon/thun.txt', 'beacon/hanslick.txt.gz', 'beacon-lists/2026-02-09/vd16.txt'];
    const directory = temporaryDirectory();
    const file = join(directory, 'records.json');
    writeFileSync(file, JSON.stringify([...new Set(decisions.map(({ gnd }) => gnd))].map((gnd) => facts(gnd, gnd))));
    const records = collected(file, 'entity-facts');
    const sources = lists.map((file) => collected(fileURLToPath(new URL(file, DATA)), 'beacon'));
    const { report } = await build(directory, [records, ...sources], {
      now: new Date('2026-11-27T03:00:00Z'),
    });
    const met = report.sources.flatMap(({ decisions: own }) => own.map(({ gnd, links }) => `${gnd} ${links}`));
    expect(met.toSorted()).toEqual(decisions.map(({ gnd }) => `${gnd} 1`).toSorted());
  });

  it('has one of the two forms of a proof', () => {
    const unproved = decisions.filter(({ reason }) => !PERSONS.test(reason) && !YEARS.test(reason));
    expect([decisions.length > 0, unproved]).toEqual([true, []]);
  });
});

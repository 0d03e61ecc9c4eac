/** `/resolve?to=`: the identifiers of an entity in other schemes, their sources, and contradictions. */
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { openSnapshot } from '../../../src/cli/installation.ts';
import { checkDigit, type GndId } from '../../../src/core/model/gnd-id.ts';
import { checkDigitOf } from '../../../src/core/model/identifier-scheme.ts';
import { allWanted, type LookupTarget, targetsOf } from '../../../src/shared/lookup/targets.ts';
import { forFile } from '../../for-file.ts';
import { skosMatch } from '../../../src/core/model/link.ts';
import { type Answer, posted, serve, serveForTest, type Serving } from '../serving.ts';
import { build, deprecated, dump, record, registered, sameAs } from '../../build/ingest/site.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';
import { sampleForFile } from '../../docs/sample-service.ts';

type Row = Readonly<Record<string, unknown>> & {
  readonly gnd?: string;
  readonly verdict: string;
  readonly targets?: Readonly<Record<string, readonly LookupTarget[]>>;
  readonly candidates?: readonly Row[];
};

const GOETHE = '118540238';
const sample = sampleForFile();

const ask = (query: string, service: Pick<Serving, 'get'> = sample) => service.get(`/resolve?${query}`);
const post = (body: string, type: string, query = '') => sample.get(`/resolve${query}`, posted(body, type));
const itemsOf = (answer: Answer): readonly Row[] => {
  expect(answer.status, answer.text).toBe(200);
  return (answer.json() as { items: readonly Row[] }).items;
};
const rowOf = async (query: string, service?: Pick<Serving, 'get'>) => itemsOf(await ask(query, service))[0] as Row;
const valuesOf = ({ targets = {} }: Row) =>
  Object.fromEntries(Object.entries(targets).map(([name, list]) => [name, list.map(({ value, url }) => value ?? url)]));

describe('targets', () => {
  const FROM = {
    viaf: '24602065',
    isni: '0000000120999104',
    lcnaf: 'n79003362',
    wikidata: 'Q5879',
    gnd: GOETHE,
  };

  it.each(Object.keys(FROM))('are the same from %s', async (from) => {
    const value = FROM[from as keyof typeof FROM];
    const row = await rowOf(`ids=${from}:${value}&to=${Object.keys(FROM).join()}`);
    expect(valuesOf(row)).toEqual(Object.fromEntries(Object.entries(FROM).map(([name, one]) => [name, [one]])));
  });

  it('have address, scheme, value and sources', async () => {
    const { targets } = await rowOf(`ids=${GOETHE}&to=viaf`);
    expect(targets).toEqual({
      viaf: [
        {
          value: '24602065',
          url: 'https://viaf.org/viaf/24602065',
          relation: 'sameAs',
          assertedBy: ['entityfacts', 'gnd-persons'],
        },
      ],
    });
  });

  it.each([
    ['a list that is repeated', 'to=viaf&to=isni', ['viaf', 'isni']],
    ['each once, whatever the case', 'to=VIAF,viaf', ['viaf']],
    ['the collection of a scheme', 'to=lcnaf', ['lcnaf']],
    ['a code of upstream data', 'to=NAF', ['naf']],
    ['what the data do not have', 'to=orcid', ['orcid']],
    ['nothing', 'to=', undefined],
  ])('can be requested by %s', async (_, query, names) => {
    const { targets } = await rowOf(`ids=${GOETHE}&${query}`);
    expect(targets && Object.keys(targets)).toEqual(names);
  });

  it('of a category are its links, with those about the entity only on request', async () => {
    const links = async (query: string) => (await rowOf(`ids=${GOETHE}&${query}`)).targets ?? {};
    const { 'links:biography': biography = [] } = await links('to=links:biography');
    expect(biography.map(({ collection, relation }) => [collection, relation])).toContainEqual(['adb', 'sameAs']);
    const { links: same = [] } = await links('to=links');
    const { links: about = [] } = await links('to=links&relation=about');
    const { links: both = [] } = await links('to=links&relation=about,sameAs');
    expect(new Set(same.map(({ relation }) => relation))).toEqual(new Set(['sameAs']));
    expect(new Set(about.map(({ relation }) => relation))).toEqual(new Set(['about']));
    expect(both).toHaveLength(same.length + about.length);
  });

  it('can be requested in every form of a body', async () => {
    const expected = itemsOf(await ask(`ids=Q5879&to=viaf,isni`));
    const bodies = [
      await post('{"ids":["Q5879"],"to":["viaf","isni"]}', 'application/json'),
      await post('{"ids":["Q5879"],"to":"viaf isni"}', 'application/json'),
      await post('ids=Q5879&to=viaf&to=isni', 'application/x-www-form-urlencoded'),
      await post('Q5879\n', 'text/plain', '?to=viaf,isni'),
    ];
    for (const answer of bodies) expect(itemsOf(answer)).toEqual(expected);
  });

  it.each([
    ['to=viaaf', 'to', /“viaaf”; the nearest name is “viaf”.*wikidata/u],
    ['to=links:biographie', 'to', /the nearest name is “links:biography”/u],
    ['to=__proto__', 'to', /the nearest/u],
    ['to=viaf&relation=sameas', 'relation', /must be “sameAs”, “about”, or both/u],
    [`to=${'viaf,'.repeat(101)}`, 'to', /at most 100 names/u],
  ])('are refused: %s', async (query, parameter, detail) => {
    const answer = await ask(`ids=Q5879&${query}`);
    const { code, errors } = answer.json() as {
      code: string;
      errors: readonly { parameter: string; detail: string }[];
    };
    expect([answer.status, code, errors[0]?.parameter]).toEqual([400, 'invalid_request', parameter]);
    expect(errors[0]?.detail).toMatch(detail);
  });

  it('have their own columns in a table', async () => {
    const answer = await ask(`ids=Q5879,1012979490,Q1&to=gnd,viaf,lcnaf&format=csv`);
    const rows: Record<string, string>[] = parse(answer.text, { columns: true });
    expect(rows.map(({ input, gnd, redirectedFrom, viaf, lcnaf, conflicts }) => [input, gnd, redirectedFrom, viaf, lcnaf, conflicts])).toEqual([
      ['Q5879', GOETHE, '', '24602065', 'n79003362', ''],
      ['1012979490', GOETHE, '1012979490', '24602065', 'n79003362', ''],
      ['Q1', '', '', '', '', ''],
    ]); // prettier-ignore
  });

  it('have a maximum size, in which a repeated record counts each time', async () => {
    const store = await openSnapshot(inject('sample'));
    const question = { wanted: allWanted(store.schemes), relations: ['sameAs'] } as const;
    const found = (times: number) => targetsOf(store, new Map([[GOETHE as GndId, times]]), question);
    expect((await found(1))?.size).toBe(1);
    // A quota admits twelve such requests per minute.
    expect((await found(1_000))?.size).toBe(1);
    expect(await found(2_000)).toBeUndefined();
    await store.close();
  });
});

describe('a value', () => {
  it('of several schemes has all readings', async () => {
    const { readings, verdict } = await rowOf('ids=118999990');
    expect(verdict).toBe('unknown');
    expect(readings).toEqual(expect.arrayContaining([{ scheme: 'gnd', value: '118999990' }, { scheme: 'viaf', value: '118999990' }])); // prettier-ignore
    expect((await rowOf('ids=viaf:118999990'))['readings']).toBeUndefined();
  });

  it.each([
    ['gnd:118540239', 'unknown', 'check_digit', GOETHE],
    ['118540239', 'unknown', 'check_digit', GOETHE],
    ['isni:0000000120999105', 'unknown', 'check_digit', '0000000120999104'],
    ['0000 0001 2099 9105', 'unknown', 'check_digit', '0000000120999104'],
    ['isni:0000000000000000', 'unknown', 'check_digit', undefined],
    ['orcid:0000-0002-1825-0098', 'unknown', 'check_digit', undefined],
    ['orcid:0000-0002-1825-0097', 'unknown', undefined, undefined],
    ['40743354', 'unknown', undefined, '4074335-4'],
    ['isni:0000000120999104', 'found', undefined, undefined],
  ])(
    'with a wrong check digit has that reason, and one that is misspelt the existing identifier: %s',
    async (input, verdict, reason, suggestion) => {
      expect(await rowOf(`ids=${encodeURIComponent(input)}`)).toMatchObject(
        JSON.parse(JSON.stringify({ input, verdict, reason, suggestion })) as object,
      );
    },
  );

  it.each(['VIAF: 24602065', 'viaf = 24602065', 'ＶＩＡＦ：２４６０２０６５', 'viaf ٢٤٦٠٢٠٦٥', ' 24602065\u200B'])(
    'is understood: %s',
    async (input) => {
      expect(itemsOf(await post(JSON.stringify([input]), 'application/json'))[0]).toMatchObject({ gnd: GOETHE });
    },
  );
});

describe('a contradiction', () => {
  const folder = temporaryForFile();
  const gndOf = (place: number) => {
    const digits = String(11_000_000 + place);
    return digits + checkDigit(digits, false);
  };
  const isniOf = (place: number) => {
    const digits = String(place).padStart(15, '0');
    return digits + checkDigitOf(digits);
  };
  const valueOf = { viaf: String, isni: isniOf, bnf: (one: number) => `cb${String(one).padStart(8, '0')}x` };
  /** Identifiers of each entity, few enough to coincide. */
  const numbers = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 2 }).map((list) => [...new Set(list)]);
  const ENTITIES = fc.sample(fc.record({ viaf: numbers, isni: numbers, bnf: numbers }), { numRuns: 90, seed: 33 });
  const urlsOf = ({ viaf, isni, bnf }: (typeof ENTITIES)[number]) => [
    ...viaf.map((one) => `https://viaf.org/viaf/${one}`),
    ...isni.map((one) => `https://isni.org/isni/${valueOf.isni(one)}`),
    ...bnf.map((one) => `https://catalogue.bnf.fr/ark:/12148/${valueOf.bnf(one)}`),
  ];
  const service = forFile(async () => {
    const records = ENTITIES.map((entity, place) =>
      record(gndOf(place), `Nameless ${place}`, { ...sameAs(...urlsOf(entity)), ...deprecated(gndOf(1000 + place)) }),
    );
    await build(folder, [registered(folder, { key: 'persons', content: dump(records) })]);
    return serve({ fixture: await openSnapshot(join(folder, 'snapshots')) });
  });

  it('is marked if an entity has two identifiers or two entities share one, and nowhere else', async () => {
    let marked = 0;
    for (const [place, entity] of ENTITIES.entries()) {
      // A former identifier gives the same targets.
      const row = await rowOf(`ids=${gndOf(1000 + place)}&to=viaf,isni,bnf`, service);
      expect(row).toMatchObject({ gnd: gndOf(place), redirectedFrom: gndOf(1000 + place) });
      for (const scheme of ['viaf', 'isni', 'bnf'] as const) {
        const isUnique = scheme !== 'bnf';
        const expected = entity[scheme].map((one) => {
          const owners = ENTITIES.filter((other) => other[scheme].includes(one)).length;
          return [valueOf[scheme](one), isUnique && (entity[scheme].length > 1 || owners > 1)] as const;
        });
        const found = (row.targets?.[scheme] ?? []).map(({ value, conflict }) => [value, conflict === true] as const);
        expect(Object.fromEntries(found), `${scheme} of ${place}`).toEqual(Object.fromEntries(expected));
        marked += expected.filter(([, isMarked]) => isMarked).length;
      }
    }
    expect(marked).toBeGreaterThan(20);
  });

  it('is no page that is only about another entity', async () => {
    const place = temporaryDirectory();
    const page = 'https://viaf.org/viaf/7';
    const related = { [skosMatch('related')]: [{ '@id': page }] };
    const records = [record('118559796', 'Own', sameAs(page)), record('11853677X', 'Other', related)];
    await build(place, [registered(place, { key: 'persons', content: dump(records) })]);
    const other = await serveForTest({ fixture: await openSnapshot(join(place, 'snapshots')) });
    const { targets } = await rowOf('ids=118559796&to=viaf', other);
    expect(targets?.['viaf']).toMatchObject([{ value: '7' }]);
    expect(targets?.['viaf']?.[0]).not.toHaveProperty('conflict');
  });

  it('never leads to a choice of one target', async () => {
    const shared = Array.from({ length: 60 }, (_, n) => n + 1).filter(
      (one) => ENTITIES.filter(({ viaf }) => viaf.includes(one)).length > 1,
    );
    for (const one of shared) {
      const { verdict, candidates = [], targets } = await rowOf(`ids=viaf:${one}&to=viaf`, service);
      expect([verdict, targets]).toEqual(['ambiguous', undefined]);
      expect(candidates.every((candidate) => candidate['conflict'] === true)).toBe(true);
      for (const candidate of candidates)
        expect(candidate.targets?.['viaf']?.find(({ value }) => value === String(one))?.conflict).toBe(true);
      const table = await ask(`ids=viaf:${one}&to=viaf&format=csv`, service);
      const [line] = parse(table.text, { columns: true }) as readonly Record<string, string>[];
      expect([line?.['viaf'], line?.['conflicts']]).toEqual(['', 'viaf']);
    }
    expect(shared.length).toBeGreaterThan(5);
  });
});

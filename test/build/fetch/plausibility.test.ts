/** The plausibility check: exact thresholds, and the counts on which it depends. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPlausibility, type Measured } from '../../../src/build/sources/fetch/plausibility.ts';
import { inspect, type Inspection } from '../../../src/build/sources/fetch/inspect.ts';
import { PLAUSIBILITY_DEFAULTS } from '../../../src/build/sources/register/register.ts';
import { temporaryDirectory, temporaryFile } from '../../temporary.ts';
import { releaseCopy } from '../../../src/build/sources/fetch/copies.ts';
import { collection, record as marcRecord, recordOf } from '../readers/marc-xml.ts';
import { facts, personsOf } from '../ingest/site.ts';
import { copyInUse, look, source } from './fetching.ts';
import { body, HEADER, identifiers, list, serverForTest } from './misbehaving-server.ts';

function found(more: Partial<Inspection>): Inspection {
  const { ids = 100 } = more;
  const none = { sha256: '', bytes: 1, unpackedBytes: 1, unreadable: 0, reasons: {} };
  return { ...none, pairsHash: 'new', contentHash: 'new', ids, statements: ids, ...more };
}

const good = (ids: number): Measured => ({ ids, unpackedBytes: ids * 10, contentHash: 'old' });
const verdictOf = (file: Inspection, lastGood?: Measured, kind: 'links' | 'entities' = 'links') => {
  const { verdict, reason } = checkPlausibility(file, { kind, guard: PLAUSIBILITY_DEFAULTS }, lastGood);
  return [verdict, reason].filter(Boolean).join(' ');
};

/** Entity Facts, line by line. */
const factsOf = (ids: readonly string[]) => ids.map((id) => JSON.stringify(facts(id, 'A'))).join('\n');

describe('a list', () => {
  it.each([
    [found({ ids: 900 }), good(1_000), 'accepted'],
    [found({ ids: 899 }), good(1_000), 'held below_share'],
    [found({ ids: 9 }), good(10), 'accepted'],
    [found({ ids: 1 }), good(0), 'accepted'],
    [found({ ids: 0 }), good(0), 'accepted'],
    [found({ ids: 0 }), good(1), 'held zero_links'],
    [found({ ids: 0 }), undefined, 'held zero_links'],
    [found({ ids: 0, unreadable: 3, reasons: { no_gnd_id: 3 } }), undefined, 'held no_ids'],
    [found({ ids: 0, unreadable: 3, reasons: { no_target: 3 } }), undefined, 'held zero_links'],
    [found({ ids: 95, unreadable: 5 }), undefined, 'accepted'],
    [found({ ids: 94, unreadable: 6 }), undefined, 'held too_many_unreadable'],
    [found({ ids: 14, unreadable: 1 }), undefined, 'accepted'],
    [found({ ids: 14, unreadable: 2 }), undefined, 'held too_many_unreadable'],
    [found({ ids: 1_000, unreadable: 1, reasons: { ellipsis: 1 } }), good(1_000), 'held list_shortened'],
    [found({ ids: 5, contentHash: 'old' }), good(5), 'unchanged'],
  ])('%#: %o after %o is %s', (file, lastGood, expected) => expect(verdictOf(file, lastGood)).toBe(expected));

  it('is never held for growth, and always for a loss above the threshold', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.double({ min: 0, max: 3, noNaN: true }),
        (before, factor) => {
          const ids = Math.floor(before * factor);
          const expected = ids === 0 ? 'held zero_links' : ids >= 0.9 * before ? 'accepted' : 'held below_share';
          expect(verdictOf(found({ ids }), good(before))).toBe(expected);
        },
      ),
    );
  });
});

describe('a dump', () => {
  it.each([
    [found({ unpackedBytes: 900 }), good(100), 'accepted'],
    [found({ unpackedBytes: 899 }), good(100), 'held below_share'],
    [found({ unpackedBytes: 899 }), undefined, 'accepted'],
    [found({ statements: 10, unreadable: 40 }), undefined, 'held too_many_unreadable'],
  ])('%#: %o after %o is %s', (file, lastGood, expected) =>
    expect(verdictOf(file, lastGood, 'entities')).toBe(expected),
  );

  const dump = (count: number) => personsOf(identifiers(count));
  const lines = factsOf(identifiers(100));

  it.each([
    ['whole', 'gnd-jsonld', dump(500), 'accepted'],
    ['whole and packed', 'gnd-jsonld', gzipSync(dump(500)), 'accepted'],
    ['cut off after thousands of records', 'gnd-jsonld', dump(500).slice(0, -300), 'failed truncated'],
    ['cut off behind a record', 'gnd-jsonld', dump(500).slice(0, dump(500).lastIndexOf('}') + 1), 'failed truncated'],
    ['whole, with blanks behind it', 'gnd-jsonld', `${dump(500)}${' '.repeat(200)}\n`, 'accepted'],
    ['packed and cut off', 'gnd-jsonld', gzipSync(dump(5_000)).subarray(0, -2_000), 'failed truncated'],
    ['a page', 'gnd-jsonld', '<!doctype html><html><head></head><body>Sorry</body></html>', 'held html'],
    ['a list', 'gnd-jsonld', list(100), 'held wrong_format'],
    ['without records', 'gnd-jsonld', '[[]]', 'held no_records'],
    ['in another format than said', 'gnd-marcxml', dump(100), 'held wrong_format'],
    ['of Entity Facts, line by line', 'entity-facts', lines, 'accepted'],
    ['of Entity Facts, and cut off', 'entity-facts', lines.slice(0, -20), 'failed truncated'],
  ] as const)('that is %s (%s) gets its verdict', async (_, format, content, expected) => {
    const server = await serverForTest();
    server.on('/dump', body(content));
    const { result, reason } = await look(temporaryDirectory(), source(`${server.url}/dump`, {}, format));
    expect([result, reason].filter(Boolean).join(' ')).toBe(expected);
  });

  it('that lost a fifth of its bytes is held, compressed or not', async () => {
    const server = await serverForTest();
    const sources = temporaryDirectory();
    const entry = source(`${server.url}/dump`, {}, 'gnd-jsonld');
    for (const [content, expected] of [
      [gzipSync(dump(1_000)), 'accepted'],
      [dump(1_000), 'unchanged'],
      [dump(800), 'held'],
      [dump(1_100), 'accepted'],
    ] as const) {
      server.on('/dump', body(content));
      expect((await look(sources, entry)).result).toBe(expected);
    }
  });
});

describe('a copy that takes 40 % away', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `${11_850_000 + from + index}X`);
  const all = numbers(0, 1_000);
  const [kept, others] = [all.slice(0, 600), numbers(2_000, 2_400)];
  const beacon = (ids: readonly string[]) => `${HEADER}${ids.join('\n')}\n`;
  const merged = (ids: readonly string[]) => ids.map((id) => `${id} 118540238`).join('\n');
  const gone = (ids: readonly string[]) => ids.join('\n');
  const marc = (living: readonly string[], deleted: readonly string[] = []) =>
    collection(
      ...living.map((id) => marcRecord(`035 __ $a (DE-588)${id}`, '100 1_ $a Muster, Anna')),
      ...deleted.map((id) => recordOf('d', [`035 __ $a (DE-588)${id}`])),
    );
  const mappings = (ids: readonly string[]) =>
    JSON.stringify({
      '@graph': ids.map((id) => ({
        '@id': `https://example.org/${id}`,
        'http://www.w3.org/2004/02/skos/core#exactMatch': [{ '@id': `https://d-nb.info/gnd/${id}` }],
      })),
    });

  it.each([
    ['a list without them', 'beacon', beacon(all), beacon(kept), 'below_share'],
    ['a list with others in their place', 'beacon', beacon(all), beacon([...kept, ...others]), 'below_share'],
    ['a crosswalk without them', 'skos-jsonld', mappings(all), mappings(kept), 'below_share'],
    ['a list of merged records without them', 'redirects', merged(all), merged(kept), 'below_share'],
    ['a list that calls as many merged', 'redirects', merged(all), merged([...all, ...others]), 'too_many_gone'],
    ['a list that calls as many deleted', 'redirects', gone(all), gone([...all, ...others]), 'too_many_gone'],
    ['a dump in MARC without them', 'gnd-marcxml', marc(all), marc(kept), 'below_share'],
    ['a dump in MARC that calls them deleted', 'gnd-marcxml', marc(all), marc(kept, all.slice(600)), 'too_many_gone'],
    ['a dump in JSON without them', 'entity-facts', factsOf(all), factsOf(kept), 'below_share'],
  ] as const)('is held, and accepted by a person: %s', async (_, format, before, after, expected) => {
    const server = await serverForTest();
    const sources = temporaryDirectory();
    const entry = source(`${server.url}/file`, {}, format);
    server.on('/file', body(before));
    expect(await look(sources, entry)).toMatchObject({ result: 'accepted' });
    server.on('/file', body(after));
    expect(await look(sources, entry)).toMatchObject({
      result: 'held',
      reason: expected,
      sentence: expect.stringMatching(/\d/) as string,
    });
    expect(await copyInUse(sources)).toBe(before);
    expect(await releaseCopy(sources, 'list', new Date())).not.toHaveProperty('refused');
    expect(await copyInUse(sources)).toBe(after);
    expect(await look(sources, entry)).toMatchObject({ result: 'unchanged' });
  });
});

it('an inspection counts each identifier once, and every statement', async () => {
  const text = `${HEADER}#TIMESTAMP: 2026-01-02\n118540238\n118540238|7\n118540239\nNULL\n`;
  expect(await inspect(temporaryFile(text), source('https://example.org/'))).toMatchObject({
    ids: 2,
    statements: 3,
    unreadable: 1,
    reasons: { empty_id: 1 },
    declaredDate: '2026-01-02',
    gone: 0,
    bytes: text.length,
    unpackedBytes: text.length,
  });
});

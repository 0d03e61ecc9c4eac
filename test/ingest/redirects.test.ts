import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RedirectReport, resolveRedirects } from '../../src/ingest/redirects.ts';
import { createIdentities, insertsOf } from '../../src/ingest/identities.ts';
import { NAME_RANK } from '../../src/ingest/merge.ts';
import { type GndId, packGndId, unpackGndId } from '../../src/model/gnd-id.ts';
import { REDIRECT_EVIDENCE, type RedirectEvidence } from '../../src/readers/reader.ts';
import { temporaryDirectory } from '../temporary.ts';

/** Ten identifiers, by digit. */
const id = (digit: number) => `1000000${digit}${digit}` as GndId;

interface Given {
  readonly living?: readonly number[];
  readonly claims: readonly (readonly [from: number, to: number, evidence?: RedirectEvidence])[];
  readonly deleted?: readonly number[];
}

function resolved({ living = [], claims, deleted = [] }: Given) {
  const database = createIdentities(temporaryDirectory());
  const insert = insertsOf(database);
  // Several sources may claim the same; identities are resolved from the strongest evidence of each.
  for (let digit = 0; digit < 10; digit += 1) {
    const redirects = new Map<number, number>();
    for (const [from, to, evidence = 'deprecatedUri'] of claims) {
      const strength = REDIRECT_EVIDENCE.indexOf(evidence);
      const known = redirects.get(packed(to)) ?? strength;
      if (from === digit && to !== digit) redirects.set(packed(to), Math.min(strength, known));
    }
    const name = { rank: NAME_RANK.record, precedence: '', label: `name ${digit}` };
    const deletion = { deleted: deleted.includes(digit), relations: 0, redirects };
    insert({ id: packed(digit), ...(living.includes(digit) && { name }), ...deletion });
  }
  const report: RedirectReport = resolveRedirects(database);
  const rows = database.prepare('SELECT old, target FROM redirect ORDER BY old').all();
  const redirects = Object.fromEntries(rows.map((row) => [digitOf(row['old']), digitOf(row['target'])]));
  const deletions = database.prepare('SELECT id, successors FROM deletion ORDER BY id').all();
  database.close();
  return {
    report,
    redirects,
    deletions: Object.fromEntries(
      deletions.map((row) => [digitOf(row['id']), JSON.parse(row['successors'] as string)]),
    ),
  };
}

const packed = (digit: number) => packGndId(id(digit));
const digitOf = (packed: unknown) => Number(unpackGndId(packed as number)[7]);

describe('redirects', () => {
  it('lead to the end of a chain', () => {
    expect(
      resolved({
        living: [4],
        claims: [
          [1, 2],
          [2, 3],
          [3, 4],
        ],
      }).redirects,
    ).toEqual({ 1: 4, 2: 4, 3: 4 });
  });

  it('are broken where they lead in a circle, and reported', () => {
    const { redirects, report } = resolved({
      living: [9],
      claims: [
        [1, 2],
        [2, 3],
        [3, 1],
        [4, 1],
        [8, 9],
      ],
    });
    expect(redirects).toEqual({ 8: 9 });
    expect(report.loops).toEqual({ count: 4, examples: [id(1), id(2), id(3), id(4)] });
  });

  it('are followed so far and no further; longer chains are counted, and their beginnings left unknown', () => {
    const database = createIdentities(temporaryDirectory());
    const insert = insertsOf(database);
    const long = Array.from({ length: 4001 }, (_, place) => packGndId(`${2_000_000 + place}-0` as GndId));
    for (const [place, old] of long.entries()) {
      const target = long[place + 1];
      const name = { rank: NAME_RANK.record, precedence: '', label: 'the end' };
      const redirects = new Map(target === undefined ? [] : [[target, 0]]);
      insert({ id: old, ...(target === undefined && { name }), deleted: false, relations: 0, redirects });
    }
    const report = resolveRedirects(database);
    const redirected = database.prepare('SELECT old, target FROM redirect ORDER BY old').all();
    database.close();
    expect(report).toMatchObject({ redirects: 32, tooLong: 3968, loops: { count: 0 }, targetMissing: 0 });
    expect(redirected.map(({ old, target }) => [old, target])).toEqual(
      long.slice(-33, -1).map((old) => [old, long.at(-1)]),
    );
  });

  it('to the same record are nothing', () => {
    expect(resolved({ living: [1], claims: [[1, 1]] }).redirects).toEqual({});
  });

  it('to a record that the data lack are dropped', () => {
    const { redirects, report } = resolved({ claims: [[1, 2]] });
    expect(redirects).toEqual({});
    expect(report.targetMissing).toBe(1);
  });

  it('of a record that lives are not believed, unless the list says so', () => {
    const claimed = resolved({ living: [1, 2], claims: [[1, 2]] });
    expect(claimed.redirects).toEqual({});
    expect(claimed.report.ofLivingRecord).toBe(1);
    expect(resolved({ living: [1, 2], claims: [[1, 2, 'list']] }).redirects).toEqual({ 1: 2 });
  });

  it('follow the strongest evidence', () => {
    expect(
      resolved({
        living: [2, 3],
        claims: [
          [1, 3, 'oldAuthorityNumber'],
          [1, 2, 'deprecatedUri'],
        ],
      }).redirects,
    ).toEqual({ 1: 2 });
  });

  it('of a record that was split become a deletion with successors', () => {
    const { redirects, deletions, report } = resolved({
      living: [2, 3],
      claims: [
        [1, 2],
        [1, 3],
      ],
    });
    expect(redirects).toEqual({});
    expect(deletions).toEqual({ 1: [id(2), id(3)] });
    expect(report.splits).toBe(1);
  });

  it('to a record that was split have its successors', () => {
    const { deletions } = resolved({
      living: [3, 4],
      claims: [
        [1, 2],
        [2, 3],
        [2, 4],
      ],
    });
    expect(deletions).toEqual({ 1: [id(3), id(4)], 2: [id(3), id(4)] });
  });

  it('through several splits have all successors', () => {
    const split = resolved({
      living: [3, 4, 5],
      claims: [
        [1, 2],
        [1, 5],
        [2, 3],
        [2, 4],
      ],
    });
    expect(split.deletions[1]).toEqual([id(3), id(4), id(5)]);
    const joined = resolved({
      living: [3, 4],
      claims: [
        [1, 2],
        [1, 4],
        [2, 5],
        [5, 3],
        [2, 3],
      ],
    });
    expect(joined.deletions).toEqual({ 1: [id(3), id(4)] });
    expect(joined.redirects).toEqual({ 2: 3, 5: 3 });
  });

  it('follow the way out of a circle', () => {
    expect(
      resolved({
        living: [3],
        claims: [
          [1, 2],
          [2, 1],
          [2, 3],
        ],
      }).redirects,
    ).toEqual({ 1: 3, 2: 3 });
  });

  it('of a seeming split that ends at one record lead there', () => {
    expect(
      resolved({
        living: [3],
        claims: [
          [1, 2],
          [1, 3],
          [2, 3],
        ],
      }).redirects,
    ).toEqual({ 1: 3, 2: 3 });
  });

  it('to a deleted record are deletions too', () => {
    const { redirects, deletions } = resolved({ claims: [[1, 2]], deleted: [2] });
    expect(redirects).toEqual({});
    expect(deletions).toEqual({ 1: [], 2: [] });
  });

  it('always end at a living record, whatever is claimed', () => {
    const digit = fc.integer({ min: 0, max: 9 });
    const claim = fc.tuple(digit, digit, fc.constantFrom<RedirectEvidence>('list', 'deprecatedUri', 'sameAs'));
    fc.assert(
      fc.property(
        fc.array(claim, { maxLength: 14 }),
        fc.uniqueArray(digit, { maxLength: 4 }),
        fc.uniqueArray(digit, { maxLength: 3 }),
        (claims, living, deleted) => {
          const { redirects, deletions } = resolved({ living, claims, deleted });
          for (const [from, to] of Object.entries(redirects)) {
            expect(redirects).not.toHaveProperty(String(to));
            expect(deletions).not.toHaveProperty(String(to));
            expect(deletions).not.toHaveProperty(from);
            expect(living).toContain(to);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('packs the digits of these tests apart', () => {
    expect(new Set(Array.from({ length: 10 }, (_, digit) => packGndId(id(digit)))).size).toBe(10);
  });
});

/** Claims that one identifier leads to another become redirects, deletions and successors. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveRedirects } from '../../../src/build/ingest/tasks/redirects.ts';
import { createIdentities, createIdentityWriter } from '../../../src/build/ingest/tasks/identify.ts';
import { NAME_RANK } from '../../../src/build/ingest/tasks/merge-records.ts';
import { type GndId, packGndId, unpackGndId } from '../../../src/core/model/gnd-id.ts';
import { REDIRECT_EVIDENCE, type RedirectEvidence } from '../../../src/build/sources/readers/reader.ts';
import { temporaryDirectory } from '../../temporary.ts';

/** An identifier for each digit. */
const id = (digit: number) => `1000000${digit}${digit}` as GndId;

type Claim = readonly [from: number, to: number, evidence?: RedirectEvidence];

/** Parses claims: `1>2` means that 1 leads to 2; `1>2=list` adds the kind of evidence. */
function claimsIn(text: string): readonly Claim[] {
  return text.split(' ').map((claim) => {
    const [, from, to, evidence] = /^(\d)>(\d)(?:=(\w+))?$/.exec(claim) ?? [];
    return [Number(from), Number(to), (evidence ?? 'deprecatedUri') as RedirectEvidence];
  });
}

function resolved(living: readonly number[], claims: readonly Claim[], deleted: readonly number[] = []) {
  const database = createIdentities(temporaryDirectory());
  const insert = createIdentityWriter(database);
  // Equal claims by several sources count once, with the strongest evidence.
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
  const report = resolveRedirects(database);
  const rows = database.prepare('SELECT old, target FROM redirect ORDER BY old').all();
  const redirects = Object.fromEntries(rows.map((row) => [digitOf(row['old']), digitOf(row['target'])]));
  const deletions = database.prepare('SELECT id, successors FROM deletion ORDER BY id').all();
  database.close();
  const successors = (row: Record<string, unknown>) =>
    (JSON.parse(row['successors'] as string) as GndId[]).map((gnd) => digitOf(packGndId(gnd)));
  return {
    report,
    redirects,
    deletions: Object.fromEntries(deletions.map((row) => [digitOf(row['id']), successors(row)])),
  };
}

const packed = (digit: number) => packGndId(id(digit));
const digitOf = (packed: unknown) => Number(unpackGndId(packed as number)[7]);

describe('redirects', () => {
  it.each<[what: string, living: number[], claims: string, redirects: object, deletions?: object, report?: object]>([
    ['lead to the end of a chain', [4], '1>2 2>3 3>4', { 1: 4, 2: 4, 3: 4 }],
    ['are broken where they lead in a circle', [9], '1>2 2>3 3>1 4>1 8>9', { 8: 9 }, {}, { unended: 4 }],
    ['follow the way out of a circle', [3], '1>2 2>1 2>3', { 1: 3, 2: 3 }],
    ['to the same record are nothing', [1], '1>1', {}],
    ['to a record that the data lack are dropped', [], '1>2', {}, {}, { targetMissing: 1 }],
    ['of a record that lives are not believed', [1, 2], '1>2', {}, {}, { ofLivingRecord: 1 }],
    ['of a record that lives are believed of the list', [1, 2], '1>2=list', { 1: 2 }],
    ['follow the strongest evidence', [2, 3], '1>3=oldAuthorityNumber 1>2=deprecatedUri', { 1: 2 }],
    ['of a record that was split are a deletion with successors', [2, 3], '1>2 1>3', {}, { 1: [2, 3] }, { splits: 1 }],
    ['to a record that was split have its successors', [3, 4], '1>2 2>3 2>4', {}, { 1: [3, 4], 2: [3, 4] }],
    ['through several splits have all', [3, 4, 5], '1>2 1>5 2>3 2>4', {}, { 1: [3, 4, 5], 2: [3, 4] }],
    ['by several ways have each once', [3, 4], '1>2 1>4 2>5 5>3 2>3', { 2: 3, 5: 3 }, { 1: [3, 4] }],
    ['of a seeming split that ends at one record lead there', [3], '1>2 1>3 2>3', { 1: 3, 2: 3 }],
  ])('%s', (_, living, claims, redirects, deletions = {}, report = {}) => {
    const found = resolved(living, claimsIn(claims));
    expect(found).toMatchObject({ redirects, deletions, report });
    expect([found.redirects, found.deletions]).toEqual([redirects, deletions]);
  });

  it('to a deleted record are deletions', () => {
    expect(resolved([], claimsIn('1>2'), [2])).toMatchObject({ redirects: {}, deletions: { 1: [], 2: [] } });
  });

  it('are followed up to a limit; the beginnings of longer chains are counted, and stay unknown', () => {
    const database = createIdentities(temporaryDirectory());
    const insert = createIdentityWriter(database);
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
    expect(report).toMatchObject({ redirects: 32, unended: 3968, targetMissing: 0 });
    expect(redirected.map(({ old, target }) => [old, target])).toEqual(
      long.slice(-33, -1).map((old) => [old, long.at(-1)]),
    );
  });

  it('always end at an existing record, for any claims', () => {
    const digit = fc.integer({ min: 0, max: 9 });
    const claim = fc.tuple(digit, digit, fc.constantFrom<RedirectEvidence>('list', 'deprecatedUri', 'sameAs'));
    fc.assert(
      fc.property(
        fc.array(claim, { maxLength: 14 }),
        fc.uniqueArray(digit, { maxLength: 4 }),
        fc.uniqueArray(digit, { maxLength: 3 }),
        (claims, living, deleted) => {
          const { redirects, deletions } = resolved(living, claims, deleted);
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
});

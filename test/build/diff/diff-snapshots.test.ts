/** The comparison of two snapshots finds exactly the changes between two known states. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffSnapshots } from '../../../src/build/ingest/compare/diff-snapshots.ts';
import type { SnapshotDiff } from '../../../src/build/ingest/compare/diff-counter.ts';
import { reissue } from '../runs/running.ts';
import { readHeader } from '../../../src/core/snapshot/header.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { ARCHIVE, isPerson, type Person, snapshotOf, type State, VIAF, WIKIDATA } from './states.ts';

const [ADA, BEA, CAI, DAN, EVA, FAY] = [
  '118500001',
  '118500002',
  '118500003',
  '118500004',
  '118500005',
  '118500006',
] as const;

async function diffOf(before: State, after: State, days: readonly [string, string] = ['2026-11-20', '2027-02-01']) {
  const folder = temporaryDirectory();
  const [a, b] = [join(folder, 'a'), join(folder, 'b')];
  const [earlier, later] = [await snapshotOf(a, before, days[0]), await snapshotOf(b, after, days[1])];
  return diffSnapshots(earlier, later, { sample: 100 });
}

/** Totals of changes without sources, which differ because of the day. */
function changesIn({ entities, formerIdentifiers, links }: SnapshotDiff) {
  const { added, removed, altered } = links;
  const kinds = Object.entries({ ...entities, formerIdentifiers, added, removed, altered });
  return Object.fromEntries(kinds.filter(([, { total }]) => total > 0).map(([kind, { total }]) => [kind, total]));
}

const PERSON: Person = { name: 'Abel, Ada', born: '1801', links: [WIKIDATA(1)], hits: 3 };
const STATE: State = { [ADA]: PERSON, [BEA]: { name: 'Bach, Bea' }, [CAI]: { name: 'Celan, Cai' } };

describe('the comparison of two snapshots', () => {
  it('finds nothing between equal data of different days', async () => {
    const diff = await diffOf(STATE, STATE);
    expect(changesIn(diff)).toEqual({});
    expect(diff.before.id).not.toBe(diff.after.id);
    expect(diff.sources.map(({ key, change }) => [key, change])).toEqual([
      ['archive', 'confirmed'],
      ['gnd', 'confirmed'],
      ['redirects', 'confirmed'],
    ]);
    expect((await diffOf(STATE, STATE, ['2026-11-20', '2026-11-20'])).differs).toBe(false);
  });

  it('distinguishes new, merged, deleted and vanished entities', async () => {
    const diff = await diffOf(
      { ...STATE, [DAN]: { name: 'Donne, Dan', links: [VIAF(4)] }, [EVA]: { deleted: true } },
      {
        [ADA]: PERSON,
        [BEA]: { mergedInto: ADA },
        [CAI]: { deleted: true },
        [EVA]: { name: 'Ende, Eva' },
        [FAY]: { name: 'Fo, Fay' },
      },
    );
    expect(changesIn(diff)).toEqual({ new: 2, merged: 1, deleted: 1, vanished: 1, changed: 1, removed: 1 });
    expect(diff.entities.new.sample).toEqual([
      { gnd: EVA, type: 'Person', preferredName: 'Ende, Eva', formerly: 'deleted' },
      { gnd: FAY, type: 'Person', preferredName: 'Fo, Fay' },
    ]);
    expect(diff.entities.merged.sample).toEqual([{ gnd: BEA, type: 'Person', preferredName: 'Bach, Bea', into: ADA }]);
    expect(diff.entities.deleted.sample).toMatchObject([{ gnd: CAI, successors: [] }]);
    expect(diff.entities.vanished.sample).toMatchObject([{ gnd: DAN, preferredName: 'Donne, Dan' }]);
    expect(diff.entities.changed.sample).toMatchObject([{ gnd: ADA, fields: ['formerIds'] }]);
    expect(diff.links.removed.sample).toMatchObject([{ gnd: DAN, url: expect.stringContaining('viaf') as string }]);
  });

  it('names a record that was split, with its parts', async () => {
    const parts = { [ADA]: { ...PERSON, absorbed: [DAN] }, [BEA]: { name: 'Bach, Bea', absorbed: [DAN] } };
    const diff = await diffOf({ [DAN]: { name: 'Duo' }, ...STATE }, { ...STATE, ...parts });
    expect(diff.entities.deleted.sample).toEqual([
      { gnd: DAN, type: 'Person', preferredName: 'Duo', successors: [ADA, BEA] },
    ]);
  });

  it('distinguishes a new name from other changes, attribute by attribute', async () => {
    const diff = await diffOf(STATE, {
      ...STATE,
      [ADA]: { ...PERSON, name: 'Abel-Meier, Ada' },
      [BEA]: { name: 'Bach, Bea', born: '1802' },
    });
    expect(changesIn(diff)).toEqual({ renamed: 1, changed: 1 });
    expect(diff.entities.renamed).toEqual({
      total: 1,
      byType: { Person: 1 },
      sample: [{ gnd: ADA, type: 'Person', preferredName: 'Abel-Meier, Ada', before: 'Abel, Ada' }],
    });
    expect(diff.entities.changed.sample).toMatchObject([{ gnd: BEA, fields: ['dateOfBirth', 'description', 'years'] }]);
    expect(diff.entities.changed.byField).toEqual({ dateOfBirth: 1, description: 1, years: 1 });
  });

  it('counts links by category, collection and source', async () => {
    const diff = await diffOf(STATE, {
      ...STATE,
      [ADA]: { ...PERSON, links: [WIKIDATA(2), ARCHIVE(ADA)], hits: 4 },
      [BEA]: { name: 'Bach, Bea', hits: 1 },
    });
    expect(changesIn(diff)).toEqual({ added: 2, removed: 1, altered: 1 });
    expect(diff.links.byCategory).toEqual({
      knowledge_base: { added: 1, removed: 1 },
      other: { added: 1, removed: 0 },
    });
    expect(diff.links.byCollection).toEqual({ other: { added: 1, removed: 0 }, wikidata: { added: 1, removed: 1 } });
    expect(diff.links.bySource).toEqual({ archive: { added: 1, removed: 0 }, gnd: { added: 2, removed: 1 } });
    expect(diff.links.altered.sample).toEqual([
      { gnd: ADA, url: ARCHIVE(ADA), category: 'other', collection: 'other', assertedBy: ['archive', 'gnd'] },
    ]);
  });

  it('reports changes of identifiers that are entities in neither snapshot', async () => {
    const former: State = { [DAN]: { deleted: true }, [EVA]: { mergedInto: ADA }, [FAY]: { mergedInto: ADA } };
    const diff = await diffOf(
      { ...STATE, ...former },
      {
        ...STATE,
        [DAN]: { mergedInto: ADA },
        [EVA]: { mergedInto: BEA },
        [FAY]: { mergedInto: ADA },
        '118500007': { deleted: true },
      },
    );
    expect(diff.formerIdentifiers).toEqual({
      total: 3,
      byChange: { 'deleted → merged': 1, 'merged → merged': 1, 'unknown → deleted': 1 },
      sample: [
        { gnd: DAN, before: 'deleted', after: `merged into ${ADA}` },
        { gnd: EVA, before: `merged into ${ADA}`, after: `merged into ${BEA}` },
        { gnd: '118500007', before: 'unknown', after: 'deleted' },
      ],
    });
  });

  it('reports for every source whether it is new, removed, renewed or only checked', async () => {
    const folder = temporaryDirectory();
    const before = await snapshotOf(join(folder, 'a'), STATE);
    const after = await snapshotOf(join(folder, 'b'), { ...STATE, [DAN]: { name: 'Donne, Dan' } });
    const renewed = await diffSnapshots(before, after, { sample: 0 });
    expect(renewed.entities.new).toMatchObject({ total: 1, sample: [] });
    expect(renewed.sources).toEqual([
      {
        key: 'gnd',
        change: 'renewed',
        before: expect.objectContaining({ accepted: 3 }) as object,
        after: expect.objectContaining({ accepted: 4 }) as object,
      },
    ]);
    const { sources } = await readHeader(before);
    const observation = { ...sources[0]?.observation, checkedAt: '2026-11-22T00:00:00Z' };
    const reissued = await reissue(join(folder, 'a/snapshots'), new Map([['archive', observation]]));
    const confirmed = await diffSnapshots(before, reissued ?? '', { sample: 0 });
    expect(confirmed.sources).toMatchObject([{ key: 'archive', change: 'confirmed' }]);
    expect([changesIn(confirmed), confirmed.differs]).toEqual([{}, true]);
  });

  it.each(["UPDATE record SET answer = x'00'", 'DELETE FROM record WHERE id > 0'])(
    'ends with a sentence on damaged rows: %s',
    async (sql) => {
      const folder = temporaryDirectory();
      const sound = await snapshotOf(join(folder, 'a'), STATE);
      const damaged = join(folder, 'b');
      cpSync(sound, damaged, { recursive: true });
      using database = new DatabaseSync(join(damaged, 'entities.sqlite'));
      database.exec(sql);
      const message = expect.stringMatching(/cannot be read/) as string;
      const diff = diffSnapshots(sound, damaged, { sample: 0 });
      await expect(diff).rejects.toMatchObject({ name: 'UnusableSnapshot', message });
    },
  );
});

const GNDS = Array.from({ length: 8 }, (_, i) => `11850000${i}`);

/** Random states. The first identifier is always a person, so that others can be merged into it. */
const states: fc.Arbitrary<State> = fc
  .tuple(...GNDS.map((_, index) => entryArbitrary(index === 0)))
  .map((entries) =>
    Object.fromEntries(GNDS.flatMap((gnd, i) => (entries[i] === undefined ? [] : [[gnd, entries[i]]]))),
  );

function entryArbitrary(always: boolean): fc.Arbitrary<State[string] | undefined> {
  const person = fc.record(
    {
      name: fc.constantFrom('Abel, A.', 'Bach, B.'),
      born: fc.constantFrom('1801', '1802'),
      links: fc.subarray([VIAF(1), VIAF(2), WIKIDATA(1)]),
      hits: fc.constantFrom(1, 2),
    },
    { requiredKeys: ['name'] },
  );
  if (always) return person;
  const gone = fc.constantFrom<State[string] | undefined>(undefined, { deleted: true }, { mergedInto: GNDS[0] ?? '' });
  return fc.oneof({ weight: 3, arbitrary: person }, { weight: 2, arbitrary: gone });
}

/** The expected changes, computed from the states alone. */
function expected(before: State, after: State) {
  const of = (wanted: (was: State[string] | undefined, is: State[string] | undefined) => boolean) =>
    GNDS.filter((gnd) => wanted(before[gnd], after[gnd]));
  const gone = (kind: 'mergedInto' | 'deleted') =>
    of((was, is) => isPerson(was) && is !== undefined && !isPerson(is) && kind in is);
  const absorbed = (state: State) =>
    GNDS.filter((gnd) => state[gnd] !== undefined && 'mergedInto' in (state[gnd] ?? {})).join(' ');
  const links = (state: State) =>
    GNDS.flatMap((gnd) => {
      const entry = state[gnd];
      if (!isPerson(entry)) return [];
      return [...(entry.links ?? []), ...(entry.hits === undefined ? [] : [ARCHIVE(gnd)])].map(
        (url) => `${gnd} ${url}`,
      );
    });
  return {
    new: of((was, is) => !isPerson(was) && isPerson(is)),
    merged: gone('mergedInto'),
    deleted: gone('deleted'),
    vanished: of((was, is) => isPerson(was) && is === undefined),
    renamed: of((was, is) => isPerson(was) && isPerson(is) && was.name !== is.name),
    changed: GNDS.filter((gnd, index) => {
      const [was, is] = [before[gnd], after[gnd]];
      if (!isPerson(was) || !isPerson(is)) return false;
      const conflict = ({ links: urls = [] }: Person) => urls.includes(VIAF(1)) && urls.includes(VIAF(2));
      const merged = index === 0 && absorbed(before) !== absorbed(after);
      return merged || was.born !== is.born || conflict(was) !== conflict(is);
    }),
    former: of((was, is) => !isPerson(was) && !isPerson(is) && JSON.stringify(was) !== JSON.stringify(is)),
    added: links(after).filter((link) => !links(before).includes(link)).length,
    removed: links(before).filter((link) => !links(after).includes(link)).length,
    altered: of(
      (was, is) =>
        isPerson(was) && isPerson(is) && was.hits !== undefined && is.hits !== undefined && was.hits !== is.hits,
    ),
  };
}

describe('two random states', () => {
  it('differ by exactly the changes that the comparison finds', async () => {
    await fc.assert(
      fc.asyncProperty(states, states, async (before, after) => {
        const { entities, formerIdentifiers, links, ...diff } = await diffOf(before, after);
        const gnds = ({ sample }: { readonly sample: readonly { readonly gnd: string }[] }) =>
          sample.map(({ gnd }) => gnd);
        expect({
          new: gnds(entities.new),
          merged: gnds(entities.merged),
          deleted: gnds(entities.deleted),
          vanished: gnds(entities.vanished),
          renamed: gnds(entities.renamed),
          changed: gnds(entities.changed),
          former: gnds(formerIdentifiers),
          added: links.added.total,
          removed: links.removed.total,
          altered: gnds(links.altered),
        }).toEqual(expected(before, after));
        // The reported changes account for the difference of the snapshots' own counts.
        const grown = entities.new.total - entities.merged.total - entities.deleted.total - entities.vanished.total;
        expect(grown).toBe(diff.after.counts.entities - diff.before.counts.entities);
        for (const [category, { added, removed }] of Object.entries(links.byCategory)) {
          const count = (counts: SnapshotDiff['after']['counts']) => counts.byCategory[category] ?? 0;
          expect(added - removed).toBe(count(diff.after.counts) - count(diff.before.counts));
        }
      }),
      { numRuns: 6 },
    );
  });
});

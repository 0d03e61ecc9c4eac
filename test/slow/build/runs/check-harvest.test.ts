/** A new dump shows the losses of a harvest: missing and outdated records. */
import { describe, expect, it } from 'vitest';
import { checkHarvest } from '../../../../src/build/runs/check-harvest.ts';
import { present, unpacked } from '../../../real-data.ts';
import { temporaryDirectory } from '../../../temporary.ts';
import { build, dump, record, registered, type Written } from '../../../build/ingest/site.ts';

const MODIFIED = 'http://purl.org/dc/terms/modified';
const modified = (day: string) => ({ [MODIFIED]: [{ '@value': `${day}T10:00:00.000` }] });
const [A, B, C, D, E] = ['118540238', '118607626', '118559796', '118500003', '118500011'];

const THROUGH = '2026-11-15T02:00:00Z';
const observation = {
  retrievedAt: THROUGH,
  checkedAt: THROUGH,
  observedSince: '2026-11-15',
  harvestedThrough: THROUGH,
};
const harvested = (content: string): Written => ({
  key: 'changes',
  content,
  more: { updates: true, observation } as Written['more'] & object,
});

async function directoryOf(...sources: Written[]): Promise<string> {
  const folder = temporaryDirectory();
  const { directory } = await build(
    folder,
    sources.map((source) => registered(folder, source)),
  );
  return directory;
}

/** A record, and the node with its date. */
const dated = (gnd: string, day: string) => [
  record(gnd, `Name ${gnd}`),
  { '@id': `https://d-nb.info/gnd/${gnd}/about`, ...modified(day) },
];
const OLD = dump([...dated(A, '2026-10-01'), ...dated(B, '2026-10-01')]);
const NEW = dump([
  ...dated(A, '2026-11-01'),
  ...dated(B, '2026-11-02'),
  ...dated(C, '2026-11-03'),
  ...dated(D, '2026-11-15'),
  ...dated(E, '2026-09-01'),
]);
const CHANGES = dump(dated(A, '2026-11-01'));

describe('the check of a harvest against a new dump', () => {
  it('counts missing and outdated records, except those of its last day and before its beginning', async () => {
    const before = await directoryOf({ key: 'persons', content: OLD }, harvested(CHANGES));
    const after = await directoryOf({ key: 'persons', content: NEW }, harvested(CHANGES));
    expect(await checkHarvest(before, after, '2026-10-15')).toMatchObject({
      harvestedThrough: THROUGH,
      compared: 3,
      missed: { Person: 1 },
      stale: { Person: 1 },
      examples: [C, B].sort(),
    });
  });

  it('does not take place without a changed dump, with a dump new to the register, or before the first harvest', async () => {
    const before = await directoryOf({ key: 'persons', content: OLD }, harvested(CHANGES));
    const same = await directoryOf({ key: 'persons', content: OLD }, harvested(NEW));
    expect(await checkHarvest(before, same)).toBeUndefined();
    const added = await directoryOf(
      { key: 'persons', content: OLD },
      { key: 'more', content: NEW },
      harvested(CHANGES),
    );
    expect(await checkHarvest(before, added)).toBeUndefined();
    const unharvested = await directoryOf({ key: 'persons', content: OLD });
    expect(await checkHarvest(unharvested, await directoryOf({ key: 'persons', content: NEW }))).toBeUndefined();
  });
});

type Node = Record<string, unknown> & { '@id'?: string };

it.skipIf(!present)(
  'a complete harvest between two dumps of real records has missed nothing, and an incomplete one just its gaps (needs ../shared/data)',
  async () => {
    const real = unpacked('gnd/lds-jsonld-derived/authorities-gnd-person_lds.from-rdf.jsonld.gz').toString();
    const chunks = JSON.parse(real) as Node[][];
    const about = (node: Node) => node[MODIFIED] !== undefined;
    // Every sixth record is changed on one of nine days before the end of the harvest.
    let count = 0;
    const changed = new Set<string>();
    const later = chunks.map((nodes) =>
      nodes.map((node) => {
        if (!about(node) || (count += 1) % 6 !== 0) return node;
        changed.add((node['@id'] ?? '').replace(/\/about.*$/, ''));
        return { ...node, ...modified(`2026-11-0${1 + (count % 9)}`) };
      }),
    );
    expect(changed.size).toBeGreaterThan(100);
    /** Chunks with the changed records and their blank nodes, without other records. */
    const changesWithout = (left: ReadonlySet<string>) =>
      JSON.stringify(
        later.map((nodes) =>
          nodes.filter((node) => {
            const id = (node['@id'] ?? '').replace(/\/about.*$/, '');
            return !id.startsWith('https://d-nb.info/gnd/') || (changed.has(id) && !left.has(id));
          }),
        ),
      );
    const lost = new Set([...changed].slice(10, 17));
    // The newer snapshot has every change from its dump, whatever the harvest has lost.
    const after = await directoryOf(
      { key: 'persons', content: JSON.stringify(later) },
      harvested(changesWithout(lost)),
    );
    for (const left of [new Set<string>(), lost]) {
      const before = await directoryOf({ key: 'persons', content: real }, harvested(changesWithout(left)));
      const check = await checkHarvest(before, after, '2026-10-15');
      expect(check).toMatchObject({ compared: changed.size, missed: {} });
      expect(check?.stale).toEqual(left.size === 0 ? {} : { Person: left.size });
      expect(check?.examples).toEqual([...left].map((uri) => uri.slice('https://d-nb.info/gnd/'.length)).sort());
    }
  },
);

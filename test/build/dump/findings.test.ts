/** Findings about lists in a dump: outdated and unknown identifiers, contradictions, and repaired lists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { repairLine, type RepairRules } from '../../../src/build/sources/readers/beacon-repair.ts';
import type { RegisteredSource } from '../../../src/build/sources/register/register.ts';
import type { Built } from '../../../src/build/ingest/build.ts';
import { build, dump as jsonld, record, registered, sameAs } from '../ingest/site.ts';
import { dumpSnapshot, reissue } from '../runs/running.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';
import { readGzipLines, readIndex, sumsOf } from './reading.ts';

const [GOETHE, SCHILLER, KANT] = ['118540238', '118607626', '118559796'];
/** Merged into Goethe, deleted, split into Schiller and Kant, unknown, and with a wrong check digit. */
const [MERGED, DELETED, SPLIT, UNKNOWN, MISTYPED] = ['1012979490', '1021388327', '100000061', '118575449', '118575440'];

const ids = [`${MERGED} ${GOETHE}`, DELETED, ...[SCHILLER, KANT].map((successor) => `${SPLIT} ${successor}`)];
const LIST = `#FORMAT: BEACON
#PREFIX: https://d-nb.info/gnd/
#TARGET: https://kalliope-verbund.info/gnd/{ID}
# A remark of the publisher
${GOETHE}|3
${MERGED}|17|
https://d-nb.info/gnd/${MERGED}
${DELETED}|A note
${SPLIT}
${UNKNOWN}
${MISTYPED}
${KANT};${MERGED};${DELETED}
not a number
`;
const wikidata = (...items: string[]) => sameAs(...items.map((item) => `https://www.wikidata.org/entity/${item}`));
const items = `#FORMAT: BEACON\n#TARGET: https://www.wikidata.org/wiki/{ID}\n${MERGED}||Q7\n${KANT}||Q8\n${MERGED}||Q6\n`;

async function buildSite(folder: string, more: Partial<RegisteredSource> = {}) {
  const free = { licence: { spdx: 'CC0-1.0', statement: 'CC0' } };
  const records = [
    record(GOETHE, 'Goethe', wikidata('Q5')),
    record(SCHILLER, 'Schiller', wikidata('Q6', 'Q9')),
    record(KANT, 'Kant'),
  ];
  return build(folder, [
    registered(folder, { key: 'persons', content: jsonld(records), more: free }),
    registered(folder, { key: 'gone', format: 'redirects', content: ids.join('\n'), more: free }),
    registered(folder, { key: 'letters', format: 'beacon', content: LIST, more: { ...free, ...more } }),
    registered(folder, { key: 'items', format: 'beacon', content: items, more: { relation: 'sameAs' } }),
  ]);
}

const rowsOf = (dump: string, name: string) => readGzipLines(join(dump, name)).map((line) => line.split('\t'));

describe('the findings in a dump', () => {
  const folder = temporaryForFile();
  let [site, dump]: [site: Built | undefined, dump: string] = [undefined, ''];
  beforeAll(async () => {
    site = await buildSite(folder);
    dump = await dumpSnapshot(site.directory, { out: join(folder, 'dumps') });
  });

  it('have the outdated and unknown identifiers of lists, as many as the report of the build counts', () => {
    expect(rowsOf(dump, 'stale/kalliope.tsv.gz')).toEqual([
      ['gnd', 'finding', 'successors', 'source', 'links'],
      [SPLIT, 'deleted', `${KANT} ${SCHILLER}`, 'letters', '1'],
      [MERGED, 'merged', GOETHE, 'letters', '3'],
      [DELETED, 'deleted', '', 'letters', '2'],
    ]);
    expect(rowsOf(dump, 'stale/wikidata.tsv.gz')).toEqual([
      ['gnd', 'finding', 'successors', 'source', 'links'],
      [MERGED, 'merged', GOETHE, 'items', '2'],
    ]);
    expect(rowsOf(dump, 'unknown/letters.tsv.gz')).toEqual([
      ['gnd', 'checkDigit', 'links'],
      [MISTYPED, 'wrong', '1'],
      [UNKNOWN, 'right', '1'],
    ]);
    const findings = readIndex(dump).files.flatMap(({ findings: found = [] }) => found);
    for (const source of site?.report.sources ?? []) {
      const linksOf = (finding: string) =>
        findings
          .filter((found) => found.source === source.key && found.finding === finding)
          .reduce((sum, { links }) => sum + links, 0);
      expect([source.key, linksOf('merged'), linksOf('deleted'), linksOf('unknown')]).toEqual([
        source.key,
        source.linksViaFormerIds,
        source.import.rejected['deleted_gnd_id'] ?? 0,
        source.import.rejected['unknown_gnd_id'] ?? 0,
      ]);
    }
    for (const { name, findings: found = [], lines } of readIndex(dump).files)
      if (/^(?:stale|unknown)/.test(name))
        expect(
          found.reduce((sum, { count }) => sum + count, 1),
          name,
        ).toBe(lines);
    expect(readIndex(dump).files.find(({ name }) => name === 'stale/kalliope.tsv.gz')).toMatchObject({
      collection: 'kalliope',
      findings: [
        { finding: 'deleted', source: 'letters', count: 2, links: 3 },
        { finding: 'merged', source: 'letters', count: 1, links: 3 },
      ],
    });
  });

  it('have the contradictions about an identifier or a target, with their sources', () => {
    const [head, ...rows] = rowsOf(dump, 'conflicts.tsv.gz');
    expect(head).toEqual(['conflict', 'collection', 'gnd', 'url', 'assertedBy']);
    const item = (number: number) => `https://www.wikidata.org/wiki/Q${number}`;
    expect(rows).toEqual([
      ['several_targets', 'wikidata', GOETHE, item(5), 'persons'],
      ['several_targets', 'wikidata', GOETHE, item(6), 'items'],
      ['several_targets', 'wikidata', GOETHE, item(7), 'items'],
      ['several_numbers', 'wikidata', GOETHE, item(6), 'items'],
      ['several_numbers', 'wikidata', SCHILLER, item(6), 'persons'],
      ['several_targets', 'wikidata', SCHILLER, item(6), 'persons'],
      ['several_targets', 'wikidata', SCHILLER, item(9), 'persons'],
    ]);
    const file = readIndex(dump).files.find(({ name }) => name === 'conflicts.tsv.gz');
    expect(file?.findings).toEqual([
      { finding: 'several_numbers', collection: 'wikidata', count: 1, links: 2 },
      { finding: 'several_targets', collection: 'wikidata', count: 2, links: 5 },
    ]);
    expect(site?.report.conflicts).toEqual({ wikidata: 2 });
  });

  it('have each list repaired: merged identifiers are replaced, deleted ones are left out', async () => {
    expect(gunzipSync(readFileSync(join(dump, 'repaired/letters.beacon.txt.gz'))).toString()).toBe(`#FORMAT: BEACON
#PREFIX: https://d-nb.info/gnd/
#TARGET: https://kalliope-verbund.info/gnd/{ID}
# A remark of the publisher
${GOETHE}|3
${GOETHE}|17|
https://d-nb.info/gnd/${GOETHE}
${UNKNOWN}
${MISTYPED}
${KANT};${GOETHE}
not a number
`);
    const again = temporaryDirectory();
    const content = readFileSync(join(dump, 'repaired/letters.beacon.txt.gz'));
    const { report } = await build(again, [
      registered(again, { key: 'persons', content: jsonld([record(GOETHE, 'Goethe'), record(KANT, 'Kant')]) }),
      registered(again, { key: 'gone', format: 'redirects', content: ids.join('\n') }),
      registered(again, { key: 'letters', format: 'beacon', content }),
    ]);
    const letters = report.sources.find(({ key }) => key === 'letters');
    expect(letters).toMatchObject({ linksViaFormerIds: 0, import: { rejected: { unknown_gnd_id: 2, no_gnd_id: 1 } } });
  });

  it('have only the identifiers of a list without a free licence, and nothing of a withheld list', async () => {
    const dumpOf = async (more: Partial<RegisteredSource>) =>
      dumpSnapshot((await buildSite(temporaryDirectory(), more)).directory, { out: temporaryDirectory() });
    const unfree = await dumpOf({ licence: { statement: 'not stated' } });
    const lines = readGzipLines(join(unfree, 'repaired/letters.beacon.txt.gz'));
    expect(lines.filter((line) => !line.startsWith('#'))).toEqual([
      GOETHE,
      GOETHE,
      GOETHE,
      UNKNOWN,
      MISTYPED,
      `${KANT};${GOETHE}`,
    ]);
    expect(readGzipLines(join(unfree, 'repaired/items.beacon.txt.gz')).slice(2)).toEqual([
      `${GOETHE}||Q7`,
      `${KANT}||Q8`,
      `${GOETHE}||Q6`,
    ]);
    const withheld = await dumpOf({ redistributable: false });
    expect(existsSync(join(withheld, 'repaired/letters.beacon.txt.gz'))).toBe(false);
    expect(rowsOf(withheld, 'stale/kalliope.tsv.gz')).toHaveLength(4);
  });

  it('have the same bytes for the same snapshot, also after it was reissued', async () => {
    const checkedAt = '2026-11-25T03:00:00Z';
    const observation = { retrievedAt: checkedAt, checkedAt, observedSince: '2026-11-20' };
    const again = await reissue(join(folder, 'snapshots'), new Map([['letters', observation]]));
    const sums = sumsOf(await dumpSnapshot(again ?? '', { out: temporaryDirectory() }));
    expect(sums).toEqual(sumsOf(dump));
  });
});

it('a repair does not change a line without outdated identifiers', () => {
  const rules: RepairRules = { currentId: (gnd) => gnd, onlyIdentifiers: false };
  const unchanged = fc.property(fc.string({ unit: 'grapheme' }), (line) => {
    expect(repairLine(line, rules)).toBe(line);
  });
  fc.assert(unchanged);
});

it.each<[line: string, repaired: string | undefined]>([
  [`${MERGED}x|1`, `${MERGED}x|1`],
  [`gnd/${MERGED}/about`, `gnd/${MERGED}/about`],
  [`(DE-588)${MERGED}|1|https://example.org/${MERGED}`, `(DE-588)${GOETHE}|1|https://example.org/${MERGED}`],
  [` ${MERGED} `, ` ${GOETHE} `],
  [`${MERGED};${GOETHE}|x`, `${GOETHE}|x`],
  [`${DELETED};${DELETED}|x`, undefined],
  [`#${MERGED}`, `#${MERGED}`],
])('a repair turns %s into %s', (line, repaired) => {
  const currentId = (gnd: GndId) => (gnd === DELETED ? undefined : gnd === MERGED ? (GOETHE as GndId) : gnd);
  expect(repairLine(line, { currentId, onlyIdentifiers: false })).toBe(repaired);
});

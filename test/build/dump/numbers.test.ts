/** The table of merged, deleted and unknown numbers of lists in a dump. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
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
${Array.from({ length: 20 }, (_, index) => `${MISTYPED}|${index + 1}`).join('\n')}
${KANT};${MERGED};${DELETED}
not a number
`;
const wikidata = (...items: string[]) => sameAs(...items.map((item) => `https://www.wikidata.org/entity/${item}`));
const items = `#FORMAT: BEACON\n#TARGET: https://www.wikidata.org/wiki/{ID}\n${MERGED}||Q7\n${KANT}||Q8\n${MERGED}||Q6\n`;

async function buildSite(folder: string) {
  const free = { licence: { spdx: 'CC0-1.0', statement: 'CC0' } };
  const records = [
    record(GOETHE, 'Goethe', wikidata('Q5')),
    record(SCHILLER, 'Schiller', wikidata('Q6', 'Q9')),
    record(KANT, 'Kant'),
  ];
  return build(folder, [
    registered(folder, { key: 'persons', content: jsonld(records), more: free }),
    registered(folder, { key: 'gone', format: 'redirects', content: ids.join('\n'), more: free }),
    registered(folder, { key: 'letters', format: 'beacon', content: LIST, more: free }),
    registered(folder, { key: 'items', format: 'beacon', content: items, more: { relation: 'sameAs' } }),
  ]);
}

describe('the table of numbers in a dump', () => {
  const folder = temporaryForFile();
  let [site, dump]: [site: Built | undefined, dump: string] = [undefined, ''];
  beforeAll(async () => {
    site = await buildSite(folder);
    dump = await dumpSnapshot(site.directory, { out: join(folder, 'dumps') });
  });

  it('has the outdated and unknown identifiers of all lists, as many as the report of the build counts', () => {
    const [head, ...rows] = readGzipLines(join(dump, 'numbers.tsv.gz')).map((line) => line.split('\t'));
    expect(head).toEqual(['gnd', 'finding', 'successors', 'source', 'collection', 'links']);
    expect(rows).toEqual([
      [SPLIT, 'deleted', `${KANT} ${SCHILLER}`, 'letters', 'kalliope', '1'],
      [MISTYPED, 'unknown', '', 'letters', '', '20'],
      [UNKNOWN, 'unknown', '', 'letters', '', '1'],
      [MERGED, 'merged', GOETHE, 'items', 'wikidata', '2'],
      [MERGED, 'merged', GOETHE, 'letters', 'kalliope', '3'],
      [DELETED, 'deleted', '', 'letters', 'kalliope', '2'],
    ]);
    for (const { key, notices, import: counts } of site?.report.sources ?? []) {
      const linksOf = (finding: string) =>
        rows.reduce((sum, row) => sum + (row[3] === key && row[1] === finding ? Number(row[5]) : 0), 0);
      const { deleted_gnd_id: deleted = 0, unknown_gnd_id: unknown = 0 } = counts.rejected;
      expect([key, linksOf('merged'), linksOf('deleted'), linksOf('unknown')]).toEqual([
        key,
        notices['merged_gnd_id'] ?? 0,
        deleted,
        unknown,
      ]);
    }
    // The licence of `items` does not permit redistribution.
    expect(readIndex(dump).files.find(({ name }) => name === 'numbers.tsv.gz')).toMatchObject({
      lines: 7,
      columns: head,
      licences: ['CC0-1.0', 'not stated'],
    });
  });

  it('belongs to the examples of the build, each number once: a merged number with its successor', () => {
    const examples = site?.report.sources.find(({ key }) => key === 'letters')?.examples ?? [];
    const ofReason = (reason: string) => examples.filter((example) => example.reason === reason);
    expect(ofReason('merged_gnd_id')).toEqual([{ reason: 'merged_gnd_id', excerpt: `${MERGED} → ${GOETHE}` }]);
    expect(ofReason('deleted_gnd_id')).toContainEqual({ reason: 'deleted_gnd_id', excerpt: DELETED });
    expect(ofReason('unknown_gnd_id').map(({ excerpt }) => excerpt)).toEqual([MISTYPED, UNKNOWN]);
  });

  it('has the same bytes for the same snapshot, also after it was reissued, like all files of the dump', async () => {
    const checkedAt = '2026-11-25T03:00:00Z';
    const observation = { retrievedAt: checkedAt, checkedAt, observedSince: '2026-11-20' };
    const again = await reissue(join(folder, 'snapshots'), new Map([['letters', observation]]));
    const sums = sumsOf(await dumpSnapshot(again ?? '', { out: temporaryDirectory() }));
    expect(sums).toEqual(sumsOf(dump));
  });
});

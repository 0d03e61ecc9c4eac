import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Built } from '../../../src/build/ingest/build.ts';
import { temporaryForFile } from '../../temporary.ts';
import { collection, recordOf } from '../readers/marc-xml.ts';
import { answerOf, build, deprecated, dump, linksOf, record, registered, sameAs } from './site.ts';

const OLD_DUMP = dump([
  record('118540238', 'Goethe, J. W.', { ...sameAs('https://viaf.org/viaf/1'), ...deprecated('118540239') }),
  record('118717979', 'Goethe, Johann Caspar', deprecated('4000001-7')),
  record('118607626', 'Schiller, Friedrich', sameAs('https://viaf.org/viaf/3')),
]);
const NEW_RECORDS = dump([record('118540238', 'Goethe, Johann Wolfgang von', sameAs('https://viaf.org/viaf/2'))]);
const LIST =
  '#FORMAT: BEACON\n#PREFIX: https://d-nb.info/gnd/\n#TARGET: https://kalliope-verbund.info/gnd/{ID}\n118540238\n118717979\n118607626\n';

/** MARC of a deleted and of a merged record. */
function goneOn(deleted: string, merged = deleted): string {
  const gone = (status: string, day: string, ...fields: readonly string[]) =>
    recordOf(status, [`005 ${day}120000.0`, ...fields]);
  return collection(
    gone('d', deleted, '035 __ $a (DE-588)118717979'),
    gone('x', merged, '035 __ $a (DE-588)118500029', '682 __ $0 (DE-588)118607626'),
  );
}

const place = temporaryForFile();

/** A build with a harvest of deleted and merged records. @param dumped day of these records in a dump, if they are in one */
async function dated(name: string, harvested: readonly [deleted: string, merged?: string], dumped?: string) {
  const folder = join(place, name);
  const format = 'marcxml-redirects';
  return build(folder, [
    registered(folder, { key: 'dump', content: OLD_DUMP }),
    registered(folder, { key: 'harvest', format, content: goneOn(...harvested), more: { updates: true } }),
    ...(dumped === undefined ? [] : [registered(folder, { key: 'gone', format, content: goneOn(dumped) })]),
  ]);
}

async function built(name: string, threads = 0, listed = '4018118-2\n') {
  const folder = join(place, name);
  const sources = [
    registered(folder, { key: 'dump', content: OLD_DUMP }),
    registered(folder, { key: 'kalliope', format: 'beacon', content: LIST }),
    registered(folder, { key: 'harvest', content: NEW_RECORDS, more: { updates: true } }),
    registered(folder, { key: 'merged', format: 'redirects', content: listed }),
    registered(folder, { key: 'gone', format: 'redirects', content: '118717979\n', more: { updates: true } }),
  ];
  return build(folder, sources, { threads, ranges: 4 });
}

describe('updates', () => {
  let one: Built | undefined;
  beforeAll(async () => {
    one = await built('one');
  });

  it('replace the records of the same identifiers, and nothing else', async () => {
    const { directory, report } = one as Built;
    expect(await answerOf(directory, '118540238')).toMatchObject({
      entity: { preferredName: 'Goethe, Johann Wolfgang von' },
    });
    // Links and former identifiers of the old record are gone; the links of the list stay.
    expect((await linksOf(directory, '118540238')).map(({ url }) => url)).toEqual([
      'https://viaf.org/viaf/2',
      'https://kalliope-verbund.info/gnd/118540238',
    ]);
    expect(await answerOf(directory, '118540239')).toBe('unknown');
    expect((await linksOf(directory, '118607626')).map(({ url }) => url)).toEqual([
      'https://viaf.org/viaf/3',
      'https://kalliope-verbund.info/gnd/118607626',
    ]);
    expect(report.sources.find(({ key }) => key === 'dump')?.notices).toMatchObject({ replaced_by_update: 2 });
  });

  it('delete records of the dumps, with their claims', async () => {
    const { directory, report } = one as Built;
    expect(await answerOf(directory, '118717979')).toBe('deleted');
    expect(await answerOf(directory, '4000001-7')).toBe('unknown');
    expect(report.sources.find(({ key }) => key === 'kalliope')?.import.rejected).toEqual({ deleted_gnd_id: 1 });
  });

  it('that only delete a record get its successor from the list of redirects', async () => {
    const { directory } = await built('other', 0, '118717979 118607626\n118540238 118607626\n');
    expect(await answerOf(directory, '118717979')).toMatchObject({ entity: { preferredName: 'Schiller, Friedrich' } });
    // A record that was harvested later refutes the list.
    expect(await answerOf(directory, '118540238')).toMatchObject({
      entity: { preferredName: 'Goethe, Johann Wolfgang von' },
    });
  });

  it('that only delete a record get its successor from an older list of merged records', async () => {
    const folder = join(place, 'older');
    const gone = (status: string, day: string, ...more: readonly string[]) =>
      collection(recordOf(status, [`005 ${day}120000.0`, '035 __ $a (DE-588)118717979', ...more]));
    const merged = gone('x', '20261101', '682 __ $0 (DE-588)118607626');
    const format = 'marcxml-redirects';
    const { directory } = await build(folder, [
      registered(folder, { key: 'dump', content: OLD_DUMP }),
      registered(folder, { key: 'harvest', format, content: gone('d', '20261103'), more: { updates: true } }),
      registered(folder, { key: 'gone', format, content: merged }),
    ]);
    expect(await answerOf(directory, '118717979')).toMatchObject({ entity: { preferredName: 'Schiller, Friedrich' } });
  });

  it('of merged and deleted records are not counted where a dump has newer ones', async () => {
    const { report } = await dated('newer', ['20261101'], '20261102');
    expect(report.sources.find(({ key }) => key === 'harvest')?.import).toMatchObject({ accepted: 0 });
    expect(report.sources.find(({ key }) => key === 'gone')?.import).toMatchObject({ accepted: 2 });
  });

  it('give another snapshot where only the day of a merge or a deletion differs', async () => {
    const days = [['20261101'], ['20261103', '20261101'], ['20261101', '20261103']] as const;
    const built = await Promise.all(days.map((own) => dated(own.join('-'), own)));
    expect(new Set(built.map(({ snapshot }) => snapshot.fingerprint)).size).toBe(3);
  });

  it('give the same snapshot with threads', async () => {
    expect((await built('threads', 2)).snapshot).toEqual(one?.snapshot);
  });
});

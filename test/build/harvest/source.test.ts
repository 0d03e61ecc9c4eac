/** A harvested source among others: its copy is judged, kept, listed and read like any other. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Statement } from '../../../src/build/sources/readers/reader.ts';
import { openInput } from '../../../src/build/sources/readers/input.ts';
import { READERS } from '../../../src/build/sources/readers/readers.ts';
import { buildInputs } from '../../../src/build/sources/fetch/build-inputs.ts';
import { PLAUSIBILITY_DEFAULTS, type RegisteredSource } from '../../../src/build/sources/register/register.ts';
import { releaseCopy } from '../../../src/build/sources/fetch/copies.ts';
import { openSourceFolder } from '../../../src/build/sources/fetch/source-folder.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { look, source, stateOf } from '../fetch/fetching.ts';
import { registered } from './harvesting.ts';
import { changed, fill, identifierOf, person, type Repository, repositoryForTest } from './repository.ts';

const DAY = 86_400_000;
function changes(repository: Repository): RegisteredSource {
  const origin = { publisher: 'Test', format: 'gnd-marcxml' as const, oai: registered(repository) };
  const guard = { ...PLAUSIBILITY_DEFAULTS, minimumShare: 0 };
  return source('', { key: 'changes', kind: 'entities', cadence: 'daily', updates: true, origin, guard });
}

/** A repository with this number of persons, and a folder for copies, all for the current test. */
async function place(count = 0) {
  const repository = await repositoryForTest();
  fill(repository, count);
  const sources = temporaryDirectory();
  /** Fetches the source on the day of the repository's clock. */
  const today = (more = {}) =>
    look(sources, changes(repository), new Date(repository.now).toISOString().slice(0, 10), more);
  return { repository, sources, today, state: () => stateOf(sources, 'changes') };
}

async function copyOf(sources: string): Promise<string> {
  const folder = openSourceFolder(sources, 'changes');
  const { state } = await folder.load();
  return folder.pathOf(state.accepted ?? { file: 'none' });
}

async function statementsOf(sources: string): Promise<readonly Statement[]> {
  const input = openInput(await copyOf(sources));
  return (await Array.fromAsync(READERS['gnd-marcxml'].read(input, {}))).flat();
}

describe('a harvested source', () => {
  it('is accepted, unchanged, and accepted again after a change', async () => {
    const { repository, today, state } = await place(12);
    expect(await today()).toMatchObject({ result: 'accepted', hasCopy: true });
    const first = await state();
    expect(first.accepted).toMatchObject({
      url: repository.url,
      retrievedAt: '2026-10-01T03:00:00.000Z',
      declaredDate: '2026-10-01',
      statements: 12,
      unreadable: 0,
    });

    repository.now += DAY;
    expect(await today()).toMatchObject({ result: 'unchanged', harvested: { records: 12 } });
    const second = await state();
    expect(second.accepted).toMatchObject({
      file: first.accepted?.file,
      retrievedAt: first.accepted?.retrievedAt,
      declaredDate: '2026-10-02',
    });

    repository.put(identifierOf('118500002'), person('118500002', 'Changed, Name'));
    repository.now += DAY;
    expect(await today()).toMatchObject({ result: 'accepted', harvested: { records: 12 } });
    expect((await state()).accepted?.file).not.toBe(first.accepted?.file);
  });

  it('is read as records: existing, deleted and replaced ones', async () => {
    const { repository, sources, today } = await place();
    repository.put(identifierOf('118540238'), person('118540238', 'Goethe, Johann Wolfgang von'));
    repository.put(identifierOf('040012344'), person('040012344', 'Topic', '4001234-4'));
    await today();

    repository.now += DAY;
    repository.remove(identifierOf('040012344'));
    // The record was never harvested. For persons, the number of the record is the GND identifier.
    repository.remove(identifierOf('118500000'));
    repository.remove(identifierOf('969876543'));
    // A deleted item may still have a record.
    const target = '<datafield tag="682" ind1=" " ind2=" "><subfield code="0">(DE-588)118540238</subfield></datafield>';
    repository.remove(
      identifierOf('118500001'),
      person('118500001', 'Goethe', '118500001', 'x').replace('</record>', `${target}</record>`),
    );
    repository.remove(identifierOf('118500003'), person('118500003', 'Living, as it seems'));
    repository.now += DAY;
    expect(await today()).toMatchObject({
      result: 'accepted',
      harvested: { records: 5, deleted: 4, unknown: 1 },
    });
    const statements = await statementsOf(sources);
    expect(statements.filter(({ kind }) => kind === 'entity')).toMatchObject([
      { gnd: '118540238', preferredName: 'Goethe, Johann Wolfgang von' },
    ]);
    expect(statements.flatMap((statement) => (statement.kind === 'deletion' ? [statement.gnd] : []))).toEqual([
      '4001234-4',
      '118500000',
      '118500003',
    ]);
    // Times are in German local time, as in all records of the DNB.
    expect(statements.find(({ kind }) => kind === 'deletion')).toMatchObject({ modified: '2026-10-02T02:00:00' });
    expect(statements.filter(({ kind }) => kind === 'redirect')).toEqual([
      { kind: 'redirect', from: '118500001', to: '118540238', evidence: 'list' },
    ]);
  });

  it.each([
    [0.1, { result: 'failed', reason: 'unreadable_records' }],
    [0.5, { result: 'accepted', harvested: { records: 8 } }],
  ])('may lack the share %d of its records, as the register says', async (maximumUnreadable, expected) => {
    const { repository, sources } = await place(10);
    repository.now += DAY;
    const ofTwo = /<identifier>[^<]*11850000[01]<\/identifier>.*?<\/metadata>/gs;
    const emptied = changed((answer) => answer.replace(ofTwo, (item) => item.replace(/<metadata>.*/s, '')));
    repository.fault = () => emptied;
    const entry = changes(repository);
    const outcome = await look(sources, { ...entry, guard: { ...entry.guard, maximumUnreadable } });
    expect(outcome).toMatchObject(expected);
  });

  it('may consist of deletions only', async () => {
    const { repository, today } = await place();
    repository.remove(identifierOf('118500000'));
    repository.now += DAY;
    expect(await today()).toMatchObject({ result: 'accepted' });
  });

  it('that newly calls many records deleted is held, and the copy in use stays', async () => {
    const { repository, sources, today } = await place(400);
    repository.pageSize = 500;
    await today();
    const before = await copyOf(sources);
    for (let number = 0; number < 160; number += 1) repository.remove(identifierOf(String(118_500_000 + number)));
    repository.now += DAY;
    expect(await today()).toMatchObject({
      result: 'held',
      reason: 'too_many_gone',
      sentence: 'The new file lists 160 of 400 records as newly deleted or merged; at most 20% is tolerated.',
    });
    expect(await copyOf(sources)).toBe(before);
    expect(await releaseCopy(sources, 'changes', new Date())).not.toHaveProperty('refused');
    repository.now += DAY;
    expect(await today()).toMatchObject({ result: 'unchanged', harvested: { deleted: 160 } });
  });

  it('without changes has neither a problem nor a copy, and loses a copy whose records were all removed', async () => {
    const { repository, sources, today, state } = await place();
    expect(await today()).toMatchObject({ result: 'unchanged', hasCopy: false });
    const [none] = await buildInputs([changes(repository)], sources);
    expect(none).toMatchObject({ absent: 'Nothing has changed since the dumps.' });
    expect(none?.observation).not.toHaveProperty('problem');

    fill(repository, 3);
    repository.now += 10 * DAY;
    expect(await today()).toMatchObject({ result: 'accepted' });
    const { accepted } = await state();
    const later = { harvest: { maxPages: 10, pauseMs: 0, from: '2026-10-10' } };
    expect(await today(later)).toMatchObject({ result: 'unchanged', hasCopy: false, harvested: { records: 0 } });
    expect(existsSync(join(sources, 'changes', accepted?.file ?? ''))).toBe(false);
    expect(existsSync(join(sources, 'changes', 'incoming'))).toBe(false);
  });

  it('has the same bytes for the same record store', async () => {
    const { repository, sources, today } = await place(300);
    const other = temporaryDirectory();
    await today();
    repository.pageSize = 7;
    repository.gzip = true;
    await look(other, changes(repository));
    const bytes = readFileSync(await copyOf(sources));
    expect(bytes.equals(readFileSync(await copyOf(other)))).toBe(true);
    expect(
      gunzipSync(bytes)
        .toString()
        .match(/<record /g),
    ).toHaveLength(300);
    // MTIME, the time in the header of gzip, is zero.
    expect(bytes.subarray(4, 8)).toEqual(Buffer.alloc(4));
  });
});

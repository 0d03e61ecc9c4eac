/** A harvested source among the others: its copy is judged, kept, listed and read as any other. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Statement } from '../../src/readers/reader.ts';
import { openInput } from '../../src/readers/input.ts';
import { READERS } from '../../src/readers/readers.ts';
import { buildInputs } from '../../src/fetch/build-inputs.ts';
import { fetchSources } from '../../src/fetch/fetch-sources.ts';
import {
  PLAUSIBILITY_DEFAULTS,
  loadRegister,
  publicOrigin,
  type RegisteredSource,
} from '../../src/register/register.ts';
import { openSourceFolder } from '../../src/fetch/source-folder.ts';
import { temporaryDirectory } from '../temporary.ts';
import { look, options, source, stateOf } from '../fetch/fetching.ts';
import { registered } from './harvesting.ts';
import { fill, identifierOf, person, type Repository, repositoryForTest } from './repository.ts';

const DAY = 86_400_000;
const ENTRY = {
  key: 'changes',
  kind: 'entities',
  title: { de: 'Änderungen', en: 'Changes' },
  description: { de: 'Änderungen', en: 'Changes' },
  licence: { statement: 'CC0' },
  cadence: 'daily',
  scope: { description: { de: 'Alle', en: 'All' } },
};

function changes(repository: Repository): RegisteredSource {
  const origin = { publisher: 'Test', format: 'gnd-marcxml' as const, oai: registered(repository) };
  const guard = { ...PLAUSIBILITY_DEFAULTS, minimumShare: 0 };
  return source('', { key: 'changes', kind: 'entities', cadence: 'daily', updates: true, origin, guard });
}

/** One look on the day that the repository's clock shows. */
const today = (repository: Repository, sources: string, more = {}) =>
  look(sources, changes(repository), new Date(repository.now).toISOString().slice(0, 10), more);

async function statementsOf(sources: string): Promise<readonly Statement[]> {
  const folder = openSourceFolder(sources, 'changes');
  const { state } = await folder.load();
  const input = openInput(folder.pathOf(state.accepted ?? { file: 'none' }));
  return (await Array.fromAsync(READERS['gnd-marcxml'].read(input, {}))).flat();
}

describe('a harvested source', () => {
  it('is accepted, unchanged, and accepted again when there is something new', async () => {
    const repository = await repositoryForTest();
    fill(repository, 12);
    const sources = temporaryDirectory();
    expect(await today(repository, sources)).toMatchObject({ result: 'accepted', hasCopy: true });
    const first = await stateOf(sources, 'changes');
    expect(first.accepted).toMatchObject({
      url: repository.url,
      retrievedAt: '2026-10-01T03:00:00.000Z',
      declaredDate: '2026-10-01',
      statements: 12,
      unreadable: 0,
    });

    repository.now += DAY;
    expect(await today(repository, sources)).toMatchObject({ result: 'unchanged', harvested: { records: 12 } });
    const second = await stateOf(sources, 'changes');
    expect(second.accepted).toMatchObject({
      file: first.accepted?.file,
      retrievedAt: first.accepted?.retrievedAt,
      declaredDate: '2026-10-02',
    });

    repository.put(identifierOf('118500002'), person('118500002', 'Changed, Name'));
    repository.now += DAY;
    expect(await today(repository, sources)).toMatchObject({ result: 'accepted', harvested: { records: 12 } });
    expect((await stateOf(sources, 'changes')).accepted?.file).not.toBe(first.accepted?.file);
  });

  it('is read as records: the living, the deleted, those replaced by others', async () => {
    const repository = await repositoryForTest();
    repository.put(identifierOf('118540238'), person('118540238', 'Goethe, Johann Wolfgang von'));
    repository.put(identifierOf('040012344'), person('040012344', 'Topic', '4001234-4'));
    const sources = temporaryDirectory();
    await today(repository, sources);

    repository.now += DAY;
    repository.remove(identifierOf('040012344'));
    // Never seen before: the number of a person's record is its identifier, that of another is not.
    repository.remove(identifierOf('118500000'));
    repository.remove(identifierOf('969876543'));
    // As they may be given along with what is left of them.
    const target = '<datafield tag="682" ind1=" " ind2=" "><subfield code="0">(DE-588)118540238</subfield></datafield>';
    repository.remove(
      identifierOf('118500001'),
      person('118500001', 'Goethe', '118500001', 'x').replace('</record>', `${target}</record>`),
    );
    repository.remove(identifierOf('118500003'), person('118500003', 'Living, as it seems'));
    repository.now += DAY;
    expect(await today(repository, sources)).toMatchObject({
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
    expect(statements.filter(({ kind }) => kind === 'redirect')).toEqual([
      { kind: 'redirect', from: '118500001', to: '118540238', evidence: 'list' },
    ]);
  });

  it('may hold nothing but deletions', async () => {
    const repository = await repositoryForTest();
    repository.remove(identifierOf('118500000'));
    repository.now += DAY;
    const sources = temporaryDirectory();
    expect(await today(repository, sources)).toMatchObject({ result: 'accepted' });
  });

  it('without any change is no problem and has no copy, and drops one whose records are all forgotten', async () => {
    const repository = await repositoryForTest();
    const sources = temporaryDirectory();
    expect(await today(repository, sources)).toMatchObject({ result: 'unchanged', hasCopy: false });
    const [none] = await buildInputs([changes(repository)], sources);
    expect(none).toMatchObject({ absent: 'There is nothing new in it.' });
    expect(none?.observation).not.toHaveProperty('problem');

    fill(repository, 3);
    repository.now += 10 * DAY;
    expect(await today(repository, sources)).toMatchObject({ result: 'accepted' });
    const { accepted } = await stateOf(sources, 'changes');
    expect(
      await today(repository, sources, { harvest: { maxPages: 10, pauseMs: 0, from: '2026-10-10' } }),
    ).toMatchObject({ result: 'unchanged', hasCopy: false, harvested: { records: 0 } });
    expect(existsSync(join(sources, 'changes', accepted?.file ?? ''))).toBe(false);
    expect(existsSync(join(sources, 'changes', 'incoming'))).toBe(false);
  });

  it('that fails keeps its copy, and says why', async () => {
    const repository = await repositoryForTest();
    fill(repository, 3);
    const sources = temporaryDirectory();
    await today(repository, sources);
    repository.now += DAY;
    repository.fault = () => (_, response) => void response.writeHead(500).end();
    expect(await today(repository, sources)).toMatchObject({ result: 'failed', reason: 'http_500', hasCopy: true });
    const [input] = await buildInputs([changes(repository)], sources);
    expect(input).toMatchObject({
      updates: true,
      file: expect.stringMatching(/accepted-[0-9a-f]{16}$/) as string,
      observation: { problem: { state: 'failing', reason: 'The server answers with status 500.' } },
    });
  });

  it('with a damaged state is harvested at once, and its copy recognised', async () => {
    const repository = await repositoryForTest();
    fill(repository, 3);
    const sources = temporaryDirectory();
    await today(repository, sources);
    writeFileSync(join(sources, 'changes', 'state.json'), '{');
    expect(await today(repository, sources, { force: false })).toMatchObject({ result: 'unchanged', hasCopy: true });
  });

  it('is asked once a day, and its host for one thing at a time', async () => {
    const repository = await repositoryForTest();
    fill(repository, 3);
    const sources = temporaryDirectory();
    const at = (hour: number) =>
      fetchSources([changes(repository)], {
        ...options(sources, {
          force: false,
          now: () => new Date(Date.parse('2026-10-05T03:00:00Z') + hour * 3_600_000),
        }),
        concurrency: 2,
      });
    expect(await at(0)).toMatchObject([{ result: 'accepted' }]);
    expect(await at(12)).toMatchObject([{ result: 'not_due', nextCheck: '2026-10-06T02:00:00.000Z' }]);
    expect(await at(24)).toMatchObject([{ result: 'unchanged' }]);
  });

  it('has the same bytes from the same record store', async () => {
    const repository = await repositoryForTest();
    fill(repository, 300);
    const [one, other] = [temporaryDirectory(), temporaryDirectory()];
    await today(repository, one);
    repository.pageSize = 7;
    repository.gzip = true;
    await today(repository, other);
    const bytes = async (sources: string) => {
      const folder = openSourceFolder(sources, 'changes');
      return readFileSync(folder.pathOf((await folder.load()).state.accepted ?? { file: 'none' }));
    };
    expect((await bytes(one)).equals(await bytes(other))).toBe(true);
    expect(
      gunzipSync(await bytes(one))
        .toString()
        .match(/<record /g),
    ).toHaveLength(300);
    // The four bytes of the time.
    expect((await bytes(one)).subarray(4, 8)).toEqual(Buffer.alloc(4));
  });

  it('does not stop at a record that cannot be used', async () => {
    const repository = await repositoryForTest();
    fill(repository, 40);
    repository.put(identifierOf('118600000'), '<dc xmlns="http://purl.org/dc/elements/1.1/"/>');
    repository.put(identifierOf('118600001'), person('118600001', 'X').replaceAll('(DE-588)', '(DE-599)'));
    repository.now += 1_000;
    const sources = temporaryDirectory();
    expect(await today(repository, sources)).toMatchObject({
      result: 'accepted',
      harvested: { defects: { not_marc: 1 }, records: 41 },
    });
  });
});

describe('a register', () => {
  function load(origin: object, more: object = {}) {
    const file = join(temporaryDirectory(), 'sources.yaml');
    writeFileSync(file, JSON.stringify({ sources: [{ ...ENTRY, origin: { publisher: 'T', ...origin }, ...more }] }));
    return loadRegister(file, new Set());
  }
  const oai = {
    url: 'https://example.org/oai',
    metadataPrefix: 'MARC21-xml',
    set: 'authorities:person',
    from: '2026-10-13',
  };

  it('takes a repository; what it says replaces what dumps say, and it may become shorter', async () => {
    const [entry] = await load({ format: 'gnd-marcxml', oai });
    expect(entry).toMatchObject({ updates: true, origin: { oai }, guard: { minimumShare: 0, maximumBytes: 8e9 } });
    expect(publicOrigin(entry?.origin ?? { publisher: '', format: '' })).not.toHaveProperty('oai');
    const [dump] = await load({ format: 'gnd-marcxml', downloadUrl: 'https://example.org/dump' });
    expect(dump).not.toHaveProperty('updates');
  });

  it.each([
    ['another format', { format: 'gnd-jsonld', oai }, /have the format gnd-marcxml/],
    [
      'a file beside it',
      { format: 'gnd-marcxml', oai, downloadUrl: 'https://example.org/x' },
      /neither downloadUrl nor index/,
    ],
    ['a day that there is not', { format: 'gnd-marcxml', oai: { ...oai, from: '2026-02-31' } }, /no day 2026-02-31/],
    ['a password', { format: 'gnd-marcxml', oai: { ...oai, url: 'https://a:b@example.org/' } }, /password/],
    ['no prefix', { format: 'gnd-marcxml', oai: { url: oai.url } }, /metadataPrefix/],
    ['a prefix that is none', { format: 'gnd-marcxml', oai: { ...oai, metadataPrefix: 'a b' } }, /metadataPrefix/],
  ])('refuses %s', async (_, origin, complaint) => {
    await expect(load(origin)).rejects.toThrow(complaint);
  });
});

/** The stored state of sources: damage is reported, and the copy in use stays in use. */
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildInputs, retiredSources } from '../../../src/build/sources/fetch/build-inputs.ts';
import { releaseCopy } from '../../../src/build/sources/fetch/copies.ts';
import { openSourceFolder } from '../../../src/build/sources/fetch/source-folder.ts';
import { copyInUse, folderOf, look, placeForTest, stateOf } from './fetching.ts';
import { body, list, PAGE, status } from './misbehaving-server.ts';

const NOW = new Date('2026-11-21T03:00:00Z');

/** A source with a copy of 1,000 identifiers, fetched a week ago. */
async function fetched() {
  const place = await placeForTest();
  await place.answered(body(list(1_000)), '2026-11-14');
  return place;
}

/** Why the held copy is not accepted. */
const refusal = async (sources: string) => (await releaseCopy(sources, 'list', NOW)).refused;

describe('a damaged state', () => {
  const replacing = (from: string, to: string) => (file: string) =>
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  it.each([
    ['cut short', (file: string) => truncateSync(file, 50)],
    ['empty', (file: string) => truncateSync(file, 0)],
    ['of another version', replacing('"version": 1', '"version": 9')],
    ['of another source', replacing('"key": "list"', '"key": "other"')],
    ['gone', (file: string) => rmSync(file)],
  ])('that is %s loses neither the copy nor its thresholds', async (what, damage) => {
    const { sources, entry, answered } = await fetched();
    damage(join(folderOf(sources), 'state.json'));

    const [input] = await buildInputs([entry], sources);
    expect(readFileSync(input?.file ?? '', 'utf8')).toBe(list(1_000));

    const outcome = await answered(body(list(600)), '2026-11-21', { force: false });
    expect(outcome).toMatchObject({ result: 'held', reason: 'below_share', hasCopy: true });
    if (what !== 'gone') expect(outcome.damage).toMatch(/state\.json is damaged/);
    expect(await copyInUse(sources)).toBe(list(1_000));
    expect((await look(sources, entry, '2026-11-22')).damage).toBeUndefined();
  });

  it('without its copy leads to a new download, without validators', async () => {
    const { sources, entry } = await fetched();
    const { accepted } = await stateOf(sources);
    rmSync(join(folderOf(sources), accepted?.file ?? ''));
    expect(await buildInputs([entry], sources)).toMatchObject([{ absent: expect.any(String) as string }]);
    expect(await look(sources, entry, '2026-11-15', { force: false })).toMatchObject({
      result: 'accepted',
      damage: expect.stringMatching(/missing/) as string,
    });
  });

  it('keeps a copy that cannot be read with the current switches', async () => {
    const { server, sources, entry } = await fetched();
    rmSync(join(folderOf(sources), 'state.json'));
    server.on('/list', status(500));
    const strange = { ...entry, origin: { ...entry.origin, format: 'redirects' as const }, kind: 'redirects' as const };
    await look(sources, strange);
    expect(readdirSync(folderOf(sources)).filter((name) => name.startsWith('accepted-'))).toHaveLength(1);
  });
});

it('leftovers of a crash like a partial state, an unknown copy and a torn line of history do no harm', async () => {
  const { sources, answered } = await fetched();
  const folder = folderOf(sources);
  writeFileSync(join(folder, 'state.json.new'), '{"version"');
  writeFileSync(join(folder, 'accepted-0123456789abcdef'), list(5));
  writeFileSync(join(folder, 'incoming'), 'half a li');
  appendFileSync(join(folder, 'history.jsonl'), '{"at":"2026-11-1');
  expect(await copyInUse(sources)).toBe(list(1_000));
  expect(await answered(body(list(1_001)))).toMatchObject({ result: 'accepted', ids: 1_001 });
  expect(existsSync(join(folder, 'accepted-0123456789abcdef'))).toBe(false);
  const seen = await Array.fromAsync(openSourceFolder(sources, 'list').history());
  expect(seen.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted']);
});

describe('a held copy', () => {
  it('replaces the copy in use only when a person accepts it', async () => {
    const { sources, entry, answered } = await fetched();
    expect(await refusal(sources)).toBe('there is no held copy');
    await answered(body(list(600)), '2026-11-20');
    expect(await copyInUse(sources)).toBe(list(1_000));
    expect(await releaseCopy(sources, 'list', NOW)).toEqual({ ids: 600 });
    expect(await copyInUse(sources)).toBe(list(600));
    const state = await stateOf(sources);
    expect(state).toMatchObject({ lastCheck: { verdict: 'accepted' }, accepted: { observedSince: '2026-11-20' } });
    expect([state.held, state.problemSince]).toEqual([undefined, undefined]);
    expect(await look(sources, entry, '2026-11-22')).toMatchObject({ result: 'unchanged', ids: 600 });
  });

  it('is not kept when it is unreadable, and not accepted without a usable line', async () => {
    const { sources, answered } = await fetched();
    await answered(body(PAGE));
    expect(await refusal(sources)).toMatch(/could not be read/);
    await answered(body(list(0).concat('NULL\n'.repeat(50))));
    expect(await refusal(sources)).toMatch(/no line/);
    expect(await copyInUse(sources)).toBe(list(1_000));
  });

  it('that is missing is reported, not accepted, and fetched again', async () => {
    const { sources, answered } = await fetched();
    await answered(body(list(600)), '2026-11-20');
    const { held } = await stateOf(sources);
    rmSync(join(folderOf(sources), held?.file ?? ''));
    expect(await refusal(sources)).toMatch(/could not be read/);
    const outcome = await answered(body(list(600)));
    expect(outcome).toMatchObject({
      result: 'held',
      damage: expect.stringMatching(/^missing or damaged in .+: held-\w+$/) as string,
    });
    expect(await releaseCopy(sources, 'list', NOW)).toEqual({ ids: 600 });
  });

  it('is removed when the good list is back, and the history has all observations', async () => {
    const { sources, answered } = await fetched();
    await answered(body(list(600)), '2026-11-20');
    expect(await answered(body(list(1_000)))).toMatchObject({ result: 'unchanged' });
    expect(readdirSync(folderOf(sources)).toSorted()).toEqual([
      expect.stringMatching(/^accepted-/),
      'history.jsonl',
      'state.json',
    ]);
    const seen = await Array.fromAsync(openSourceFolder(sources, 'list').history());
    expect(seen.map(({ at, verdict, reason, ids }) => [at.slice(0, 10), verdict, reason, ids])).toEqual([
      ['2026-11-14', 'accepted', undefined, 1_000],
      ['2026-11-20', 'held', 'below_share', 600],
      ['2026-11-21', 'unchanged', undefined, 1_000],
    ]);
  });
});

describe('the input of a build', () => {
  it('has the observation of the state, and the problem of the last check', async () => {
    const { sources, entry, answered } = await fetched();
    const observed = async () => (await buildInputs([entry], sources))[0]?.observation;
    const [then, now] = ['2026-11-14T03:00:00.000Z', '2026-11-21T03:00:00.000Z'];
    const copy = { retrievedAt: then, observedSince: '2026-11-14' };
    expect(await observed()).toEqual({ ...copy, checkedAt: then, nextCheck: '2026-11-21T02:00:00.000Z' });
    await answered(status(404));
    const failure = { code: 'http_404', reason: 'The server answers with status 404.' };
    expect(await observed()).toEqual({
      ...copy,
      checkedAt: now,
      nextCheck: '2026-11-22T02:00:00.000Z',
      problem: { state: 'failing', ...failure, since: now },
      events: [{ at: now, kind: 'failing', ...failure }],
    });
    await answered(body(list(10)));
    expect((await observed())?.problem?.state).toBe('held');
  });

  it('has the reasons and the first of the lines for which a list is held', async () => {
    const { sources, entry, answered } = await fetched();
    await answered(body('#FORMAT: BEACON\n#TARGET: https://example.org/{ID}\nGoethe|3\nSchiller|4\n'));
    const [input] = await buildInputs([entry], sources);
    expect(input?.observation?.problem).toMatchObject({
      state: 'held',
      code: 'no_ids',
      lines: { reasons: { no_gnd_id: 2 }, example: { line: 3, excerpt: 'Goethe|3' } },
    });
    await answered(status(404));
    expect((await buildInputs([entry], sources))[0]?.observation?.problem).not.toHaveProperty('lines');
  });

  it('names sources without a copy, and leaves out retired ones', async () => {
    const { sources, entry } = await fetched();
    const retired = { since: '2024-01-06', reason: { de: 'fort', en: 'gone' } };
    const gone = { ...entry, key: 'gone', state: 'retired' as const, retired };
    expect(retiredSources([entry, gone])).toEqual([{ key: 'gone', title: entry.title, ...retired }]);
    expect(await buildInputs([{ ...entry, key: 'new' }, gone], sources)).toMatchObject([
      { key: 'new', absent: 'It has not been fetched yet.', observation: { problem: { state: 'failing' } } },
    ]);
  });
});

/** Interrupted builds: finished work stays if the input is not the cause, and nothing else remains. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Locked } from '../../../src/shared/files/lock.ts';
import type { Built } from '../../../src/build/ingest/build.ts';
import { BuildFailed } from '../../../src/build/ingest/build-failed.ts';
import { type Progress, SILENT } from '../../../src/build/ingest/progress.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { answerOf, build, deprecated, dump, record, registered } from './site.ts';

const DUMP = dump([
  record('118540238', 'Goethe, Johann Wolfgang von', deprecated('1012979490')),
  record('118607626', 'Schiller, Friedrich'),
]);

function place() {
  const folder = temporaryDirectory();
  const sources = [registered(join(folder, 'sources'), { key: 'persons', content: DUMP })];
  const out = join(folder, 'snapshots');
  return { folder, sources, out, left: () => readdirSync(out).filter((name) => !name.startsWith('.lock')) };
}

const atStage = (wanted: string, act: () => void): Progress => ({
  ...SILENT,
  stage: (name) => (name === wanted ? act() : undefined),
});

const GARBAGE = 'x'.repeat(10_000);

const stop = (): never => {
  throw new Error('stopped');
};

const bytesOf = ({ snapshot, report }: Built) => [snapshot, report.counts];

describe('a build that fails', () => {
  it('keeps finished work if the input is not the cause, and the next build continues from it', async () => {
    const straight = place();
    const expected = await build(straight.folder, straight.sources);
    const { folder, sources, out, left } = place();
    const told: string[] = [];
    const full = (): never => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const failing = build(folder, sources, {
      progress: atStage('write snapshot', full),
      log: (line) => told.push(line),
    });
    await expect(failing).rejects.toThrow('no space left');
    expect(left()).toEqual(['.building']);
    expect(told.at(-1)).toContain(`stays in ${join(out, '.building')}`);
    const resumed = await build(folder, sources);
    expect(resumed.report.resumedStages).toBe(5);
    expect(bytesOf(resumed)).toEqual(bytesOf(expected));
    expect(left().toSorted()).toEqual([expected.snapshot.id, 'current']);
  });

  it('is continued after its sources were checked again, and started over after their copies changed', async () => {
    const { folder, sources } = place();
    const looked = (checkedAt: string, retrievedAt = '2026-11-20T03:00:00Z') =>
      sources.map((source) => ({ ...source, observation: { retrievedAt, checkedAt, observedSince: '2026-11-20' } }));
    const stopped = () =>
      build(folder, looked('2026-11-20T03:00:00Z'), { progress: atStage('write snapshot', stop) }).catch(
        () => undefined,
      );
    await stopped();
    const later = await build(folder, looked('2026-11-21T03:00:00Z'));
    expect(later.report.resumedStages).toBe(5);
    expect(later.snapshot.sources[0]?.observation.checkedAt).toBe('2026-11-21T03:00:00Z');
    await stopped();
    const renewed = await build(folder, looked('2026-11-21T03:00:00Z', '2026-11-21T03:00:00Z'));
    expect(renewed.report.resumedStages).toBe(0);
    expect(renewed.snapshot.date).toBe('2026-11-21');
  });

  it('leaves work that a build of other inputs does not use', async () => {
    const { folder, sources } = place();
    await expect(build(folder, sources, { progress: atStage('write snapshot', stop) })).rejects.toThrow('stopped');
    const other = { key: 'others', content: dump([record('118607626', 'Schiller, F.')]) };
    const { directory, report } = await build(folder, [registered(join(folder, 'sources'), other)]);
    expect(report).toMatchObject({ resumedStages: 0, counts: { entities: 1, redirects: 0 } });
    expect(await answerOf(directory, '118607626')).toMatchObject({ entity: { preferredName: 'Schiller, F.' } });
  });

  it.each([
    ['an unusable source', { content: '<!doctype html>' }],
    ['a snapshot that is not sound', { content: DUMP, refused: true }],
  ])('leaves nothing after %s', async (_, { content, refused }: { content: string; refused?: boolean }) => {
    const { folder, left } = place();
    const source = registered(join(folder, 'sources'), { key: 'persons', content });
    const failing = build(folder, [source], {
      ...(refused === true && { beforeActivation: () => Promise.reject(new BuildFailed('not sound')) }),
    });
    await expect(failing).rejects.toThrow(BuildFailed);
    expect(left()).toEqual([]);
  });

  it.each([
    ['move', 'identities/identities.sqlite', GARBAGE],
    ['move', 'identities/identities.sqlite', ''],
    ['move', 'identities/identities.sqlite', undefined],
    ['move', 'read-persons/statements', GARBAGE],
    ['move', 'read-persons/statements', undefined],
    ['write snapshot', 'merge-0.done.json', GARBAGE],
  ])('because of earlier work of stage %s that was damaged (%s: %s) leaves nothing', async (stage, file, content) => {
    const { folder, sources, out, left } = place();
    await expect(build(folder, sources, { progress: atStage(stage, stop) })).rejects.toThrow('stopped');
    rmSync(join(out, '.building', file));
    if (content !== undefined) writeFileSync(join(out, '.building', file), content);
    await expect(build(folder, sources)).rejects.toThrow(/damaged.*starts from the beginning/);
    expect(left()).toEqual([]);
  });
});

it('a build that misses a file outside of its work directory keeps finished work', async () => {
  const { folder, sources, left } = place();
  const missing = join(folder, 'missing');
  const failing = build(folder, sources, { beforeActivation: async () => void readFileSync(missing) });
  await expect(failing).rejects.toMatchObject({ code: 'ENOENT', path: missing });
  expect(left()).toEqual(['.building']);
});

describe('a folder of snapshots', () => {
  it('belongs to one build at a time, and a second one is refused', async () => {
    const { folder, sources, left } = place();
    const second: Promise<unknown>[] = [];
    const first = await build(folder, sources, {
      progress: atStage('merge', () => second.push(build(folder, sources).catch((error: unknown) => error))),
    });
    expect(await second[0]).toBeInstanceOf(Locked);
    expect(left().toSorted()).toEqual([first.snapshot.id, 'current']);
  });

  it.each(['identify', 'move', 'merge', 'write snapshot', 'activate'])(
    'that is removed at %s fails the build with a sentence, and is not created again',
    async (stage) => {
      const { folder, sources, out } = place();
      const failing = build(folder, sources, { progress: atStage(stage, () => rmSync(out, { recursive: true })) });
      await expect(failing).rejects.toThrow(BuildFailed);
      await expect(failing).rejects.toThrow(/was removed during the build/);
      expect(existsSync(out)).toBe(false);
    },
  );

  it('that is replaced meanwhile keeps the work of another build in it', async () => {
    const { folder, sources, out } = place();
    const replace = (): void => {
      renameSync(out, `${out}.old`);
      const other = registered(join(folder, 'others'), { key: 'others', content: DUMP });
      begun = build(folder, [other], { progress: atStage('identify', stop) }).catch(() => undefined);
    };
    let begun: Promise<unknown> | undefined;
    await expect(build(folder, sources, { progress: atStage('activate', replace) })).rejects.toThrow(
      /was removed during the build/,
    );
    await begun;
    expect(readdirSync(join(out, '.building'))).toContain('read-others');
  });
});

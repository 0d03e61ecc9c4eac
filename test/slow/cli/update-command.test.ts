/** `gnd-links update`, the command for a timer: its steps, runs with nothing to do, and failures. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readChanges } from '../../../src/shared/dumps/dump-folder.ts';
import { lockFolder } from '../../../src/shared/files/lock.ts';
import { body, HEADER, list, PAGE, status } from '../../build/fetch/misbehaving-server.ts';
import { expectEnd, run } from '../../cli/command.ts';
import { place, startOrigin } from '../../cli/place.ts';
import { forFile } from '../../for-file.ts';

const server = forFile(startOrigin);

const freshnessIn = (snapshot: string, key: string): unknown =>
  (
    JSON.parse(readFileSync(join(snapshot, 'header.json'), 'utf8')) as {
      sources: { key: string; observation: unknown }[];
    }
  ).sources.find((source) => source.key === key)?.observation;

describe('gnd-links update', () => {
  it('builds, does nothing without changes, builds after a change, and keeps the snapshot when a source fails', async () => {
    const { update, path, current, out } = place(server);
    server.on(path, body(list(1_000, HEADER, 40_000)));
    const first = await update();
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/Verified: all \d+ claims hold\./);
    expect(first.out).toMatch(/Built in .* (?:entity|entities), .* links?; the current snapshot is /);
    const built = current();

    const idle = await update('--json');
    expect(idle).toMatchObject({ code: 0 });
    expect(idle.err).toMatch(/Nothing to do; the current snapshot is /);
    expect(JSON.parse(idle.out)).toMatchObject({ result: 'idle', directory: built, sources: [{ key: 'persons', result: 'not_due' }, {}, {}] }); // prettier-ignore
    expect(current()).toBe(built);

    // An HTML page instead of the list: nothing is built, but the snapshot shows the failure.
    server.on(path, body(PAGE));
    const held = await update('--force');
    expect(held).toMatchObject({ code: 3, err: expect.stringMatching(/held, failing or damaged: list/) as string });
    expect(held.out).toMatch(/Nothing to build/);
    expect(freshnessIn(current(), 'list')).toMatchObject({ problem: { state: 'held' } });
    expect(current()).not.toBe(built);
    expect(await run(['verify', '--quiet', out])).toMatchObject({ code: 0 });
    expect((await update()).code).toBe(3);

    server.on(path, body(list(1_100, HEADER, 40_000)));
    const renewed = await update('--force', '--keep', '1');
    expect(renewed).toMatchObject({ code: 0 });
    expect(freshnessIn(current(), 'list')).not.toHaveProperty('problem');
    expect(readdirSync(out).filter((name) => /^\d{8}-/.test(name))).toEqual([readlinkSync(join(out, 'current'))]);
  });

  it('publishes a dump and the changes since the previous snapshot, also when only one snapshot is kept', async () => {
    const { update, path, folder, out, current } = place(server);
    const dumps = join(folder, 'dumps');
    const publish = async (text: string) => {
      server.on(path, body(text));
      const args = ['--force', '--keep', '1', '--dumps', dumps, '--base-url', 'https://links.example.org'];
      return update(...args);
    };
    expect(await publish(list(1_000, HEADER, 40_000))).toMatchObject({ code: 0 });
    const first = basename(current());
    const renewed = await publish(list(1_001, HEADER, 40_000));
    expect(renewed).toMatchObject({ code: 0, out: expect.stringMatching(/Published .*Removed the old/s) as string });
    const second = basename(current());
    const { snapshots } = await readChanges(dumps);
    expect(snapshots.map(({ to, file }) => [to.id, file?.name])).toEqual([
      [second, `changes-${first}-${second}.jsonl.gz`],
      [first, undefined],
    ]);
    // One file of changes and its index.
    expect(readdirSync(join(dumps, 'changes'))).toHaveLength(2);
    for (const folders of [out, dumps]) {
      expect(readdirSync(folders).filter((name) => /^\d{8}-/.test(name))).toEqual([second]);
    }
    expect(await publish(list(1_001, HEADER, 40_000))).toMatchObject({ code: 0, out: expect.not.stringMatching(/Published|Removed the old dump/) as string }); // prettier-ignore
  });

  it('shares its copies with gnd-links build, which is refused during a fetch', async () => {
    const { fetch, path, register, sources, out } = place(server);
    server.on(path, body(list(1_000)));
    await fetch();
    const build = ['build', '--register', register, '--sources', sources, '--out', out];
    const lock = lockFolder(sources, 'fetch', new Date());
    try {
      await expectEnd(run(build), 1, /in use by gnd-links fetch/);
    } finally {
      lock.release();
    }
    expect(await run(build)).toMatchObject({ code: 0, out: expect.stringMatching(/^list +beacon +1,000/m) as string });
  });

  it('reports a source that was never fetched, and serves the others', async () => {
    const { update, path, current } = place(server);
    server.on(path, status(500, { 'retry-after': '0' }));
    expect(await update()).toMatchObject({ code: 3 });
    expect(freshnessIn(current(), 'list')).toMatchObject({
      problem: { state: 'failing', reason: 'The server answers with status 500.' },
    });
    expect(freshnessIn(current(), 'persons')).not.toHaveProperty('problem');
  });
});

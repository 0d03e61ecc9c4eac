/** Nights that go wrong: what the record of updates, and with it status and metrics, says of each. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkUpdates, upkeepReports } from '../../src/api/upkeep.ts';
import { lockFolder } from '../../src/files/lock.ts';
import { readUpdates } from '../../src/store/updates.ts';
import { body, HEADER, list, type MisbehavingServer, PAGE } from '../fetch/misbehaving-server.ts';
import { place, startOrigin } from './place.ts';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startOrigin();
});
afterAll(() => server.close());

async function told(out: string) {
  const updates = await readUpdates(out);
  const reports = upkeepReports(updates, new Date()) ?? {};
  return { ...reports.update, check: checkUpdates(reports, new Date()), failures: updates?.update?.failures };
}

/** Where nobody speaks TLS, which fails at once and for good. */
function cutOff({ register }: { readonly register: string }): () => void {
  const text = readFileSync(register, 'utf8');
  const nowhere = text
    .replace('http://127.0.0.1', 'https://127.0.0.1')
    .replace('http://127.0.0.1', 'https://localhost');
  writeFileSync(register, nowhere);
  return () => writeFileSync(register, text);
}

const sentence = (text: RegExp): string => expect.stringMatching(text) as string;

describe('a night', () => {
  it('that goes well is told as such, with its duration and the next', async () => {
    const { update, path, out } = place(server);
    server.on(path, body(list(1_000)));
    expect((await update('--every', '48')).code).toBe(0);
    const { last, lastSuccess, nextDue, overdue, check } = await told(out);
    expect(last).toMatchObject({ outcome: 'built', seconds: expect.any(Number) as number });
    expect(lastSuccess).toMatchObject(last ?? {});
    expect(Date.parse(nextDue ?? '') - Date.parse(last?.at ?? '')).toBeGreaterThan(47 * 3_600_000);
    expect([overdue, check.status]).toEqual([false, 'pass']);
  });

  it('without network before there is a copy ends with words that help, and the next call asks at once', async () => {
    const site = place(server);
    const restore = cutOff(site);
    server.on(site.path, body(list(1_000)));
    const first = await site.update();
    expect(first).toMatchObject({ code: 1, err: sentence(/nothing to build.*gnd-links update fetches at once/s) });
    expect(await told(site.out)).toMatchObject({
      last: { outcome: 'failed', stage: 'build', reason: 'nothing_to_build' },
      check: { status: 'warn' },
    });
    restore();
    expect(await site.update()).toMatchObject({ code: 0, out: sentence(/Built in/) });
  });

  it('in which nobody can be reached fails, and the data serve on', async () => {
    const site = place(server);
    server.on(site.path, body(list(1_000)));
    await site.update();
    const before = await told(site.out);
    cutOff(site);
    expect(await site.update('--force')).toMatchObject({ code: 1, err: sentence(/could be reached/) });
    expect(await told(site.out)).toMatchObject({
      last: { outcome: 'failed', stage: 'download', reason: 'unreachable' },
      lastSuccess: { at: before.last?.at },
      check: { status: 'warn', output: sentence(/could be reached/) },
      failures: { download: 1 },
    });
  });

  it.each([
    ['an HTML page', PAGE, 'html'],
    ['a list that shrank', list(10, HEADER, 40_000), 'below_share'],
  ])('with %s in place of a list succeeds: that is the matter of the source', async (_, text, reason) => {
    const { update, path, out, list: sources } = place(server);
    server.on(path, body(list(1_000)));
    await update();
    server.on(path, body(text));
    expect((await update('--force')).code).toBe(3);
    expect(await told(out)).toMatchObject({ last: { outcome: 'observed' }, check: { status: 'pass' } });
    expect((await sources()).out).toMatch(new RegExp(`^list +held .* ${reason} .*since \\d{4}-\\d\\d-\\d\\d`, 'm'));
  });

  it.each<[string, (site: ReturnType<typeof place>) => void, object]>([
    [
      'a mistake in the register',
      ({ register }) => writeFileSync(register, readFileSync(register, 'utf8').replace('"weekly"', '"wekly"')),
      { stage: 'register', reason: 'invalid_configuration' },
    ],
    [
      'another command at work',
      ({ sources }) => {
        const lock = lockFolder(sources, 'fetch', new Date());
        onTestFinished(() => lock.release());
      },
      { stage: 'register', reason: 'in_use' },
    ],
    [
      'a copy that is damaged',
      ({ sources, register }) => {
        const folder = join(sources, 'persons');
        const copy = join(folder, readdirSync(folder).find((name) => name.startsWith('accepted-')) ?? '');
        writeFileSync(copy, 'x'.repeat(readFileSync(copy).length));
        writeFileSync(register, readFileSync(register, 'utf8').replace('"weekly"', '"monthly"'));
      },
      { stage: 'build', reason: 'build_failed' },
    ],
  ])('with %s says so, without a path in it', async (_, spoil, expected) => {
    const site = place(server);
    server.on(site.path, body(list(1_000)));
    await site.update();
    spoil(site);
    expect((await site.update()).code).toBe(1);
    const { last, check } = await told(site.out);
    expect(last).toMatchObject({ outcome: 'failed', ...expected });
    expect(check.output).not.toContain(site.folder);
  });
});

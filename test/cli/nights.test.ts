/** Nights that go wrong: what the record of updates, and with it status and metrics, says of each. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkUpdates, upkeepReports } from '../../src/api/upkeep.ts';
import { lockFolder } from '../../src/files/lock.ts';
import { readUpdates } from '../../src/store/updates.ts';
import { body, HEADER, list, type MisbehavingServer, PAGE, status } from '../fetch/misbehaving-server.ts';
import { listenAnywhere } from '../http/serving.ts';
import { main } from './command.ts';
import { place, startOrigin } from './place.ts';

/** In a namespace of its own, so that nothing of it is left. */
const mayMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
const WITHOUT_MOUNTS = mayMount ? '' : ' (skipped: nothing can be mounted here)';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startOrigin();
});
afterAll(() => server.close());

/** @param now by the clock of the service */
async function told(out: string, now = new Date()) {
  const updates = await readUpdates(out);
  const reports = upkeepReports(updates, now) ?? {};
  return { ...reports.update, check: checkUpdates(reports, now), failures: updates?.update?.failures };
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
    const days = async (days: number) => (await told(out, new Date(Date.now() + days * 86_400_000))).check;
    expect(await days(-1)).toMatchObject({
      status: 'warn',
      output: sentence(/in the future.*a clock is or was wrong/),
    });
    expect(await days(3)).toMatchObject({ status: 'warn', output: sentence(/should have begun/) });
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

  it('behind a wrong proxy fails, and says that it may be the proxy', async () => {
    const site = place(server);
    server.on(site.path, body(list(1_000)));
    writeFileSync(site.register, readFileSync(site.register, 'utf8').replace('127.0.0.1', 'localhost'));
    await site.update();
    const proxy = createServer((_, response) => response.writeHead(407).end());
    vi.stubEnv('http_proxy', `http://127.0.0.1:${await listenAnywhere(proxy)}`);
    vi.stubEnv('no_proxy', '');
    onTestFinished(() => {
      vi.unstubAllEnvs();
      proxy.close();
    });
    const { code, out } = await site.update('--force');
    expect([code, out]).toEqual([1, sentence(/list: failed \(proxy\): The proxy does not let .*\(407\)/)]);
    expect(await told(site.out)).toMatchObject({
      last: { outcome: 'failed', stage: 'download', reason: 'unreachable', detail: sentence(/proxy the right one/) },
      check: { status: 'warn' },
    });
  });

  it('that is killed while it builds is told as cut off, and the next goes well', async () => {
    const site = place(server);
    server.on(site.path, body(list(1_000)));
    await site.fetch();
    const args = ['--register', site.register, '--sources', site.sources, '--out', site.out];
    const child = spawn(process.execPath, [main, 'update', ...args], { stdio: 'ignore' });
    await expect.poll(async () => (await told(site.out)).running?.stage, { timeout: 60_000 }).toBe('build');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await told(site.out)).toMatchObject({
      last: { outcome: 'failed', stage: 'build', reason: 'cut_off' },
      check: { status: 'warn', output: sentence(/killed, out of memory/) },
    });
    expect((await site.update()).code).toBe(0);
    expect(await told(site.out)).toMatchObject({ last: { outcome: 'built' }, check: { status: 'pass' } });
  });

  it.skipIf(!mayMount)(`on a full disk fails, and goes well when there is room${WITHOUT_MOUNTS}`, async () => {
    const site = place(server);
    server.on(site.path, body(list(1_000)));
    mkdirSync(site.out);
    const mount = (...options: string[]) => execFileSync('mount', ['-t', 'tmpfs', ...options, 'none', site.out]);
    mount('-o', 'size=256k');
    onTestFinished(() => void execFileSync('umount', [site.out]));
    expect(await site.update('--ignore-disk-space')).toMatchObject({ code: 1, err: sentence(/the disk is full/) });
    expect(await told(site.out)).toMatchObject({
      last: { outcome: 'failed', stage: 'build', reason: 'disk_full' },
      check: { status: 'warn', output: sentence(/The disk is full/) },
    });
    mount('-o', 'remount,size=256m');
    expect((await site.update()).code).toBe(0);
    expect(await told(site.out)).toMatchObject({ check: { status: 'pass' } });
  });

  it('that finds its snapshot damaged builds it anew', async () => {
    const site = place(server);
    server.on(site.path, body(list(1_000)));
    await site.update();
    truncateSync(join(site.current(), 'search.sqlite'), 4096);
    expect(await site.update()).toMatchObject({ code: 0, out: sentence(/Verified: all/) });
    expect(await told(site.out)).toMatchObject({ last: { outcome: 'built' }, check: { status: 'pass' } });
  });

  it.each([
    ['an HTML page', body(PAGE), 'held', 'html'],
    ['a list that shrank', body(list(10, HEADER, 40_000)), 'held', 'below_share'],
    ['an error of its server', status(500, { 'retry-after': '0' }), 'failing', 'http_500'],
  ])('with %s in place of a list succeeds: that is the matter of the source', async (_, behaviour, state, reason) => {
    const { update, path, out, list: sources } = place(server);
    server.on(path, body(list(1_000)));
    await update();
    server.on(path, behaviour);
    expect((await update('--force')).code).toBe(3);
    expect(await told(out)).toMatchObject({ last: { outcome: 'observed' }, check: { status: 'pass' } });
    expect((await sources()).out).toMatch(new RegExp(`^list +${state} .* ${reason} .*since \\d{4}-\\d\\d-\\d\\d`, 'm'));
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

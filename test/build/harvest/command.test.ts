/** `gnd-links harvest` on the command line. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/command.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { writeRegister } from '../register/entry.ts';
import { readCompleteness } from '../../../src/core/snapshot/completeness.ts';
import { readRunLog } from '../../../src/core/snapshot/run-log.ts';
import { harvestedEntry } from './harvesting.ts';
import { changed, fill, type Repository, startRepository, text } from './repository.ts';

let repository: Repository;
beforeAll(async () => {
  repository = await startRepository();
  repository.pageSize = 10;
});
afterAll(() => repository.close());

/** A new folder with a register of a harvested source and a list. */
function place() {
  const folder = temporaryDirectory();
  const list = { publisher: 'Test', format: 'beacon', downloadUrl: `${repository.url}/list` };
  const register = writeRegister(folder, [
    harvestedEntry(repository),
    { key: 'list', kind: 'links', cadence: 'weekly', origin: list },
  ]);
  const kept = ['--register', register, '--sources', join(folder, 'sources')];
  const settings = ['--allow-private-addresses', '--page-pause', '0', ...kept];
  const args = (command: string, ...more: string[]) => [command, ...settings, ...more];
  return {
    out: join(folder, 'snapshots'),
    harvest: (...more: string[]) => run(args('harvest', ...more)),
    fetch: (...more: string[]) => run(args('fetch', ...more)),
    list: () => run(['sources', ...kept]),
  };
}

describe('gnd-links harvest', () => {
  it('harvests, reports each window and its result, and is then not due', async () => {
    fill(repository, 25);
    repository.now += 86_400_000;
    const { harvest, fetch, list } = place();
    const first = await harvest();
    expect(first).toMatchObject({ code: 0 });
    expect(first.err).toMatch(/^changes: 2026-10-01T00:00:00Z to 2026-10-02T\S+Z, 25 records$/m);
    expect(first.err).toMatch(
      /^changes: accepted, .*3 pages, record store of 25 records \(0 deleted\), complete up to 2026/m,
    );
    expect((await fetch('--dry-run')).out).toMatch(/^changes +not_due/m);
    expect((await list()).out).toMatch(/^changes +\w+ .* accepted/m);
  });

  it('stops after the allowed pages, and starts over with --from', async () => {
    const { harvest } = place();
    const part = await harvest('--max-pages', '1', '--json');
    expect(JSON.parse(part.out)).toMatchObject([{ key: 'changes', result: 'accepted', harvested: { pages: 1 } }]);
    expect(part).toMatchObject({ code: 0 });
    expect(part.err).toMatch(/not finished, no day is complete yet/);
    expect((await harvest('changes', '--from', '2026-10-02')).err).toMatch(
      /unchanged; 1 page, record store of 0 records/,
    );
  });

  it('with a record that cannot be used ends with 3, and says so until it can', async () => {
    const { out, harvest } = place();
    repository.fault = () => changed((answer) => answer.replace('Person, 7', 'A & B'));
    const first = await harvest('--out', out);
    repository.fault = undefined;
    expect(first).toMatchObject({ code: 3, err: expect.stringContaining('defects: malformed_xml 1') as string });
    expect(await readCompleteness(out)).toMatchObject({ unread: { malformed_xml: 1 } });
    expect(await harvest('--out', out)).toMatchObject({ code: 0 });
    expect(await readCompleteness(out)).not.toHaveProperty('unread.malformed_xml');
  });

  it.each([
    [['nowhere'], /no source nowhere/],
    [['list'], /only harvested sources can be named here, not list/],
    [['--from', 'yesterday'], /must be a day/],
    [['--from', '2026-02-31'], /must be a day/],
    [['--max-pages', '-1'], /whole number/],
  ])('refuses %j', async (more, complaint) => {
    const ran = await place().harvest(...more);
    expect(ran).toMatchObject({ code: 2, err: expect.stringMatching(complaint) as string });
  });
});

describe('gnd-links harvest --max-pages 0', () => {
  const audit = ['--max-pages', '0'];

  it('performs the audit alone, and stores the completeness', async () => {
    repository.now += 20 * 86_400_000;
    const { out, harvest } = place();
    expect(await harvest('--out', out)).toMatchObject({ code: 0 });
    const audited = await harvest('--out', out, ...audit);
    const instant = (before: number) => new Date(repository.now - before).toISOString().replace('.000', '');
    expect(audited).toMatchObject({ code: 0, err: expect.stringContaining(`complete up to ${instant(0)}`) as string });
    expect(audited.err).not.toContain('not finished');
    expect(await readCompleteness(out)).toMatchObject({
      harvestedThrough: instant(0),
      auditedThrough: instant(3 * 86_400_000),
      missed: 0,
      held: [],
    });
    expect(await readRunLog(out)).toMatchObject({
      harvest: { last: { outcome: 'harvested' } },
      audit: { last: { outcome: 'audited' } },
    });
  });

  it('succeeds any number of times on a day whose requests are used up, and the next day continues with windows as long as before', async () => {
    repository.now += 20 * 86_400_000;
    const { out, harvest } = place();
    await harvest('--out', out, '--audit-requests', '0');
    const few = [...audit, '--audit-requests', '3'];
    const progress = () => readCompleteness(out).then((completeness) => completeness?.auditedThrough);
    for (let run = 0; run < 12; run += 1) expect(await harvest('--out', out, ...few)).toMatchObject({ code: 0 });
    const before = await progress();
    repository.now += 86_400_000;
    expect(await harvest('--out', out, ...few)).toMatchObject({ code: 0 });
    const grown = Date.parse((await progress()) ?? '') - Date.parse(before ?? '');
    expect(grown).toBeGreaterThan(3_600_000);
  });

  it('without an answer fails with a sentence, and keeps the known state', async () => {
    const { out, harvest } = place();
    await harvest('--out', out);
    repository.now += 86_400_000;
    repository.fault = (query) => (query.get('verb') === 'ListIdentifiers' ? text('', 403) : undefined);
    await harvest('--out', out, ...audit).finally(() => (repository.fault = undefined));
    expect((await readRunLog(out))?.audit?.last).toMatchObject({ outcome: 'failed', reason: 'audit_failed' });
    expect(await readCompleteness(out)).toMatchObject({ missed: 0 });
  });
});

/** `gnd-links harvest` as an operator uses it, and as a machine that fails uses it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main, root, run } from '../cli/command.ts';
import { temporaryDirectory } from '../temporary.ts';
import { registered } from './harvesting.ts';
import { fill, identifierOf, person, type Repository, startRepository } from './repository.ts';

let repository: Repository;
beforeAll(async () => {
  repository = await startRepository();
  repository.pageSize = 10;
});
afterAll(() => repository.close());

const label = { de: 'Änderungen', en: 'Changes' };
const common = { title: label, description: label, licence: { statement: 'CC0' }, scope: { description: label } };

/** A register with changes and a list, in a folder of its own. */
function place() {
  const folder = temporaryDirectory();
  const origin = (more: object) => ({ publisher: 'Test', ...more });
  const sources = [
    {
      key: 'changes',
      kind: 'entities',
      cadence: 'daily',
      origin: origin({ format: 'gnd-marcxml', oai: registered(repository) }),
      ...common,
    },
    {
      key: 'list',
      kind: 'links',
      cadence: 'weekly',
      origin: origin({ format: 'beacon', downloadUrl: `${repository.url}/list` }),
      ...common,
    },
  ];
  const register = join(folder, 'sources.yaml');
  writeFileSync(register, JSON.stringify({ sources }));
  const kept = ['--register', register, '--sources', join(folder, 'sources')];
  const settings = ['--allow-private-addresses', '--page-pause', '0', ...kept];
  const args = (command: string, ...more: string[]) => [command, ...settings, ...more];
  return {
    args,
    harvest: (...more: string[]) => run(args('harvest', ...more)),
    fetch: (...more: string[]) => run(args('fetch', ...more)),
    list: () => run(['sources', ...kept]),
    /** Name and digest of the copy in use; its name is made of its bytes. */
    copy() {
      const own = join(folder, 'sources', 'changes');
      const [name = '', ...others] = readdirSync(own).filter((file) => file.startsWith('accepted-'));
      expect(others).toEqual([]);
      return [
        name,
        createHash('sha256')
          .update(readFileSync(join(own, name)))
          .digest('hex'),
      ];
    },
  };
}

describe('gnd-links harvest', () => {
  it('harvests, tells each window and what came of it, and is then not due', async () => {
    fill(repository, 25);
    repository.now += 86_400_000;
    const { harvest, fetch, list } = place();
    const first = await harvest();
    expect(first).toMatchObject({ code: 0 });
    expect(first.err).toMatch(/^changes: 2026-10-01T00:00:00Z to 2026-10-02T\S+Z, 25 records$/m);
    expect(first.err).toMatch(
      /^changes: accepted, .*3 pages, record store of 25 records, 0 of them deleted, complete up to 2026/m,
    );
    expect((await fetch('--dry-run')).out).toMatch(/^changes +not_due/m);
    expect((await list()).out).toMatch(/^changes +\w+ .* accepted/m);
  });

  it('stops at the pages allowed, and begins anew where told', async () => {
    const { harvest } = place();
    const part = await harvest('--max-pages', '1');
    expect(part).toMatchObject({ code: 0 });
    expect(part.err).toMatch(/not finished, complete up to nowhere yet/);
    expect((await harvest('changes', '--from', '2026-10-02')).err).toMatch(
      /unchanged; 1 pages, record store of 0 records/,
    );
  });

  it.each([
    [['nowhere'], /no source nowhere/],
    [['list'], /not harvested, but fetched: list/],
    [['--from', 'yesterday'], /must be a day/],
    [['--until', '2026-02-31'], /must be a day/],
    [['--max-pages', '0'], /whole number/],
  ])('refuses %j', async (more, complaint) => {
    const ran = await place().harvest(...more);
    expect(ran).toMatchObject({ code: 2, err: expect.stringMatching(complaint) as string });
  });

  it('fails without a copy to fall back on', async () => {
    const { harvest } = place();
    repository.fault = () => (_, response) => void response.writeHead(404).end();
    const ran = await harvest();
    repository.fault = undefined;
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.err).toMatch(/^changes: failed \(http_404\): .* There is no copy to fall back on\.$/m);
  });
});

/** Ends a process with SIGKILL at a random moment after the repository got so many requests. */
function killAfter(child: ChildProcess, requests: number, milliseconds: number): void {
  const first = repository.requests.length;
  repository.fault = (_, number) => {
    if (number - first === requests) setTimeout(() => child.kill('SIGKILL'), milliseconds);
    return undefined;
  };
}

describe('a harvest that is killed again and again', () => {
  it('ends with the same bytes as one that was left alone', async () => {
    fill(repository, 400, 118_600_000, 30);
    for (let index = 0; index < 400; index += 9) repository.remove(identifierOf(String(118_600_000 + index)));
    repository.put(identifierOf('118600001'), person('118600001', 'Last, Version'));
    repository.now += 60_000;
    const killed = place();
    let deaths = 0;
    for (let round = 0; round < 40 && deaths < 6; round += 1) {
      const child = spawn(process.execPath, [main, ...killed.args('harvest')], { cwd: root, stdio: 'ignore' });
      killAfter(child, 1 + Math.floor(Math.random() * 8), Math.random() * 15);
      const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      repository.fault = undefined;
      if (signal === 'SIGKILL') deaths += 1;
      // There is always something left to harvest.
      for (let index = 0; index < 30; index += 1) {
        const id = String(118_600_000 + round * 7 + index);
        repository.put(identifierOf(id), person(id, `Round ${round}, Person`));
      }
      repository.now += 60_000;
      if (round % 3 === 2) repository.forgetTokens();
    }
    expect(deaths).toBe(6);
    const left = place();
    expect(await left.harvest()).toMatchObject({ code: 0 });
    expect(await killed.harvest()).toMatchObject({ code: 0 });
    expect(killed.copy()).toEqual(left.copy());
  }, 120_000);
});

/** A harvest that is killed repeatedly. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { main, root, run } from '../cli/command.ts';
import { harvestedEntry } from '../build/harvest/harvesting.ts';
import { fill, identifierOf, person, repositoryForTest, type Repository } from '../build/harvest/repository.ts';
import { writeRegister } from '../build/register/entry.ts';
import { temporaryDirectory } from '../temporary.ts';

const KILLS = 4;

/** A new folder with a register of one harvested source. */
function place(repository: Repository) {
  const folder = temporaryDirectory();
  const register = writeRegister(folder, [harvestedEntry(repository)]);
  const settings = ['--allow-private-addresses', '--page-pause', '0', '--register', register];
  return {
    args: ['harvest', ...settings, '--sources', join(folder, 'sources')],
    copies: () => {
      const own = join(folder, 'sources', 'changes');
      const names = readdirSync(own).filter((name) => name.startsWith('accepted-'));
      return names.map((name) => [name, readFileSync(join(own, name)).toString('hex')]);
    },
  };
}

/** Kills the process after this number of requests and a delay. */
function killAfter(child: ChildProcess, repository: Repository, requests: number, milliseconds: number): void {
  const first = repository.requests.length;
  repository.fault = (_, number) => {
    if (number - first === requests) setTimeout(() => child.kill('SIGKILL'), milliseconds);
    return undefined;
  };
}

it('a harvest that was killed repeatedly ends with the same bytes as an undisturbed one', async () => {
  const repository = await repositoryForTest();
  repository.pageSize = 10;
  fill(repository, 400, 118_600_000, 30);
  for (let index = 0; index < 400; index += 9) repository.remove(identifierOf(String(118_600_000 + index)));
  repository.now += 60_000;
  const killed = place(repository);
  let deaths = 0;
  for (let round = 0; round < 40 && deaths < KILLS; round += 1) {
    const child = spawn(process.execPath, [main, ...killed.args], { cwd: root, stdio: 'ignore' });
    killAfter(child, repository, 1 + Math.floor(Math.random() * 8), Math.random() * 15);
    const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    repository.fault = undefined;
    if (signal === 'SIGKILL') deaths += 1;
    // Each harvest has new records.
    for (let index = 0; index < 30; index += 1) {
      const id = String(118_600_000 + round * 7 + index);
      repository.put(identifierOf(id), person(id, `Round ${round}, Person`));
    }
    repository.now += 60_000;
    if (round % 3 === 2) repository.forgetTokens();
  }
  expect(deaths).toBe(KILLS);
  const left = place(repository);
  for (const { args } of [left, killed]) expect(await run(args)).toMatchObject({ code: 0 });
  expect(killed.copies()).toEqual(left.copies());
});

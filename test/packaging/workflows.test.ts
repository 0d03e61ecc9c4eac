/** .github: workflows have few rights, and call scripts that exist; `test/slow/validators.test.ts` checks their form. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../cli/command.ts';

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly 'timeout-minutes': number; readonly steps: readonly { uses?: string; run?: string }[] }>
  >;
}

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).toSorted();
const read = (file: string) => parse(readFileSync(join(root, file), 'utf8')) as Workflow;
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

describe.each(workflows)('%s', (file) => {
  const { permissions, jobs } = read(file);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('has only the rights that it needs, and an end', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });

  it('names the version of every action, and scripts that exist', () => {
    for (const { uses } of steps) expect(uses ?? 'a@v1').toMatch(/^[\w-]+\/[\w-]+@v\d+$|^a@v1$/);
    const named = steps.flatMap(({ run = '' }) =>
      Array.from(run.matchAll(/npm run ([\w:-]+)/g), ([, name = '']) => name),
    );
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('inserts no text of an event into a command', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });
});

/** The costs of the service in documents are the measured figures of bench/RESULTS.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { planBuild } from '../../src/build/ingest/plan.ts';

const read = (file: string) =>
  readFileSync(join(import.meta.dirname, '../..', file), 'utf8').replace(/[ \t]*\n/g, '\n');
const results = read('bench/RESULTS.md');

/** Cells of a table row, found by the beginnings of its heading and its first cell. */
function row(heading: string, first: string): readonly string[] {
  const section = results.split(/^## /m).find((one) => one.startsWith(heading) && one.includes('10,046,250')) ?? '';
  const line = section.split('\n').find((one) => one.startsWith(`| ${first} `)) ?? '';
  return line.split('|').map((cell) => cell.trim().replaceAll(',', ''));
}

it('README.md and the document about operation have the figures of the runs with ten million entities', () => {
  const searches = row('Search through HTTP', '8')[2] ?? '?';
  const [, , links = '0'] = row('Building a snapshot', '10,046,250');
  const [, , disk = '0', start = '0'] = row('Start, memory', '10,046,250');
  const [, memory = '?'] = /Resident memory of the server afterwards: (\d+) MiB\./.exec(results) ?? [];
  const flat = read('README.md').replace(/\s+/g, ' ');
  for (const figure of [
    `${Math.round(Number(links) / 1e6)} million links`,
    `${searches} searches a second`,
    `${memory} MiB of memory`,
    `${(Number(start) / 1000).toFixed(1)} seconds`,
    `${Math.round(Number(disk))} GB`,
  ])
    expect(flat).toContain(figure);
  expect(read('docs/operations.md')).toContain(`${searches} searches a second on one core`);
});

it.each(['1,004,625', '10,046,250'])('a build expects the disk that the measured one of %s took', (entities) => {
  const cells = row('Building a snapshot', entities).map(Number);
  const [dumps = 0, snapshot = 0, temporary = 0] = [cells[3], cells[9], cells[11]].map((gb = NaN) => gb * 1e9);
  const { expected } = planBuild([{ bytes: dumps, isCompressed: true, identity: '' }], {});
  expect(expected.snapshot).toBeGreaterThan(snapshot);
  expect(expected.temporary).toBeGreaterThan(temporary);
});

/** The costs of the service in documents and on pages are the measured figures of bench/RESULTS.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import cost from '../../src/extras/pages/cost.json' with { type: 'json' };
import { costSentence } from '../../src/extras/pages/cost-sentence.ts';
import { createLocale } from '../../src/core/http/locale.ts';

const root = join(import.meta.dirname, '../..');
const results = readFileSync(join(root, 'bench/RESULTS.md'), 'utf8');

/** Cells of a table row, found by the beginnings of its heading and its first cell. */
function row(heading: string, first: string): readonly string[] {
  const section = results.split(/^## /m).find((one) => one.startsWith(heading) && one.includes('10,046,250')) ?? '';
  const line = section.split('\n').find((one) => one.startsWith(`| ${first} `)) ?? '';
  return line.split('|').map((cell) => cell.trim().replaceAll(',', ''));
}

it('the document on costs has the figures of the runs with ten million entities', () => {
  expect(row('Search through HTTP', '8')[2]).toBe(String(cost.searches));
  expect(results).toContain(`Resident memory of the server afterwards: ${cost.memoryMiB} MiB.`);
  const [, entities, links] = row('Building a snapshot', '10,046,250');
  expect([entities, links]).toEqual([String(cost.entities), String(cost.links)]);
  const [, , disk, start] = row('Start, memory', '10,046,250');
  expect([disk, start]).toEqual([String(cost.diskGB), String(cost.startMs)]);
});

it('the pages and the documents have the same figures', () => {
  const [sentence = ''] = costSentence(createLocale('en', true, 'https://links.example.org')).split(' Measured');
  const flat = (file: string) => readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ');
  expect(flat('README.md')).toContain(sentence.slice(0, -1));
  expect(flat('docs/operations.md')).toContain(`${cost.searches} searches a second on one core`);
});

/** Decisions about whole entities: the valid forms in the file, their validity in time, and mistakes. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEntityDecisions } from '../../../src/build/sources/register/entity-decisions.ts';
import { SHIPPED_CONFIG } from '../ingest/site.ts';
import { temporaryForFile } from '../../temporary.ts';
import { decision } from './entry.ts';

const folder = temporaryForFile();
const GND = '118540238';

async function load(...entries: readonly string[]) {
  const file = join(folder, 'entities.yaml');
  await writeFile(file, `decisions:\n${entries.join('')}`);
  return readEntityDecisions(file);
}

const entry = (...lines: readonly string[]) => decision(GND, ...lines);

it('reads both verdicts, with the place of each decision', async () => {
  const { all } = await load(
    entry('verdict: withheld').replace(GND, "'https://d-nb.info/gnd/118505793'"),
    entry('verdict: without', 'attributes: [dateOfBirth]', "names: ['Goethe, Wolfgang']"),
  );
  expect(all).toMatchObject([
    { gnd: '118505793', verdict: 'withheld', attributes: [], names: [], place: 'entities.yaml:2:5' },
    { gnd: GND, verdict: 'without', attributes: ['dateOfBirth'], names: ['Goethe, Wolfgang'], by: 'editors' },
  ]);
});

it.each([
  ['2026-09-30', 0],
  ['2026-10-01', 1],
  ['2026-12-31', 1],
  ['2027-01-01', 0],
])('applies from its first day to the day before until: on %s to %i entities', async (day, count) => {
  const decisions = await load(entry('verdict: withheld', "until: '2027-01-01'"));
  expect(decisions.on(day).size).toBe(count);
});

it('does not exist without a file, and not in the shipped file', async () => {
  expect((await readEntityDecisions(join(folder, 'none.yaml'))).all).toEqual([]);
  expect((await readEntityDecisions(join(SHIPPED_CONFIG, 'entities.yaml'))).all).toEqual([]);
});

it.each([
  [[entry('verdict: withheld').replace(GND, 'Goethe')], '2:10', 'Goethe is not a GND identifier'],
  [[entry('verdict: withheld').replace(GND, '118540239')], '2:10', 'the check digit of 118540239 is wrong'],
  [
    [entry('verdict: withheld'), entry('verdict: withheld')],
    '7:10',
    'already a decision about this entity, at entities.yaml:2:5',
  ],
  [[entry('verdict: withheld', 'attributes: [dateOfBirth]')], '3:14', '"withheld" leaves out everything'],
  [[entry('verdict: withheld', "names: ['A']")], '3:14', '"withheld" leaves out everything'],
  [[entry('verdict: without')], '3:14', 'needs "attributes", "names", or both'],
  [[entry('verdict: without', 'attributes: [dateOfBrith]')], '4:17', 'there is no attribute dateOfBrith'],
  [[entry('verdict: without', 'attributes: []')], '4:17', 'must'],
  [[entry('verdict: refused')], '3:14', 'must'],
  [[entry('verdict: withheld', "until: '2026-10-01'")], '4:12', 'must be later than "since'],
  [[entry('verdict: withheld').replace('reason: request', 'note: request')], '2:5', 'must'],
])('a mistake is reported with its position: %#', async (entries, place, sentence) => {
  await expect(load(...entries)).rejects.toThrow(new RegExp(`entities\\.yaml:${place}: .*${sentence}`));
});

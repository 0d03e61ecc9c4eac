/** The stages after the switch: which of them an update has. */
import { expect, it } from 'vitest';
import { laterStages } from '../../../src/build/runs/later-stages.ts';
import type { Updated } from '../../../src/build/runs/update.ts';
import { SHIPPED_CONFIG } from '../ingest/site.ts';

const options = {
  config: SHIPPED_CONFIG,
  snapshots: 'snapshots',
  changesDays: 90,
  now: new Date(),
  keep: 1,
  log: () => undefined,
  reasonOf: () => 'internal' as const,
  checkHarvest: async () => 'idle' as const,
};
const stagesOf = (former?: string) =>
  laterStages({ directory: 'new', former } as Updated, options).map(({ kind, perform }) => [
    kind,
    perform !== undefined,
  ]);

it('an update without a new snapshot leaves the outcome of the last check of the harvest in the log', () => {
  const other = [['dump', false], ['changes', false], ['publish', false], ['prune', true]]; // prettier-ignore
  expect(stagesOf('old')).toEqual([['prune', true], ['harvestCheck', true], ...other]);
  expect(stagesOf()).toEqual([['prune', true], ...other]);
});

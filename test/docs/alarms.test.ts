/** The alarms use existing metrics, and Prometheus fires each of them when it should and not before. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { METRICS } from '../../src/core/http/metric-table.ts';
import { temporaryFile } from '../temporary.ts';
import { readDocument, root, tableUnder } from './markdown.ts';
import { has } from '../has.ts';

const FILE = 'deploy/prometheus/gnd-links.rules.yaml';
const { groups } = parse(readDocument(FILE)) as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
};
const rules = groups.flatMap((group) => group.rules);

describe('alarms', () => {
  it('use existing metrics', () => {
    const names = rules.flatMap(({ expr }) => expr.match(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\()/g) ?? []);
    const known = new Set(Object.keys(METRICS).flatMap((name) => [name, `${name}_count`, `${name}_bucket`]));
    const ours = names.filter((name) => !name.startsWith('nodejs_'));
    expect(ours.length).toBeGreaterThan(8);
    expect(ours.filter((name) => !known.has(name))).toEqual([]);
  });

  it.skipIf(!has('promtool'))('fire when they should, and not before (needs promtool)', () => {
    const file = temporaryFile(
      readDocument('test/docs/alarms.rules.yaml').replace('RULES', join(root, FILE)),
      'test.yaml',
    );
    const ran = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    expect(`${ran.stdout}${ran.stderr}`).toMatch(/SUCCESS/);
    expect(ran.status).toBe(0);
  });

  it('are all raised by a test, here or in the tests of nights', () => {
    const nights = tableUnder(readDocument('docs/operations.md'), 'A night that fails');
    const raised = `${readDocument('test/docs/alarms.rules.yaml')} ${nights.map((cells) => cells.at(-1)).join(' ')}`;
    expect(rules.map(({ alert }) => alert).filter((alert) => !new RegExp(`\\b${alert}\\b`).test(raised))).toEqual([]);
  });
});

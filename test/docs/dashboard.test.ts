/** deploy/grafana: the dashboard shows every metric, and only metrics that exist. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { METRICS } from '../../src/core/http/metric-table.ts';
import { temporaryDirectory } from '../temporary.ts';
import { readDocument } from './markdown.ts';
import { has } from '../has.ts';

const { panels } = JSON.parse(readDocument('deploy/grafana/gnd-links.json')) as {
  panels: { title: string; gridPos: Record<string, number>; targets?: { expr: string }[] }[];
};
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const named = expressions
  .flatMap(
    (expression) => expression.replace(/"[^"]*"/g, '').match(/\b[a-z]+(?:_[a-z0-9]+)*\b(?=[{[)]|$| -| \/)/g) ?? [],
  )
  .map((name) => name.replace(/_(?:count|bucket)$/, ''));

/** Metrics that no panel needs: they are labels of others, or are explained by an alarm. */
const NOT_SHOWN = [
  'service_info',
  'collection_dead_since_timestamp_seconds',
  'probe_last_look_timestamp_seconds',
  'update_next_due_timestamp_seconds',
  'update_failures_total',
  'harvest_dump_records',
];

it('shows the metrics of the service', () => {
  const shown = Object.keys(METRICS).filter((name) => named.includes(name));
  expect(Object.keys(METRICS).filter((name) => !shown.includes(name))).toEqual(NOT_SHOWN);
});

it('shows no metric that does not exist', () => {
  const own = named.filter((name) => name.includes('_') && !/^(?:nodejs|process)_/.test(name));
  expect(own.filter((name) => !(name in METRICS))).toEqual([]);
});

it('has panels that do not overlap', () => {
  const cells = panels.flatMap(({ gridPos: { x = 0, y = 0, w = 0, h = 0 } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});

it.skipIf(!has('promtool'))('has expressions that Prometheus reads (needs promtool)', () => {
  const file = join(temporaryDirectory(), 'rules.yaml');
  const rules = expressions.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }));
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const ran = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
  expect(`${ran.stdout}${ran.stderr}`).toMatch(/SUCCESS/);
});

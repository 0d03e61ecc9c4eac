/** The service as monitoring sees it: status, page and metrics between updates, and the resulting alarms. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { RELEASE, snapshotEngine } from '../../src/cli/installation.ts';
import { createMetrics } from '../../src/core/http/metrics.ts';
import { readCompleteness } from '../../src/core/snapshot/completeness.ts';
import { createCurrentSnapshot } from '../../src/core/snapshot/current.ts';
import { followSnapshot } from '../../src/core/snapshot/follow.ts';
import { readRunLog } from '../../src/core/snapshot/run-log.ts';
import { folderSource } from '../../src/core/snapshot/verify-files.ts';
import { serve } from '../extras/serving.ts';
import { readPage, textOf } from '../extras/pages/reading.ts';
import { temporaryDirectory } from '../temporary.ts';
import { root } from './command.ts';

export interface Seen {
  /** Instant of the observation in milliseconds. */
  readonly at: number;
  readonly status: string;
  readonly page: string;
  readonly metrics: string;
  /** Log of the service. */
  readonly log: string;
}

/** Serves a folder of snapshots until the test ends. Without a snapshot every observation is empty. */
export async function watch(out: string): Promise<() => Promise<Seen>> {
  const snapshots = createCurrentSnapshot();
  const log: string[] = [];
  const note = (details: object, message: string): void => void log.push(`${message} ${JSON.stringify(details)}`);
  const updates = () => readRunLog(out);
  const completeness = () => readCompleteness(out);
  const metrics = createMetrics({ release: RELEASE, snapshots, updates, completeness });
  const follower = await followSnapshot({
    source: folderSource(out, snapshotEngine()),
    seconds: 0,
    accept: ({ store }) => snapshots.switchTo(store),
    refuse: (sentence) => snapshots.refuse(sentence),
    log: { info: note, error: note },
  }).catch((error: unknown) => note({}, String(error)));
  if (follower === undefined)
    return async () => ({ at: Date.now(), status: '', page: '', metrics: '', log: log.join() });
  // A status is cached for a second, so each observation gets a second of its own.
  let looks = 0;
  const clock = () => new Date(Date.now() + looks * 1000);
  const server = await serve({ snapshots, updates, completeness, clock });
  onTestFinished(async () => {
    await server.close();
    await follower.close();
    await snapshots.close();
  });
  return async () => {
    looks += 1;
    await follower.check();
    const { text: status } = await server.get('/api/v1/status');
    const { text: page } = await server.get('/status?lang=en');
    return {
      at: Date.now(),
      status,
      page: textOf(readPage(page).all('main')[0]),
      metrics: await metrics.text(),
      log: log.join('\n'),
    };
  };
}

/** Codes in a cell of a table of docs/operations.md. */
export const quoted = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Codes that cells of docs/operations.md show and the texts lack, one text for each cell. */
export const unseen = (cells: readonly (string | undefined)[], texts: readonly string[]): readonly string[] =>
  cells.flatMap((cell, place) => quoted(cell).filter((code) => texts[place]?.includes(code) !== true));

export interface ObservedNight {
  readonly night: string;
  readonly before: Seen;
  readonly after: Seen;
  /** Minutes until each alarm fires. */
  readonly alarms: ReadonlyMap<string, number>;
}

/** Minutes between scrapes and between evaluations; waiting times of alarms are multiples of it. */
const INTERVAL = 5;
const TWO_DAYS = 2 * 24 * 60 + 2 * INTERVAL;

/** @returns the complaints of promtool: an alarm that fires too late, too early, or wrongly */
export function alarmFaults(nights: readonly ObservedNight[]): string {
  const file = join(temporaryDirectory(), 'nights.yaml');
  const rules = join(root, 'deploy/prometheus/gnd-links.rules.yaml');
  const tests = nights.map(ruleTest);
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: `${INTERVAL}m`, tests }));
  const ran = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  return ran.status === 0 ? '' : `${ran.stdout}${ran.stderr}`;
}

function ruleTest({ night, before, after, alarms }: ObservedNight) {
  const start = minutesBefore(before, after);
  const beginning = after.at / 1000 - start * 60;
  const [former, latter] = [seriesOf(before, beginning), seriesOf(after, beginning)];
  const times = [...alarms.values()].flatMap((minutes) => [minutes - INTERVAL, minutes]);
  const end = Math.max(...times) + 4 * INTERVAL;
  const part = (series: string, values: typeof former, minutes: number): string => {
    const value = values.get(series);
    return value === undefined ? `stale _x${minutes / INTERVAL - 1}` : `${value}x${minutes / INTERVAL - 1}`;
  };
  return {
    name: night,
    interval: `${INTERVAL}m`,
    input_series: [...new Set([...former.keys(), ...latter.keys()])].map((series) => ({
      series,
      values: `${part(series, former, start)} ${part(series, latter, end + INTERVAL)}`,
    })),
    promql_expr_test: [...new Set([...times, end])]
      .filter((minute) => start + minute >= 0)
      .map((minute) => ({
        expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${start + minute}m`,
        exp_samples: [...alarms]
          .filter(([, minutes]) => minutes <= minute)
          .map(([alarm]) => ({ labels: `{alertname="${alarm}"}`, value: 1 })),
      })),
  };
}

/** Minutes before the update that alarms look back: two days if the state of a source differs. */
function minutesBefore(before: Seen, after: Seen): number {
  if (before.metrics === '') return 0;
  const sources = (seen: Seen) => seen.metrics.match(/^sources.*$/gm)?.join();
  return sources(before) === sources(after) ? 2 * INTERVAL : TWO_DAYS;
}

/** The series that alarms of updates and snapshots use; instants are seconds since the beginning of the test. */
function seriesOf({ metrics }: Seen, beginning: number): ReadonlyMap<string, number> {
  const lines = metrics.split('\n').filter((line) => /^(?:snapshot|sources|update|harvest)/.test(line));
  return new Map(
    lines.map((line) => {
      const [series = '', value] = line.split(/ (?=\S+$)/);
      return [series, Number(value) - (series.includes('_timestamp_seconds') ? beginning : 0)];
    }),
  );
}

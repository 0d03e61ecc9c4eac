/** Metrics: closed sets of labels, and values of the current snapshot. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METRICS } from '../../../src/core/http/metric-table.ts';
import { createMetrics, type Metrics } from '../../../src/core/http/metrics.ts';
import { createCurrentSnapshot, type SwitchableSnapshot } from '../../../src/core/snapshot/current.ts';
import type { Snapshot, Store } from '../../../src/core/snapshot/store.ts';
import type { RunLog } from '../../../src/core/snapshot/run-log.ts';
import type { Completeness } from '../../../src/core/snapshot/completeness.ts';
import { BUILT_AT, NOW, openFixture, SNAPSHOT } from '../api/fixture.ts';
import { observed } from './observed.ts';

let fixture: Store;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

function measure(): { readonly metrics: Metrics; readonly snapshots: SwitchableSnapshot; readonly closed: string[] } {
  const closed: string[] = [];
  const snapshots = createCurrentSnapshot(({ snapshot }) => closed.push(snapshot.id));
  const metrics = createMetrics({ release: '1.2.3', snapshots, now: () => NOW });
  return { metrics, snapshots, closed };
}

/** The fixture's store with other header facts; it need not be closed. */
function storeWith(facts: Partial<Snapshot> = {}): Store {
  return { ...fixture, snapshot: { ...fixture.snapshot, ...facts }, close: async () => undefined };
}

/** Values by series as written, e.g. `sources{state="fresh"}`. */
function parse(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

const seriesOf = async (metrics: Pick<Metrics, 'text'>) => parse(await metrics.text());
const named = (series: ReadonlyMap<string, number>, name: string) =>
  Object.fromEntries([...series].filter(([key]) => key === name || key.startsWith(`${name}{`)));

/** The series whose names begin so. */
const shown = async (metrics: Metrics, beginning: string) =>
  Object.fromEntries([...(await seriesOf(metrics))].filter(([key]) => key.startsWith(beginning)));

describe('requests', () => {
  it('are timed by route, method and status', async () => {
    const { metrics } = measure();
    metrics.finished(observed({ seconds: 0.002 }));
    metrics.finished(observed({ seconds: 0.2 }));
    metrics.finished(observed({ status: 404, route: 'none' }));
    const series = await seriesOf(metrics);
    const labels = 'route="/api/v1/gnd/{gnd}/links",method="GET",status="200"';
    const bucket = (le: string) => series.get(`http_server_request_duration_seconds_bucket{le="${le}",${labels}}`);
    expect([bucket('0.001'), bucket('0.0025'), bucket('0.25'), bucket('+Inf')]).toEqual([0, 1, 2, 2]);
    expect(series.get(`http_server_request_duration_seconds_sum{${labels}}`)).toBeCloseTo(0.202);
    expect(named(series, 'http_server_request_duration_seconds_count')).toEqual({
      [`http_server_request_duration_seconds_count{${labels}}`]: 2,
      'http_server_request_duration_seconds_count{route="none",method="GET",status="404"}': 1,
    });
  });

  it('with unknown methods share one label', async () => {
    const { metrics } = measure();
    for (const method of ['PUT', 'PROPFIND', 'M-SEARCH']) metrics.finished(observed({ method, status: 405 }));
    const counts = named(await seriesOf(metrics), 'http_server_request_duration_seconds_count');
    expect(Object.entries(counts)).toEqual([[expect.stringContaining('method="other",status="405"'), 3]]);
  });

  it.each(['GET', 'HEAD', 'POST', 'OPTIONS'])('with %s have a label of their own', async (method) => {
    const { metrics } = measure();
    metrics.finished(observed({ method }));
    const [series] = Object.keys(named(await seriesOf(metrics), 'http_server_request_duration_seconds_count'));
    expect(series).toContain(`method="${method}"`);
  });

  it('leave no trace of the client or its query', async () => {
    const { metrics } = measure();
    metrics.finished(observed({ traceId: 'a'.repeat(32) }));
    const { id, client } = observed();
    const text = await metrics.text();
    for (const secret of [id, client.key, client.network, 'a'.repeat(32)]) expect(text).not.toContain(secret);
  });

  it('under way have begun and not ended', async () => {
    const { metrics } = measure();
    metrics.started?.();
    metrics.started?.();
    metrics.finished(observed());
    expect((await seriesOf(metrics)).get('http_server_active_requests')).toBe(1);
  });

  it('have their bytes summed by route', async () => {
    const { metrics } = measure();
    metrics.finished(observed({ bytes: 1000 }));
    metrics.finished(observed({ bytes: 24, status: 404 }));
    expect(named(await seriesOf(metrics), 'http_server_response_bytes_total')).toEqual({
      'http_server_response_bytes_total{route="/api/v1/gnd/{gnd}/links"}': 1024,
    });
  });

  it('are counted by the decision of the quota', async () => {
    const { metrics } = measure();
    metrics.counted?.('links', true, 1);
    metrics.counted?.('links', true, 5);
    metrics.counted?.('search', false, 1);
    expect(named(await seriesOf(metrics), 'ratelimit_decisions_total')).toEqual({
      'ratelimit_decisions_total{policy="links",decision="allowed"}': 6,
      'ratelimit_decisions_total{policy="search",decision="refused"}': 1,
    });
  });
});

describe('the snapshot', () => {
  it('is described while it is current', async () => {
    const { metrics, snapshots } = measure();
    snapshots.switchTo(storeWith());
    const series = await seriesOf(metrics);
    const { counts, format } = fixture.snapshot;
    expect(named(series, 'snapshot_info')).toEqual({
      [`snapshot_info{id="${SNAPSHOT.id}",format="${format}",date="${SNAPSHOT.date}"}`]: 1,
    });
    expect(series.get('snapshot_built_timestamp_seconds')).toBe(Date.parse(BUILT_AT) / 1000);
    expect([series.get('snapshot_entities'), series.get('snapshot_links')]).toEqual([counts.entities, counts.links]);
    expect(named(series, 'sources')).toEqual({
      'sources{state="fresh"}': 1,
      'sources{state="unscheduled"}': 1,
      'sources{state="stale"}': 1,
      'sources{state="held"}': 1,
      'sources{state="failing"}': 1,
    });
  });

  it('has the number of dead collections, and the day since each is dead', async () => {
    const counts = { sampled: 40, moved: 1, blocked: 2, checkedAt: '2026-11-19T04:00:00Z' };
    const { metrics, snapshots } = measure();
    const archive = (key: string) => ({ key, label: key, category: 'archive' });
    const dead = { ...archive('dead'), health: { ...counts, ok: 0, gone: 36, since: '2026-11-05' } };
    const alive = { ...archive('alive'), health: { ...counts, ok: 36, gone: 1, since: '2026-01-01' } };
    snapshots.switchTo(storeWith({ collections: [dead, alive, archive('unseen')] }));
    const series = await seriesOf(metrics);
    expect(named(series, 'collections')).toEqual({
      'collections{health="alive"}': 1,
      'collections{health="dead"}': 1,
      'collections{health="unknown"}': 1,
    });
    expect(named(series, 'collection_dead_since_timestamp_seconds')).toEqual({
      'collection_dead_since_timestamp_seconds{collection="dead"}': Date.parse('2026-11-05') / 1000,
    });
    expect(named(series, 'probe_addresses')).toEqual({
      'probe_addresses{verdict="ok"}': 36,
      'probe_addresses{verdict="moved"}': 2,
      'probe_addresses{verdict="gone"}': 37,
      'probe_addresses{verdict="blocked"}': 4,
      'probe_addresses{verdict="unknown"}': 1,
    });
    expect(series.get('probe_last_look_timestamp_seconds')).toBe(Date.parse(counts.checkedAt) / 1000);
  });

  it('leaves no series when another one replaces it, and is not kept open', async () => {
    const { metrics, snapshots, closed } = measure();
    snapshots.switchTo(storeWith({ id: 'former', sources: [] }));
    await metrics.text();
    snapshots.switchTo(storeWith({ id: 'next', date: '2026-11-01' }));
    const series = await seriesOf(metrics);
    expect(Object.keys(named(series, 'snapshot_info'))).toEqual([expect.stringMatching(/id="next".*2026-11-01/)]);
    expect(closed).toEqual(['former']);
  });

  it('has no series while there is none', async () => {
    const { metrics } = measure();
    const names = [...(await seriesOf(metrics)).keys()].filter((name) => /^(?:snapshot_|sources)/.test(name));
    expect(names).toEqual(['snapshot_refused']);
  });

  it('has a series when it is refused', async () => {
    const { metrics, snapshots } = measure();
    snapshots.switchTo(storeWith());
    expect((await seriesOf(metrics)).get('snapshot_refused')).toBe(0);
    snapshots.refuse('It is damaged.');
    expect((await seriesOf(metrics)).get('snapshot_refused')).toBe(1);
  });
});

describe('the text of metrics', () => {
  it('is in the format of Prometheus, with release, event loop and memory', async () => {
    const { metrics } = measure();
    expect(metrics.contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
    const series = await seriesOf(metrics);
    expect(series.get('service_info{release="1.2.3"}')).toBe(1);
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      expect(series.get(name), name).toBeGreaterThanOrEqual(0);
    }
  });

  it('has all metrics of the table, with their help', async () => {
    const { metrics } = measure();
    const text = await metrics.text();
    for (const [name, { help, type }] of Object.entries(METRICS)) {
      expect(text).toContain(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`);
    }
  });
});

it('updates have series by result, or none when unknown', async () => {
  const last = { at: '2026-11-21T03:00:00Z', seconds: 5, outcome: 'failed', stage: 'build' };
  const lastSuccess = { at: '2026-11-20T03:00:00Z', seconds: 60, outcome: 'built' };
  const record = { last, lastSuccess, failures: { build: 2 }, nextDue: '2026-11-22T03:00:00Z' };
  let updates: RunLog | undefined;
  const snapshots = createCurrentSnapshot();
  const metrics = createMetrics({ release: '1.2.3', snapshots, updates: async () => updates });
  expect(await shown(metrics, 'update_')).toEqual({});
  updates = { update: record };
  for (const _scrape of [1, 2]) {
    expect(await shown(metrics, 'update_')).toMatchObject({
      'update_last_success_timestamp_seconds{kind="update"}': Date.parse(lastSuccess.at) / 1000,
      'update_last_duration_seconds{kind="update"}': 5,
      'update_last_failed{kind="update"}': 1,
      'update_next_due_timestamp_seconds{kind="update"}': Date.parse(record.nextDue) / 1000,
      'update_failures_total{kind="update",stage="build"}': 2,
      'update_failures_total{kind="update",stage="verify"}': 0,
    });
  }
});

it('completeness has series, or none when nothing is harvested', async () => {
  const snapshots = createCurrentSnapshot();
  let completeness: Completeness | undefined;
  const metrics = createMetrics({ release: '1.2.3', snapshots, completeness: async () => completeness });
  expect(await shown(metrics, 'harvest_')).toEqual({});
  const counts = { missed: 100, pending: 4, held: ['2026-11-19'] };
  completeness = { harvestedThrough: '2026-11-20T03:00:00Z', auditedThrough: '2026-11-17', ...counts };
  expect(await shown(metrics, 'harvest_')).toEqual({
    harvest_through_timestamp_seconds: Date.parse('2026-11-20T03:00:00Z') / 1000,
    harvest_audited_timestamp_seconds: Date.parse('2026-11-17') / 1000,
    harvest_missed_records: 100,
    harvest_pending_records: 4,
    harvest_held_days: 1,
    harvest_unread_records: 0,
  });
});

/** Metrics of the service, for Prometheus. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { instantOf } from '../model/datestamp.ts';
import { freshnessOf } from '../model/freshness.ts';
import type { FreshnessState, Source } from '../model/source.ts';
import type { CurrentSnapshot } from '../snapshot/current.ts';
import type { Snapshot, Store } from '../snapshot/store.ts';
import { servedThrough } from '../snapshot/completeness.ts';
import type { Completeness } from '../model/completeness.ts';
import { type RunLog, type RunRecord, SCHEDULED, STAGES } from '../snapshot/run-log.ts';
import { HEALTH_METRICS, HEALTH_SAMPLES } from './health-metrics.ts';
import type { ObservedRequest, RequestObserver } from './log.ts';

interface MetricDescription {
  readonly type: 'histogram' | 'counter' | 'gauge';
  readonly help: string;
  readonly labels: readonly string[];
}

/** All metrics of our own; prom-client adds `process_*` and `nodejs_*`. */
export const METRICS = {
  http_server_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the arrival of a request to the end of its answer.',
    labels: ['route', 'method', 'status'],
  },
  http_server_response_bytes_total: { type: 'counter', help: 'Bytes of bodies, as sent.', labels: ['route'] },
  http_server_active_requests: { type: 'gauge', help: 'Requests that are being answered.', labels: [] },
  ratelimit_decisions_total: {
    type: 'counter',
    help: 'Requests, or what else the policy counts, against a quota: allowed or refused.',
    labels: ['policy', 'decision'],
  },
  service_info: { type: 'gauge', help: 'Always 1; the label names the release of the software.', labels: ['release'] },
  snapshot_info: {
    type: 'gauge',
    help: 'Always 1; the labels name the snapshot in force. Missing while there is none.',
    labels: ['id', 'format', 'date'],
  },
  snapshot_built_timestamp_seconds: { type: 'gauge', help: 'When the snapshot in force was built.', labels: [] },
  snapshot_refused: {
    type: 'gauge',
    help: '1 while a newer snapshot is not served because something is wrong with it.',
    labels: [],
  },
  snapshot_readable: {
    type: 'gauge',
    help: '1 while the data of the snapshot in force can be read, else 0.',
    labels: [],
  },
  snapshot_entities: { type: 'gauge', help: 'Entities in the snapshot in force.', labels: [] },
  snapshot_links: { type: 'gauge', help: 'Links in the snapshot in force.', labels: [] },
  sources: { type: 'gauge', help: 'Sources of the snapshot in force by freshness, as of now.', labels: ['state'] },
  ...HEALTH_METRICS,
  update_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When the last update, harvest or audit that succeeded was over. Missing while there is none.',
    labels: ['kind'],
  },
  update_last_duration_seconds: {
    type: 'gauge',
    help: 'How long the last update, harvest or audit took, whatever came of it.',
    labels: ['kind'],
  },
  update_last_failed: {
    type: 'gauge',
    help: '1 when the last update, harvest or audit failed or was cut off, else 0.',
    labels: ['kind'],
  },
  update_next_due_timestamp_seconds: {
    type: 'gauge',
    help: 'When the next update, harvest or audit should begin.',
    labels: ['kind'],
  },
  update_failures_total: {
    type: 'counter',
    help: 'Updates, harvests and audits that failed, by what they were at.',
    labels: ['kind', 'stage'],
  },
  harvest_through_timestamp_seconds: {
    type: 'gauge',
    help: 'Up to when all changes of the publisher are in the snapshot in force. Missing where nothing is harvested.',
    labels: [],
  },
  harvest_audited_timestamp_seconds: {
    type: 'gauge',
    help: 'Up to when everything that was harvested was asked for a second time.',
    labels: [],
  },
  harvest_missed_records: {
    type: 'gauge',
    help: 'Records that a harvest had missed and an audit of the last 30 days found.',
    labels: [],
  },
  harvest_pending_records: { type: 'gauge', help: 'Records among them that were not fetched yet.', labels: [] },
  harvest_held_days: {
    type: 'gauge',
    help: 'Days that brought far less than expected, or have a gap, and wait to be asked again.',
    labels: [],
  },
  harvest_outdated_records: {
    type: 'gauge',
    help: "Records of the last 30 days of audits that were older than at the publisher's own address.",
    labels: [],
  },
  harvest_dump_records: {
    type: 'gauge',
    help: 'Records of the newest dump, older than the harvest, that were missing before (missed) or outdated (stale).',
    labels: ['state'],
  },
} as const satisfies Record<string, MetricDescription>;
type MetricName = keyof typeof METRICS;
/** Metrics whose values are read when they are collected. */
type CollectedName =
  | { [K in MetricName]: (typeof METRICS)[K]['type'] extends 'gauge' ? K : never }[MetricName]
  | 'update_failures_total';

/** Upper limits of the buckets for durations, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Methods that are answered; all others share a label. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const STATES = ['fresh', 'stale', 'held', 'failing'] as const satisfies readonly FreshnessState[];

export interface Metrics extends RequestObserver {
  readonly contentType: string;
  /** All metrics of this process in Prometheus' text format. */
  text(): Promise<string>;
}

export interface MetricsOptions {
  /** Version of the software. */
  readonly release: string;
  readonly snapshots: CurrentSnapshot;
  readonly now?: () => Date;
  /** Reads the run log; absent where the service knows none. */
  readonly updates?: () => Promise<RunLog | undefined>;
  /** Reads the completeness of the harvested changes; absent where the service knows none. */
  readonly completeness?: () => Promise<Completeness | undefined>;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const register = new Registry();
  let active = 0;
  collectDefaultMetrics({ register });
  addCollected(register, {
    ...snapshotGauges(options),
    ...updateMetrics(options),
    ...completenessGauges(options),
    http_server_active_requests: () => [{ value: active }],
    service_info: () => [{ value: 1, labels: { release: options.release } }],
  });
  const observe = requestObserver(register);
  const decide = decisionCounter(register);
  return {
    contentType: register.contentType,
    text: () => register.metrics(),
    started: () => void (active += 1),
    finished(request) {
      active -= 1;
      observe(request);
    },
    counted: decide,
  };
}

function requestObserver(register: Registry): (request: ObservedRequest) => void {
  const durations = new Histogram({
    ...described('http_server_request_duration_seconds', register),
    buckets: BUCKETS,
  });
  const sizes = new Counter(described('http_server_response_bytes_total', register));
  /** Series by label: looking labels up in prom-client costs more than observing. */
  const series = new Map<string, { duration: Histogram.Internal<string>; size: Counter.Internal }>();

  return ({ route, method: asked, status, seconds, bytes }) => {
    const method = METHODS.has(asked) ? asked : 'other';
    const key = `${route} ${method} ${status}`;
    let own = series.get(key);
    if (own === undefined) {
      const duration = durations.labels({ route, method, status: String(status) });
      own = { duration, size: sizes.labels({ route }) };
      series.set(key, own);
    }
    own.duration.observe(seconds);
    own.size.inc(bytes);
  };
}

function decisionCounter(register: Registry): (policy: string, allowed: boolean, cost?: number) => void {
  const decisions = new Counter(described('ratelimit_decisions_total', register));
  return (policy, allowed, cost = 1) => decisions.inc({ policy, decision: allowed ? 'allowed' : 'refused' }, cost);
}

interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}
type Samples = () => readonly Sample[] | Promise<readonly Sample[]>;

/** Gauges that are read when collected, so that they follow the current snapshot and keep no label of a former one. */
function snapshotGauges({ snapshots, now = () => new Date() }: MetricsOptions) {
  const ofStore =
    (read: (store: Store) => readonly Sample[] | Promise<readonly Sample[]>): Samples =>
    async () => {
      const lease = snapshots.acquire();
      if (lease === undefined) return [];
      try {
        return await read(lease.store);
      } finally {
        lease.release();
      }
    };
  const ofSnapshot = (read: (snapshot: Snapshot) => readonly Sample[]) => ofStore(({ snapshot }) => read(snapshot));
  return {
    snapshot_info: ofSnapshot(({ id, format, date }) => [{ value: 1, labels: { id, format: String(format), date } }]),
    snapshot_built_timestamp_seconds: ofSnapshot(({ builtAt }) => [{ value: Date.parse(builtAt) / 1000 }]),
    snapshot_refused: () => [{ value: snapshots.refusal() === undefined ? 0 : 1 }],
    snapshot_readable: ofStore((store) =>
      store.check().then(
        () => [{ value: 1 }],
        () => [{ value: 0 }],
      ),
    ),
    snapshot_entities: ofSnapshot(({ counts }) => [{ value: counts.entities }]),
    snapshot_links: ofSnapshot(({ counts }) => [{ value: counts.links }]),
    sources: ofSnapshot(({ sources }) => sourcesByState(sources, now())),
    collections: ofSnapshot(HEALTH_SAMPLES.collections),
    collection_dead_since_timestamp_seconds: ofSnapshot(HEALTH_SAMPLES.collection_dead_since_timestamp_seconds),
    probe_addresses: ofSnapshot(HEALTH_SAMPLES.probe_addresses),
    probe_last_look_timestamp_seconds: ofSnapshot(HEALTH_SAMPLES.probe_last_look_timestamp_seconds),
  } satisfies Partial<Record<CollectedName, Samples>>;
}

function sourcesByState(sources: readonly Source[], now: Date): readonly Sample[] {
  const states = sources.map((source) => freshnessOf(source, now).state);
  return STATES.map((state) => ({ value: states.filter((own) => own === state).length, labels: { state } }));
}

function updateMetrics({ updates }: MetricsOptions) {
  const ofRecords =
    (read: (record: RunRecord, kind: (typeof SCHEDULED)[number]) => readonly Sample[]): Samples =>
    async () => {
      const known = (await updates?.()) ?? {};
      return SCHEDULED.flatMap((kind) => {
        const record = known[kind];
        const samples = record === undefined ? [] : read(record, kind);
        return samples.map(({ value, labels }) => ({ value, labels: { kind, ...labels } }));
      });
    };
  const instant = (text: string | undefined) => (text === undefined ? [] : [{ value: Date.parse(text) / 1000 }]);
  return {
    update_last_success_timestamp_seconds: ofRecords(({ lastSuccess }) => instant(lastSuccess?.at)),
    update_last_duration_seconds: ofRecords(({ last }) => (last === undefined ? [] : [{ value: last.seconds }])),
    update_last_failed: ofRecords(({ last }) =>
      last === undefined ? [] : [{ value: Number(last.outcome === 'failed') }],
    ),
    update_next_due_timestamp_seconds: ofRecords(({ nextDue }) => instant(nextDue)),
    update_failures_total: ofRecords(({ failures }, kind) =>
      STAGES[kind === 'audit' ? kind : 'update'].map((stage) => ({ value: failures[stage] ?? 0, labels: { stage } })),
    ),
  } satisfies Partial<Record<CollectedName, Samples>>;
}

function completenessGauges({ completeness, snapshots }: MetricsOptions) {
  const of =
    (read: (known: Completeness) => number | undefined): Samples =>
    async () => {
      const known = await completeness?.();
      const value = known === undefined ? undefined : read(known);
      return value === undefined ? [] : [{ value }];
    };
  const seconds = (datestamp: string | undefined) =>
    datestamp === undefined ? undefined : instantOf(datestamp) / 1000;
  return {
    harvest_through_timestamp_seconds: of((known) => {
      const lease = snapshots.acquire();
      const through = servedThrough(lease?.store.snapshot.sources ?? [], known);
      lease?.release();
      return seconds(through);
    }),
    harvest_audited_timestamp_seconds: of(({ auditedThrough }) => seconds(auditedThrough)),
    harvest_missed_records: of(({ missed }) => missed),
    harvest_pending_records: of(({ pending }) => pending),
    harvest_held_days: of(({ held }) => held.length),
    harvest_outdated_records: of(({ outdated }) => outdated),
    harvest_dump_records: async () => {
      const dump = (await completeness?.())?.dump;
      if (dump === undefined) return [];
      return (['missed', 'stale'] as const).map((state) => ({
        value: Object.values(dump[state]).reduce((sum, records) => sum + records, 0),
        labels: { state },
      }));
    },
  } satisfies Partial<Record<CollectedName, Samples>>;
}

function addCollected(register: Registry, all: Readonly<Record<CollectedName, Samples>>): void {
  for (const name of Object.keys(all) as CollectedName[]) {
    const collect = async (): Promise<void> => {
      const samples = await all[name]();
      metric.reset();
      // A metric without labels is reset to 0, where it should be absent.
      metric.remove({});
      for (const { value, labels = {} } of samples) metric.inc(labels, value);
    };
    const Kind = METRICS[name].type === 'counter' ? Counter : Gauge;
    const metric: Counter | Gauge = new Kind({ ...described(name, register), collect });
  }
}

function described(name: MetricName, register: Registry) {
  const { help, labels }: MetricDescription = METRICS[name];
  return { name, help, labelNames: [...labels], registers: [register] };
}

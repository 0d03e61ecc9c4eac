/** Metrics of the service for Prometheus: some are counted with every request, others are read at each scrape. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  type CollectedName,
  completenessGauges,
  type MetricSources,
  type Samples,
  snapshotGauges,
  updateMetrics,
} from './collected-metrics.ts';
import type { ObservedRequest } from './log.ts';
import { type MetricDescription, type MetricName, METRICS } from './metric-table.ts';

/** Upper limits of the buckets for durations, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Methods with a label of their own: those that a door may answer; all others share `other`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

export type Metrics = ReturnType<typeof createMetrics>;

interface MetricsOptions extends MetricSources {
  /** Version of the software. */
  readonly release: string;
}

export function createMetrics(options: MetricsOptions) {
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
  const decisions = new Counter(described('ratelimit_decisions_total', register));
  return {
    contentType: register.contentType as string,
    /** All metrics of this process in Prometheus' text format. */
    text: () => register.metrics(),
    started: () => void (active += 1),
    finished(request: ObservedRequest): void {
      active -= 1;
      observe(request);
    },
    counted(policy: string, allowed: boolean, cost: number): void {
      decisions.inc({ policy, decision: allowed ? 'allowed' : 'refused' }, cost);
    },
  };
}

function requestObserver(register: Registry): (request: ObservedRequest) => void {
  const durations = new Histogram({
    ...described('http_server_request_duration_seconds', register),
    buckets: BUCKETS,
  });
  const sizes = new Counter(described('http_server_response_bytes_total', register));
  /** Series by labels: a lookup in prom-client costs more than an observation. */
  const series = new Map<string, { duration: Histogram.Internal<string>; size: Counter.Internal }>();

  return ({ route, method: sent, status, seconds, bytes }) => {
    const method = METHODS.has(sent) ? sent : 'other';
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

function addCollected(register: Registry, all: Readonly<Record<CollectedName, Samples>>): void {
  for (const name of Object.keys(all) as CollectedName[]) {
    const collect = async (): Promise<void> => {
      const samples = await all[name]();
      metric.reset();
      // `reset` sets a metric without labels to 0, but it should be absent.
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

/** Metrics that are read at each scrape: from the current snapshot, the run log and the completeness of harvests. */
import { instantOf } from '../model/datestamp.ts';
import { freshnessOf } from '../model/freshness.ts';
import { type CollectionHealth, countUnclear, FRESHNESS_STATES, isDead, type Source } from '../model/source.ts';
import type { CurrentSnapshot } from '../snapshot/current.ts';
import type { Snapshot, Store } from '../snapshot/store.ts';
import { type Completeness, servedThrough } from '../snapshot/completeness.ts';
import { type RunLog, type RunRecord, SCHEDULED_KINDS, type ScheduledKind, STAGES } from '../snapshot/run-log.ts';
import type { MetricName, METRICS } from './metric-table.ts';

/** Names of the metrics that are read at each scrape. */
export type CollectedName =
  | { [K in MetricName]: (typeof METRICS)[K]['type'] extends 'gauge' ? K : never }[MetricName]
  | 'update_failures_total';

export interface MetricSources {
  readonly snapshots: CurrentSnapshot;
  readonly now?: () => Date;
  /** Reads the run log; absent where the service has none. */
  readonly updates?: () => Promise<RunLog | undefined>;
  /** Reads the completeness of the harvested changes; absent where the service harvests none. */
  readonly completeness?: () => Promise<Completeness | undefined>;
}

/** A value of a metric. */
interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export type Samples = () => readonly Sample[] | Promise<readonly Sample[]>;

/** Gauges of the current snapshot; no label of a former snapshot remains. */
export function snapshotGauges({ snapshots, now = () => new Date() }: MetricSources) {
  const ofStore =
    (read: (store: Store) => readonly Sample[] | Promise<readonly Sample[]>): Samples =>
    async () => {
      using reference = snapshots.acquire();
      return reference === undefined ? [] : await read(reference.store);
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
    collections: ofSnapshot(({ collections }) => {
      const states = collections.map(({ health }) => (health ? (isDead(health) ? 'dead' : 'alive') : 'unknown'));
      return countsBy('health', ['alive', 'dead', 'unknown'], states);
    }),
    collection_dead_since_timestamp_seconds: ofSnapshot(({ collections }) =>
      collections.flatMap(({ key, health }) =>
        health && isDead(health) ? [{ value: Date.parse(health.since) / 1000, labels: { collection: key } }] : [],
      ),
    ),
    probe_addresses: ofSnapshot((snapshot) => {
      const all = healthIn(snapshot);
      const verdicts = ['ok', 'moved', 'gone', 'blocked', 'unknown'] as const;
      const numberOf = (health: CollectionHealth, verdict: (typeof verdicts)[number]) =>
        verdict === 'unknown' ? countUnclear(health) : health[verdict];
      return (all.length === 0 ? [] : verdicts).map((verdict) => ({
        value: all.reduce((sum, health) => sum + numberOf(health, verdict), 0),
        labels: { verdict },
      }));
    }),
    probe_last_look_timestamp_seconds: ofSnapshot((snapshot) => {
      const looks = healthIn(snapshot).map(({ checkedAt }) => Date.parse(checkedAt) / 1000);
      return looks.length === 0 ? [] : [{ value: Math.max(...looks) }];
    }),
  } satisfies Partial<Record<CollectedName, Samples>>;
}

const healthIn = ({ collections }: Snapshot) => collections.flatMap(({ health }) => health ?? []);

function sourcesByState(sources: readonly Source[], now: Date): readonly Sample[] {
  const states = sources.map((source) => freshnessOf(source, now).state);
  return countsBy('state', FRESHNESS_STATES, states);
}

/** The number of occurrences of each value, also where there are none. */
function countsBy(label: string, values: readonly string[], occurrences: readonly string[]): readonly Sample[] {
  return values.map((value) => ({
    value: occurrences.filter((one) => one === value).length,
    labels: { [label]: value },
  }));
}

export function updateMetrics({ updates }: MetricSources) {
  const ofRecords =
    (read: (record: RunRecord, kind: ScheduledKind) => readonly Sample[]): Samples =>
    async () => {
      const log = (await updates?.()) ?? {};
      return SCHEDULED_KINDS.flatMap((kind) => {
        const record = log[kind];
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
      STAGES[kind].map((stage) => ({ value: failures[stage] ?? 0, labels: { stage } })),
    ),
  } satisfies Partial<Record<CollectedName, Samples>>;
}

export function completenessGauges({ completeness, snapshots }: MetricSources) {
  const of =
    (read: (state: Completeness) => number | undefined): Samples =>
    async () => {
      const state = await completeness?.();
      const value = state === undefined ? undefined : read(state);
      return value === undefined ? [] : [{ value }];
    };
  const seconds = (datestamp: string | undefined) =>
    datestamp === undefined ? undefined : instantOf(datestamp) / 1000;
  return {
    harvest_through_timestamp_seconds: of((state) => {
      using reference = snapshots.acquire();
      return seconds(servedThrough(reference?.store.snapshot.sources ?? [], state));
    }),
    harvest_audited_timestamp_seconds: of(({ auditedThrough }) => seconds(auditedThrough)),
    harvest_missed_records: of(({ missed }) => missed),
    harvest_pending_records: of(({ pending }) => pending),
    harvest_unread_records: of(({ unread = {} }) => Object.values(unread).reduce((sum, records) => sum + records, 0)),
    harvest_held_days: of(({ held }) => held.length),
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

/** The table of metrics: types, help and labels. Documents are generated from it. */
import { SCHEDULED_KINDS } from '../snapshot/run-log.ts';
import { HEALTH_METRICS } from './health-metrics.ts';

export interface MetricDescription {
  readonly type: 'histogram' | 'counter' | 'gauge';
  readonly help: string;
  readonly labels: readonly string[];
}

/** All metrics of the service; prom-client adds `process_*` and `nodejs_*`. */
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
    help: 'Requests, or the units that the policy counts, against a quota: allowed or refused.',
    labels: ['policy', 'decision'],
  },
  service_info: { type: 'gauge', help: 'Always 1; the label names the release of the software.', labels: ['release'] },
  snapshot_info: {
    type: 'gauge',
    help: 'Always 1; the labels name the snapshot in force. Missing while there is none.',
    labels: ['id', 'format', 'date'],
  },
  snapshot_built_timestamp_seconds: {
    type: 'gauge',
    help: 'Time at which the snapshot in force was built.',
    labels: [],
  },
  snapshot_refused: {
    type: 'gauge',
    help: '1 while a newer snapshot was refused because it is not sound, else 0.',
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
    help: `Time at which the last run of the kind (${SCHEDULED_KINDS.join(', ')}) that succeeded ended. Missing while there is none.`,
    labels: ['kind'],
  },
  update_last_duration_seconds: {
    type: 'gauge',
    help: 'Duration of the last run of the kind, successful or not.',
    labels: ['kind'],
  },
  update_last_failed: {
    type: 'gauge',
    help: '1 when the last run of the kind failed or was interrupted, else 0.',
    labels: ['kind'],
  },
  update_next_due_timestamp_seconds: {
    type: 'gauge',
    help: 'Time at which the next run of the kind should begin.',
    labels: ['kind'],
  },
  update_failures_total: {
    type: 'counter',
    help: 'Runs of the kind that failed, by the stage in which they failed.',
    labels: ['kind', 'stage'],
  },
  harvest_through_timestamp_seconds: {
    type: 'gauge',
    help: 'Time up to which all changes of the publisher are in the snapshot in force. Missing where nothing is harvested.',
    labels: [],
  },
  harvest_audited_timestamp_seconds: {
    type: 'gauge',
    help: 'Time up to which all changes were harvested a second time.',
    labels: [],
  },
  harvest_missed_records: {
    type: 'gauge',
    help: 'Records that harvests had missed and audits of the last 30 days found.',
    labels: [],
  },
  harvest_pending_records: {
    type: 'gauge',
    help: 'Records among the missed ones that are not fetched yet.',
    labels: [],
  },
  harvest_unread_records: {
    type: 'gauge',
    help: 'Records that harvests were given and cannot use.',
    labels: [],
  },
  harvest_held_days: {
    type: 'gauge',
    help: 'Days that brought far fewer records than expected, or have a gap, and will be harvested again.',
    labels: [],
  },
  harvest_dump_records: {
    type: 'gauge',
    help: 'Records of the newest dump, older than the harvest, that were missing before (missed) or outdated (stale).',
    labels: ['state'],
  },
} as const satisfies Record<string, MetricDescription>;
export type MetricName = keyof typeof METRICS;

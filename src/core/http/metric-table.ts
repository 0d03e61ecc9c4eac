/** The table of metrics: types, help and labels. Documents are generated from it. */
import { SCHEDULED_KINDS } from '../snapshot/run-log.ts';

export interface MetricDescription {
  readonly type: 'histogram' | 'counter' | 'gauge';
  readonly help: string;
  readonly labels: readonly string[];
}

const described =
  <T extends MetricDescription['type']>(type: T) =>
  (help: string, ...labels: readonly string[]) => ({ type, help, labels });
const [gauge, counter, histogram] = [described('gauge'), described('counter'), described('histogram')];

/** All metrics of the service; prom-client adds `process_*` and `nodejs_*`. */
export const METRICS = {
  http_server_request_duration_seconds: histogram(
    'Time from the arrival of a request to the end of its answer.',
    'route',
    'method',
    'status',
  ),
  http_server_response_bytes_total: counter('Bytes of response bodies, as they were sent.', 'route'),
  http_server_active_requests: gauge('Requests that are being answered.'),
  ratelimit_decisions_total: counter(
    'Requests, or the units that the quota counts, by quota and decision (allowed or refused).',
    'policy',
    'decision',
  ),
  service_info: gauge('Always 1; the label names the release of the software.', 'release'),
  snapshot_info: gauge(
    'Always 1; the labels name the snapshot in use. The metric is missing while there is none.',
    'id',
    'format',
    'date',
  ),
  snapshot_built_timestamp_seconds: gauge('Time at which the snapshot in use was built.'),
  snapshot_refused: gauge('1 while a newer snapshot is refused because it failed verification, else 0.'),
  snapshot_readable: gauge('1 while the data of the snapshot in use can be read, else 0.'),
  snapshot_entities: gauge('Entities in the snapshot in use.'),
  snapshot_links: gauge('Links in the snapshot in use.'),
  sources: gauge('Sources in the snapshot in use, by current freshness.', 'state'),
  collections: gauge(
    'Collections in the snapshot in use, by health: alive, dead, or unknown if nothing has been probed yet.',
    'health',
  ),
  collection_dead_since_timestamp_seconds: gauge(
    'Time at which a dead collection stopped responding. The metric is missing for all other collections.',
    'collection',
  ),
  probe_addresses: gauge('Addresses on which the health of collections is based, by verdict.', 'verdict'),
  probe_last_look_timestamp_seconds: gauge(
    'Time of the last probe that the snapshot in use takes into account. The metric is missing before the first probe.',
  ),
  update_last_success_timestamp_seconds: gauge(
    `Time at which the last successful run of the kind (${SCHEDULED_KINDS.join(', ')}) ended. The metric is missing while there is none.`,
    'kind',
  ),
  update_last_duration_seconds: gauge('Duration of the last run of the kind, successful or not.', 'kind'),
  update_last_failed: gauge('1 when the last run of the kind failed or was interrupted, else 0.', 'kind'),
  update_next_due_timestamp_seconds: gauge('Time at which the next run of the kind should begin.', 'kind'),
  update_failures_total: counter('Failed runs of the kind, by the stage in which they failed.', 'kind', 'stage'),
  harvest_through_timestamp_seconds: gauge(
    'Time up to which all changes from the publisher are in the snapshot in use. The metric is missing where nothing is harvested.',
  ),
  harvest_audited_timestamp_seconds: gauge('Time up to which all changes were harvested a second time.'),
  harvest_missed_records: gauge('Records that harvests missed and that audits of the last 30 days found.'),
  harvest_pending_records: gauge('Missed records that have not been fetched yet.'),
  harvest_unread_records: gauge('Records that were harvested but cannot be used.'),
  harvest_held_days: gauge(
    'Days that will be harvested again, because there were far fewer changes than expected or some are missing.',
  ),
  harvest_dump_records: gauge(
    'Records of the newest dump that the harvest should have had, but that were missing (missed) or outdated (stale).',
    'state',
  ),
} as const satisfies Record<string, MetricDescription>;
export type MetricName = keyof typeof METRICS;

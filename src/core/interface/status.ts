/** `GET /api/v1/status`: the health of the service, for programs. */
import { memo } from '../model/memo.ts';
import { dayOf } from '../model/days.ts';
import type { FreshnessState } from '../model/source.ts';
import { SNAPSHOT_FORMAT } from '../snapshot/header.ts';
import type { Snapshot, Store } from '../snapshot/store.ts';
import { pageLink } from './page-link.ts';
import { json } from '../http/answer.ts';
import { type Answer, type Context, door } from '../http/door.ts';
import { strict } from '../http/parameters.ts';
import examples from './examples.json' with { type: 'json' };
import { DEFAULT_LIMITS } from '../quotas/quota-table.ts';
import {
  ageInDays,
  type Freshness,
  freshnessOf,
  isNotFresh,
  needsAttention,
  type NotFresh,
  type SourceFreshness,
} from '../model/freshness.ts';
import { type StatusAnswer, StatusAnswerSchema } from './register-schemas.ts';
import { API_VERSION } from '../model/schema.ts';
import { checkCompleteness, completenessReport } from './completeness.ts';
import { checkUpdates, isRunUnderWay, runReports } from './run-reports.ts';

type Check = StatusAnswer['checks'][number];

export const statusDoor = door({
  name: 'status',
  path: '/api/v1/status',
  summary: 'Health of the service',
  parameters: strict({}),
  dependsOn: 'moment',
  cacheControl: 'no-store',
  examples: ['/api/v1/status'],
  operation: {
    id: 'getStatus',
    description:
      'The answer contains the snapshot, the state of its sources, the last updates, the completeness of the harvested changes, the quotas in force, and the checks `store`, `limiter`, `freshness`, `updates`, `completeness` and `files`. The status code is 200 for `warn`, too. The check `freshness` warns in three cases: if a source of entities is not fresh, if a source is not fresh and its state has changed in the last seven days, and if more than a quarter of all sources, but at least two, are not fresh. `notFresh` names every source that is not fresh.',
    answers: {
      'application/json': {
        schema: StatusAnswerSchema,
        examples: {
          warn: {
            summary: 'The service works, but a source is out of date',
            value: {
              ...examples.status,
              snapshot: { ...examples.status.snapshot, format: SNAPSHOT_FORMAT },
              limits: DEFAULT_LIMITS,
            },
          },
        },
      },
    },
    problems: ['invalid_request'],
  },
  answer: (_, context) => statusOfSecond(context),
});

/** The status of the present second: monitors may ask often. A new or refused snapshot makes a new status. */
function statusOfSecond(context: Context): Promise<Answer> {
  const { store, limiter, clock, uptimeSeconds, snapshotRefusal } = context;
  // Both clocks count, because the calendar clock may be set.
  const seconds = [uptimeSeconds(), clock().getTime() / 1000].map(Math.floor);
  return memo(limiter, 'status', () => statusAnswer(context), [store, snapshotRefusal(), ...seconds]);
}

async function statusAnswer(context: Context): Promise<Answer> {
  const { store, clock } = context;
  const freshness = freshnessToday(store.snapshot, clock());
  const notFresh = freshness.filter(isNotFresh).toSorted(byDay);
  const updates = runReports(await context.updates?.(), clock());
  const completeness = completenessReport(store.snapshot, await context.completeness?.(), clock());
  const checks: readonly Check[] = [
    await checkStore(store, context.snapshotRefusal()),
    { name: 'limiter', ...(await context.limiter.health()) },
    checkFreshness(notFresh, freshness.length, clock()),
    ...(updates === undefined ? [] : [checkUpdates(updates, clock())]),
    ...(completeness === undefined ? [] : [checkCompleteness(completeness)]),
    ...(await checkFiles(context, updates)),
  ];
  const status = (['fail', 'warn'] as const).find((level) => checks.some((check) => check.status === level)) ?? 'pass';
  const answer: StatusAnswer = {
    apiVersion: API_VERSION,
    snapshot: snapshotReport(store.snapshot, clock()),
    entityDecisions: store.snapshot.entityDecisions,
    status,
    release: context.release,
    sources: countStates(freshness),
    notFresh: notFresh.map(({ source: { key }, state, since, reason }) => ({ key, state, since, reason })),
    limits: context.limits,
    uptimeSeconds: Math.floor(context.uptimeSeconds()),
    checks,
    updates,
    completeness,
  };
  const links = pageLink(context, 'statusPage');
  return json(answer, { status: status === 'fail' ? 503 : 200, links, shared: true });
}

/** Freshness of all sources, computed once a day for each snapshot. */
function freshnessToday({ sources }: Pick<Snapshot, 'sources'>, now: Date): readonly SourceFreshness[] {
  const compute = () => sources.map((source): SourceFreshness => ({ source, ...freshnessOf(source, now) }));
  return memo(sources, 'freshness', compute, [dayOf(now)]);
}

function snapshotReport(snapshot: Snapshot, now: Date): StatusAnswer['snapshot'] {
  const { id, date, builtAt, format } = snapshot;
  const { entities, byType, links, byCategory, redirects } = snapshot.counts;
  const counts = { entities, byType, links, byCategory, redirects };
  return { id, date, builtAt, ageDays: ageInDays(date, now), format, counts };
}

function countStates(freshness: readonly Pick<Freshness, 'state'>[]): Record<FreshnessState, number> {
  const counts: Record<FreshnessState, number> = { fresh: 0, unscheduled: 0, stale: 0, held: 0, failing: 0 };
  for (const { state } of freshness) counts[state] += 1;
  return counts;
}

/** Compares sources by the day of their state: the latest first, unknown days last. */
function byDay(a: Freshness, b: Freshness): number {
  return (b.since ?? '').localeCompare(a.since ?? '');
}

async function checkStore(store: Store, refusal: string | undefined): Promise<Check> {
  const took = await store.check().catch(() => undefined);
  const warning = store.warning?.();
  if (took === undefined && warning !== undefined) return { name: 'store', status: 'warn', output: warning };
  if (took === undefined) return { name: 'store', status: 'fail', output: 'The data cannot be read.' };
  const observed = { name: 'store', observedValue: Math.round(took * 1000) / 1000, observedUnit: 'ms' };
  const output = refusal === undefined ? warning : `A newer snapshot is not served: ${refusal}`;
  return output === undefined ? { ...observed, status: 'pass' } : { ...observed, status: 'warn', output };
}

/** The files beside the snapshot; no check where no door needs any. Damage is looked for once a minute. */
async function checkFiles(
  { doors, clock, store }: Context,
  updates: StatusAnswer['updates'],
): Promise<readonly Check[]> {
  const needed = doors.flatMap(({ damagedFiles }) => damagedFiles ?? []);
  if (needed.length === 0) return [];
  const read = async () => (await Promise.all(needed.map((damagedFiles) => damagedFiles()))).flat();
  const damaged = await memo(doors, 'files', read, [Math.floor(clock().getTime() / 60_000)]);
  const observed = { name: 'files', observedValue: damaged.length, observedUnit: 'damaged' };
  const newest = await doors.find(({ newestFiles }) => newestFiles !== undefined)?.newestFiles?.();
  const served = store.snapshot.id;
  // While a run is under way, its files follow.
  const isBehind = newest !== undefined && newest !== served && !isRunUnderWay(updates);
  const wrong = [
    ...(damaged.length > 0 ? [`The next update or a new dump will replace damaged files: ${damaged.join(', ')}.`] : []),
    ...(isBehind ? [`The newest files come from snapshot ${newest}, while ${served} is served.`] : []),
  ];
  return [
    wrong.length === 0 ? { ...observed, status: 'pass' } : { ...observed, status: 'warn', output: wrong.join(' ') },
  ];
}

function checkFreshness(notFresh: readonly NotFresh[], sources: number, now: Date): Check {
  const observed = { name: 'freshness', observedValue: notFresh.length, observedUnit: 'sources' };
  if (notFresh.length === 0) return { ...observed, status: 'pass' };
  const { stale, held, failing } = countStates(notFresh);
  return {
    ...observed,
    status: needsAttention(notFresh, sources, now) ? 'warn' : 'pass',
    output: `Sources not fresh: ${stale} stale, ${held} held, ${failing} failing.`,
  };
}

/** `GET /api/v1/status`: the health of the service, for machines. */
import type { FreshnessState } from '../model/source.ts';
import type { Snapshot, Store } from '../store/store.ts';
import { type Dependencies, type Endpoint, jsonResponse, type Response } from './endpoint.ts';
import examples from './examples.json' with { type: 'json' };
import { DEFAULT_LIMITS } from '../limit/limited.ts';
import { ageInDays, freshnessOf } from './freshness.ts';
import { refuseParameters } from './parameters.ts';
import { type StatusAnswer, StatusAnswerSchema } from './register-schemas.ts';
import { API_VERSION } from './schemas.ts';
import { checkUpdates, upkeepReports } from './upkeep.ts';

type Check = StatusAnswer['checks'][number];

export const statusEndpoint: Endpoint = {
  operationId: 'getStatus',
  path: '/api/v1/status',
  summary: 'Health of the service',
  description:
    'What is served and how well: the snapshot, the state of its sources, how the last updates went, the quotas in force, and the checks of store, ' +
    'limiter, freshness and updates. `warn` is a 200 as well; a source older than its own cadence is enough for it.',
  parameters: [],
  answers: {
    'application/json': {
      schema: StatusAnswerSchema,
      examples: {
        warn: {
          summary: 'In service, with a source that is due for renewal',
          value: { ...examples.status, limits: DEFAULT_LIMITS },
        },
      },
    },
  },
  problems: ['invalid_request'],
  cacheControl: 'no-store',
  changesWith: 'moment',

  prepare({ query }) {
    return refuseParameters(query) ?? { kind: 'prepared', normalised: '', certain: false, run: statusResponse };
  },
};

async function statusResponse(store: Store, deps: Dependencies): Promise<Response> {
  const sources = countStates(store.snapshot, deps.clock());
  const updates = upkeepReports(await deps.updates?.(), deps.clock());
  const checks = [
    await checkStore(store, deps.refusal?.()),
    await checkLimiter(deps),
    checkFreshness(sources),
    ...(updates === undefined ? [] : [checkUpdates(updates, deps.clock())]),
  ];
  const status = (['fail', 'warn'] as const).find((level) => checks.some((check) => check.status === level)) ?? 'pass';
  const answer: StatusAnswer = {
    apiVersion: API_VERSION,
    snapshot: snapshotReport(store.snapshot, deps.clock()),
    status,
    release: deps.release,
    sources,
    limits: deps.limits,
    uptimeSeconds: Math.floor(deps.uptimeSeconds()),
    checks,
    ...(updates !== undefined && { updates }),
  };
  return jsonResponse(answer, { status: status === 'fail' ? 503 : 200 });
}

function snapshotReport(snapshot: Snapshot, now: Date): StatusAnswer['snapshot'] {
  const { entities, byType, links, byCategory, redirects } = snapshot.counts;
  return {
    id: snapshot.id,
    date: snapshot.date,
    builtAt: snapshot.builtAt,
    ageDays: ageInDays(snapshot.date, now),
    format: snapshot.format,
    counts: { entities, byType, links, byCategory, redirects },
  };
}

function countStates(snapshot: Snapshot, now: Date): Record<FreshnessState, number> {
  const counts: Record<FreshnessState, number> = { fresh: 0, stale: 0, held: 0, failing: 0 };
  for (const source of snapshot.sources) counts[freshnessOf(source, now).state] += 1;
  return counts;
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

async function checkLimiter({ limiter }: Dependencies): Promise<Check> {
  return { name: 'limiter', ...(await limiter.health()) };
}

function checkFreshness({ stale, held, failing }: Record<FreshnessState, number>): Check {
  const observedValue = stale + held + failing;
  const observed = { name: 'freshness', observedValue, observedUnit: 'sources' };
  if (observedValue === 0) return { ...observed, status: 'pass' };
  return {
    ...observed,
    status: 'warn',
    output: `Sources not fresh: ${stale} stale, ${held} held, ${failing} failing.`,
  };
}

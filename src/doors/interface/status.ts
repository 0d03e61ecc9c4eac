/** `GET /api/v1/status`: the health of the service, for machines. */
import type { FreshnessState } from '../../model/source.ts';
import type { Snapshot, Store } from '../../snapshot/store.ts';
import { json } from '../../http/answer.ts';
import { type Answer, type Context, door } from '../../http/door.ts';
import { strict } from '../../http/parameters.ts';
import examples from './examples.json' with { type: 'json' };
import { DEFAULT_LIMITS } from '../../quotas/limited.ts';
import { ageInDays, freshnessOf } from '../../model/freshness.ts';
import { type StatusAnswer, StatusAnswerSchema } from './register-schemas.ts';
import { API_VERSION } from '../../model/schema.ts';
import { checkCompleteness, completenessReport } from './completeness.ts';
import { checkUpdates, upkeepReports } from './upkeep.ts';

type Check = StatusAnswer['checks'][number];

export const statusDoor = door({
  path: '/api/v1/status',
  summary: 'Health of the service',
  audience: 'programs',
  parameters: strict({}),
  work: 'light',
  dependsOn: 'moment',
  cacheControl: 'no-store',
  examples: ['/api/v1/status'],
  operation: {
    id: 'getStatus',
    description:
      'What is served and how well: the snapshot, the state of its sources, how the last updates went, how complete the harvested changes are, the quotas in force, and the checks of store, ' +
      'limiter, freshness, updates and completeness. `warn` is a 200 as well; a source older than its own cadence is enough for it.',
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
  },
  answer: (_, context) => statusAnswer(context),
});

async function statusAnswer(context: Context): Promise<Answer> {
  const { store, clock } = context;
  const sources = countStates(store.snapshot, clock());
  const updates = upkeepReports(await context.updates?.(), clock());
  const completeness = completenessReport(store.snapshot, await context.completeness?.(), clock());
  const checks = [
    await checkStore(store, context.refusal()),
    await checkLimiter(context),
    checkFreshness(sources),
    ...(updates === undefined ? [] : [checkUpdates(updates, clock())]),
    ...(completeness === undefined ? [] : [checkCompleteness(completeness)]),
  ];
  const status = (['fail', 'warn'] as const).find((level) => checks.some((check) => check.status === level)) ?? 'pass';
  const answer: StatusAnswer = {
    apiVersion: API_VERSION,
    snapshot: snapshotReport(store.snapshot, clock()),
    status,
    release: context.release,
    sources,
    limits: context.limits,
    uptimeSeconds: Math.floor(context.uptimeSeconds()),
    checks,
    ...(updates !== undefined && { updates }),
    ...(completeness !== undefined && { completeness }),
  };
  return json(answer, { status: status === 'fail' ? 503 : 200 });
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

async function checkLimiter({ limiter }: Context): Promise<Check> {
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

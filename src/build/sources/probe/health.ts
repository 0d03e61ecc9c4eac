/** The health of collections: computed from the last observations of their addresses, written to a file for builds. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type CollectionHealth, isDead } from '../../../core/model/source.ts';
import { readJson } from '../../../core/snapshot/read-json.ts';
import { replaceFile } from '../../../shared/files/durable-file.ts';
import type { Observation } from './observations.ts';
import { judge, type LookVerdict } from './verdict.ts';

const count = Type.Integer({ minimum: 0 });

const healthSchema = Type.Object({
  sampled: count,
  ok: count,
  moved: count,
  gone: count,
  blocked: count,
  since: Type.String({ format: 'date' }),
  checkedAt: Type.String({ format: 'date-time' }),
  turns: Type.Optional(
    Type.Unsafe<NonNullable<CollectionHealth['turns']>>(
      Type.Array(Type.Object({ day: Type.String({ format: 'date' }), dead: Type.Boolean() })),
    ),
  ),
});

const reportSchema = Type.Object({
  version: Type.Literal(1),
  collections: Type.Record(Type.String(), healthSchema),
});

export type HealthReport = Static<typeof reportSchema>;

const validator = Compile(reportSchema);

/** Largest number of addresses from which the health of a collection is computed. */
const SAMPLED = 40;
/** Largest number of deaths and returns that are kept for a collection. */
const MAX_TURNS = 20;
/** Number of days without any response after which all addresses of a collection count as gone. */
const SILENT_DAYS = 3;

/** @param observations oldest first @param before the previous report */
export function assess(observations: readonly Observation[], before: HealthReport | undefined): HealthReport {
  const isOnline = observations.some(({ status }) => status !== undefined);
  const collections: Record<string, CollectionHealth> = {};
  for (const [key, own = []] of Map.groupBy(observations, ({ collection }) => collection)) {
    const newest = [...new Map(own.map((look) => [look.url, look])).values()].toSorted((a, b) =>
      a.at < b.at ? 1 : -1,
    );
    const looks = newest.slice(0, SAMPLED);
    const [last] = looks;
    if (last === undefined) continue;
    const verdicts = [...judge(looks, isOnline).values()];
    const counts = countVerdicts(isSilent(own) ? verdicts.map(() => 'gone' as const) : verdicts);
    const former = before?.collections[key];
    const isUnchanged = former !== undefined && isDead(former) === isDead(counts);
    const since = isUnchanged ? former.since : firstDay(own, last);
    const turns = changesOfState(former, isDead(counts), since);
    collections[key] = { sampled: looks.length, ...counts, since, checkedAt: last.at, ...(turns && { turns }) };
  }
  return { version: 1, collections };
}

/** Deaths and returns of a collection. A collection that is alive at its first probe has none. */
function changesOfState(former: CollectionHealth | undefined, dead: boolean, day: string): CollectionHealth['turns'] {
  const before = former?.turns ?? [];
  const wasDead = former === undefined ? false : isDead(former);
  const turns = dead === wasDead ? before : [...before, { day, dead }].slice(-MAX_TURNS);
  return turns.length > 0 ? turns : undefined;
}

function firstDay(own: readonly Observation[], last: Observation): string {
  return (own.length > SAMPLED ? last : (own[0] ?? last)).at.slice(0, 10);
}

function countVerdicts(verdicts: readonly LookVerdict[]): Pick<CollectionHealth, 'ok' | 'moved' | 'gone' | 'blocked'> {
  const number = (...wanted: readonly LookVerdict[]): number =>
    verdicts.filter((verdict) => wanted.includes(verdict)).length;
  return { ok: number('ok'), moved: number('moved'), gone: number('gone', 'parked'), blocked: number('blocked') };
}

/** Whether no host of the collection answered on the last {@link SILENT_DAYS} days with observations. */
function isSilent(own: readonly Observation[]): boolean {
  const answered = own.findLastIndex(({ status, failure }) => status !== undefined || failure === 'robots');
  const days = new Set(own.slice(answered + 1).map(({ at }) => at.slice(0, 10)));
  return days.size >= SILENT_DAYS;
}

/** @returns undefined where the report is missing or unreadable; no health of collections is known then */
export async function readHealth(file: string): Promise<HealthReport | undefined> {
  return readJson(file, (report) => validator.Check(report));
}

export async function writeHealth(file: string, report: HealthReport): Promise<void> {
  await replaceFile(file, `${JSON.stringify(report, null, 1)}\n`);
}

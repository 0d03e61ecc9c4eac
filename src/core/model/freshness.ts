/** How old a source is today, and whether that is too old. */
import { DAY_MS, dayOf, daysBefore } from './days.ts';
import { type Cadence, CADENCES, type FreshnessState, type Source } from './source.ts';

export interface Freshness {
  /** Absent when there is no copy. */
  readonly ageDays?: number;
  readonly state: FreshnessState;
  /** First day of the present state; absent for `fresh` and `unscheduled`, and when unknown. */
  readonly since?: string;
  /** Reason why the source is `stale`, `held` or `failing`: a sentence or a code. */
  readonly reason?: string;
  /** Date that the source states; left out when it lies in the future. */
  readonly declaredDate?: string;
}

/** A problem with the last download takes precedence over age. */
export function freshnessOf(source: Pick<Source, 'observation' | 'cadence'>, now: Date): Freshness {
  const { declaredDate, observedSince, problem } = source.observation;
  const today = dayOf(now);
  const declared = declaredDate !== undefined && declaredDate <= today ? declaredDate : undefined;
  const since = declared ?? observedSince;
  const ageDays = since === undefined ? undefined : ageInDays(since, now);
  return {
    ...(ageDays !== undefined && { ageDays }),
    ...(problem
      ? { state: problem.state, ...(problem.since && { since: problem.since.slice(0, 10) }), reason: problem.reason }
      : stateByAge(source.cadence, ageDays ?? 0, now)),
    ...(declared !== undefined && { declaredDate: declared }),
  };
}

function stateByAge(cadence: Cadence, ageDays: number, now: Date): Pick<Freshness, 'state' | 'since' | 'reason'> {
  const days = CADENCES[cadence];
  if (days === undefined) return { state: 'unscheduled' };
  const over = ageDays - days;
  if (over <= 0) return { state: 'fresh' };
  const reason = `${over} ${over === 1 ? 'day' : 'days'} behind its ${cadence} schedule`;
  return { state: 'stale', since: dayOf(daysBefore(now, over - 1)), reason };
}

/** Days for which a change of a source's state is news. */
const NEWS_DAYS = 7;
/** Share of sources that are not fresh above which an operator should look, even if no state changed lately. */
const NOT_FRESH_SHARE = 0.25;

/** A source, and how fresh it is. */
export interface SourceFreshness extends Freshness {
  readonly source: Pick<Source, 'key' | 'kind'>;
}

/** A source that is not fresh. */
export interface NotFresh extends SourceFreshness {
  readonly reason: string;
}

/** Sources without a rhythm are not among them: nobody can say whether they are old. */
export const isNotFresh = (source: SourceFreshness): source is NotFresh => source.reason !== undefined;

/**
 * Whether an operator should look: a source of entities is not fresh, the state of a source changed lately, or too many
 * sources are not fresh. A single old list needs attention for some days only.
 * @param sources number of all sources
 */
export function needsAttention(notFresh: readonly NotFresh[], sources: number, now: Date): boolean {
  return (
    notFresh.some(({ source }) => source.kind === 'entities') ||
    notFresh.some(({ since }) => since !== undefined && ageInDays(since, now) < NEWS_DAYS) ||
    (notFresh.length > 1 && notFresh.length > NOT_FRESH_SHARE * sources)
  );
}

/** Whole days in UTC from a day (`YYYY-MM-DD`, or an instant) to now; 0 for a future or invalid day. */
export function ageInDays(day: string, now: Date): number {
  const from = Date.parse(day.slice(0, 10));
  const to = Date.parse(dayOf(now));
  return Number.isNaN(from) ? 0 : Math.max(0, Math.round((to - from) / DAY_MS));
}

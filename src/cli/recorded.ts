/** Writes down how an update or a harvest goes, for the status of the service and for alarms. */
import type { FetchOutcome } from '../fetch/fetch-source.ts';
import type { RegisteredSource } from '../register/register.ts';
import { beginRound, type Ended, type Round, type Upkeep } from '../store/updates.ts';
import { describeFailure } from './failure.ts';

const HOUR_MS = 3_600_000;

/**
 * @param folder of snapshots
 * @param every hours to the next one
 * @param work as it is recorded: its result is the outcome, what it throws is a failure
 * @throws what `work` throws, or Locked while another is under way
 */
export async function recorded<T extends { readonly result: string }>(
  folder: string,
  kind: Upkeep,
  every: number,
  work: (round: Round) => Promise<T>,
): Promise<T> {
  const begun = Date.now();
  const round = await beginRound(folder, kind, () => new Date());
  const end = (ended: Pick<Ended, 'outcome' | 'reason'>): Promise<void> =>
    round.ended(kind, { seconds: tenths((Date.now() - begun) / 1000), ...ended }, new Date(begun + every * HOUR_MS));
  try {
    await round.enter('register');
    const achieved = await work(round);
    await end({ outcome: achieved.result });
    return achieved;
  } catch (error) {
    await end({ outcome: 'failed', reason: describeFailure(error).reason });
    throw error;
  } finally {
    round.close();
  }
}

/** What an update harvested on its way, if anything was due. */
export async function recordHarvest(
  every: number,
  round: Round,
  register: readonly RegisteredSource[],
  outcomes: readonly FetchOutcome[],
): Promise<void> {
  const isHarvested = ({ origin, state }: RegisteredSource) => origin.oai !== undefined && state === 'active';
  const harvested = register.filter(isHarvested).map(({ key }) => key);
  if (harvested.length === 0) await round.forget('harvest');
  const asked = outcomes.filter(({ key, seconds }) => harvested.includes(key) && seconds !== undefined);
  if (asked.length === 0) return;
  const seconds = tenths(asked.reduce((sum, outcome) => sum + (outcome.seconds ?? 0), 0));
  const isBad = asked.some(({ result }) => result === 'held' || result === 'failed');
  const failed = { outcome: 'failed', reason: 'source_failed' };
  const end = isBad ? failed : { outcome: 'harvested' };
  await round.ended('harvest', { seconds, ...end }, new Date(Date.now() + every * HOUR_MS));
}

/** A clock may be set back meanwhile. */
const tenths = (seconds: number): number => Math.max(0, Math.round(seconds * 10) / 10);

/** The inputs of a build: for each active source of the register, the copy in use with its observations. */
import type { ListChange, SourceObservation, RetiredSource } from '../../../core/model/source.ts';
import { defined } from '../../../shared/omit.ts';
import type { RegisteredSource } from '../register/register.ts';
import { nextCheckAt } from './due.ts';
import { isTrouble, PROBLEM_STATES } from './plausibility.ts';
import { eventsOf } from './source-events.ts';
import { type Copy, openSourceFolder, type SourceState } from './source-folder.ts';

/** A source with its copy. */
export interface BuildInput extends RegisteredSource {
  /** Observations from the saved state; if absent, the times of the file are used. */
  readonly observation?: SourceObservation;
  /** Reason why there is no copy to read. The snapshot then only lists the source. */
  readonly absent?: string;
  /** Changes of a list since its previous copy. */
  readonly change?: ListChange;
}

/**
 * Finds the copies; retired sources are left out. If the state of a source is damaged, its copy is found by name.
 * @param sources folder of the sources' folders
 */
export async function buildInputs(
  register: readonly RegisteredSource[],
  sources: string,
): Promise<readonly BuildInput[]> {
  const active = register.filter(({ state }) => state !== 'retired');
  return Promise.all(active.map((source) => inputOf(source, sources)));
}

export function retiredSources(register: readonly RegisteredSource[]): readonly RetiredSource[] {
  return register.flatMap(({ key, title, retired }) =>
    retired === undefined ? [] : [{ key, title, since: retired.since, reason: retired.reason }],
  );
}

async function inputOf(source: RegisteredSource, sources: string): Promise<BuildInput> {
  if (source.file !== undefined) return source;
  const folder = openSourceFolder(sources, source.key);
  const { state, unknownCopy } = await folder.load();
  if (unknownCopy !== undefined) return { ...source, file: folder.pathOf({ file: unknownCopy }) };
  const { accepted, lastCheck } = state;
  const events = await eventsOf(folder.history());
  const nextCheck = nextCheckAt(source.cadence, state);
  const checks = { ...(nextCheck && { nextCheck }), ...(events.length > 0 && { events }) };
  if (accepted === undefined) {
    const observation = { ...(lastCheck !== undefined && { checkedAt: lastCheck.at }), ...checks };
    // A harvest may find that nothing has changed since the dumps.
    if (lastCheck?.verdict === 'unchanged')
      return { ...source, absent: 'Nothing has changed since the dumps.', observation };
    const problem = problemOf(state) ?? {
      state: 'failing',
      code: 'not_fetched',
      reason: 'It has not been fetched yet.',
    };
    return { ...source, absent: problem.reason, observation: { ...observation, problem } };
  }
  const downloadUrl = source.origin.downloadUrl ?? (accepted.url === '' ? undefined : accepted.url);
  return {
    ...source,
    origin: { ...source.origin, ...(downloadUrl !== undefined && { downloadUrl }) },
    file: folder.pathOf(accepted),
    observation: { ...observationOf(state, accepted), ...checks },
    ...(accepted.change && { change: accepted.change }),
  };
}

function observationOf(state: SourceState, copy: Copy): SourceObservation {
  const { retrievedAt, observedSince, declaredDate, harvestedThrough } = copy;
  const [checkedAt, problem] = [state.lastCheck?.at ?? retrievedAt, problemOf(state)];
  return defined({ retrievedAt, checkedAt, declaredDate, harvestedThrough, observedSince, problem });
}

/** Reasons for which a list is held because of single lines. */
const OF_LINES = ['no_ids', 'zero_links', 'too_many_unreadable'];

function problemOf({ lastCheck, held, problemSince }: SourceState): SourceObservation['problem'] {
  const { verdict, reason: code = '', sentence: reason = code } = lastCheck ?? {};
  if (!isTrouble(verdict)) return undefined;
  const isOfLines = OF_LINES.includes(code) && held?.sentence === reason;
  const lines = isOfLines ? { reasons: held.reasons, example: held.example } : undefined;
  return defined({ state: PROBLEM_STATES[verdict], code, reason, since: problemSince, lines } as const);
}

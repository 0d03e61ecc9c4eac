/** The inputs of a build: for each active source of the register the copy in use, with what was observed of it. */
import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ListChange, Observation } from '../model/source.ts';
import type { RegisteredSource } from '../register/register.ts';
import { type Copy, openSourceFolder, type SourceState } from './source-folder.ts';

/** A source with its copy. */
export interface BuildInput extends RegisteredSource {
  /** From the remembered state; without it the times of the file hold. */
  readonly observation?: Observation;
  /** Why there is no copy to read. Then the source is listed, and nothing is read. */
  readonly absent?: string;
  /** Of a list, against the copy before. */
  readonly change?: ListChange;
}

/**
 * Retired sources are left out. Of a source whose state is damaged the copy is found by its name.
 * @param sources folder of the sources' folders
 */
export async function buildInputs(
  register: readonly RegisteredSource[],
  sources: string,
): Promise<readonly BuildInput[]> {
  const active = register.filter(({ state }) => state !== 'retired');
  return Promise.all(active.map((source) => inputOf(source, sources)));
}

async function inputOf(source: RegisteredSource, sources: string): Promise<BuildInput> {
  if (source.file !== undefined) return source;
  const folder = openSourceFolder(sources, source.key);
  const { state, unknownCopy } = await folder.load();
  if (unknownCopy !== undefined) return { ...source, file: folder.pathOf({ file: unknownCopy }) };
  const { accepted, lastCheck } = state;
  if (accepted === undefined) {
    const observation = { ...(lastCheck !== undefined && { checkedAt: lastCheck.at }) };
    // A harvest may find that nothing has changed since the dumps.
    if (lastCheck?.verdict === 'unchanged') return { ...source, absent: 'There is nothing new in it.', observation };
    const problem = problemOf(state) ?? { state: 'failing', reason: 'It has not been fetched yet.' };
    return { ...source, absent: problem.reason, observation: { ...observation, problem } };
  }
  const downloadUrl = source.origin.downloadUrl ?? (accepted.url === '' ? undefined : accepted.url);
  return {
    ...source,
    origin: { ...source.origin, ...(downloadUrl !== undefined && { downloadUrl }) },
    file: folder.pathOf(accepted),
    observation: observationOf(state, accepted),
    ...(accepted.change && { change: accepted.change }),
  };
}

function observationOf(state: SourceState, { retrievedAt, observedSince, declaredDate }: Copy): Observation {
  const problem = problemOf(state);
  return {
    retrievedAt,
    checkedAt: state.lastCheck?.at ?? retrievedAt,
    ...(declaredDate !== undefined && { declaredDate }),
    observedSince,
    ...(problem !== undefined && { problem }),
  };
}

function problemOf({ lastCheck, problemSince }: SourceState): Observation['problem'] {
  if (lastCheck?.verdict !== 'held' && lastCheck?.verdict !== 'failed') return undefined;
  const { verdict, reason = '', sentence = reason } = lastCheck;
  const since = problemSince === undefined ? {} : { since: problemSince };
  return { state: verdict === 'held' ? 'held' : 'failing', reason: sentence, ...since };
}

/** All of a source that decides what a snapshot says of it, but for its copy and what was observed of that. */
export function factsOf(source: BuildInput): string {
  const unobserved = {
    change: undefined,
    file: undefined,
    retrievedAt: undefined,
    observation: undefined,
    absent: undefined,
  };
  return JSON.stringify({ ...source, ...unobserved, guard: undefined, note: undefined, state: undefined });
}

/**
 * A hash over all that a build makes a snapshot of: the same inputs need not be built again.
 * @param others whatever else decides the outcome: release, curation, vocabulary
 */
export async function hashInputs(inputs: readonly BuildInput[], others: readonly string[]): Promise<string> {
  const lines = await Promise.all(
    inputs.map(async (input) => {
      const copy = input.file === undefined ? 'absent' : await identityOf(input.file);
      return `${factsOf(input)} ${copy} ${input.retrievedAt ?? ''}`;
    }),
  );
  return hash('sha256', [...lines.sort(), ...others].join('\n'));
}

/** Copies in use are named after their contents; files that lie elsewhere are read. */
async function identityOf(file: string): Promise<string> {
  const name = /(?:^|\/)(accepted-[0-9a-f]{16})$/.exec(file)?.[1];
  if (name !== undefined) return name;
  const digest = createHash('sha256');
  try {
    await pipeline(createReadStream(file), digest);
  } catch (error) {
    return `unreadable ${(error as NodeJS.ErrnoException).code ?? ''}`;
  }
  return digest.digest('hex');
}

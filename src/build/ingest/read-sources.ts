/** The first stage of a build: reads every source, and decides between harvests and dumps: the newer record counts. */
import { join } from 'node:path';
import { omit } from '../../shared/omit.ts';
import type { BuildInput } from '../sources/fetch/build-inputs.ts';
import { createFingerprint } from '../sources/fingerprint.ts';
import { BuildFailed } from './build-failed.ts';
import { checkpointOfRead } from './checkpoints.ts';
import { increment } from '../../shared/counts.ts';
import { createCounters, type SourceCounters } from './counters.ts';
import { describeInputs, hashInputs, type Inputs } from './inputs.ts';
import { recordOriginOf } from './tasks/compare-records.ts';
import { CLAIMS_FILE, type ReadOutcome, STATEMENTS_FILE } from './tasks/read.ts';
import type { OutdatedRecords } from './tasks/choose-records.ts';
import { runOnce, type BuildContext } from './build-context.ts';

type Readable = BuildInput & { readonly file: string };

export type ReadSources = Awaited<ReturnType<typeof readSources>>;

/**
 * Reads each source separately, so that the work can be reused as long as the source is the same. Then decides which
 * records of harvests and dumps are outdated.
 * @param inputs hash of all inputs
 * @param allowFailed leaves out sources whose file cannot be used
 * @throws BuildFailed when sources cannot be used
 */
export async function readSources(
  context: BuildContext,
  { recipe, copies, hash }: Inputs,
  given: readonly BuildInput[],
  allowFailed: boolean,
) {
  const sources = [...given].sort((a, b) => (a.key < b.key ? -1 : 1));
  const readable = sources.filter((source): source is Readable => source.file !== undefined);
  const directoryOf = ({ key }: Readable): string => context.checkpoints.directoryOf(checkpointOfRead(key));
  const bytesOf = ({ key }: Readable): number => copies.get(key)?.bytes ?? 0;
  const bytes = readable.reduce((sum, source) => sum + bytesOf(source), 0);
  context.progress.stage('read sources', bytes);
  const outcomes = new Map<string, ReadOutcome>();
  await Promise.all(
    // The largest sources come first, so that no thread is left alone with one of them at the end.
    [...readable]
      .sort((a, b) => bytesOf(b) - bytesOf(a))
      .map(async (source) => {
        const number = sources.indexOf(source);
        const cacheKey = hashInputs(recipe, [source], copies, number);
        // Observations change at every fetch and do not affect reading.
        const task = { source: omit(source, 'observation', 'absent'), number, day: recipe.day };
        outcomes.set(source.key, await runOnce(context, checkpointOfRead(source.key), cacheKey, 'read', task));
      }),
  );

  const isUsable = ({ key }: Readable): boolean => outcomes.get(key)?.counters.failure === undefined;
  const failed = readable.filter((source) => !isUsable(source));
  if (failed.length > 0 && !allowFailed) {
    const sentenceOf = (key: string) => outcomes.get(key)?.counters.failure?.sentence ?? '';
    throw new BuildFailed(failed.map(({ key, file }) => `${key}: ${sentenceOf(key)} (${file})`).join('\n'));
  }
  const counters = sources.map((source) => outcomes.get(source.key)?.counters ?? countersOfAbsent(source));
  requireEntities(counters);
  const usable = readable.filter(isUsable);
  const read = usable.map((source) => ({
    number: sources.indexOf(source),
    kind: source.kind,
    recordOrigin: recordOriginOf(source),
    directory: directoryOf(source),
  }));
  const outdated = await runOnce(context, 'chosen', hash, 'chooseRecords', { sources: read });
  for (const records of outdated) leaveOut(records, sources, counters);
  const fingerprint = createFingerprint();
  for (const { key } of usable) fingerprint.addAccumulators(outcomes.get(key)?.fingerprint ?? []);
  return {
    /** One for each source, in order of the keys. */
    counters,
    /** Names of the checkpoints of usable sources; `statements` and `claims` are the spills in their directories. */
    checkpoints: usable.map(({ key }) => checkpointOfRead(key)),
    statements: usable.map((source) => join(directoryOf(source), STATEMENTS_FILE)),
    claims: usable.map((source) => join(directoryOf(source), CLAIMS_FILE)),
    /** The arguments of `openOutdated`: the directory of the outdated identifiers, and the record origin of each source. */
    versions: {
      outdatedFolder: context.checkpoints.directoryOf('chosen'),
      recordOrigins: sources.map(recordOriginOf),
    },
    /** Day for the validity of decisions. */
    day: recipe.day,
    fingerprint: fingerprint.digest(describeInputs(recipe, given)),
  };
}

/** Subtracts outdated records from the counts of their source. */
function leaveOut(
  { number, living, redirected, deleted }: OutdatedRecords,
  sources: readonly BuildInput[],
  counters: readonly SourceCounters[],
): void {
  const counted = counters[number] as SourceCounters;
  counted.entities -= living;
  counted.redirects -= redirected;
  counted.deletions -= deleted;
  if (living > 0)
    increment(counted.notices, sources[number]?.updates === true ? 'replaced_by_dump' : 'replaced_by_update', living);
}

function countersOfAbsent(source: BuildInput): SourceCounters {
  const counters = createCounters(source);
  counters.failure = { reason: 'not_fetched', sentence: source.absent ?? 'It has no copy.' };
  return counters;
}

function requireEntities(counters: readonly SourceCounters[]): void {
  if (counters.some(({ entities, failure }) => entities > 0 && failure === undefined)) return;
  const missing = counters.filter(({ failure }) => failure?.reason === 'not_fetched').length;
  const hint =
    missing > 0 ? ` Sources without a copy: ${missing} of ${counters.length}; gnd-links fetch downloads them.` : '';
  throw new BuildFailed(`No source contains an entity, so there is nothing to build.${hint}`);
}

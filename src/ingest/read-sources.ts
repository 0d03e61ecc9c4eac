/** The first stage of a build: every source is read, and of records that several sources have the newer counts. */
import { join } from 'node:path';
import type { BuildInput } from '../sources/fetch/build-inputs.ts';
import { BuildFailed } from './build-failed.ts';
import { createCounters, createFingerprint, type SourceCounters } from './counters.ts';
import { describeInputs, hashInputs, type InputFile, type Recipe } from './inputs.ts';
import { CLAIMS_FILE, type ReadOutcome, STATEMENTS_FILE } from './tasks/read.ts';
import { isRepairable } from './tasks/repair.ts';
import { REPLACED_FILE, SUPERSEDED_FILE } from './tasks/replaced.ts';
import { runOnce, type Workshop } from './workshop.ts';

type Readable = BuildInput & { readonly file: string };

export type ReadSources = Awaited<ReturnType<typeof readSources>>;

/**
 * Reads every source, harvests before the dumps, since of two records with one identifier the newer counts.
 * @param allowFailed leaves out sources whose file cannot be used
 * @throws BuildFailed when sources cannot be used
 */
export async function readSources(
  workshop: Workshop,
  recipe: Recipe,
  given: readonly BuildInput[],
  copies: ReadonlyMap<string, InputFile>,
  allowFailed: boolean,
) {
  const sources = [...given].sort((a, b) => (a.key < b.key ? -1 : 1));
  const readable = sources.filter((source): source is Readable => source.file !== undefined);
  const outcomes = new Map<string, ReadOutcome>();
  /** Keys of harvests that were read again, without the records that a dump has in a newer version. */
  const readAgain = new Set<string>();
  const checkpointOf = ({ key }: Readable): string => `${readAgain.has(key) ? 'reread' : 'read'}-${key}`;
  const fileOf = (source: Readable, name: string): string =>
    join(workshop.checkpoints.directoryOf(checkpointOf(source)), name);
  const bytesOf = ({ key }: Readable): number => copies.get(key)?.bytes ?? 0;
  workshop.progress.stage(
    'read sources',
    readable.reduce((sum, source) => sum + bytesOf(source), 0),
    'bytes',
  );

  /** @param rivals sources that may have newer records than those of the batch: harvests or dumps */
  async function readAll(batch: readonly Readable[], rivals: readonly Readable[]): Promise<void> {
    const [harvests, others] = [rivals.filter(isHarvest), rivals.filter((source) => !isHarvest(source))];
    const replaced = harvests.map((source) => fileOf(source, REPLACED_FILE));
    const superseded = others.map((source) => fileOf(source, SUPERSEDED_FILE));
    const rivalCopies = rivals.map(({ key }) => [key, outcomes.get(key)?.counters.sha256]);
    // The largest first, so that none of them is left over at the end.
    const ordered = [...batch].sort((a, b) => bytesOf(b) - bytesOf(a));
    await Promise.all(
      ordered.map(async (source) => {
        const number = sources.indexOf(source);
        const copy = copies.get(source.key)?.identity;
        const cacheKey = hashInputs(recipe, [{ source, copy }], number, rivalCopies);
        const task = { source: withoutObservations(source), number, day: recipe.day, replaced, superseded };
        outcomes.set(source.key, await runOnce(workshop, checkpointOf(source), cacheKey, 'read', task));
      }),
    );
  }

  const isUsable = ({ key }: Readable): boolean => outcomes.get(key)?.counters.failure === undefined;
  const harvests = readable.filter(isHarvest);
  const dumps = readable.filter((source) => !isHarvest(source));
  await readAll(harvests, []);
  const usableHarvests = harvests.filter(isUsable);
  await readAll(dumps, usableHarvests);
  const newer = dumps.filter((source) => isUsable(source) && (outcomes.get(source.key)?.supersedes ?? 0) > 0);
  if (newer.length > 0) {
    for (const { key } of usableHarvests) readAgain.add(key);
    await readAll(usableHarvests, newer);
  }

  const failed = readable.filter((source) => !isUsable(source));
  if (failed.length > 0 && !allowFailed) {
    const sentences = failed.map(
      ({ key, file }) => `${key}: ${outcomes.get(key)?.counters.failure?.sentence ?? ''} (${file})`,
    );
    throw new BuildFailed(sentences.join('\n'));
  }
  const counters = sources.map((source) => outcomes.get(source.key)?.counters ?? countersOfAbsent(source));
  requireEntities(counters);
  const usable = readable.filter(isUsable);
  const fingerprint = createFingerprint();
  for (const { key } of usable) fingerprint.addAccumulators(outcomes.get(key)?.fingerprint ?? []);
  return {
    /** All sources, by key. */
    counters,
    /** Names of the checkpoints of those that could be read, and the spills in their directories. */
    checkpoints: usable.map(checkpointOf),
    /** Lists that are written anew for their publishers. */
    repairable: usable.filter(isRepairable).map(withoutObservations),
    statements: usable.map((source) => fileOf(source, STATEMENTS_FILE)),
    claims: usable.map((source) => fileOf(source, CLAIMS_FILE)),
    fingerprint: fingerprint.digest(describeInputs(recipe, given)),
  };
}

function isHarvest({ updates }: BuildInput): boolean {
  return updates === true;
}

/** Observations change from fetch to fetch and decide nothing that is read. */
function withoutObservations(source: Readable): Readable {
  const { observation: _observation, absent: _absent, ...facts } = source;
  return facts;
}

function countersOfAbsent(source: BuildInput): SourceCounters {
  const counters = createCounters(source);
  counters.failure = { reason: 'not_fetched', sentence: source.absent ?? 'There is no copy of it.' };
  return counters;
}

function requireEntities(counters: readonly SourceCounters[]): void {
  if (counters.some(({ entities, failure }) => entities > 0 && failure === undefined)) return;
  const missing = counters.filter(({ failure }) => failure?.reason === 'not_fetched').length;
  const hint = missing > 0 ? ` ${missing} of ${counters.length} sources have no copy yet: gnd-links fetch.` : '';
  throw new BuildFailed(`No source yielded a single entity, so there is nothing to build.${hint}`);
}

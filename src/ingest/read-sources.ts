/** Has every source read, updates before the dumps that they replace parts of, and says which could not be used. */
import { join } from 'node:path';
import { API_VERSION } from '../api/schemas.ts';
import { type BuildInput, factsOf } from '../fetch/build-inputs.ts';
import { SNAPSHOT_FORMAT } from '../store/header.ts';
import type { Checkpoints } from './checkpoints.ts';
import { createCounters, createFingerprint, type SourceCounters } from './counters.ts';
import { BuildFailed, type BuildOptions, type Plan } from './plan.ts';
import type { Pool } from './pool.ts';
import { CLAIMS_FILE, type ReadOutcome, STATEMENTS_FILE } from './read.ts';
import { REPLACED_FILE } from './replaced.ts';

export type ReadSources = Awaited<ReturnType<typeof readSources>>;

type Readable = BuildInput & { readonly file: string };

/**
 * @param configuration texts that decide what the sources yield
 * @throws BuildFailed when sources cannot be used
 */
export async function readSources(
  options: BuildOptions,
  plan: Plan,
  checkpoints: Checkpoints,
  pool: Pool,
  configuration: readonly string[],
) {
  const sources = [...options.sources].sort((a, b) => (a.key < b.key ? -1 : 1));
  const readable = sources.filter((source): source is Readable => source.file !== undefined);
  const outcomes = new Map<string, ReadOutcome>();
  const checkpointOf = ({ key }: Readable): string => `read-${key}`;
  const fileOf = (source: Readable, name: string): string => join(checkpoints.directoryOf(checkpointOf(source)), name);

  /** @param updates sources whose records replace those of the dumps in the batch */
  async function readAll(batch: readonly Readable[], updates: readonly Readable[]): Promise<void> {
    const replaced = updates.map((source) => fileOf(source, REPLACED_FILE));
    const replacing = updates.map(({ key }) => `${key} ${outcomes.get(key)?.counters.sha256 ?? ''}`);
    // The largest first, so that none of them is left over at the end.
    const sizeOf = ({ key }: Readable) => plan.files.get(key)?.bytes ?? 0;
    const ordered = [...batch].sort((a, b) => sizeOf(b) - sizeOf(a));
    await Promise.all(
      ordered.map(async (source) => {
        const number = sources.indexOf(source);
        const facts = [factsOf(source), number, plan.files.get(source.key)?.identity, replacing];
        const cacheKey = JSON.stringify([options.release, API_VERSION, configuration, ...facts]);
        const outcome = await checkpoints.once(checkpointOf(source), cacheKey, (directory, advance) =>
          pool.run('read', { source: unobserved(source), number, replaced, directory }, advance),
        );
        outcomes.set(source.key, outcome);
      }),
    );
  }

  const isUsable = ({ key }: Readable): boolean => outcomes.get(key)?.counters.failure === undefined;
  const updates = readable.filter((source) => source.updates === true);
  const dumps = readable.filter((source) => source.updates !== true);
  await readAll(updates, []);
  await readAll(dumps, updates.filter(isUsable));

  const failed = readable.filter((source) => !isUsable(source));
  if (failed.length > 0 && options.allowFailedSources !== true) {
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
  const facts = options.sources.map(factsOf).sort().join('\n');
  return {
    /** All sources, by key. */
    counters,
    /** Names of the checkpoints of those that could be read, and the spills in their directories. */
    checkpoints: usable.map(checkpointOf),
    statements: usable.map((source) => fileOf(source, STATEMENTS_FILE)),
    claims: usable.map((source) => fileOf(source, CLAIMS_FILE)),
    fingerprint: fingerprint.digest(
      JSON.stringify([options.release, API_VERSION, String(SNAPSHOT_FORMAT), facts, ...configuration]),
    ),
  };
}

/** What was observed of it changes from fetch to fetch and decides nothing that is read. */
function unobserved(source: Readable): Readable {
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
  const hint = missing > 0 ? ` Of ${counters.length} sources ${missing} have no copy yet: gnd-links fetch.` : '';
  throw new BuildFailed(`No source yielded a single entity, so there is nothing to build.${hint}`);
}

/** Has every source read, updates before the dumps that they replace parts of, and says which could not be used. */
import { factsOf, type BuildInput } from '../fetch/accepted.ts';
import { API_VERSION } from '../api/schemas.ts';
import { SNAPSHOT_FORMAT } from '../store/header.ts';
import { createFingerprint } from './fingerprint.ts';
import { BuildFailed, type BuildOptions } from './options.ts';
import type { Plan } from './plan.ts';
import { replacedIn } from './replaced.ts';
import type { ReadOutcome } from './read-source.ts';
import type { Crew } from './crew.ts';
import type { Stages } from './stages.ts';
import { createTally, type SourceTally } from './tally.ts';

export interface ReadSources {
  /** All sources, by key. */
  readonly tallies: readonly SourceTally[];
  /** Directories of those that could be read. */
  readonly directories: readonly string[];
  /** Names of their stages. */
  readonly stages: readonly string[];
  readonly fingerprint: string;
}

type Readable = BuildInput & { readonly file: string };

/**
 * @param configuration texts that decide what the sources yield
 * @throws BuildFailed when sources cannot be used
 */
export async function readSources(
  options: BuildOptions,
  plan: Plan,
  stages: Stages,
  crew: Crew,
  configuration: readonly string[],
): Promise<ReadSources> {
  const sources = [...options.sources].sort((a, b) => (a.key < b.key ? -1 : 1));
  const readable = sources.filter((source): source is Readable => source.file !== undefined);
  const outcomes = new Map<string, ReadOutcome>();
  const stageOf = ({ key }: { readonly key: string }): string => `read-${key}`;

  async function readAll(batch: readonly Readable[], replaced: readonly string[], news: string): Promise<void> {
    // The largest first, so that none of them is left over at the end.
    const sizeOf = ({ key }: Readable) => plan.files.get(key)?.bytes ?? 0;
    const ordered = [...batch].sort((a, b) => sizeOf(b) - sizeOf(a));
    await Promise.all(
      ordered.map(async (source) => {
        const number = sources.indexOf(source);
        const { partitions } = plan;
        const deciding = [options.release, API_VERSION, configuration, factsOf(source), number, partitions, news];
        const inputs = JSON.stringify([...deciding, plan.files.get(source.key)?.identity]);
        const outcome = await stages.once(stageOf(source), inputs, (directory, advance) =>
          crew.run('read', { source: unobserved(source), number, partitions, replaced, directory }, advance),
        );
        outcomes.set(source.key, outcome);
      }),
    );
  }

  const isUsable = ({ key }: Readable): boolean => outcomes.get(key)?.tally.failure === undefined;
  const updates = readable.filter((source) => source.updates === true);
  await readAll(updates, [], '');
  const used = updates.filter(isUsable);
  const replaced = used.map((source) => replacedIn(stages.directoryOf(stageOf(source))));
  const news = used.map(({ key }) => `${key} ${outcomes.get(key)?.tally.sha256 ?? ''}`).join();
  await readAll(
    readable.filter((source) => source.updates !== true),
    replaced,
    news,
  );

  const failed = readable.filter((source) => !isUsable(source));
  if (failed.length > 0 && options.allowFailedSources !== true) {
    const sentences = failed.map(
      ({ key, file }) => `${key}: ${outcomes.get(key)?.tally.failure?.sentence ?? ''} (${file})`,
    );
    throw new BuildFailed(sentences.join('\n'));
  }
  const tallies = sources.map((source) => outcomes.get(source.key)?.tally ?? absentTally(source));
  if (!tallies.some(({ entities, failure }) => entities > 0 && failure === undefined)) {
    const missing = tallies.filter(({ failure }) => failure?.reason === 'not_fetched').length;
    const hint = missing > 0 ? ` Of ${tallies.length} sources ${missing} have no copy yet: gnd-links fetch.` : '';
    throw new BuildFailed(`No source yielded a single entity, so there is nothing to build.${hint}`);
  }
  const usable = readable.filter(isUsable);
  const fingerprint = createFingerprint();
  for (const { key } of usable) fingerprint.addLanes(outcomes.get(key)?.lanes ?? []);
  const facts = options.sources.map(factsOf).sort().join('\n');
  const deciding = [options.release, API_VERSION, String(SNAPSHOT_FORMAT), facts, ...configuration];
  return {
    tallies,
    directories: usable.map((source) => stages.directoryOf(stageOf(source))),
    stages: usable.map(stageOf),
    fingerprint: fingerprint.digest(JSON.stringify(deciding)),
  };
}

/** What was observed of it changes from look to look and decides nothing that is read. */
function unobserved(source: Readable): Readable {
  const { observation: _observation, absent: _absent, ...facts } = source;
  return facts;
}

function absentTally(source: BuildInput): SourceTally {
  const tally = createTally(source);
  tally.failure = { reason: 'not_fetched', sentence: source.absent ?? 'There is no copy of it.' };
  return tally;
}

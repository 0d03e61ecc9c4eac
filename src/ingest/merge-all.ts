/** From what the sources say to what the snapshot holds: identities settled, statements carried over, partitions merged. */
import { createHash } from 'node:crypto';
import { identitiesIn, statementsIn } from './statements.ts';
import type { BuildOptions } from './options.ts';
import type { Plan } from './plan.ts';
import type { ReadSources } from './read-sources.ts';
import type { RedirectReport } from './redirects.ts';
import type { Crew } from './crew.ts';
import type { Stages } from './stages.ts';
import { type Counts, increment, mergeTallies, type SourceTally } from './tally.ts';

export interface MergedAll {
  /** All sources, by key, with what they brought. */
  readonly tallies: readonly SourceTally[];
  /** Runs of entities by identifier, and of search rows by prominence. */
  readonly runs: { readonly entities: readonly string[]; readonly search: readonly string[] };
  /** Directory of the identities. */
  readonly identities: string;
  readonly redirects: RedirectReport;
  /** Entities with conflicts, by collection. */
  readonly conflicts: Counts;
  readonly entities: number;
  /** Everything that decided the outcome, as text. */
  readonly deciding: string;
}

export interface Merging {
  readonly options: BuildOptions;
  readonly plan: Plan;
  readonly stages: Stages;
  readonly crew: Crew;
  readonly read: ReadSources;
  readonly snapshot: { readonly id: string; readonly date: string };
}

/** Into so many pieces each stage is cut: what a crash loses is one piece for each thread. */
const PIECES = 16;

export async function mergeAll({ options, plan, stages, crew, read, snapshot }: Merging): Promise<MergedAll> {
  const { progress } = options;
  const { partitions } = plan;
  const deciding = createHash('sha256')
    .update(
      JSON.stringify([read.fingerprint, snapshot, partitions, read.tallies.map(({ key, sha256 }) => [key, sha256])]),
    )
    .digest('hex');
  const ranges = rangesOf(partitions);
  const inputs = read.directories.map(identitiesIn);

  progress.stage(
    'identify',
    read.tallies.reduce((sum, { entities }) => sum + entities, 0),
    'entities',
  );
  const identified = await Promise.all(
    ranges.map((range, piece) =>
      stages.once(`identify-${piece}`, deciding, (directory, advance) =>
        crew.run('identify', { ...range, partitions, inputs, directory }, advance),
      ),
    ),
  );
  const settled = await stages.once('identities', deciding, (directory, advance) =>
    crew.run('settle', { runs: identified.flat(), partitions, directory }, advance),
  );
  const identities = stages.directoryOf('identities');

  progress.stage('carry over', partitions, 'parts');
  const statements = read.directories.map(statementsIn);
  const moved = await Promise.all(
    ranges.map((range, piece) =>
      stages.once(`forward-${piece}`, deciding, (directory, advance) =>
        crew.run('forward', { ...range, partitions, inputs: statements, identities, directory }, advance),
      ),
    ),
  );

  progress.stage('merge', settled.entities, 'entities');
  const sources = read.tallies.map(({ key, kind }) => ({ key, kind }));
  const merged = await Promise.all(
    ranges.map((range, piece) =>
      stages.once(`merge-${piece}`, deciding, (directory, advance) =>
        crew.run(
          'merge',
          {
            ...range,
            partitions,
            inputs: [...statements, ...moved],
            identities,
            sources,
            snapshot,
            directory,
          },
          advance,
        ),
      ),
    ),
  );
  // Nothing asks for what went into the merge any more, and the snapshot needs the room.
  await stages.clear([...read.stages, ...ranges.flatMap((_, piece) => [`identify-${piece}`, `forward-${piece}`])]);

  const conflicts: Counts = {};
  for (const piece of merged) {
    for (const [collection, count] of Object.entries(piece.conflicts)) increment(conflicts, collection, count);
  }
  return {
    tallies: read.tallies.map((tally, number) =>
      mergeTallies(
        tally,
        merged.map(({ tallies }) => tallies[number]),
      ),
    ),
    runs: { entities: merged.flatMap(({ entities }) => entities), search: merged.flatMap(({ search }) => search) },
    identities,
    redirects: settled.redirects,
    conflicts,
    entities: settled.entities,
    deciding,
  };
}

function rangesOf(partitions: number): { readonly from: number; readonly to: number }[] {
  const pieces = Math.min(PIECES, partitions);
  const border = (piece: number): number => Math.round((piece * partitions) / pieces);
  return Array.from({ length: pieces }, (_, piece) => ({ from: border(piece), to: border(piece + 1) }));
}

/** What a snapshot says of the sources that it was built from. */
import { stat } from 'node:fs/promises';
import type { Collection, Observation, Source } from '../model/source.ts';
import type { BuildInput } from '../fetch/accepted.ts';
import type { Curation } from '../register/curation.ts';
import { publicOrigin } from '../register/register.ts';
import type { BuildOptions } from './options.ts';
import { importCounts } from './report.ts';
import type { SourceTally } from './tally.ts';

/** When each source's copy was fetched; a list that declares a day after that, or just that day, declares nothing. */
export async function observe(
  options: BuildOptions,
  tallies: readonly SourceTally[],
): Promise<Map<string, Observation>> {
  const observations = new Map<string, Observation>();
  for (const source of options.sources) {
    const tally = tallies.find(({ key }) => key === source.key);
    if (source.observation !== undefined) {
      observations.set(source.key, { ...source.observation, ...problemOfCopy(source, tally) });
      continue;
    }
    const modified = await stat(source.file ?? '').then(
      ({ mtime }) => mtime,
      () => options.now,
    );
    const retrievedAt = new Date(source.retrievedAt ?? modified).toISOString();
    const declared = tally?.header?.declaredDate;
    observations.set(source.key, {
      retrievedAt,
      checkedAt: retrievedAt,
      ...(declared !== undefined && declared < retrievedAt.slice(0, 10) && { declaredDate: declared }),
      observedSince: retrievedAt.slice(0, 10),
      ...problemOfCopy(source, tally),
    });
  }
  return observations;
}

/** A copy that cannot be read is worse than whatever became of the last download. */
function problemOfCopy({ absent }: BuildInput, tally: SourceTally | undefined): Pick<Observation, 'problem'> {
  if (tally?.failure === undefined || absent !== undefined) return {};
  return { problem: { state: 'failing', reason: tally.failure.sentence } };
}

export function publicSource(
  options: BuildOptions,
  curation: Curation,
  tally: SourceTally,
  observations: ReadonlyMap<string, Observation>,
): Source {
  const source = options.sources.find(({ key }) => key === tally.key);
  const observation = observations.get(tally.key);
  if (source === undefined || observation === undefined) throw new Error(`source ${tally.key} is not registered`);
  const { key, title, description, kind, origin, licence, cadence, scope } = source;
  const found = tally.scope;
  return {
    key,
    title,
    description,
    kind,
    origin: publicOrigin(origin),
    licence,
    cadence,
    observation,
    scope: {
      types: (Object.keys(found.types) as Source['scope']['types'][number][]).sort(),
      categories: curation.categories.map((category) => category.key).filter((name) => found.categories[name]),
      collections: Object.keys(found.collections).sort(),
      entities: found.entities,
      links: found.links,
      description: scope.description,
    },
    import: importCounts(tally, kind),
  };
}

/** Sorted by key. */
export function usedCollections(curation: Curation, tallies: readonly SourceTally[]): Collection[] {
  const used = [...new Set(tallies.flatMap(({ scope }) => Object.keys(scope.collections)))].sort();
  return used.flatMap((key) => {
    const found = curation.collections.get(key);
    if (found === undefined) return [];
    const { label, category, publisher, homepage } = found;
    return [{ key, label, category, ...(publisher && { publisher }), ...(homepage && { homepage }) }];
  });
}

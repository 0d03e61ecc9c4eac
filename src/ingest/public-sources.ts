/** What a snapshot says of the sources that it was built from. */
import { stat } from 'node:fs/promises';
import type { Collection, Observation, Source } from '../model/source.ts';
import type { BuildInput } from '../fetch/build-inputs.ts';
import type { Curation } from '../register/curation.ts';
import { publicOrigin } from '../register/register.ts';
import { BuildFailed, type BuildOptions } from './options.ts';
import { importCounts } from './report.ts';
import type { SourceCounters } from './counters.ts';

/** When each source's copy was fetched; a list that declares a day after that, or just that day, declares nothing. */
export async function observe(
  options: BuildOptions,
  counters: readonly SourceCounters[],
): Promise<Map<string, Observation>> {
  const observations = new Map<string, Observation>();
  for (const source of options.sources) {
    const counted = counters.find(({ key }) => key === source.key);
    const observation = source.observation ?? (await observeFile(source, counted?.header?.declaredDate));
    observations.set(source.key, { ...observation, ...problemOfCopy(source, counted) });
  }
  return observations;
}

async function observeFile({ file, retrievedAt }: BuildInput, declared: string | undefined): Promise<Observation> {
  const found = await stat(file ?? '').catch(() => undefined);
  if (found === undefined) return {};
  const at = new Date(retrievedAt ?? found.mtime).toISOString();
  const day = at.slice(0, 10);
  const isDeclared = declared !== undefined && declared < day;
  return { retrievedAt: at, checkedAt: at, ...(isDeclared && { declaredDate: declared }), observedSince: day };
}

/** A copy that cannot be read is worse than whatever became of the last download. */
function problemOfCopy({ absent }: BuildInput, counters: SourceCounters | undefined): Pick<Observation, 'problem'> {
  if (counters?.failure === undefined || absent !== undefined) return {};
  return { problem: { state: 'failing', reason: counters.failure.sentence } };
}

/** Day of the newest copy that was used. */
export function newestDate(
  counters: readonly SourceCounters[],
  observations: ReadonlyMap<string, Observation>,
): string {
  const used = counters.filter(({ failure }) => failure === undefined);
  const days = used.flatMap(({ key }) => observations.get(key)?.retrievedAt?.slice(0, 10) ?? []);
  const newest = days.sort().at(-1);
  if (newest === undefined) throw new BuildFailed('No source says when it was retrieved.');
  return newest;
}

export function publicSource(
  options: BuildOptions,
  curation: Curation,
  counters: SourceCounters,
  observations: ReadonlyMap<string, Observation>,
): Source {
  const source = options.sources.find(({ key }) => key === counters.key);
  const observation = observations.get(counters.key);
  if (source === undefined || observation === undefined) throw new Error(`source ${counters.key} is not registered`);
  const { key, title, description, kind, origin, licence, cadence, scope } = source;
  const found = counters.scope;
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
    import: importCounts(counters, kind),
    ...(counters.contradictions.length > 0 && { contradictions: counters.contradictions }),
  };
}

/** Sorted by key. */
export function usedCollections(curation: Curation, counters: readonly SourceCounters[]): Collection[] {
  const used = [...new Set(counters.flatMap(({ scope }) => Object.keys(scope.collections)))].sort();
  return used.flatMap((key) => {
    const found = curation.collections.get(key);
    if (found === undefined) return [];
    const { label, category, publisher, homepage, aliases } = found;
    const described = { ...(publisher && { publisher }), ...(homepage && { homepage }), ...(aliases && { aliases }) };
    return [{ key, label, category, ...described }];
  });
}

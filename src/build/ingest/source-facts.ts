/** Facts about the sources in the header of a snapshot: observations, counts of the import, contributions. */
import { stat } from 'node:fs/promises';
import { mailIn } from '../../core/model/text.ts';
import type {
  Category,
  Collection,
  CollectionHealth,
  ImportCounts,
  SourceObservation,
  Source,
} from '../../core/model/source.ts';
import { mostFrequent, sum } from '../../shared/counts.ts';
import { defined } from '../../shared/omit.ts';
import type { BuildInput } from '../sources/fetch/build-inputs.ts';
import type { Curation } from '../sources/register/curation.ts';
import { publicOrigin } from '../sources/register/register.ts';
import { BuildFailed } from './build-failed.ts';
import type { SourceCounters } from './counters.ts';

/**
 * Observations of the copy of each source. The date that a list states counts only if it is before the copy's day.
 * @param former sources of the previous snapshot, which state since when a copy has been unusable
 */
export async function observe(
  sources: readonly BuildInput[],
  counters: readonly SourceCounters[],
  former: readonly Pick<Source, 'key' | 'observation'>[],
  now: Date,
): Promise<Map<string, SourceObservation>> {
  const observations = new Map<string, SourceObservation>();
  for (const source of sources) {
    const counted = counters.find(({ key }) => key === source.key);
    const observation = source.observation ?? (await observeFile(source, counted?.header?.declaredDate));
    const before = former.find(({ key }) => key === source.key)?.observation.problem;
    observations.set(source.key, { ...observation, ...problemOfCopy(source, counted, before, now) });
  }
  return observations;
}

async function observeFile(
  { file, retrievedAt }: BuildInput,
  declared: string | undefined,
): Promise<SourceObservation> {
  const stats = await stat(file ?? '').catch(() => undefined);
  if (stats === undefined) return {};
  const at = new Date(retrievedAt ?? stats.mtime).toISOString();
  const day = at.slice(0, 10);
  const isDeclared = declared !== undefined && declared < day;
  return { retrievedAt: at, checkedAt: at, ...(isDeclared && { declaredDate: declared }), observedSince: day };
}

/** Problem of a copy; an unreadable copy overrides any problem of the last download. */
function problemOfCopy(
  { absent }: BuildInput,
  counters: SourceCounters | undefined,
  before: SourceObservation['problem'],
  now: Date,
): Pick<SourceObservation, 'problem'> {
  if (counters?.failure === undefined || absent !== undefined) return {};
  const since = (before?.state === 'failing' ? before.since : undefined) ?? now.toISOString();
  const { reason: code, sentence: reason } = counters.failure;
  return { problem: { state: 'failing', code, reason, since } };
}

/** Day of the newest copy that was used. */
export function newestDate(
  counters: readonly SourceCounters[],
  observations: ReadonlyMap<string, SourceObservation>,
): string {
  const used = counters.filter(({ failure }) => failure === undefined);
  const days = used.flatMap(({ key }) => observations.get(key)?.retrievedAt?.slice(0, 10) ?? []);
  const newest = days.sort().at(-1);
  if (newest === undefined) throw new BuildFailed('No source has a date of retrieval.');
  return newest;
}

/** Sources with their counts, in the order of the counters. */
export function describeSources(
  sources: readonly BuildInput[],
  categories: readonly Category[],
  counters: readonly SourceCounters[],
  observations: ReadonlyMap<string, SourceObservation>,
): readonly Source[] {
  return counters.map((counted) => {
    const source = sources.find(({ key }) => key === counted.key);
    const observation = observations.get(counted.key);
    if (source === undefined || observation === undefined) throw new Error(`source ${counted.key} is not registered`);
    const { key, title, description, kind, origin, licence, redistributable, cadence, scope } = source;
    const countedScope = counted.scope;
    const contact = source.contact ?? mailIn(counted.header?.fields['CONTACT']);
    return {
      key,
      title,
      description,
      kind,
      origin: publicOrigin(origin),
      licence,
      ...defined({ contact, redistributable }),
      cadence,
      observation,
      scope: {
        types: (Object.keys(countedScope.types) as Source['scope']['types'][number][]).sort(),
        categories: categories.map((category) => category.key).filter((name) => countedScope.categories[name]),
        collections: Object.keys(countedScope.collections).sort(),
        entities: countedScope.entities,
        links: countedScope.links,
        description: scope.description,
      },
      import: importCounts(counted, kind),
      ...(counted.contradictions.length > 0 && { contradictions: counted.contradictions }),
    };
  });
}

/** Reasons why links that were read are not in the snapshot. */
const UNPLACED_REASONS = ['unknown_gnd_id', 'deleted_gnd_id', 'withheld_gnd_id', 'too_many_links'];

/**
 * Counts of the import: `read` is the sum of `accepted` and all `rejected`. A record of a list is a link; links of identifiers
 * that the data lack are rejected as `unknown_gnd_id`. Nothing is accepted from an unusable source.
 */
function importCounts(counters: SourceCounters, kind: 'entities' | 'links' | 'redirects'): ImportCounts {
  const { entities, links, redirects, deletions, rejected, sha256 } = counters;
  const lost = UNPLACED_REASONS.reduce((total, reason) => total + (rejected[reason] ?? 0), 0);
  const stated = { entities, links: links - lost, redirects: redirects + deletions }[kind];
  const accepted = counters.failure === undefined ? stated : 0;
  const read = accepted + sum(rejected);
  return { read, accepted, rejected: mostFrequent(rejected), ...(sha256 !== undefined && { sha256 }) };
}

/** Collections that links lead to, sorted by key. */
export function usedCollections(
  curation: Curation,
  counters: readonly SourceCounters[],
  health: Readonly<Record<string, CollectionHealth>> = {},
): Collection[] {
  const used = [...new Set(counters.flatMap(({ scope }) => Object.keys(scope.collections)))].sort();
  return used.flatMap((key) => {
    const collection = curation.collections.get(key);
    if (collection === undefined) return [];
    const { label, category, publisher, homepage, aliases } = collection;
    return [defined({ key, label, category, publisher, homepage, aliases, health: health[key] })];
  });
}

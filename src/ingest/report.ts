/** What a build did: per source what was read, used and refused, and why; and what the snapshot says of its sources. */
import { stat } from 'node:fs/promises';
import type { BuildInput } from '../fetch/build-inputs.ts';
import type { Collection, ImportCounts, Observation, Source } from '../model/source.ts';
import { unpackGndId } from '../model/gnd-id.ts';
import type { Curation } from '../register/curation.ts';
import { publicOrigin } from '../register/register.ts';
import type { BuildNotes, SnapshotNote, SourceNote } from '../store/build-notes.ts';
import type { SnapshotHeader } from '../store/header.ts';
import type { Snapshot } from '../store/store.ts';
import { type Counts, increment, type SourceCounters, sum } from './counters.ts';
import type { MergedSources } from './merge-sources.ts';
import { BuildFailed, type BuildOptions, type DiskUse } from './plan.ts';
import type { StageCost } from './progress.ts';

/** `report.json`, which `gnd-links build --json` prints as well. */
export type BuildReport = ReturnType<typeof makeReport>;
export type SourceReport = BuildReport['sources'][number];

/** Links that were read and found no place in the snapshot. */
const LINKS_LOST = ['unknown_gnd_id', 'deleted_gnd_id', 'too_many_links'];

/**
 * What `/sources` says of the import: read = accepted + all rejected. For a list of links a record is a link that a line
 * yields, and links to identifiers that the data lack are rejected as
 * `unknown_gnd_id`. Of a source that could not be used nothing is accepted.
 */
function importCounts(counters: SourceCounters, kind: 'entities' | 'links' | 'redirects'): ImportCounts {
  if (counters.failure !== undefined) {
    return { read: sum(counters.rejected), accepted: 0, rejected: sorted(counters.rejected) };
  }
  const lost = LINKS_LOST.reduce((total, reason) => total + (counters.rejected[reason] ?? 0), 0);
  const accepted = {
    entities: counters.entities,
    links: counters.links - lost,
    redirects: counters.redirects + counters.deletions,
  }[kind];
  return {
    read: accepted + sum(counters.rejected),
    accepted,
    rejected: sorted(counters.rejected),
    ...(counters.sha256 !== undefined && { sha256: counters.sha256 }),
  };
}

/** The most frequent first; equal ones by name. */
export function sorted(counts: Readonly<Counts>, limit = Number.POSITIVE_INFINITY): Counts {
  const entries = Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return Object.fromEntries(entries.slice(0, limit));
}

interface Outcome extends Pick<MergedSources, 'counters' | 'redirects' | 'conflicts'>, Pick<BuildNotes, 'sitemap'> {
  readonly before: BuildNotes | undefined;
  /** What each stage of this run took. */
  readonly stages: readonly StageCost[];
  /** Stages that a build which was cut off had done before. */
  readonly resumed: number;
  /** What was foreseen. */
  readonly expected: DiskUse;
}

export function makeReport(options: BuildOptions, snapshot: SnapshotHeader, outcome: Outcome) {
  const { counters, redirects, conflicts, sitemap, before, stages, resumed, expected } = outcome;
  const unknownHosts: Counts = {};
  for (const source of counters) {
    for (const [host, links] of Object.entries(source.unknownHosts)) increment(unknownHosts, host, links);
  }
  return {
    snapshot: { id: snapshot.id, date: snapshot.date, contentHash: snapshot.contentHash },
    builtAt: snapshot.builtAt,
    seconds: stages.reduce((total, { seconds }) => total + seconds, 0),
    /** Largest resident memory of the process so far. */
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    snapshotBytes: Object.values(snapshot.files).reduce((total, { bytes }) => total + bytes, 0),
    stages,
    resumedStages: resumed,
    expectedDiskBytes: expected,
    counts: snapshot.counts,
    redirects,
    /** Entities with conflicts, by collection. */
    conflicts: sorted(conflicts),
    /** Links into collections that nobody curated, by host. */
    unknownHosts: sorted(unknownHosts, 1000),
    sources: counters.map((source) => sourceReport(options, source, snapshot, before)),
    sitemap,
    history: [noteOf(snapshot), ...(before?.history ?? []).filter(({ id }) => id !== snapshot.id)].slice(0, HISTORY),
  } satisfies BuildNotes & Record<string, unknown>;
}

/** Snapshots that are remembered. */
const HISTORY = 10;

function noteOf({ id, date, builtAt, counts }: Snapshot): SnapshotNote {
  return { id, date, builtAt, entities: counts.entities, links: counts.links };
}

function sourceReport(
  options: BuildOptions,
  counters: SourceCounters,
  snapshot: Snapshot,
  notes: BuildNotes | undefined,
) {
  const source = options.sources.find(({ key }) => key === counters.key);
  const contact = counters.header?.fields['CONTACT'];
  const before = notes?.sources.find(({ key }) => key === counters.key)?.scope;
  const counts = snapshot.sources.find(({ key }) => key === counters.key)?.import;
  return {
    key: counters.key,
    format: source?.origin.format ?? '',
    bytes: counters.bytes,
    seconds: counters.seconds,
    ...(counters.failure !== undefined && { failure: counters.failure }),
    import: counts ?? importCounts(counters, 'links'),
    details: sorted(counters.details),
    notices: sorted(counters.notices),
    contradictions: counters.contradictions,
    linksViaFormerIds: counters.scope.viaFormerIds,
    linksByCollection: sorted(counters.scope.collections),
    examples: counters.examples,
    ...(contact && { contact }),
    ...(source?.origin.format === 'beacon' && { reading: readingOf(source) }),
    firstEntities: counters.scope.firstEntities.map(unpackGndId),
    scope: { entities: counters.scope.entities, links: counters.scope.links },
    ...(before !== undefined && { before }),
    ...(source?.change && { change: source.change }),
    sampleUrls: counters.sampleUrls,
  } satisfies SourceNote & Record<string, unknown>;
}

function readingOf({ beacon, relation, guard }: BuildInput): NonNullable<SourceNote['reading']> {
  return { ...(beacon && { beacon }), ...(relation && { relation }), guard };
}

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
  const { key, title, description, kind, origin, licence, redistributable, cadence, scope } = source;
  const found = counters.scope;
  return {
    key,
    title,
    description,
    kind,
    origin: publicOrigin(origin),
    licence,
    ...(redistributable !== undefined && { redistributable }),
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

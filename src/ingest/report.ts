/** What a build did: per source what was read, used and refused, and why; as JSON for machines and a table for people. */
import type { ImportCounts } from '../model/source.ts';
import type { Snapshot, SnapshotCounts } from '../store/store.ts';
import type { SnapshotHeader } from '../store/header.ts';
import type { MergedSources } from './merge-sources.ts';
import type { BuildOptions } from './options.ts';
import type { DiskUse } from './plan.ts';
import type { StageCost } from './resource-monitor.ts';
import type { RedirectReport } from './redirects.ts';
import { alignColumns, grouped, listCounts } from './table.ts';
import { type Counts, increment, type SourceCounters, sum } from './counters.ts';

export interface BuildReport {
  readonly snapshot: { readonly id: string; readonly date: string; readonly contentHash: string };
  readonly builtAt: string;
  readonly seconds: number;
  /** Largest resident memory of the process so far, in bytes. */
  readonly peakMemoryBytes: number;
  readonly snapshotBytes: number;
  /** What each stage of this run took. */
  readonly stages: readonly StageCost[];
  /** Stages that a build which was cut off had done before. */
  readonly resumedStages: number;
  /** What was foreseen. */
  readonly expectedDiskBytes: DiskUse;
  readonly counts: SnapshotCounts;
  readonly redirects: RedirectReport;
  /** Entities with conflicts, by collection. */
  readonly conflicts: Readonly<Counts>;
  /** Links into collections that nobody curated, by host, most first. */
  readonly unknownHosts: Readonly<Counts>;
  readonly sources: readonly SourceReport[];
}

export interface SourceReport {
  readonly key: string;
  readonly format: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly failure?: { readonly reason: string; readonly sentence: string };
  readonly import: ImportCounts;
  readonly details: Readonly<Counts>;
  readonly notices: Readonly<Counts>;
  readonly linksViaFormerIds: number;
  readonly linksByCollection: Readonly<Counts>;
  readonly examples: SourceCounters['examples'];
  readonly sampleUrls: readonly string[];
}

/** Links that were read and found no place in the snapshot. */
const LINKS_LOST = ['unknown_gnd_id', 'deleted_gnd_id', 'too_many_links'];

/**
 * What `/sources` says of the import: read = accepted + all rejected. For a list of links a record is a link that a line
 * yields, and links to identifiers that the data lack are rejected as
 * `unknown_gnd_id`. Of a source that could not be used nothing is accepted.
 */
export function importCounts(counters: SourceCounters, kind: 'entities' | 'links' | 'redirects'): ImportCounts {
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

/** The report as text, at most 100 columns wide where the data allow. */
export function formatReport(report: BuildReport): string {
  const lines = [
    `Snapshot ${report.snapshot.id} (data of ${report.snapshot.date})`,
    `  ${grouped(report.counts.entities)} entities: ${listCounts(report.counts.byType)}`,
    `  ${grouped(report.counts.links)} links: ${listCounts(report.counts.byCategory)}`,
    `  ${grouped(report.counts.redirects)} former identifiers, ${grouped(report.counts.deletions)} deleted ones`,
    `  ${report.seconds.toFixed(1)} s, ${mib(report.peakMemoryBytes)} peak memory, ${mib(report.snapshotBytes)} on disk`,
    '',
    ...table(report.sources),
  ];
  const refused = report.sources.flatMap((source) => refusals(source));
  if (refused.length > 0) lines.push('', 'Refused or odd, by source:', ...refused);
  if (sum(report.conflicts) > 0) lines.push('', `Conflicting identifiers: ${listCounts(report.conflicts)}`);
  const unknown = Object.entries(report.unknownHosts);
  if (unknown.length > 0) {
    lines.push('', `Links into unknown collections: ${listCounts(sorted(report.unknownHosts, 10))}`);
  }
  const { loops, tooLong, splits, ofLivingRecord, targetMissing, deletedButPresent } = report.redirects;
  const odd = { loops: loops.count, tooLong, splits, ofLivingRecord, targetMissing, deletedButPresent };
  if (sum(odd) > 0) {
    lines.push('', `Odd redirects: ${listCounts(Object.fromEntries(Object.entries(odd).filter(([, n]) => n > 0)))}`);
  }
  return `${lines.join('\n')}\n`;
}

function table(sources: readonly SourceReport[]): string[] {
  const rows = sources.map((source) => [
    source.key,
    source.format,
    grouped(source.import.read),
    source.failure === undefined ? grouped(source.import.accepted) : `failed: ${source.failure.reason}`,
    grouped(sum(source.import.rejected)),
    source.seconds.toFixed(1),
  ]);
  const head = ['source', 'format', 'read', 'accepted', 'rejected', 'seconds'];
  return alignColumns([head, ...rows], new Set([2, 3, 4, 5]));
}

function refusals(source: SourceReport): string[] {
  if (source.failure !== undefined) return [`  ${source.key}: ${source.failure.sentence}`];
  const parts = [source.import.rejected, source.details, source.notices].filter((counts) => sum(counts) > 0);
  return parts.length === 0 ? [] : [`  ${source.key}: ${parts.map(listCounts).join('; ')}`];
}

function mib(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(bytes < 100 * 1024 ** 2 ? 1 : 0)} MiB`;
}

export interface BuildCosts {
  readonly stages: readonly StageCost[];
  readonly resumed: number;
  readonly expected: DiskUse;
}

export function makeReport(
  options: BuildOptions,
  snapshot: SnapshotHeader,
  { counters, redirects, conflicts }: MergedSources,
  { stages, resumed, expected }: BuildCosts,
): BuildReport {
  const unknownHosts: Counts = {};
  for (const source of counters) {
    for (const [host, links] of Object.entries(source.unknownHosts)) increment(unknownHosts, host, links);
  }
  return {
    snapshot: { id: snapshot.id, date: snapshot.date, contentHash: snapshot.contentHash },
    builtAt: snapshot.builtAt,
    seconds: stages.reduce((total, { seconds }) => total + seconds, 0),
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    snapshotBytes: Object.values(snapshot.files).reduce((total, { bytes }) => total + bytes, 0),
    stages,
    resumedStages: resumed,
    expectedDiskBytes: expected,
    counts: snapshot.counts,
    redirects,
    conflicts: sorted(conflicts),
    unknownHosts: sorted(unknownHosts, 1000),
    sources: counters.map((source) => sourceReport(options, source, snapshot)),
  };
}

function sourceReport(options: BuildOptions, counters: SourceCounters, snapshot: Snapshot): SourceReport {
  const source = options.sources.find(({ key }) => key === counters.key);
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
    linksViaFormerIds: counters.scope.viaFormerIds,
    linksByCollection: sorted(counters.scope.collections),
    examples: counters.examples,
    sampleUrls: counters.sampleUrls,
  };
}

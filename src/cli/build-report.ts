/** The report of a build as a table for people. */
import { sum } from '../ingest/counters.ts';
import { type BuildReport, sorted, type SourceReport } from '../ingest/report.ts';
import { alignColumns, grouped, listCounts } from './table.ts';

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
  const contradictions = report.sources.flatMap((source) =>
    source.contradictions.map((each) => `  ${source.key}: ${each}`),
  );
  if (contradictions.length > 0) lines.push('', 'Contradictions between lists and register:', ...contradictions);
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

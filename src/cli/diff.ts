/** `gnd-links diff`: the changes between two snapshots, as JSON or as text for people (facts, counts, then examples). */
import { diffSnapshots } from '../build/ingest/compare/diff-snapshots.ts';
import type {
  Group,
  NamedEntity,
  SampleLink,
  SnapshotDiff,
  SourceDiff,
  Turnover,
} from '../build/ingest/compare/diff-counter.ts';
import { ENTITY_TYPES } from '../core/model/entity.ts';
import { shareSnapshot } from '../core/snapshot/directory.ts';
import { UnusableSnapshot } from '../core/snapshot/header.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { createProgress } from './progress.ts';
import { alignColumns, grouped } from './table.ts';

interface DiffOptions {
  /** Number of examples of each kind of change. */
  readonly sample: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export async function runDiff(
  before: string,
  after: string,
  { sample, json, quiet = false }: DiffOptions,
): Promise<void> {
  const diff = await compare(before, after, sample, quiet);
  if (!quiet) process.stdout.write(json === true ? `${JSON.stringify(diff, null, 2)}\n` : formatDiff(diff));
  // No sentence: nothing failed, and the exit code is the result.
  if (diff.differs) throw new CommandFailed('', EXIT.failed);
}

async function compare(before: string, after: string, sample: number, quiet: boolean): Promise<SnapshotDiff> {
  try {
    using earlier = await shareSnapshot(before);
    using later = await shareSnapshot(after);
    return await diffSnapshots(earlier.directory, later.directory, {
      sample,
      ...(!quiet && { progress: createProgress() }),
    });
  } catch (error) {
    if (error instanceof UnusableSnapshot) throw new CommandFailed(error.message, EXIT.usage, { cause: error });
    throw error;
  }
}

/** Empty parts are left out. */
function formatDiff(diff: SnapshotDiff): string {
  const parts = [
    facts(diff),
    ...(diff.differs ? [] : [['Nothing differs.']]),
    byType('entities', diff.entities),
    counts('changed', 'entities', diff.entities.changed.byField),
    counts('former identifiers', 'number', diff.formerIdentifiers.byChange),
    byType('links', { added: diff.links.added, removed: diff.links.removed, altered: diff.links.altered }),
    turnover('links by category', diff.links.byCategory),
    turnover('links by collection', diff.links.byCollection),
    turnover('links by source', diff.links.bySource),
    sources(diff.sources),
    ...examples(diff),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function facts({ before, after }: SnapshotDiff): string[] {
  const amount = (what: string, from: number, to: number): readonly string[] => [
    what,
    grouped(from),
    grouped(to),
    from === to ? '' : signed(to - from),
  ];
  return alignColumns(
    [
      ['', 'before', 'after', ''],
      ['snapshot', before.id, after.id],
      ['data of', before.date, after.date],
      ['built', before.builtAt.slice(0, 10), after.builtAt.slice(0, 10)],
      amount('entities', before.counts.entities, after.counts.entities),
      amount('links', before.counts.links, after.counts.links),
      amount('former ids', before.counts.redirects, after.counts.redirects),
      amount('deleted ids', before.counts.deletions, after.counts.deletions),
    ],
    new Set([1, 2, 3]),
  );
}

/** One row per kind of change, one column per type that occurs. */
function byType(what: string, groups: Readonly<Record<string, Group<unknown>>>): string[] {
  const occurring = Object.entries(groups).filter(([, { total }]) => total > 0);
  if (occurring.length === 0) return [];
  const types = ENTITY_TYPES.filter((type) => occurring.some(([, group]) => group.byType[type] !== undefined));
  const rows = occurring.map(([kind, group]) => [
    kind,
    grouped(group.total),
    ...types.map((type) => amountOf(group.byType[type])),
  ]);
  return table([[what, 'all', ...types], ...rows]);
}

function counts(what: string, of: string, byKey: Readonly<Record<string, number>>): string[] {
  const rows = Object.entries(byKey).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (rows.length === 0) return [];
  return table([[what, of], ...rows.map(([key, count]) => [key, grouped(count)])]);
}

function turnover(what: string, byKey: Readonly<Record<string, Turnover>>): string[] {
  const rows = Object.entries(byKey).map(([key, { added, removed }]) => [key, amountOf(added), amountOf(removed)]);
  return rows.length === 0 ? [] : table([[what, 'added', 'removed'], ...rows]);
}

function sources(changed: readonly SourceDiff[]): string[] {
  if (changed.length === 0) return [];
  const rows = changed.map(({ key, change, before, after }) => [
    key,
    change,
    before?.retrievedAt?.slice(0, 10) ?? '',
    after?.retrievedAt?.slice(0, 10) ?? '',
    before === undefined ? '' : grouped(before.accepted),
    after === undefined ? '' : grouped(after.accepted),
  ]);
  const head = ['source', 'what', 'retrieved before', 'after', 'records before', 'after'];
  return alignColumns([head, ...rows], new Set([4, 5]));
}

/** A table of numbers, except for its first column. */
function table(rows: readonly (readonly string[])[]): string[] {
  return alignColumns(rows, new Set(Array.from({ length: rows[0]?.length ?? 0 }, (_, column) => column).slice(1)));
}

function examples({ entities, formerIdentifiers, links }: SnapshotDiff): string[][] {
  const listed: (readonly [what: string, total: number, rows: readonly (readonly string[])[]])[] = [
    group('new', entities.new, ({ preferredName, formerly }) =>
      formerly === undefined ? preferredName : `${preferredName} (was ${formerly})`,
    ),
    group('merged', entities.merged, ({ preferredName, into }) => `${preferredName} → ${into}`),
    group('deleted', entities.deleted, ({ preferredName, successors }) => [preferredName, ...successors].join(' → ')),
    group('vanished', entities.vanished, ({ preferredName }) => preferredName),
    group('renamed', entities.renamed, ({ preferredName, before }) => `${before} → ${preferredName}`),
    group('changed', entities.changed, ({ preferredName, fields }) => `${preferredName}: ${fields.join(', ')}`),
    [
      'former identifiers',
      formerIdentifiers.total,
      formerIdentifiers.sample.map(({ gnd, before, after }) => [gnd, `${before} → ${after}`]),
    ],
    ['links added', links.added.total, links.added.sample.map(link)],
    ['links removed', links.removed.total, links.removed.sample.map(link)],
    ['links altered', links.altered.total, links.altered.sample.map(link)],
  ];
  return listed
    .filter(([, , rows]) => rows.length > 0)
    .map(([what, total, rows]) => [`${what}, ${rows.length} of ${grouped(total)}:`, ...indented(alignColumns(rows))]);
}

function group<T extends NamedEntity>(what: string, { total, sample }: Group<T>, describe: (one: T) => string) {
  return [what, total, sample.map((one) => [one.gnd, one.type, describe(one)])] as const;
}

function link({ gnd, url, category, collection, assertedBy }: SampleLink): readonly string[] {
  return [gnd, `${category}/${collection}`, url, `(${assertedBy.join(', ')})`];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function amountOf(count = 0): string {
  return count === 0 ? '' : grouped(count);
}

function signed(change: number): string {
  return change > 0 ? `+${grouped(change)}` : `−${grouped(-change)}`;
}

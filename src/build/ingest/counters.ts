/** Counts the statements of one source by outcome, and keeps a few examples for the report. */
import type { EntityType } from '../../core/model/entity.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import type { SourceKind } from '../../core/model/source.ts';
import { addCounts, type Counts, increment } from '../../shared/counts.ts';
import { defined } from '../../shared/omit.ts';
import type { Defect, HeaderStatement } from '../sources/readers/reader.ts';

/** Number of examples per reason. */
const MAX_EXAMPLES = 20;
/** Number of the first entities of a source that the report names. */
export const MAX_FIRST_ENTITIES = 100;
/** Number of hosts of unknown collections that are counted separately. */
const MAX_HOSTS = 2_000;

interface DefectExample {
  readonly reason: string;
  readonly line?: number;
  readonly excerpt?: string;
  /** The entity of a refused link. */
  readonly gnd?: GndId;
}

/** The growing counts and examples of one source for the report. */
export type SourceCounters = ReturnType<typeof createCounters>;

export function createCounters({ key, kind }: { readonly key: string; readonly kind: SourceKind }) {
  return {
    key,
    kind,
    entities: 0,
    links: 0,
    redirects: 0,
    deletions: 0,
    /** Whole records or lines that yielded nothing, by reason. */
    rejected: {} as Counts,
    /** Parts of records that were left out, by reason. */
    details: {} as Counts,
    /** Oddities in records that were used. */
    notices: {} as Counts,
    /** Links that were changed or refused, by the place of the decision in `links.yaml`. */
    decisions: {} as Counts,
    examples: [] as DefectExample[],
    /** Links to unknown collections, by host. */
    unknownHosts: {} as Counts,
    /** Number of hosts in `unknownHosts`, without "further hosts". */
    hosts: 0,
    header: undefined as HeaderStatement | undefined,
    /** Contradictions between the list, its targets and its register entry. */
    contradictions: [] as readonly string[],
    /** Digest of the file; undefined until the file has been read to its end. */
    sha256: undefined as string | undefined,
    bytes: 0,
    seconds: 0,
    /** Set when the file as a whole could not be used. */
    failure: undefined as { readonly reason: string; readonly sentence: string } | undefined,
    /** The source's contribution to the finished snapshot. */
    scope: {
      entities: 0,
      links: 0,
      /** Packed identifiers of the first entities. */
      firstEntities: [] as number[],
      types: {} as Partial<Record<EntityType, number>>,
      categories: {} as Counts,
      collections: {} as Counts,
    },
  };
}

export function countDefect(
  counters: SourceCounters,
  { severity, reason, line, excerpt }: Omit<Defect, 'kind'>,
  gnd?: GndId,
): void {
  const counts = { record: counters.rejected, detail: counters.details, notice: counters.notices }[severity];
  increment(counts, reason);
  if ((line ?? excerpt) === undefined) return;
  let kept = 0;
  for (const example of counters.examples) {
    if (example.reason !== reason) continue;
    kept += 1;
    // One number may have many links, whose examples would be the same.
    if (example.line === line && example.excerpt === excerpt && example.gnd === gnd) return;
  }
  if (kept >= MAX_EXAMPLES) return;
  counters.examples.push(defined({ reason, line, gnd, excerpt }));
}

/** Drops examples that show anything of entities that the operator has decided about, however their number is spelled. */
export function withoutExamplesOf(identifiers: readonly GndId[], counters: SourceCounters): SourceCounters {
  const digits = (text: string) =>
    text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^\dX]/gu, '');
  const decided = identifiers.map(digits);
  const isShown = ({ gnd, excerpt }: DefectExample) => {
    const shown = `${digits(gnd ?? '')} ${digits(excerpt ?? '')}`;
    return decided.every((number) => !shown.includes(number));
  };
  return { ...counters, examples: counters.examples.filter(isShown) };
}

export function countUnknownHost(counters: SourceCounters, host: string): void {
  const isListed = Object.hasOwn(counters.unknownHosts, host);
  if (!isListed && counters.hosts < MAX_HOSTS) counters.hosts += 1;
  increment(counters.unknownHosts, isListed || counters.hosts < MAX_HOSTS ? host : '(further hosts)');
}

/** Adds up the counters of one source from reading and from the ranges of the merge. */
export function mergeCounters(read: SourceCounters, others: readonly (SourceCounters | undefined)[]): SourceCounters {
  const merged = structuredClone(read);
  for (const other of others) {
    if (other === undefined) continue;
    for (const part of ['rejected', 'details', 'notices'] as const) addCounts(merged[part], other[part]);
    merged.scope.entities += other.scope.entities;
    merged.scope.links += other.scope.links;
    const kept = [...merged.examples, ...other.examples];
    const ofReason = Map.groupBy(kept, ({ reason }) => reason).values();
    merged.examples.splice(0, Infinity, ...[...ofReason].flatMap((examples) => examples.slice(0, MAX_EXAMPLES)));
    const first = [...merged.scope.firstEntities, ...other.scope.firstEntities];
    merged.scope.firstEntities = first.toSorted((a, b) => a - b).slice(0, MAX_FIRST_ENTITIES);
    for (const part of ['types', 'categories', 'collections'] as const)
      addCounts(merged.scope[part] as Counts, other.scope[part] as Counts);
  }
  return merged;
}

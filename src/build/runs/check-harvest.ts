/** Checks a harvest with a new dump: each record that changed during the harvest should be in the previous snapshot. */
import { openRows } from '../ingest/snapshot/read-rows.ts';
import type { DumpCheck } from '../../core/snapshot/completeness.ts';
import type { EntityType } from '../../core/model/entity.ts';
import type { Source } from '../../core/model/source.ts';
import type { SnapshotRow } from '../../shared/snapshot-rows.ts';
import { type Counts, increment } from '../../shared/counts.ts';
import { readAnswer } from '../../core/snapshot/stored-answer.ts';
import { type Progress, SILENT } from '../ingest/progress.ts';
import { mergeJoin } from './compare-snapshots.ts';

/** Number of identifiers that the result names. */
const MAX_EXAMPLES = 20;

/**
 * Compares two snapshots; memory does not grow with the data. Dates are compared by day, and the last day of the harvest is
 * left out.
 * @param before directory of the snapshot with the former dump @param after directory of the snapshot with the new dump
 * @param since first day of the harvest; older records are not compared
 * @returns undefined where nothing had been harvested, or no dump is new
 * @throws UnusableSnapshot
 */
export async function checkHarvest(
  before: string,
  after: string,
  since = '',
  progress: Progress = SILENT,
): Promise<DumpCheck | undefined> {
  using earlier = await openRows(before);
  using later = await openRows(after);
  const through = earlier.header.sources.flatMap(({ observation }) => observation.harvestedThrough ?? []).sort()[0];
  const types = typesOfNewDumps(earlier.header.sources, later.header.sources);
  if (through === undefined || types.size === 0) return undefined;
  const counts = { compared: 0, missed: {} as Counts, stale: {} as Counts };
  const examples: string[] = [];
  const isHarvested = (day: string): boolean => since <= day && day < through.slice(0, 10);
  progress.stage('check harvest', later.header.counts.entities);
  for (const [was, is] of mergeJoin(earlier.all(), later.all())) {
    const record = recordOf(is);
    if (record === undefined) continue;
    progress.advance(1);
    const { gnd, type, modified } = record;
    if (modified === undefined || !types.has(type) || !isHarvested(modified)) continue;
    counts.compared += 1;
    const former = recordOf(was);
    // Without a date the versions cannot be compared.
    if (former !== undefined && (former.modified === undefined || former.modified >= modified)) continue;
    increment(was === undefined ? counts.missed : counts.stale, type);
    if (examples.length < MAX_EXAMPLES) examples.push(gnd);
  }
  return { snapshot: later.header.id, date: later.header.date, harvestedThrough: through, ...counts, examples };
}

function recordOf(row: SnapshotRow | undefined) {
  return row?.kind === 'entity' ? readAnswer(row.answer).entity : undefined;
}

/** Types whose dump has been replaced. A dump that is new to the register does not count, as its records were not expected. */
function typesOfNewDumps(before: readonly Source[], after: readonly Source[]): ReadonlySet<EntityType> {
  const isDump = ({ kind, origin, observation, import: { accepted } }: Source): boolean =>
    kind === 'entities' &&
    origin.format !== 'entity-facts' &&
    observation.harvestedThrough === undefined &&
    accepted > 0;
  const former = new Map(before.filter(isDump).map((source) => [source.key, source]));
  const renewed = after.filter(isDump).filter((source) => {
    const sha256 = former.get(source.key)?.import.sha256;
    return sha256 !== undefined && sha256 !== source.import.sha256;
  });
  const added = after.filter(isDump).filter(({ key }) => !former.has(key));
  const typesOf = (sources: readonly Source[]) => new Set(sources.flatMap(({ scope }) => scope.types));
  return typesOf(renewed).difference(typesOf(added));
}

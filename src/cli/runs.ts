/** Runs of the command line, and the results that they write into the run log and the completeness file. */
import type { FetchOutcome } from '../build/sources/fetch/fetch-source.ts';
import { isTrouble } from '../build/sources/fetch/plausibility.ts';
import type { RegisteredSource } from '../build/sources/register/register.ts';
import {
  type LaterRun,
  type LaterFailure,
  performRun,
  type Run,
  type RunOptions,
  type RunPlace,
  toTenths,
} from '../build/runs/run.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { completenessOfSources } from '../build/sources/harvest/completeness.ts';
import { DownloadFailed } from '../build/sources/download/download-failure.ts';
import { replaceFile } from '../shared/files/durable-file.ts';
import {
  type Completeness,
  COMPLETENESS_FILE,
  type DumpCheck,
  readCompleteness,
} from '../core/snapshot/completeness.ts';
import type { FailureReason, RunKind } from '../core/snapshot/run-log.ts';
import { sum } from '../shared/counts.ts';
import { counted, listCounts } from './table.ts';
import { grouped } from '../shared/numbers.ts';
import { describeFailure } from './failure.ts';

const reasonOf = (error: unknown): FailureReason => describeFailure(error).reason;

/** Performs a run, see {@link performRun}. */
export function runAt<Lock, T extends { readonly result: string }>(
  place: RunPlace<Lock>,
  kind: RunKind,
  work: (run: Run<Lock>) => Promise<T>,
  {
    laterOf,
    ...options
  }: Pick<RunOptions, 'every' | 'onStage'> & {
    readonly laterOf?: (achieved: T) => readonly LaterRun<Lock>[];
  } = {},
) {
  return performRun(place, kind, { ...options, reasonOf }, work, laterOf);
}

/** A sentence for each stage that failed after the switch. */
export function describeLaterFailures(failures: readonly LaterFailure[]): readonly string[] {
  return failures.map(
    ({ kind, error }) =>
      `the new data are in service, but the stage ${kind} failed: ${describeFailure(error).sentence}`,
  );
}

/** Records the harvest that was part of an update, if one was due. */
export async function recordHarvest(
  run: Pick<Run, 'record'>,
  register: readonly RegisteredSource[],
  outcomes: readonly FetchOutcome[],
): Promise<void> {
  const isHarvested = ({ origin, state }: RegisteredSource) => origin.oai !== undefined && state === 'active';
  const harvested = register.filter(isHarvested).map(({ key }) => key);
  if (harvested.length === 0) return run.record('harvest', undefined);
  const done = outcomes.filter(({ key, seconds }) => harvested.includes(key) && seconds !== undefined);
  if (done.length === 0) return;
  const seconds = toTenths(done.reduce((sum, outcome) => sum + (outcome.seconds ?? 0), 0));
  const end = done.some(({ result }) => isTrouble(result))
    ? { outcome: 'failed', stage: 'download', reason: 'source_failed' }
    : { outcome: 'harvested' };
  await run.record('harvest', { seconds, ...end });
}

/** Records the result of the audits of harvests in the run log, if any was due. */
export async function recordAudit(run: Pick<Run, 'record'>, outcomes: readonly FetchOutcome[]): Promise<void> {
  const audits = outcomes.flatMap(({ harvested }) => harvested?.audited ?? []);
  if (audits.length === 0) return;
  const seconds = toTenths(audits.reduce((sum, audit) => sum + audit.seconds, 0));
  const failed = { outcome: 'failed', stage: 'audit', reason: 'audit_failed' };
  const end = audits.some(({ failure }) => failure !== undefined) ? failed : { outcome: 'audited' };
  await run.record('audit', { seconds, ...end });
}

/**
 * Records the completeness of the harvests, even when no harvest was due or one failed.
 * @param out folder of snapshots
 * @param check the comparison with a new dump; if absent, the former comparison is kept
 */
export async function recordCompleteness(
  { out, sources }: { readonly out: string; readonly sources: string },
  register: readonly RegisteredSource[],
  check?: DumpCheck,
): Promise<void> {
  const harvests = readStores(register, sources);
  const dump = check ?? (await readCompleteness(out))?.dump;
  const completeness = harvests && { ...harvests, ...(dump && { dump }) };
  if (completeness === undefined) await rm(join(out, COMPLETENESS_FILE), { force: true });
  else await writeCompleteness(out, completeness);
}

/** @param folder of snapshots @throws the system's error */
export async function writeCompleteness(folder: string, completeness: Completeness): Promise<void> {
  await replaceFile(join(folder, COMPLETENESS_FILE), `${JSON.stringify(completeness)}\n`);
}

/** A sentence about records that harvests were given and cannot use; undefined if there are none. */
export function describeUnread(unread: Completeness['unread'] = {}): string | undefined {
  const all = sum(unread);
  return all === 0 ? undefined : `${counted(all, 'harvested record')} cannot be used (${listCounts(unread)})`;
}

/** `1,234 records, missed 0, stale 2 (Person 2)`. */
export function describeCheck({ compared, missed, stale }: DumpCheck): string {
  const parts = Object.entries({ missed, stale }).map(([what, counts]) => {
    const all = sum(counts);
    return `${what} ${grouped(all)}${all === 0 ? '' : ` (${listCounts(counts)})`}`;
  });
  return [counted(compared, 'record'), ...parts].join(', ');
}

/** Undefined for a damaged record store, which is reported as a problem of its source. */
function readStores(register: readonly RegisteredSource[], sources: string): Completeness | undefined {
  try {
    return completenessOfSources(register, sources, new Date());
  } catch (error) {
    if (error instanceof DownloadFailed) return undefined;
    throw error;
  }
}

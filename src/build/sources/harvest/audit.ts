/** The audit of a harvest: lists the identifiers of past days a second time, and fetches missing records. */
import { DAY_MS, dayOf, HOUR_MS } from '../../../core/model/days.ts';
import {
  endOfDay,
  formatDatestamp,
  type Granularity,
  GRANULARITY_MS,
  instantOf,
} from '../../../core/model/datestamp.ts';
import { DownloadFailed } from '../download/download-failure.ts';
import type { OaiRepository } from '../register/register.ts';
import { AUDIT_AGES, type AuditCounts, type AuditProgress } from './audit-store.ts';
import { type OaiClient, protocolFailure } from './client.ts';
import { completeBeforeGaps } from './harvest.ts';
import { countDays, RELIST_HELD_MS, heldDays, release } from './held-days.ts';
import { type RangeListing, listRange } from './list-range.ts';
import { createBudget, type HarvestBudget, takeRequest } from './list-window.ts';
import type { RecordStore } from './record-store.ts';
import type { HarvestedRecord } from './response.ts';
import { createWindows, startOf, type TimeRange, windowFrom } from './window.ts';

/** Largest number of missing records of a window that are fetched one by one; with more, the window is listed again. */
const MAX_SINGLE_RECORDS = 20;
/** Number of lists in a row that lack known records, after which the last one is taken as complete. */
const MAX_SHORT_LISTS = 3;

export interface AuditOptions {
  /** Largest number of requests per day; 0 for no audit. */
  readonly requestsPerDay: number;
  /** Milliseconds between two requests to the repository. */
  readonly pauseMs: number;
}

export interface Audited extends AuditCounts {
  /** Number of missing records that are no longer missing: fetched, harvested meanwhile, or gone from the repository. */
  readonly fetched: number;
  /** Reason why the audit ended early. */
  readonly failure?: string | undefined;
  readonly seconds: number;
}

interface AuditRun {
  readonly client: OaiClient;
  readonly store: RecordStore;
  readonly budget: HarvestBudget;
  readonly granularity: Granularity;
  /** The repository's clock, in milliseconds. */
  readonly now: number;
  missed: number;
  fetched: number;
}

/**
 * Performs an audit. It ends when the repository fails; the next audit continues there.
 * @throws errors of the local disk, and the reason of the abort signal
 */
export async function audit(
  repository: OaiRepository,
  store: RecordStore,
  client: OaiClient,
  { requestsPerDay }: AuditOptions,
): Promise<Audited> {
  const begun = performance.now();
  const none = { requests: 0, missed: 0, fetched: 0, seconds: 0 };
  if (requestsPerDay === 0 || store.state() === undefined) return none;
  let run: AuditRun | undefined;
  let failure: string | undefined;
  try {
    const { error, repository: identified, responseDate: now } = await client.identify();
    if (identified === undefined) throw protocolFailure(error);
    const { granularity } = identified;
    const sent = store.audit.logged(dayOf(now)).requests;
    const budget = createBudget(Math.max(0, requestsPerDay - sent));
    run = { client, store, budget, granularity, now, missed: 0, fetched: 0 };
    countDays(store, now);
    await fetchMissing(run);
    const start = startOf(repository.from, identified.earliest);
    for (const age of AUDIT_AGES) await relistDaysOfAge(run, age, start);
    await relistHeldDays(run);
    await fetchMissing(run);
  } catch (error) {
    if (!(error instanceof DownloadFailed)) throw error;
    failure = error.reason;
  }
  const seconds = (performance.now() - begun) / 1000;
  if (run === undefined) return { ...none, failure, seconds };
  const { missed, fetched, budget, now } = run;
  const counts = { requests: budget.pages, missed };
  store.audit.log(formatDatestamp(now, 'YYYY-MM-DDThh:mm:ssZ'), counts);
  return { ...counts, fetched, failure, seconds };
}

/** Lists again all days that have reached an age since the last audit. */
async function relistDaysOfAge(run: AuditRun, age: number, start: number): Promise<void> {
  const { store, granularity, now } = run;
  const { complete } = completeBeforeGaps(store);
  if (complete === undefined) return;
  const unit = GRANULARITY_MS[granularity];
  const before = store.audit.progress(age) ?? { through: formatDatestamp(start - unit, granularity), tries: 0 };
  const range = {
    granularity,
    start: instantOf(before.through) + unit,
    target: Math.min(instantOf(complete), now - age * DAY_MS),
  };
  await compare(run, range, before, (progress) => store.audit.setProgress(age, progress));
}

/** Lists held days again, some hours after they were held. */
async function relistHeldDays(run: AuditRun): Promise<void> {
  const { store, granularity, now } = run;
  for (const { day, held } of heldDays(store)) {
    if (now - instantOf(held ?? day) < RELIST_HELD_MS) continue;
    const range = { granularity, start: instantOf(day), target: endOfDay(day, granularity) };
    const before = { through: day, tries: MAX_SHORT_LISTS };
    if (await compare(run, range, before, () => undefined)) release(store, day);
  }
}

/**
 * Lists the identifiers of a range, and records the missing ones.
 * @returns whether the end was reached
 */
async function compare(
  run: AuditRun,
  range: TimeRange,
  before: AuditProgress,
  onProgress: (progress: AuditProgress) => void,
): Promise<boolean> {
  const { client, store, budget } = run;
  const unit = GRANULARITY_MS[range.granularity];
  const windows = createWindows(range, Math.max(before.longest ?? HOUR_MS, unit), DAY_MS);
  let { through, tries } = before;
  let missing = 0;
  const listing: RangeListing = {
    windows,
    request: client.listIdentifiers,
    keep({ records }, _, listedUntil) {
      missing += records.filter((record) => addIfMissing(run, record)).length;
      if (listedUntil === undefined) return 0;
      through = listedUntil;
      onProgress({ through, longest: windows.longest(), tries: 0 });
      return 0;
    },
    onListed(window, { items }) {
      // A list that lacks known records does not show which others are missing.
      const isShort = items < 0.95 * store.audit.countRecords(window) - 5;
      tries = isShort ? tries + 1 : 0;
      if (isShort && tries < MAX_SHORT_LISTS) return false;
      if (missing > MAX_SINGLE_RECORDS) store.relistLater([{ ...window, reason: 'missed' }]);
      missing = 0;
      return true;
    },
    onGaps: () => undefined,
  };
  const first = windowFrom(range, range.start, windows.longest() ?? DAY_MS);
  const hadRequests = budget.pages < budget.maxPages;
  if (await listRange(run, listing, first)) return true;
  // The next window is half as long: one that needs more requests than a day has would never be listed to its end.
  const half = Math.max(unit, Math.floor((windows.longest() ?? DAY_MS) / unit / 2) * unit);
  onProgress({ through, longest: tries === 0 && hadRequests ? half : windows.longest(), tries });
  return false;
}

/** @returns whether the record is newly found missing */
function addIfMissing(run: AuditRun, record: HarvestedRecord): boolean {
  const { store } = run;
  if (store.isKnown(record)) return false;
  // The header of a deleted record is the whole record.
  if (record.deleted) store.add([record]);
  else if (!store.audit.addMissing(record)) return false;
  run.missed += 1;
  return true;
}

/** Fetches missing records one by one, except those in windows that the next harvest lists again. */
async function fetchMissing(run: AuditRun): Promise<void> {
  const { client, store, budget } = run;
  const listedAgain = store.gaps();
  const requested = [...store.audit.missing(budget.maxPages), ...store.audit.unread(MAX_SINGLE_RECORDS)];
  for (const missing of requested) {
    const { identifier, datestamp } = missing;
    if (listedAgain.some(({ from, until }) => from <= datestamp && datestamp <= until)) continue;
    if (!store.isKnown(missing)) {
      if (!takeRequest(budget)) return;
      const { records = [], error } = await client.getRecord(identifier);
      const record = records.find((one) => one.identifier === identifier);
      if (record === undefined && error !== 'idDoesNotExist') continue;
      if (record !== undefined) store.add([record]);
    }
    run.fetched += 1;
    store.audit.removeMissing(identifier);
  }
}

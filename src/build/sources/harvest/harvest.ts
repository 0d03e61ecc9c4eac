/** One harvest: updates a record store from its repository window by window, and stores each answer immediately. */
import { countNames, mostFrequent } from '../../../shared/counts.ts';
import { DownloadFailed } from '../download/download-failure.ts';
import { formatDatestamp, type Granularity, GRANULARITY_MS, instantOf } from '../../../core/model/datestamp.ts';
import { type OaiRepository, PLAUSIBILITY_DEFAULTS } from '../register/register.ts';
import { type OaiClient, protocolFailure, type Window } from './client.ts';
import { createBudget, type HarvestBudget, type Listing } from './list-window.ts';
import { type Gap, listRange, type RangeListing, type RangeRun } from './list-range.ts';
import type { HarvestState, RecordStore, WindowToRelist } from './record-store.ts';
import { createWindows, firstWindow, startOf, type TimeRange, windowFrom } from './window.ts';

export interface HarvestOptions {
  /** Largest number of requests for lists; the next harvest continues where they ended. */
  readonly maxPages: number;
  /** Milliseconds between two requests to the repository. */
  readonly pauseMs: number;
  /** Day or instant (OAI-PMH) from which to harvest again; older records are removed. */
  readonly from?: string;
  /** Largest share of the records of a window that may be unusable. */
  readonly maximumUnreadable?: number;
}

/** A window that was listed to its end. */
export interface HarvestedWindow extends Window {
  readonly records: number;
}

/** Called after each window (a span of datestamps) whose records were listed. */
export type OnWindow = (window: HarvestedWindow) => void;

/** Largest number of earlier windows that one harvest lists again. */
const MAX_RELISTED = 100;

interface HarvestRun extends RangeRun {
  readonly client: OaiClient;
  readonly store: RecordStore;
  readonly onWindow: OnWindow;
}

/** @throws DownloadFailed; records stored before the failure are kept, and the next harvest continues after them */
export async function harvest(
  repository: OaiRepository,
  store: RecordStore,
  client: OaiClient,
  options: HarvestOptions,
  onWindow: OnWindow,
) {
  const budget = createBudget(options.maxPages);
  const run: HarvestRun = { client, store, budget, onWindow };
  const range = await identify(client, repository, options);
  store.limitDatestamps(formatDatestamp(range.target, range.granularity));
  const toRelist = options.from === undefined ? store.windowsToRelist(MAX_RELISTED) : [];
  const state = begin(store, range, options.from);
  const finished = await listRange(run, sinceLastHarvest(run, range, state, options), state.window);
  const isNew = (gap: Window) => !toRelist.some(({ from, until }) => from === gap.from && until === gap.until);
  for (const window of [...toRelist, ...store.gaps().filter(isNew)]) await relist(run, range.granularity, window);
  const { pages, received, defects } = budget;
  const gaps = store.gaps();
  return {
    pages,
    /** Number of records received, including repeated ones after a list started over or in overlapping windows. */
    received,
    defects,
    /** Whether the end of the range was reached. */
    finished: finished && gaps.length === 0,
    /** Number of windows that lack records: the repository failed to list them, or an audit found records missing. */
    gaps: gaps.length,
    /** Number of gaps by the reason of their last failure. */
    gapReasons: countNames(gaps.map(({ reason, detail }) => detail ?? reason)),
    ...completeBeforeGaps(store),
  };
}

/** The datestamp before the first gap, or without a gap the end of the harvest; absent until the first window is complete. */
export function completeBeforeGaps(store: RecordStore): Pick<HarvestState, 'complete'> {
  const state = store.state();
  const gap = store.gaps()[0];
  if (state === undefined || gap === undefined) return { complete: state?.complete };
  return { complete: datestampBefore(gap.from, state.granularity) };
}

/** The last datestamp before another one. */
export function datestampBefore(datestamp: string, granularity: Granularity): string {
  return formatDatestamp(instantOf(datestamp) - GRANULARITY_MS[granularity], granularity);
}

/** @returns the time to be harvested, up to the present by the repository's clock */
async function identify(client: OaiClient, repository: OaiRepository, { from }: HarvestOptions): Promise<TimeRange> {
  const { error, repository: identified, responseDate } = await client.identify();
  if (identified === undefined) throw protocolFailure(error);
  const { granularity, earliest } = identified;
  return { granularity, start: startOf(from ?? repository.from, earliest), target: responseDate };
}

/** @throws DownloadFailed `oai_future` when `from` lies in the future; no record is removed then */
function begin(store: RecordStore, range: TimeRange, from: string | undefined): HarvestState {
  const { granularity } = range;
  const before = store.state();
  if (from === undefined) {
    const state = { ...before, granularity, window: firstWindow(range, before) };
    store.take([], state);
    return state;
  }
  const window = windowFrom(range, range.start);
  if (window === undefined) {
    const sentence = 'According to the clock of the repository, the first day to be harvested has not begun yet.';
    throw new DownloadFailed('oai_future', sentence);
  }
  store.prune(formatDatestamp(instantOf(from), granularity), { granularity, window });
  return { granularity, window };
}

/** Listing of the range since the last harvest: each listed window advances `complete`. */
function sinceLastHarvest(
  { client, store, onWindow, budget }: HarvestRun,
  { granularity, ...range }: TimeRange,
  begun: HarvestState,
  { maximumUnreadable = PLAUSIBILITY_DEFAULTS.maximumUnreadable }: HarvestOptions,
): RangeListing {
  let { complete } = begun;
  const windows = createWindows({ granularity, ...range }, begun.longest);
  return {
    windows,
    request: client.listRecords,
    keep(items, window, listedUntil) {
      complete = listedUntil ?? complete;
      return store.take(items.records, { granularity, complete, window, longest: windows.longest() }, items.unread);
    },
    onListed(window, listing) {
      refuseUnreadable(listing, maximumUnreadable, budget);
      const { items, failure, unnamed } = listing;
      if (unnamed > 0) store.relistLater([{ ...window, reason: 'unread' }]);
      const reason = failure === undefined ? 'empty' : 'short';
      if (items === 0 || failure !== undefined) store.relistLater([{ ...window, reason }]);
      onWindow({ ...window, records: items });
      return true;
    },
    onGaps: (gaps) => keepGaps(store, gaps),
  };
}

/** Lists the windows again in which an audit found many records missing. @throws errors of the local disk */
export async function listMissed(
  store: RecordStore,
  client: OaiClient,
  { maxPages }: HarvestOptions,
  onWindow: OnWindow,
): Promise<void> {
  const missed = store.gaps().filter(({ reason }) => reason === 'missed');
  const { granularity } = store.state() ?? {};
  if (granularity === undefined) return;
  const run = { client, store, budget: createBudget(maxPages), onWindow };
  for (const window of missed) await relist(run, granularity, window);
}

/**
 * A single record that cannot be used is remembered and requested again. Where more of a window cannot be used, the format
 * is another than expected, and the window stays open.
 * @throws DownloadFailed
 */
function refuseUnreadable({ items, unread }: Listing, maximum: number, { defects }: HarvestBudget): void {
  if (unread <= 1 || unread <= maximum * items) return;
  const [reason = ''] = Object.keys(mostFrequent(defects, 1));
  throw new DownloadFailed(
    'unreadable_records',
    `${unread} of ${items} records in one time window cannot be used (${reason}). Does metadataPrefix name MARC21-XML?`,
  );
}

function keepGaps(store: RecordStore, gaps: readonly Gap[]): void {
  store.relistLater(gaps.map((gap) => ({ ...gap, reason: 'failed' })));
}

/** Lists an earlier window again. Its failure is not a failure of the harvest. */
async function relist(run: HarvestRun, granularity: Granularity, { from, until }: WindowToRelist): Promise<void> {
  const { client, store, onWindow } = run;
  const range = { granularity, target: instantOf(until) };
  const state = store.state();
  if (state === undefined) return;
  let isRead = true;
  const listing: RangeListing = {
    // The window is requested whole, whatever its length.
    windows: createWindows(range, Infinity),
    request: client.listRecords,
    keep: ({ records, unread }) => store.take(records, state, unread),
    onListed(window, { items, unnamed }) {
      isRead &&= unnamed === 0;
      if (items > 0) onWindow({ ...window, records: items });
      return true;
    },
    onGaps(gaps) {
      keepGaps(store, gaps);
      if (gaps.some((gap) => gap.from === from && gap.until === until)) isRead = false;
    },
  };
  try {
    const isListed = await listRange(run, listing, windowFrom(range, instantOf(from), Infinity));
    if (isListed && isRead) store.removeRelisted({ from, until });
  } catch (error) {
    if (!(error instanceof DownloadFailed)) throw error;
    store.postpone({ from, until });
  }
}

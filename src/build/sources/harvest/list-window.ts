/** Lists one window page by page, and determines whether the list is complete. */
import { DownloadFailed } from '../download/download-failure.ts';
import { isListTooLong, type ListRequest, protocolFailure, type Window } from './client.ts';
import { type Counts, increment } from '../../../shared/counts.ts';
import { datedUntil, type HarvestedRecord, type OaiResponse, type UnreadItem } from './response.ts';

/** The requests that one harvest may make, and its counts so far. */
export type HarvestBudget = ReturnType<typeof createBudget>;

export function createBudget(maxPages: number) {
  /** Records that cannot be used, and records with a datestamp outside of the window of their list. */
  const defects: Counts = {};
  return { maxPages, pages: 0, received: 0, defects };
}

/** Records of one page. */
export interface ListedItems {
  readonly records: readonly HarvestedRecord[];
  readonly unread: readonly UnreadItem[];
}

/** Takes one request from the budget. @returns false when no request is left */
export function takeRequest(budget: HarvestBudget): boolean {
  if (budget.pages >= budget.maxPages) return false;
  budget.pages += 1;
  return true;
}

export interface Listing {
  /** Number of items received. */
  readonly items: number;
  /** Latest datestamp of the records. */
  readonly last?: string | undefined;
  /** Number of items that were new or newer. */
  readonly fresh: number;
  /** Number of items whose records cannot be used. */
  readonly unread: number;
  /** Number of these that do not even have an identifier. */
  readonly unnamed: number;
  /** Reason why the list is not complete; absent for a complete list. `paused`: no request is left. */
  readonly failure?: DownloadFailed | 'paused' | undefined;
}

/** Number of empty pages in a row, after which a list counts as endless. */
const MAX_EMPTY_PAGES = 3;

/**
 * @param place position in the list, with a token if an earlier harvest began the list
 * @param keep stores records with the position to continue from; returns the number of new ones
 * @throws DownloadFailed when a shorter window would also fail
 */
export async function listWindow(
  budget: HarvestBudget,
  request: ListRequest,
  place: Window & { readonly token?: string },
  divisible: boolean,
  keep: (items: ListedItems, token: string | undefined) => number,
): Promise<Listing> {
  const tokens = new Set<string>();
  let token = place.token;
  let [items, fresh, unread, unnamed, empty] = [0, 0, 0, 0, 0];
  let [announced, last]: [number?, string?] = [];
  const end = (failure?: Listing['failure']): Listing => ({ items, last, fresh, unread, unnamed, failure });
  /** A failure after all announced items only says that nothing follows: some repositories always give a token. */
  function endAfter(failure: DownloadFailed): Listing {
    const isBegun = place.token === undefined && token !== undefined;
    const isWhole = announced === undefined ? failure.reason === 'oai_no_records' : items >= announced;
    return end(isBegun && isWhole ? undefined : failure);
  }
  for (;;) {
    if (!takeRequest(budget)) return end('paused');
    if (token !== undefined) tokens.add(token);
    const page = await listPage(request, place, token, divisible);
    if (page instanceof DownloadFailed) return endAfter(page);
    const records = page.records.map((record) => datedUntil(record, place.until));
    budget.received += records.length;
    count(budget.defects, place, page);
    const listed = records.length + page.unread.length;
    items += listed;
    unread += page.unread.length;
    unnamed += page.unread.filter(({ identifier }) => identifier === undefined).length;
    announced = page.completeListSize ?? announced;
    for (const { datestamp } of records) if (last === undefined || datestamp > last) last = datestamp;
    empty = listed === 0 ? empty + 1 : 0;
    fresh += keep({ records, unread: page.unread }, page.token);
    token = page.token;
    if (token === undefined) break;
    if (tokens.has(token) || empty >= MAX_EMPTY_PAGES)
      return endAfter(new DownloadFailed('token_circle', 'The repository sends its list in a loop.'));
  }
  const isShort = place.token === undefined && announced !== undefined && items < announced;
  const sentence = 'The repository lists fewer items than it announces.';
  return end(isShort ? new DownloadFailed('short_list', sentence) : undefined);
}

interface Page extends OaiResponse {
  readonly records: readonly HarvestedRecord[];
}

/** @returns the page, or a failure that a shorter window may avoid @throws DownloadFailed for other failures */
async function listPage(
  request: ListRequest,
  window: Window,
  token: string | undefined,
  divisible: boolean,
): Promise<Page | DownloadFailed> {
  let response: OaiResponse;
  try {
    response = await request(window, token, divisible);
  } catch (error) {
    if (!(error instanceof DownloadFailed)) throw error;
    // Some repositories report an expired token by an HTTP status.
    if (token !== undefined && error.reason.startsWith('http_4') && !error.transient)
      return protocolFailure('badResumptionToken');
    if (isListTooLong(error)) return error;
    throw error;
  }
  const { records, error } = response;
  if (error !== undefined && token !== undefined)
    return protocolFailure(error === 'noRecordsMatch' ? error : 'badResumptionToken');
  if (error === 'noRecordsMatch') return { ...response, records: [] };
  if (error !== undefined || records === undefined) throw protocolFailure(error);
  return { ...response, records };
}

function count(defects: HarvestBudget['defects'], { from, until }: Window, { records, unread }: Page): void {
  const isOutside = ({ datestamp }: HarvestedRecord): boolean =>
    datestamp.slice(0, until.length) > until || datestamp < from.slice(0, datestamp.length);
  const outside = records.filter(isOutside).map(() => 'datestamp_outside');
  for (const reason of [...unread.map((item) => item.reason), ...outside]) increment(defects, reason);
}

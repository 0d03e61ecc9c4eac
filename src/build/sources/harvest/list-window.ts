/** Lists one window page by page, and determines whether the list is complete. */
import { DownloadFailed } from '../download/download-failure.ts';
import { isListTooLong, type ListRequest, protocolFailure, type Window } from './client.ts';
import type { HarvestDefect, HarvestedRecord, OaiResponse } from './response.ts';

/** The requests that one harvest may make, and its counts so far. */
export interface Budget {
  readonly maxPages: number;
  pages: number;
  received: number;
  readonly defects: Partial<Record<HarvestDefect, number>>;
}

/** Takes one request from the budget. @returns false when no request is left */
export function takeRequest(budget: Budget): boolean {
  if (budget.pages >= budget.maxPages) return false;
  budget.pages += 1;
  return true;
}

export interface Listing {
  /** Number of items received. */
  readonly items: number;
  /** Number of items that were new or newer. */
  readonly fresh: number;
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
  budget: Budget,
  request: ListRequest,
  place: Window & { readonly token?: string },
  divisible: boolean,
  keep: (records: readonly HarvestedRecord[], token: string | undefined) => number,
): Promise<Listing> {
  const tokens = new Set<string>();
  let token = place.token;
  let [items, fresh, empty] = [0, 0, 0];
  let announced: number | undefined;
  for (;;) {
    if (!takeRequest(budget)) return { items, fresh, failure: 'paused' };
    if (token !== undefined) tokens.add(token);
    const part = await listPage(request, place, token, divisible);
    if (part instanceof DownloadFailed) return { items, fresh, failure: part };
    count(budget, part);
    const listed = part.records.length + sum(part.defects);
    items += listed;
    announced = part.completeListSize ?? announced;
    empty = listed === 0 ? empty + 1 : 0;
    fresh += keep(part.records, part.token);
    token = part.token;
    if (token === undefined) break;
    if (tokens.has(token) || empty >= MAX_EMPTY_PAGES) return { items, fresh, failure: circle() };
  }
  const isShort = place.token === undefined && announced !== undefined && items < announced;
  return { items, fresh, failure: isShort ? shortList() : undefined };
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
  if (error !== undefined && token !== undefined) return protocolFailure('badResumptionToken');
  if (error === 'noRecordsMatch') return { ...response, records: [] };
  if (error !== undefined || records === undefined) throw protocolFailure(error);
  return { ...response, records };
}

function circle(): DownloadFailed {
  return new DownloadFailed('token_circle', 'The repository leads through its list in a circle.');
}

function shortList(): DownloadFailed {
  return new DownloadFailed('short_list', 'The repository lists fewer items than it announces.');
}

function count(budget: Budget, { records, defects }: Page): void {
  budget.received += records.length;
  for (const [reason, times] of Object.entries(defects) as [HarvestDefect, number][])
    budget.defects[reason] = (budget.defects[reason] ?? 0) + times;
}

const sum = (defects: Page['defects']): number => Object.values(defects).reduce((total, times) => total + times, 0);

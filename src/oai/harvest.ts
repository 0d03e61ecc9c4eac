/** One harvest: brings a record store up to date with its repository, window by window, each answer kept before the next. */
import { setTimeout as pause } from 'node:timers/promises';
import { DownloadFailed } from '../download/download-failure.ts';
import type { OaiRepository } from '../register/register.ts';
import { type OaiClient, protocolFailure, type Window } from './client.ts';
import type { HarvestState, RecordStore } from './record-store.ts';
import type { HarvestDefect, HarvestedRecord, OaiResponse } from './response.ts';
import { firstHalf, firstWindow, lengthOf, type Span, spanOf, windowAfter, windowFrom } from './window.ts';

export interface HarvestOptions {
  /** Answers to ask for; what is left waits for the next harvest. */
  readonly maxPages: number;
  /** Milliseconds between two requests. */
  readonly pauseMs: number;
  /** Day, `YYYY-MM-DD`: forget what is older, and harvest anew from here on. */
  readonly from?: string;
  /** Day up to which to harvest; without it up to now. */
  readonly until?: string;
}

export interface Harvested {
  /** Datestamp up to which everything is in the record store; absent when not even the first window is. */
  readonly complete?: string | undefined;
  /** Whether that is all there is. */
  readonly finished: boolean;
  readonly pages: number;
  /** As they arrived: those of a list that had to be begun again, and of days that overlap, more than once. */
  readonly received: number;
  readonly defects: Readonly<Partial<Record<HarvestDefect, number>>>;
}

/** A window that was listed to its end. */
export interface HarvestedWindow extends Window {
  readonly records: number;
}

export interface HarvestListener {
  readonly signal?: AbortSignal | undefined;
  readonly onWindow?: (window: HarvestedWindow) => void;
}

/** A window is halved each time; twenty times from a week is a second. */
const MOST_RESTARTS = 20;

/** @throws DownloadFailed; what was taken before that stays in the record store, and the next harvest goes on there */
export async function harvest(
  repository: OaiRepository,
  store: RecordStore,
  client: OaiClient,
  options: HarvestOptions,
  { signal, onWindow }: HarvestListener = {},
): Promise<Harvested> {
  const span = await identify(client, repository, options);
  const { granularity } = span;
  let state = begin(store, span, options.from);
  let resumed = state.window?.token !== undefined;
  const total = { pages: 0, received: 0, defects: {} as Partial<Record<HarvestDefect, number>> };
  let course = newCourse();
  let longest: number | undefined;
  while (state.window !== undefined && total.pages < options.maxPages) {
    if (total.pages > 0) await pause(options.pauseMs, undefined, signal && { signal });
    total.pages += 1;
    const { window } = state;
    const part = await list(client, window, course.tokens).catch((error: unknown) => {
      if (!isHeldAgainst(error)) throw error;
      const { from, until } = window;
      store.take([], { ...state, window: { from, until } });
      throw error;
    });
    if (part === undefined) {
      course.restarts += 1;
      if (course.restarts > MOST_RESTARTS) throw protocolFailure('badResumptionToken');
      const half = firstHalf(window, granularity);
      longest = lengthOf(half, granularity);
      course = { ...newCourse(), restarts: course.restarts };
      state = { ...state, window: half };
      resumed = false;
      store.take([], state);
      continue;
    }
    count(total, part);
    course.records += part.records.length;
    if (part.token !== undefined) {
      state = { ...state, window: { ...window, token: part.token } };
      store.take(part.records, state);
      continue;
    }
    state = { granularity, complete: window.until, window: windowAfter(span, window, resumed, longest) };
    store.take(part.records, state);
    onWindow?.({ from: window.from, until: window.until, records: course.records });
    course = newCourse();
    resumed = false;
  }
  return { ...total, finished: state.window === undefined, complete: state.complete };
}

/** Along one window. */
function newCourse() {
  return { tokens: new Set<string>(), restarts: 0, records: 0 };
}

async function identify(client: OaiClient, repository: OaiRepository, options: HarvestOptions): Promise<Span> {
  const { error, repository: identified, responseDate } = await client.identify();
  if (identified === undefined) throw protocolFailure(error);
  return spanOf({ ...identified, responseDate }, { from: options.from ?? repository.from, until: options.until });
}

/** @throws DownloadFailed when there is nothing from that day on, so that nothing is forgotten for it */
function begin(store: RecordStore, span: Span, from: string | undefined): HarvestState {
  const { granularity } = span;
  const before = store.state();
  if (from === undefined) {
    const state = { granularity, complete: before?.complete, window: firstWindow(span, before) };
    store.take([], state);
    return state;
  }
  const window = windowFrom(span, span.start);
  if (window === undefined) {
    const sentence = 'By the clock of the repository the first day to be harvested has not come.';
    throw new DownloadFailed('oai_future', sentence);
  }
  store.prune(from, { granularity, window });
  return { granularity, window };
}

interface Part extends OaiResponse {
  readonly records: readonly HarvestedRecord[];
}

/** @returns undefined when the repository has forgotten its place in the list, so that the list has to be begun again */
async function list(
  client: OaiClient,
  window: Window & { readonly token?: string },
  tokens: Set<string>,
): Promise<Part | undefined> {
  const { token } = window;
  let response: OaiResponse;
  try {
    response = token === undefined ? await client.listRecords(window) : await client.resume(token);
  } catch (error) {
    // Some know no better way to say it.
    const refused = error instanceof DownloadFailed && error.reason.startsWith('http_4') && !error.transient;
    if (refused && token !== undefined) return undefined;
    throw error;
  }
  const { records, error } = response;
  if (error !== undefined && token !== undefined) return undefined;
  if (error === 'noRecordsMatch') return { ...response, records: [] };
  if (error !== undefined || records === undefined) throw protocolFailure(error);
  if (response.token === undefined) return { ...response, records };
  if (token !== undefined) tokens.add(token);
  if (tokens.has(response.token))
    throw new DownloadFailed('token_circle', 'The repository leads through its list in a circle.');
  return { ...response, records };
}

/** Whether it may be the token's fault; then the next harvest begins the window anew. */
function isHeldAgainst(error: unknown): boolean {
  return error instanceof DownloadFailed && /^(?:http_|token_circle$)/.test(error.reason);
}

function count(
  total: { received: number; readonly defects: Partial<Record<HarvestDefect, number>> },
  { records, defects }: Part,
): void {
  total.received += records.length;
  for (const [reason, times] of Object.entries(defects) as [HarvestDefect, number][])
    total.defects[reason] = (total.defects[reason] ?? 0) + times;
}

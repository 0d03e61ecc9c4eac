/** A registered list and options of a fetch, with short forms for tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchSource, type FetchOutcome } from '../../../src/build/sources/fetch/fetch-source.ts';
import type { RegisteredSource } from '../../../src/build/sources/register/register.ts';
import { openSourceFolder } from '../../../src/build/sources/fetch/source-folder.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../src/build/sources/download/pace.ts';
import {
  createHttpClient,
  type HttpClientOptions,
  type Resolve,
} from '../../../src/build/sources/download/http-client.ts';
import type { FetchOptions } from '../../../src/build/sources/fetch/fetch-options.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { entryOf } from '../register/entry.ts';
import { type Behaviour, serverForTest } from './misbehaving-server.ts';

export function source(
  downloadUrl: string,
  more: Partial<RegisteredSource> = {},
  format: RegisteredSource['origin']['format'] = 'beacon',
): RegisteredSource {
  return entryOf('list', format, { origin: { publisher: 'Test', downloadUrl, format }, ...more });
}

/** Milliseconds. For hanging tests; slow ones stay below, also on a busy machine. */
export const PATIENT = { connect: 60_000, headers: 60_000, idle: 60_000, total: 240_000 };
/** For servers that never answer. */
export const IMPATIENT = { ...PATIENT, headers: 150, idle: 150 };

/** Resolves no name. */
export const nowhere: Resolve = (_, callback) => callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);

/** A clock that stands still on a day; its pauses are real. */
export const clockAt = (day: string): Clock => ({ ...SYSTEM_CLOCK, now: () => new Date(`${day}T03:00:00Z`) });

export type TestOptions = Partial<FetchOptions & HttpClientOptions>;

export function options(
  sources: string,
  { allowPrivate = true, timeOuts = PATIENT, resolve, ...more }: TestOptions = {},
): FetchOptions {
  const userAgent = 'gnd-links/test';
  return {
    sourcesFolder: sources,
    clock: clockAt('2026-11-21'),
    force: true,
    dryRun: false,
    http: createHttpClient({ userAgent, allowPrivate, timeOuts, ...(resolve && { resolve }) }),
    retries: 0,
    pauseMs: 1,
    maximumPauseMs: 5,
    harvest: { maxPages: 1_000, pauseMs: 0 },
    ...more,
  };
}

/** Fetches the source on a day. */
export async function look(
  sources: string,
  entry: RegisteredSource,
  day = '2026-11-21',
  more: TestOptions = {},
): Promise<FetchOutcome> {
  return fetchSource(entry, options(sources, { clock: clockAt(day), ...more }));
}

/** A server with a list, its source, and a folder for copies. */
export async function placeForTest() {
  const server = await serverForTest();
  const sources = temporaryDirectory();
  const entry = source(`${server.url}/list`);
  /** Fetches the list on a day, answered like this. */
  const answered = (behaviour: Behaviour, day?: string, more?: TestOptions): Promise<FetchOutcome> => {
    server.on('/list', behaviour);
    return look(sources, entry, day, more);
  };
  return { server, sources, entry, answered };
}

/** The text of the copy in use. */
export async function copyInUse(sources: string, key = 'list'): Promise<string | undefined> {
  const folder = openSourceFolder(sources, key);
  const { state } = await folder.load();
  return state.accepted === undefined ? undefined : readFileSync(folder.pathOf(state.accepted), 'utf8');
}

export async function stateOf(sources: string, key = 'list') {
  return (await openSourceFolder(sources, key).load()).state;
}

export const folderOf = (sources: string, key = 'list'): string => join(sources, key);

/** What every command that fetches has in common: settings, register, how the program introduces itself. */
import { join } from 'node:path';
import { BUILD_SETTINGS, FETCH_SETTINGS, HARVEST_SETTINGS, SOURCES_SETTING } from './config.ts';
import { loadCuration } from '../register/curation.ts';
import type { DownloadOptions } from '../download/download.ts';
import { createHttpClient } from '../download/http-client.ts';
import type { FetchSourcesOptions } from '../fetch/fetch-sources.ts';
import type { FetchOutcome } from '../fetch/fetch-source.ts';
import { loadRegister, type RegisteredSource } from '../register/register.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { ownPath, RELEASE } from './release.ts';
import type { SettingValues } from './settings.ts';

const REGISTER = {
  ...BUILD_SETTINGS.register,
  help: 'register of sources (YAML); without it the one that comes along',
} as const;

/** Where the sources are named and where their copies lie. */
export const KEEPING_SETTINGS = {
  register: REGISTER,
  sources: SOURCES_SETTING,
  config: BUILD_SETTINGS.config,
} as const;
export const FETCHING_SETTINGS = { ...KEEPING_SETTINGS, ...FETCH_SETTINGS, ...HARVEST_SETTINGS } as const;
export type KeepingValues = SettingValues<typeof KEEPING_SETTINGS>;
export type FetchingValues = SettingValues<typeof FETCHING_SETTINGS>;

/** In milliseconds. */
const TIME_OUTS = { connect: 20_000, headers: 60_000, idle: 60_000, total: 6 * 3_600_000 } as const;
const RETRIES = { retries: 3, pauseMs: 2_000, maximumPauseMs: 120_000 } as const;

export function downloadOptions({
  contact,
  allowPrivateAddresses,
}: Pick<FetchingValues, 'contact' | 'allowPrivateAddresses'>): DownloadOptions {
  return {
    ...RETRIES,
    http: createHttpClient({
      timeOuts: TIME_OUTS,
      allowPrivate: allowPrivateAddresses === true,
      userAgent: `gnd-links/${RELEASE}${contact === undefined ? '' : ` (+${contact})`}`,
    }),
  };
}

export function fetchOptions(
  values: FetchingValues & { readonly from?: string | undefined; readonly until?: string | undefined },
  more: Pick<FetchSourcesOptions, 'force' | 'dryRun'> & { readonly signal?: AbortSignal },
): FetchSourcesOptions {
  const { sources, concurrency, maxPages, pagePause, from, until } = values;
  return {
    ...downloadOptions(values),
    ...more,
    sources,
    concurrency,
    harvest: {
      maxPages,
      pauseMs: pagePause,
      ...(from !== undefined && { from }),
      ...(until !== undefined && { until }),
    },
    now: () => new Date(),
  };
}

/** The register and the curation it refers to. */
export async function openRegister({ register, config }: Pick<KeepingValues, 'register' | 'config'>) {
  const folder = config ?? ownPath('config');
  const curation = await loadCuration(join(folder, 'categories.yaml'), join(folder, 'collections.yaml'));
  const file = register ?? ownPath('config/sources.yaml');
  return { curation, folder, sources: await loadRegister(file, new Set(curation.collections.keys())) };
}

/** The sources with these keys, or all. @throws CommandFailed with the exit code of wrong usage */
export function chosen(sources: readonly RegisteredSource[], keys: readonly string[]): readonly RegisteredSource[] {
  const unknown = keys.filter((key) => !sources.some((source) => source.key === key));
  if (unknown.length > 0) throw new CommandFailed(`the register has no source ${unknown.join(', ')}`, EXIT.usage);
  return keys.length === 0 ? sources : sources.filter(({ key }) => keys.includes(key));
}

/** Held, failing or damaged, whether it was looked at this time or not. */
export function needsALook({ result, troubled, damage }: FetchOutcome): boolean {
  return result === 'held' || result === 'failed' || troubled === true || damage !== undefined;
}

/** 1 when a source has never had a copy and got none now, 3 when copies of earlier days are in use, 0 otherwise. */
export function exitCodeOf(outcomes: readonly FetchOutcome[]): number {
  const bad = outcomes.filter(needsALook);
  if (bad.some(({ hasCopy }) => !hasCopy)) return EXIT.failed;
  return bad.length > 0 ? EXIT.attention : EXIT.done;
}

/** A signal that the first SIGINT or SIGTERM sets; `done` gives the signals back to the system. */
export function stopSignal(): { readonly signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals): void =>
    controller.abort(new CommandFailed(`stopped by ${name}; nothing was lost`));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return {
    signal: controller.signal,
    done() {
      process.removeListener('SIGINT', stop);
      process.removeListener('SIGTERM', stop);
    },
  };
}

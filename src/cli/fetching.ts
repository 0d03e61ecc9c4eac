/** What every command that fetches has in common: settings, register, how the program introduces itself. */
import type { DownloadOptions } from '../download/download.ts';
import { createHttpClient } from '../download/http-client.ts';
import type { FetchSourcesOptions } from '../fetch/fetch-sources.ts';
import type { FetchOutcome } from '../fetch/fetch-source.ts';
import { loadRegister, type RegisteredSource } from '../register/register.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { loadCurationFrom, ownPath, RELEASE } from './installation.ts';
import type { SettingValues } from './setting.ts';
import type { FETCH_SETTINGS, SOURCES_SETTINGS } from './settings.ts';

export type SourcesValues = SettingValues<typeof SOURCES_SETTINGS>;
export type FetchValues = SettingValues<typeof FETCH_SETTINGS>;

/** In milliseconds. */
const TIME_OUTS = { connect: 20_000, headers: 60_000, idle: 60_000, total: 6 * 3_600_000 } as const;
const RETRIES = { retries: 3, pauseMs: 2_000, maximumPauseMs: 120_000 } as const;

export function downloadOptions({
  contact,
  allowPrivateAddresses,
}: Pick<FetchValues, 'contact' | 'allowPrivateAddresses'>): DownloadOptions {
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
  values: FetchValues & { readonly from?: string | undefined; readonly until?: string | undefined },
  more: Pick<FetchSourcesOptions, 'force' | 'dryRun' | 'curation'> & { readonly signal?: AbortSignal },
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

/** The sources of the register, and the curation that it refers to. @throws InvalidConfiguration */
export async function openRegister({ register, config }: Pick<SourcesValues, 'register' | 'config'>) {
  const curation = await loadCurationFrom(config);
  const file = register ?? ownPath('config/sources.yaml');
  return { sources: await loadRegister(file, new Set(curation.collections.keys())), curation };
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

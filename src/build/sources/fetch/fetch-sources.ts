/** Fetches many sources concurrently, but only one at a time from each host. */
import { eachTogether } from '../../../shared/files/together.ts';
import { fetchSource, type FetchOutcome } from './fetch-source.ts';
import type { RegisteredSource } from '../register/register.ts';
import type { FetchListener, FetchOptions } from './fetch-options.ts';

/** Number of hosts that get requests at the same time. */
const HOSTS_AT_A_TIME = 4;

export interface FetchSourcesListener extends FetchListener {
  readonly onDone?: (outcome: FetchOutcome) => void;
}

/**
 * @returns outcomes in the order of the register
 * @throws the first error of `fetchSource`, after all other fetches have stopped
 */
export async function fetchSources(
  sources: readonly RegisteredSource[],
  options: FetchOptions,
  listener: FetchSourcesListener = {},
): Promise<readonly FetchOutcome[]> {
  const outcomes = new Map<string, FetchOutcome>();
  const work = async (ofHost: readonly RegisteredSource[], signal: AbortSignal): Promise<void> => {
    for (const source of ofHost) {
      signal.throwIfAborted();
      const outcome = await fetchSource(source, { ...options, signal }, listener);
      outcomes.set(source.key, outcome);
      listener.onDone?.(outcome);
    }
  };
  await eachTogether(Map.groupBy(sources, hostOf).values(), HOSTS_AT_A_TIME, work, options.signal);
  return sources.flatMap(({ key }) => outcomes.get(key) ?? []);
}

/** Host from which a source is fetched; a name for the source itself if there is none. */
export function hostOf({ origin, key }: RegisteredSource): string {
  const url = origin.index?.url ?? origin.downloadUrl ?? origin.oai?.url;
  const host = url !== undefined && URL.canParse(url) ? new URL(url).host : '';
  return host === '' ? `local ${key}` : host;
}

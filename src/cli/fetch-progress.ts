/** Shows downloads: a bar for each on a terminal, a line for each when it is done elsewhere. */
import { MultiBar, type SingleBar } from 'cli-progress';
import { grouped } from './table.ts';
import type { FetchSourcesListener } from '../fetch/fetch-sources.ts';
import type { FetchOutcome } from '../fetch/fetch-source.ts';
import type { HarvestedCopy } from '../oai/harvested-copy.ts';
import type { HarvestedWindow } from '../oai/harvest.ts';

export interface FetchProgress extends FetchSourcesListener {
  /** Removes the bars; may be called more than once. */
  end(): void;
}

/**
 * @param stream where to; a terminal gets bars
 * @param log takes one line per source that was looked at; on a terminal when the bars are gone
 */
export function createFetchProgress(stream: NodeJS.WriteStream, log: (line: string) => void): FetchProgress {
  const report = (outcome: FetchOutcome, write: (line: string) => void): void => {
    if (!['not_due', 'local', 'retired', 'due'].includes(outcome.result))
      write(`${outcome.key}: ${resultLine(outcome)}`);
  };
  if (!stream.isTTY) {
    return {
      onDone: (outcome) => report(outcome, log),
      onWindow: (key, window) => log(windowLine(key, window)),
      end: () => undefined,
    };
  }
  const lines: string[] = [];
  const bars = new Map<string, SingleBar>();
  const multi = new MultiBar({
    stream,
    hideCursor: true,
    clearOnComplete: true,
    fps: 5,
    format: '{key} [{bar}] {percentage} % | {value}/{total} MiB',
    formatValue: (value, _, type) => (type === 'percentage' ? String(value) : (value / 1_048_576).toFixed(1)),
  });
  return {
    onStart(key, total) {
      const before = bars.get(key);
      if (before !== undefined) multi.remove(before);
      bars.set(key, multi.create(Math.max(1, total ?? 1), 0, { key: key.padEnd(32) }));
    },
    onBytes: (key, bytes) => bars.get(key)?.increment(bytes),
    onDone(outcome) {
      const bar = bars.get(outcome.key);
      if (bar !== undefined) multi.remove(bar);
      bars.delete(outcome.key);
      report(outcome, (line) => lines.push(line));
    },
    onWindow: (key, window) => multi.log(`${windowLine(key, window)}\n`),
    end() {
      multi.stop();
      for (const line of lines.splice(0)) log(line);
    },
  };
}

/** `gnd-changes: 2026-10-13 to 2026-10-19, 24,117 records`. */
function windowLine(key: string, { from, until, records }: HarvestedWindow): string {
  return `${key}: ${from} to ${until}, ${grouped(records)} records`;
}

/** `held (below_share): Only 2,271 identifiers …`. */
export function resultLine(outcome: FetchOutcome): string {
  const { result, reason, sentence, ids, bytes, hasCopy, damage, harvested, contradictions = [] } = outcome;
  const amount = ids > 0 ? `${grouped(ids)} identifiers` : `${grouped(bytes)} bytes`;
  const kept = hasCopy ? ' The copy in use stays.' : ' There is no copy to fall back on.';
  const what = result === 'accepted' ? `accepted, ${amount}` : result;
  const why = sentence === undefined ? '' : ` (${reason ?? ''}): ${sentence}${kept}`;
  const harvest = harvested === undefined ? '' : `; ${harvestedLine(harvested)}`;
  const notes = contradictions.map((sentence) => ` ${sentence}`).join('');
  return `${what}${harvest}${why}${notes}${damage === undefined ? '' : ` [${damage}; it was set up anew]`}`;
}

/** What a harvest did, and what its journal holds. */
function harvestedLine({ finished, complete, pages, records, deleted, unknown, defects }: HarvestedCopy): string {
  const left = Object.values(defects).reduce((sum, times) => sum + times, 0);
  return [
    `${grouped(pages)} pages`,
    `journal of ${grouped(records)} records, ${grouped(deleted)} of them deleted`,
    ...(unknown > 0 ? [`${grouped(unknown)} deleted without a known GND ID`] : []),
    ...(left > 0 ? [`${grouped(left)} left out (${Object.keys(defects).join(', ')})`] : []),
    `${finished ? 'complete' : 'not finished, complete'} up to ${complete ?? 'nowhere yet'}`,
  ].join(', ');
}

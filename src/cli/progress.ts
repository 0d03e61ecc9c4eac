/** Progress of builds and downloads: lines of text with the share that is done. */
import type { FetchOutcome } from '../build/sources/fetch/fetch-source.ts';
import type { FetchSourcesListener } from '../build/sources/fetch/fetch-sources.ts';
import type { Progress } from '../build/ingest/progress.ts';
import type { HarvestedCopy } from '../build/sources/harvest/export.ts';
import type { HarvestedWindow } from '../build/sources/harvest/harvest.ts';
import { counted, listCounts } from './table.ts';
import { grouped } from '../shared/numbers.ts';

type Stage = ReturnType<typeof begin>;

/** Milliseconds between two lines of a stage, on a terminal and elsewhere. */
const INTERVAL_MS = { terminal: 5_000, elsewhere: 60_000 } as const;

/** @param total number of units of work; 0 when unknown @returns `written` is the time of the last line */
function begin(name: string, total = 0) {
  const started = performance.now();
  return { name, total, started, done: 0, written: started };
}

/** Adds units of work, and writes a line if the last one is old enough. */
function advance(stage: Stage, units: number, stream: Output): void {
  stage.done += units;
  const interval = stream.isTTY === true ? INTERVAL_MS.terminal : INTERVAL_MS.elsewhere;
  if (performance.now() - stage.written < interval || stage.total === 0) return;
  stage.written = performance.now();
  const share = Math.min(100, (100 * stage.done) / stage.total).toFixed(0);
  stream.write(`${stage.name}: ${share}% after ${secondsOf(stage).toFixed(0)} s\n`);
}

type Output = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean };

export function createProgress(stream: Output = process.stderr): Progress {
  let current: Stage | undefined;
  const end = (): void => {
    if (current !== undefined) stream.write(`${current.name}: ${secondsOf(current).toFixed(1)} s\n`);
    current = undefined;
  };
  return {
    stage(name, total) {
      end();
      current = begin(name, total);
    },
    advance(units) {
      if (current !== undefined) advance(current, units, stream);
    },
    end,
  };
}

function secondsOf({ started }: Stage): number {
  return (performance.now() - started) / 1000;
}

/** @param log receives one line per checked source */
export function createFetchProgress(
  log: (line: string) => void,
  stream: Output = process.stderr,
): FetchSourcesListener {
  const stages = new Map<string, Stage>();
  return {
    onStart: (key, total) => void stages.set(key, begin(key, total)),
    onBytes(key, bytes) {
      const stage = stages.get(key);
      if (stage !== undefined) advance(stage, bytes, stream);
    },
    onDone(outcome) {
      stages.delete(outcome.key);
      if (!['not_due', 'local', 'retired', 'due'].includes(outcome.result))
        log(`${outcome.key}: ${resultLine(outcome)}`);
    },
    onWindow: (key, window) => log(windowLine(key, window)),
  };
}

/** `gnd-changes: 2026-10-13 to 2026-10-19, 24,117 records`. */
const windowLine = (key: string, { from, until, records }: HarvestedWindow): string =>
  `${key}: ${from} to ${until}, ${counted(records, 'record')}`;

/** `held (below_share): Only 2,271 identifiers …`. */
function resultLine(outcome: FetchOutcome): string {
  const { result, reason, sentence, ids, bytes, hasCopy, damage, harvested, contradictions = [] } = outcome;
  const amount = ids > 0 ? counted(ids, 'identifier') : counted(bytes, 'byte');
  const kept = hasCopy ? ' The copy in use stays.' : ' There is no copy to fall back on.';
  const what = result === 'accepted' ? `accepted, ${amount}` : result;
  const why = sentence === undefined ? '' : ` (${reason ?? ''}): ${sentence}${kept}`;
  const harvest = harvested === undefined ? '' : `; ${harvestedLine(harvested)}`;
  const notes = contradictions.map((sentence) => ` ${sentence}`).join('');
  return `${what}${harvest}${why}${notes}${damage === undefined ? '' : ` [${damage}; the source was set up again]`}`;
}

/** The work of a harvest, and the contents of its record store. */
function harvestedLine(harvested: HarvestedCopy): string {
  const { finished, gaps, gapReasons, complete, pages, records, deleted, unknown, defects } = harvested;
  return [
    counted(pages, 'page'),
    `record store of ${counted(records, 'record')} (${grouped(deleted)} deleted)`,
    ...(unknown > 0 ? [`${counted(unknown, 'deletion')} without a known GND identifier`] : []),
    ...(Object.keys(defects).length > 0 ? [`defects: ${listCounts(defects)}`] : []),
    ...(gaps > 0
      ? [`${counted(gaps, 'period')} that the repository did not list (${Object.keys(gapReasons).join(', ')})`]
      : []),
    // A mere audit requests no page.
    `${finished || pages === 0 ? '' : 'not finished, '}${complete === undefined ? 'no day is complete yet' : `complete up to ${complete}`}`,
  ].join(', ');
}

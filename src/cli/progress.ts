/** Progress of builds and downloads: lines of text, with rate and remaining time. */
import type { FetchOutcome } from '../build/sources/fetch/fetch-source.ts';
import type { FetchSourcesListener } from '../build/sources/fetch/fetch-sources.ts';
import type { Progress } from '../build/ingest/progress.ts';
import type { HarvestedCopy } from '../build/sources/harvest/export.ts';
import type { HarvestedWindow } from '../build/sources/harvest/harvest.ts';
import { counted, grouped, listCounts } from './table.ts';

interface Stage {
  readonly name: string;
  /** Total amount of work; 0 when unknown. */
  readonly total: number;
  readonly unit: string;
  readonly started: number;
  done: number;
  /** Part of the work that an earlier, interrupted run had done. */
  resumed: number;
  /** Time of the last line. */
  written: number;
}

/** Milliseconds between two lines of a stage, on a terminal and elsewhere. */
const INTERVAL_MS = { terminal: 5_000, elsewhere: 60_000 } as const;

function begin(name: string, total = 0, unit = 'entities'): Stage {
  const started = performance.now();
  return { name, total, unit, started, done: 0, resumed: 0, written: started };
}

/** Adds units of work, and writes a line if the last one is old enough. */
function advance(stage: Stage, units: number, stream: Output): void {
  stage.done += units;
  const interval = stream.isTTY === true ? INTERVAL_MS.terminal : INTERVAL_MS.elsewhere;
  if (performance.now() - stage.written < interval || stage.total === 0) return;
  stage.written = performance.now();
  const share = Math.min(100, (100 * stage.done) / stage.total).toFixed(0);
  const done = `${amount(stage.done, stage.unit)} of ${amount(stage.total, stage.unit)}`;
  stream.write(`${stage.name}: ${share} % (${done}), ${rateOf(stage)}, ${timeLeft(stage)} left\n`);
}

function endLine(stage: Stage): string {
  const seconds = secondsOf(stage);
  const done = stage.done > 0 ? ` ${amount(stage.done, stage.unit)}` : '';
  const before = stage.resumed > 0 ? `, ${amount(stage.resumed, stage.unit)} of them done before,` : '';
  const rate = seconds >= 1 && stage.done > stage.resumed ? `, ${rateOf(stage)}` : '';
  return `${stage.name}:${done}${before} in ${seconds.toFixed(1)} s${rate}\n`;
}

type Output = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean };

export function createProgress(stream: Output = process.stderr): Progress {
  let current: Stage | undefined;
  const end = (): void => {
    if (current !== undefined) stream.write(endLine(current));
    current = undefined;
  };
  const add = (units: number): void => {
    if (current !== undefined) advance(current, units, stream);
  };
  return {
    stage(name, total, unit) {
      end();
      current = begin(name, total, unit);
    },
    advance: add,
    resumed(units) {
      if (current !== undefined) current.resumed += units;
      add(units);
    },
    end,
  };
}

function secondsOf({ started }: Stage): number {
  return (performance.now() - started) / 1000;
}

function rateOf(stage: Stage): string {
  const { done, resumed, unit } = stage;
  return `${amount(Math.round((done - resumed) / Math.max(0.001, secondsOf(stage))), unit)}/s`;
}

/** Estimated from the rate of the stage so far. */
function timeLeft(stage: Stage): string {
  const { total, done, resumed } = stage;
  if (done === resumed) return '?';
  const seconds = Math.max(0, ((total - done) / (done - resumed)) * secondsOf(stage));
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

function amount(value: number, unit: string): string {
  if (unit !== 'bytes') return value.toLocaleString('en-GB');
  return value < 1_048_576 ? `${(value / 1024).toFixed(1)} KiB` : `${(value / 1_048_576).toFixed(1)} MiB`;
}

/** @param log receives one line per checked source */
export function createFetchProgress(
  log: (line: string) => void,
  stream: Output = process.stderr,
): FetchSourcesListener {
  const stages = new Map<string, Stage>();
  return {
    onStart: (key, total) => void stages.set(key, begin(key, total, 'bytes')),
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
function windowLine(key: string, { from, until, records }: HarvestedWindow): string {
  return `${key}: ${from} to ${until}, ${counted(records, 'record')}`;
}

/** `held (below_share): Only 2,271 identifiers …`. */
function resultLine(outcome: FetchOutcome): string {
  const { result, reason, sentence, ids, bytes, hasCopy, damage, harvested, contradictions = [] } = outcome;
  const amount = ids > 0 ? counted(ids, 'identifier') : counted(bytes, 'byte');
  const kept = hasCopy ? ' The copy in use stays.' : ' There is no copy to fall back on.';
  const what = result === 'accepted' ? `accepted, ${amount}` : result;
  const why = sentence === undefined ? '' : ` (${reason ?? ''}): ${sentence}${kept}`;
  const harvest = harvested === undefined ? '' : `; ${harvestedLine(harvested)}`;
  const notes = contradictions.map((sentence) => ` ${sentence}`).join('');
  return `${what}${harvest}${why}${notes}${damage === undefined ? '' : ` [${damage}; it was set up anew]`}`;
}

/** The work of a harvest, and the contents of its record store. */
function harvestedLine({
  finished,
  gaps,
  gapReasons,
  complete,
  pages,
  records,
  deleted,
  unknown,
  defects,
}: HarvestedCopy): string {
  return [
    counted(pages, 'page'),
    `record store of ${counted(records, 'record')}, ${grouped(deleted)} of them deleted`,
    ...(unknown > 0 ? [`${grouped(unknown)} deleted without a known GND ID`] : []),
    ...(Object.keys(defects).length > 0 ? [`defects: ${listCounts(defects)}`] : []),
    ...(gaps > 0
      ? [`${counted(gaps, 'gap')} that the repository does not list (${Object.keys(gapReasons).join(', ')})`]
      : []),
    // A mere audit requests no page.
    `${finished || pages === 0 ? 'complete' : 'not finished, complete'} up to ${complete ?? 'nowhere yet'}`,
  ].join(', ');
}

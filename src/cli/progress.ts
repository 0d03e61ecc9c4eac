/** Progress of builds and downloads: bars on a terminal, otherwise lines of text. */
import { MultiBar, type Options, SingleBar } from 'cli-progress';
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
  found: number;
}

/** The display of a stage. */
interface View {
  begin(stage: Stage): void;
  advanced(stage: Stage, units: number): void;
  end(stage: Stage): void;
}

/** @param stream receives bars if it is a terminal, otherwise lines */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const view = stream.isTTY ? bars(stream) : lines(stream);
  let current: Stage | undefined;
  const end = (): void => {
    if (current !== undefined) view.end(current);
    current = undefined;
  };
  const advance = (units: number): void => {
    if (current === undefined) return;
    current.done += units;
    view.advanced(current, units);
  };
  return {
    stage(name, total = 0, unit = 'entities') {
      end();
      current = { name, total, unit, started: performance.now(), done: 0, found: 0 };
      view.begin(current);
    },
    advance,
    found(units) {
      if (current !== undefined) current.found += units;
      advance(units);
    },
    end,
  };
}

/** Leaves cursor and wrapping unchanged: after a signal nobody would restore them. @param words width of the text */
function plainBars({ columns }: NodeJS.WriteStream, words: number): Options {
  return { hideCursor: false, linewrap: true, fps: 5, barsize: Math.max(5, Math.min(40, columns - words)) };
}

function bars(stream: NodeJS.WriteStream): View {
  let bar: SingleBar | undefined;
  return {
    begin({ name, total, unit }) {
      const options: Options = {
        stream,
        clearOnComplete: false,
        ...plainBars(stream, 70),
        formatValue: (value, _, type) => (type === 'value' || type === 'total' ? amount(value, unit) : String(value)),
        format: total > 0 ? `{stage} [{bar}] {percentage} % | {value}/{total} | {rate} | {left} left` : '{stage} …',
      };
      bar = new SingleBar(options);
      bar.start(Math.max(total, 1), 0, { stage: name.padEnd(16), rate: '', left: '?' });
    },
    advanced: (stage, units) => bar?.increment(units, { rate: rateOf(stage), left: timeLeft(stage) }),
    end: () => bar?.stop(),
  };
}

/** Milliseconds between two lines of a stage. */
const LINE_INTERVAL_MS = 60_000;

function lines(stream: NodeJS.WritableStream): View {
  let written = 0;
  return {
    begin: ({ started }) => void (written = started),
    advanced(stage) {
      if (performance.now() - written < LINE_INTERVAL_MS || stage.total === 0) return;
      written = performance.now();
      const share = Math.min(100, (100 * stage.done) / stage.total).toFixed(0);
      const done = `${amount(stage.done, stage.unit)} of ${amount(stage.total, stage.unit)}`;
      stream.write(`${stage.name}: ${share} % (${done}), ${rateOf(stage)}, ${timeLeft(stage)} left\n`);
    },
    end(stage) {
      const seconds = secondsOf(stage);
      const done = stage.done > 0 ? ` ${amount(stage.done, stage.unit)}` : '';
      const found = stage.found > 0 ? `, ${amount(stage.found, stage.unit)} of them done before,` : '';
      const rate = seconds >= 1 && stage.done > stage.found ? `, ${rateOf(stage)}` : '';
      stream.write(`${stage.name}:${done}${found} in ${seconds.toFixed(1)} s${rate}\n`);
    },
  };
}

function secondsOf({ started }: Stage): number {
  return (performance.now() - started) / 1000;
}

function rateOf(stage: Stage): string {
  const { done, found, unit } = stage;
  return `${amount(Math.round((done - found) / Math.max(0.001, secondsOf(stage))), unit)}/s`;
}

/** Estimated from the rate of the stage so far. */
function timeLeft(stage: Stage): string {
  const { total, done, found } = stage;
  if (done === found) return '?';
  const seconds = Math.max(0, ((total - done) / (done - found)) * secondsOf(stage));
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

function amount(value: number, unit: string): string {
  if (unit !== 'bytes') return value.toLocaleString('en-GB');
  return value < 1_048_576 ? `${(value / 1024).toFixed(1)} KiB` : `${(value / 1_048_576).toFixed(1)} MiB`;
}

interface FetchProgress extends FetchSourcesListener {
  /** Removes the bars; may be called more than once. */
  end(): void;
}

/**
 * @param stream receives bars if it is a terminal
 * @param log receives one line per checked source, on a terminal after the end of the bars
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
    ...plainBars(stream, 62),
    clearOnComplete: true,
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

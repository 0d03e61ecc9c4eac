/** Progress of a build: a bar per stage on a terminal, one quiet line per stage elsewhere. */
import { type Options, SingleBar } from 'cli-progress';
import type { Progress } from '../build/progress.ts';

/** @param stream where to; a terminal gets bars */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  return stream.isTTY ? bars(stream) : lines(stream);
}

function bars(stream: NodeJS.WriteStream): Progress {
  let bar: SingleBar | undefined;
  const stop = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    stage(name, total = 0, unit = 'entities') {
      stop();
      const options: Options = {
        stream,
        clearOnComplete: false,
        hideCursor: true,
        etaBuffer: 50,
        fps: 5,
        formatValue: (value, _, type) => (type === 'value' || type === 'total' ? amount(value, unit) : String(value)),
        format: total > 0 ? `{stage} [{bar}] {percentage} % | {value}/{total} | {eta_formatted} left` : '{stage} …',
      };
      bar = new SingleBar(options);
      bar.start(Math.max(total, 1), 0, { stage: name.padEnd(32) });
    },
    advance: (units) => bar?.increment(units),
    end: stop,
  };
}

function lines(stream: NodeJS.WritableStream): Progress {
  let stage: { name: string; unit: string; started: number; done: number } | undefined;
  const finish = () => {
    if (stage === undefined) return;
    const seconds = ((performance.now() - stage.started) / 1000).toFixed(1);
    const done = stage.done > 0 ? ` ${amount(stage.done, stage.unit)}` : '';
    stream.write(`${stage.name}:${done} in ${seconds} s\n`);
    stage = undefined;
  };
  return {
    stage(name, _, unit = 'entities') {
      finish();
      stage = { name, unit, started: performance.now(), done: 0 };
    },
    advance(units) {
      if (stage !== undefined) stage.done += units;
    },
    end: finish,
  };
}

function amount(value: number, unit: string): string {
  if (unit !== 'bytes') return value.toLocaleString('en-GB');
  return value < 1_048_576 ? `${(value / 1024).toFixed(1)} KiB` : `${(value / 1_048_576).toFixed(1)} MiB`;
}

/** Progress of a long-running stage, and what each stage takes: seconds, memory, disk. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Told of so many units more of work done. */
export type Advance = (units: number) => void;

export interface Progress {
  /** A new stage begins; what came before is done. `total` in units, if it is known. */
  readonly stage: (name: string, total?: number, unit?: 'bytes' | 'entities' | 'parts') => void;
  readonly advance: Advance;
  /** So many units were done before, by a build that was cut off; they took no time of this one. */
  readonly found: (units: number) => void;
  /** The last stage is done, or was given up. */
  readonly end: () => void;
}

export const SILENT: Progress = {
  stage: () => undefined,
  advance: () => undefined,
  found: () => undefined,
  end: () => undefined,
};

export interface StageCost {
  readonly stage: string;
  readonly seconds: number;
  /** Largest resident memory of the process that was seen, all threads together. */
  readonly peakMemoryBytes: number;
  /** Most that lay in the work directory. */
  readonly peakDiskBytes: number;
}

const INTERVAL_MILLISECONDS = 1000;

export type ResourceMonitor = ReturnType<typeof monitorResources>;

export function monitorResources(workDirectory: string, progress: Progress) {
  const costs: { stage: string; started: number; ended?: number; peakMemoryBytes: number; peakDiskBytes: number }[] =
    [];
  const sample = (): void => {
    const cost = costs.at(-1);
    if (cost === undefined) return;
    cost.peakMemoryBytes = Math.max(cost.peakMemoryBytes, process.memoryUsage.rss());
    cost.peakDiskBytes = Math.max(cost.peakDiskBytes, bytesIn(workDirectory));
  };
  const end = (): void => {
    sample();
    const cost = costs.at(-1);
    if (cost !== undefined) cost.ended ??= performance.now();
  };
  const timer = setInterval(sample, INTERVAL_MILLISECONDS).unref();
  return {
    /** Passes on what it is told. */
    progress: {
      ...progress,
      stage(name, total, unit) {
        end();
        costs.push({ stage: name, started: performance.now(), peakMemoryBytes: 0, peakDiskBytes: 0 });
        progress.stage(name, total, unit);
      },
    } satisfies Progress,
    /** Those that have begun. */
    stages(): readonly StageCost[] {
      sample();
      return costs.map(({ stage, started, ended = performance.now(), peakMemoryBytes, peakDiskBytes }) => ({
        stage,
        seconds: (ended - started) / 1000,
        peakMemoryBytes,
        peakDiskBytes,
      }));
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Of all files below a directory; what goes away meanwhile does not count. */
export function bytesIn(directory: string): number {
  let bytes = 0;
  for (const entry of entriesOf(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      bytes += bytesIn(path);
      continue;
    }
    const found = statSync(path, { throwIfNoEntry: false });
    // Some files stand in two directories for a moment, those just going away in none.
    if (found?.isFile() === true && found.nlink > 0) bytes += found.size / found.nlink;
  }
  return bytes;
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

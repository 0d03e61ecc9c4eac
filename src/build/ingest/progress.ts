/** Progress of a long-running command, stage by stage. These stages are only shown; those of runs are in `run-log.ts`. */

/** Adds to the units of work done. */
export type Advance = (units: number) => void;

export interface Progress {
  /** Ends the present stage and begins a new one. `total` is in units of work, if it is known. */
  readonly stage: (name: string, total?: number) => void;
  readonly advance: Advance;
  /** Ends the last stage, finished or not. */
  readonly end: () => void;
}

export const SILENT: Progress = { stage: () => undefined, advance: () => undefined, end: () => undefined };

/** Passes progress on, and measures the time of each stage. */
export function timeStages(listener: Progress) {
  const begun: { readonly stage: string; readonly at: number }[] = [];
  const progress: Progress = {
    ...listener,
    stage(name, ...stage) {
      begun.push({ stage: name, at: performance.now() });
      listener.stage(name, ...stage);
    },
  };
  /** Times of all stages so far; the last stage ends now. */
  function times() {
    const ends = [...begun.slice(1).map(({ at }) => at), performance.now()];
    return begun.map(({ stage, at }, index) => ({ stage, seconds: ((ends[index] as number) - at) / 1000 }));
  }
  return { progress, times };
}

/** How a long-running stage tells how far it is; the command line decides whether that is a bar or a quiet line. */

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

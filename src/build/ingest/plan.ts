/** The plan of a build: ranges, threads, and the disk space that the build needs. */
import { statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { BuildFailed } from './build-failed.ts';
import type { InputFile } from './inputs.ts';

export interface PlanOptions {
  /** Number of worker threads, 0 for none; the default is the number of processors, at most four, and none for small inputs. */
  readonly threads?: number | undefined;
  /** Largest number of ranges of the merge; the default depends on the size of the inputs. The result is the same. */
  readonly ranges?: number;
}

export type Plan = ReturnType<typeof planBuild>;

/** Compressed input for each range, in bytes; the identities of a range are held in memory. */
const RANGE_BYTES = 24 * 1024 ** 2;
const MAX_RANGES = 128;
/** Bytes of compressed input below which a build is done before threads have started. */
const SMALL_BYTES = 16 * 1024 ** 2;
const MAX_THREADS = 4;
/** Size of a text in proportion to its compressed form. */
const COMPRESSION_RATIO = 9;

/** Bytes on disk for each byte of compressed input; measured by `bench/build.ts`, with a tenth to spare. */
const SNAPSHOT_SHARE = 5.3;
const TEMPORARY_SHARE = 4.1;
/** Bytes on disk even for the smallest input. */
const FIXED_BYTES = 2 * 1024 ** 2;

export function planBuild(files: Iterable<InputFile>, options: PlanOptions) {
  let compressed = 0;
  for (const { bytes, isCompressed } of files) compressed += isCompressed ? bytes : bytes / COMPRESSION_RATIO;
  // A crash loses the unfinished range of each thread.
  const ranges = options.ranges ?? Math.max(1, Math.min(MAX_RANGES, Math.ceil(compressed / RANGE_BYTES)));
  const threads = options.threads ?? (compressed < SMALL_BYTES ? 0 : Math.min(MAX_THREADS, availableParallelism()));
  /** Disk space in bytes: of the snapshot, and the largest temporary need in addition to it. */
  const expected = {
    snapshot: Math.ceil(compressed * SNAPSHOT_SHARE + FIXED_BYTES),
    temporary: Math.ceil(compressed * TEMPORARY_SHARE + FIXED_BYTES),
  };
  return { ranges, threads, expected };
}

export interface DiskOptions {
  /** Folder of snapshots. */
  readonly out: string;
  /** Whether the build begins even if the disk seems too small. */
  readonly ignoreDiskSpace?: boolean | undefined;
  /** Receives a line about the disk space that is needed. */
  readonly log?: (line: string) => void;
}

/**
 * Logs how much disk space the build needs and how much is free.
 * @param present bytes of an interrupted build that this build uses
 * @throws BuildFailed when the disk is too small, unless `ignoreDiskSpace` is set
 */
export async function checkDiskSpace(
  { out, ignoreDiskSpace = false, log }: DiskOptions,
  { snapshot, temporary }: Plan['expected'],
  present: number,
): Promise<void> {
  const { bavail, bsize } = await statfs(out);
  const free = bavail * bsize;
  const needed =
    `This build may need ${gigabytes(snapshot + temporary)} in ${out}: ${gigabytes(snapshot)} for the snapshot and ` +
    `${gigabytes(temporary)} for temporary files. ${gigabytes(free)} is free.`;
  const left = present === 0 ? '' : ` An earlier build has already written ${gigabytes(present)} of this.`;
  if (snapshot + temporary - present <= free || ignoreDiskSpace) return log?.(needed + left);
  throw new BuildFailed(
    `${needed}${left} Make room, keep fewer snapshots (--keep), or build anyway with --ignore-disk-space.`,
    { reason: 'disk_full' },
  );
}

function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

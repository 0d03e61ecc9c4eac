/** What a build is asked to do, and how it is going to be done: ranges, threads, and what disk it takes. */
import { open, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { BuildInput } from '../fetch/build-inputs.ts';
import type { FailureReason } from '../store/updates.ts';
import type { Progress } from './progress.ts';

export interface BuildOptions {
  readonly sources: readonly BuildInput[];
  /** Folder of the configuration: curation and vocabulary. Another label is another snapshot. */
  readonly config: string;
  /** Folder of snapshots. */
  readonly out: string;
  /** Version of the software; another version may compose other answers from the same inputs. */
  readonly release: string;
  readonly now: Date;
  readonly progress: Progress;
  /** Lines for the operator: what the build needs, and where it goes on. */
  readonly log?: (line: string) => void;
  /** Snapshots to keep, the new one included; all when absent. */
  readonly keep?: number;
  /** Leave out sources whose file cannot be used instead of giving up. */
  readonly allowFailedSources?: boolean;
  /** Begin even if the disk seems too small. */
  readonly ignoreDiskSpace?: boolean;
  /** Worker threads, 0 for none; without it as many as there are processors, at most four, and none for small inputs. */
  readonly threads?: number;
  /** Into so many ranges the merge is cut at most; without it by the size of the inputs. The result is the same. */
  readonly ranges?: number;
  /** Sees the finished snapshot before it becomes the current one; what it throws prevents that. */
  readonly beforeActivation?: (directory: string) => Promise<void>;
}

/** The build gave up; nothing has changed. The message is for the operator, a line per reason. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
  readonly reason: FailureReason;

  constructor(message: string, options?: ErrorOptions & { readonly reason?: FailureReason }) {
    super(message, options);
    this.reason = options?.reason ?? 'build_failed';
  }
}

/** Texts of all files of a configuration folder that decide what a snapshot says. */
export async function configurationTexts(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.yaml')).sort();
  const used = names.filter((name) => name !== 'sources.yaml');
  return Promise.all(used.map(async (name) => `${name}\n${await readFile(join(folder, name), 'utf8')}`));
}

interface InputFile {
  readonly path: string;
  readonly bytes: number;
  /** Changes when the file does: size, time of change, place on the disk. */
  readonly identity: string;
}

export type Plan = Awaited<ReturnType<typeof planBuild>>;

/** In bytes. */
export interface DiskUse {
  readonly snapshot: number;
  /** Besides the snapshot, at the worst moment. */
  readonly temporary: number;
}

/** Compressed input for each range, in bytes: what identities know of its entities is held in memory. */
const RANGE_BYTES = 24 * 1024 ** 2;
const MAX_RANGES = 128;
/** Less than this is done before threads have started, in bytes of compressed input. */
const SMALL = 16 * 1024 ** 2;
const MAX_THREADS = 4;
/** Text is this many times larger than the same compressed. */
const COMPRESSION = 9;

/** Bytes on disk for each byte of compressed input; measured by `bench/build.ts`, with a tenth to spare. */
const SNAPSHOT_SHARE = 4.0;
const TEMPORARY_SHARE = 3.3;
/** Whatever the input. */
const FIXED = 2 * 1024 ** 2;

export async function planBuild(options: BuildOptions) {
  /** Usable or not: that is found out by reading. By key of the source. */
  const files = new Map<string, InputFile>();
  let compressed = 0;
  for (const source of options.sources) {
    const file = await inputFile(source);
    if (file === undefined) continue;
    files.set(source.key, file);
    compressed += (await isCompressed(file.path)) ? file.bytes : file.bytes / COMPRESSION;
  }
  // What a crash loses is one range for each thread.
  const ranges = options.ranges ?? Math.max(1, Math.min(MAX_RANGES, Math.ceil(compressed / RANGE_BYTES)));
  const threads = options.threads ?? (compressed < SMALL ? 0 : Math.min(MAX_THREADS, availableParallelism()));
  const expected: DiskUse = {
    snapshot: Math.ceil(compressed * SNAPSHOT_SHARE + FIXED),
    temporary: Math.ceil(compressed * TEMPORARY_SHARE + FIXED),
  };
  return { files, ranges, threads, expected };
}

async function inputFile({ file }: BuildInput): Promise<InputFile | undefined> {
  if (file === undefined) return undefined;
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  if (found === undefined) return { path: file, bytes: 0, identity: 'missing' };
  const { size, mtimeNs, ctimeNs, ino, dev } = found;
  return { path: file, bytes: Number(size), identity: [size, mtimeNs, ctimeNs, ino, dev].join(' ') };
}

async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/**
 * States what disk the build needs and what there is.
 * @param present bytes that a build which was cut off has left behind, and that are used again
 * @throws BuildFailed when the disk is too small, unless that is to be ignored
 */
export async function checkDiskSpace(
  options: BuildOptions,
  { expected }: Pick<Plan, 'expected'>,
  present: number,
): Promise<void> {
  const { bavail, bsize } = await statfs(options.out);
  const free = bavail * bsize;
  const { snapshot, temporary } = expected;
  const needed =
    `This build may need ${gigabytes(snapshot + temporary)} in ${options.out}: ${gigabytes(snapshot)} for the snapshot and ` +
    `${gigabytes(temporary)} while it is made. There are ${gigabytes(free)} free.`;
  const left = present === 0 ? '' : ` ${gigabytes(present)} of it are there, left by a build that was cut off.`;
  if (snapshot + temporary - present <= free || options.ignoreDiskSpace === true) return options.log?.(needed + left);
  throw new BuildFailed(
    `${needed}${left} Make room, keep fewer snapshots (--keep), or begin all the same with --ignore-disk-space.`,
    { reason: 'disk_full' },
  );
}

function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

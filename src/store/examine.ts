/** Verifies a snapshot to the last byte and opens it, or says at which step it failed. */
import { claimedFiles, verifyHash } from './files.ts';
import { readHeader } from './header.ts';
import { openProbed } from './probe.ts';
import type { Store } from './store.ts';

/** Why a newer snapshot is not served, by what was being done when it failed; for whoever may not see paths. */
const REFUSALS = {
  locate: 'What should be current is missing.',
  header: 'Its header cannot be read, or is of another format.',
  files: 'Its files are not what its header states.',
  open: 'It cannot be opened.',
} as const;

/** A snapshot will not be served. The message is for the log and names paths. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** Without paths. */
  readonly sentence: string;

  constructor(step: keyof typeof REFUSALS, cause: unknown) {
    super((cause as Error).message, { cause });
    this.sentence = REFUSALS[step];
  }
}

/** What is done of a step is returned, what is thrown becomes {@link Refused}. */
export async function during<T>(step: keyof typeof REFUSALS, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Refused(step, cause);
  }
}

export interface Examined {
  readonly store: Store;
  /** Identities of its files, for {@link examineSnapshot} of another that shares them. */
  readonly verified: ReadonlySet<string>;
  /** Files that had to be read for it. */
  readonly filesRead: number;
}

export interface Engine {
  readonly open: (directory: string) => Promise<Store>;
  /** Names of the files that `open` reads. */
  readonly files: readonly string[];
}

/**
 * @param verified identities of files that need not be read again
 * @throws Refused
 */
export async function examineSnapshot(
  directory: string,
  engine: Engine,
  verified: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Examined> {
  const header = await during('header', readHeader(directory));
  const claimed = await during('files', claimedFiles(directory, header, engine.files));
  const unread = claimed.filter(({ identity }) => !verified.has(identity));
  for (const file of unread) await during('files', verifyHash(file, signal));
  const store = await during('open', openProbed(directory, engine.open));
  return { store, verified: new Set(claimed.map(({ identity }) => identity)), filesRead: unread.length };
}

/** As is done when a process starts: the files are of the right size, and it answers, which takes no time. */
export async function openQuickly(directory: string, engine: Engine): Promise<Store> {
  await claimedFiles(directory, await readHeader(directory), engine.files);
  return openProbed(directory, engine.open);
}

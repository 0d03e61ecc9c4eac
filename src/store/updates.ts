/** How the last update and the last harvest went: a file beside the snapshots, written by them and told by the service. */
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { replaceFile, syncToDisk } from '../files/durable-file.ts';
import { isFolderLocked, lockFolder } from '../files/lock.ts';

export const UPDATES_FILE = 'updates.json';
/** Held as long as an update or harvest is under way; its own folder, because a build locks that of the snapshots. */
const LOCK_FOLDER = '.updating';

/** What keeps the data fresh. */
export const UPKEEP = ['update', 'harvest'] as const;
export type Upkeep = (typeof UPKEEP)[number];

/** What an update does, one after the other; a harvest is one of the downloads. */
export const STAGES = ['register', 'download', 'build', 'verify', 'activate'] as const;
export type Stage = (typeof STAGES)[number];

/** Why one failed, in words that are fit for the public; paths and details are in the log. */
export const FAILURES = {
  invalid_configuration: 'The register or the configuration has a mistake.',
  in_use: 'Another command was at work on the same folder.',
  unreachable: 'None of the servers that were asked could be reached: is the network up, and the proxy the right one?',
  source_failed: 'The repository could not be harvested.',
  nothing_to_build: 'No source has a copy yet.',
  build_failed: 'The build gave up: a copy in use cannot be read.',
  unsound: 'The new snapshot is not sound.',
  disk_full: 'The disk is full, or too small for the build.',
  no_permission: 'Something may not be written.',
  stopped: 'It was stopped.',
  cut_off: 'It ended without a word: killed, out of memory, or the machine went down.',
  internal: 'The program failed; the log has the stack.',
} as const;
export type FailureReason = keyof typeof FAILURES;

const instant = Type.String({ format: 'date-time', maxLength: 40 });
const word = Type.String({ maxLength: 40 });

const endedSchema = Type.Object({
  /** When it was over; of one that was cut off, when it began. */
  at: instant,
  seconds: Type.Number({ minimum: 0 }),
  /** `failed`, or what was achieved. */
  outcome: word,
  stage: Type.Optional(word),
  reason: Type.Optional(word),
});
const recordSchema = Type.Object({
  running: Type.Optional(Type.Object({ since: instant, stage: word })),
  last: Type.Optional(endedSchema),
  lastSuccess: Type.Optional(endedSchema),
  /** Since there is this file, by stage. */
  failures: Type.Record(Type.String({ maxLength: 40 }), Type.Integer({ minimum: 0 })),
  /** When the next one should have begun. */
  nextDue: Type.Optional(instant),
});
const fileSchema = Type.Object({ update: Type.Optional(recordSchema), harvest: Type.Optional(recordSchema) });

export type Ended = Readonly<Static<typeof endedSchema>>;
export type UpkeepRecord = Readonly<Static<typeof recordSchema>>;
export type Updates = { readonly [kind in Upkeep]?: UpkeepRecord | undefined };

const validator = Compile(fileSchema);

/** @returns undefined where there has been none yet, or the file cannot be read */
export async function readUpdates(folder: string): Promise<Updates | undefined> {
  const updates = await load(folder);
  const isRunning = updates !== undefined && UPKEEP.some((kind) => updates[kind]?.running !== undefined);
  if (!isRunning || isFolderLocked(join(folder, LOCK_FOLDER))) return updates;
  return settle(updates);
}

async function load(folder: string): Promise<Updates | undefined> {
  try {
    const updates: unknown = JSON.parse(await readFile(join(folder, UPDATES_FILE), 'utf8'));
    return validator.Check(updates) ? updates : undefined;
  } catch {
    return undefined;
  }
}

/** What is said to be running although nobody holds the lock was cut off. */
function settle(updates: Updates): Updates {
  const settled = UPKEEP.map((kind) => {
    const { running, ...record } = updates[kind] ?? { failures: {} };
    if (running === undefined) return [kind, updates[kind]] as const;
    const { since, stage } = running;
    return [kind, withEnd(record, { at: since, seconds: 0, outcome: 'failed', stage, reason: 'cut_off' })] as const;
  });
  return Object.fromEntries(settled.filter(([, record]) => record !== undefined));
}

function withEnd(former: UpkeepRecord, last: Ended, nextDue?: string): UpkeepRecord {
  const { running: _, ...record } = former;
  const { failures } = record;
  const stage = last.stage ?? 'download';
  const due = nextDue === undefined ? {} : { nextDue };
  if (last.outcome !== 'failed') return { ...record, last, lastSuccess: last, ...due };
  return { ...record, last, failures: { ...failures, [stage]: (failures[stage] ?? 0) + 1 }, ...due };
}

/** One that is under way. What cannot be written down is not worth failing for. */
export interface Round {
  /** The next stage begins. */
  readonly enter: (stage: Stage) => Promise<void>;
  /** @param kind an update ends its harvest as well; what failed did so at the present stage, if it names none */
  readonly ended: (kind: Upkeep, end: Omit<Ended, 'at'>, nextDue: Date) => Promise<void>;
  /** Nothing of the kind is done any more. */
  readonly forget: (kind: Upkeep) => Promise<void>;
  readonly close: () => void;
}

/** @param folder of snapshots @throws Locked while another update or harvest is under way, or the system's error */
export async function beginRound(folder: string, kind: Upkeep, now: () => Date): Promise<Round> {
  await mkdir(folder, { recursive: true });
  const lock = lockFolder(join(folder, LOCK_FOLDER), kind, now());
  let updates = settle((await load(folder)) ?? {});
  const since = now().toISOString();
  const change = async (which: Upkeep, next: UpkeepRecord | undefined): Promise<void> => {
    updates = { ...updates, [which]: next };
    await write(join(folder, UPDATES_FILE), updates).catch(() => undefined);
  };
  let stage: Stage = 'register';
  const recordOf = (which: Upkeep): UpkeepRecord => updates[which] ?? { failures: {} };
  return {
    enter(next) {
      stage = next;
      return change(kind, { ...recordOf(kind), running: { since, stage } });
    },
    ended(which, end, nextDue) {
      const at = now().toISOString();
      const ended = { at, ...end, ...(end.outcome === 'failed' && { stage: end.stage ?? stage }) };
      return change(which, withEnd(recordOf(which), ended, nextDue.toISOString()));
    },
    forget: async (which) => (updates[which] === undefined ? undefined : change(which, undefined)),
    close: () => lock.release(),
  };
}

/** Room for whatever is to be said at the end, taken at the beginning: then the disk may be full. In bytes. */
const ROOM = 4096;

async function write(file: string, updates: Updates): Promise<void> {
  const text = `${JSON.stringify(updates).padEnd(ROOM - 1)}\n`;
  try {
    await replaceFile(file, text);
  } catch {
    const handle = await open(file, 'r+');
    await handle.write(text, 0).finally(() => handle.close());
    await syncToDisk(file);
  }
}

/** The folder of a source: plain files with its copies, its state between fetches, and its history. */
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ListChange } from '../../../core/model/source.ts';
import { inspectionSchema } from './inspect.ts';
import { CHECK_VERDICTS } from './plausibility.ts';
import { appendLine, moveFile, replaceFile } from '../../../shared/files/durable-file.ts';
import { ifAbsent } from '../../../shared/files/if-absent.ts';
import { omit } from '../../../shared/omit.ts';
import { jsonLines } from '../../../shared/files/lines.ts';

const STATE_FILE = 'state.json';
const HISTORY_FILE = 'history.jsonl';
/** Name of the download in progress, which differs from all names of copies. */
const INCOMING = 'incoming';
const COPY_NAME = /^(accepted|held)-[0-9a-f]{16}$/;

const text = Type.String({ maxLength: 10_000 });
const count = Type.Number({ minimum: 0 });

const turnover = Type.Object({ ids: count, first: Type.Array(text, { maxItems: 100 }) });

const copySchema = Type.Object({
  /** Name in the folder: `accepted-` or `held-`, and the beginning of the SHA-256. */
  file: Type.String({ pattern: COPY_NAME.source }),
  /** RFC 3339 instant of the download. */
  retrievedAt: text,
  /** Requested address of the file; the validators are valid only for this address. */
  url: text,
  etag: Type.Optional(text),
  lastModified: Type.Optional(text),
  ...inspectionSchema.properties,
  /** Changes since the previous copy in use; absent for the first copy and for dumps. */
  change: Type.Optional(Type.Unsafe<ListChange>(Type.Object({ added: turnover, removed: turnover }))),
  /** Day on which the content, as hashed in `pairsHash`, was first seen. */
  observedSince: text,
  /** Datestamp up to which a harvest is complete. */
  harvestedThrough: Type.Optional(text),
  /** Date in the header; absent when it is unknown or not before the day of the download. */
  declaredDate: Type.Optional(text),
});

const checkSchema = Type.Object({
  at: text,
  verdict: Type.Enum([...CHECK_VERDICTS]),
  reason: Type.Optional(text),
  sentence: Type.Optional(text),
});

const stateSchema = Type.Object({
  version: Type.Literal(1),
  key: text,
  lastCheck: Type.Optional(checkSchema),
  /** Instant of the first held or failed check since the last good one. */
  problemSince: Type.Optional(text),
  accepted: Type.Optional(copySchema),
  held: Type.Optional(Type.Intersect([copySchema, Type.Object({ reason: text, sentence: text })])),
});

export type Copy = Static<typeof copySchema>;
type Check = Static<typeof checkSchema>;
export type SourceState = Static<typeof stateSchema>;

/** A line of the history: one check. */
export interface Observed extends Check {
  readonly url?: string | undefined;
  readonly bytes?: number | undefined;
  readonly ids?: number | undefined;
  readonly sha256?: string | undefined;
  readonly declaredDate?: string | undefined;
  /** For a copy that is newly in use: number of unusable lines, and of distinct identifiers gained and lost. */
  readonly unreadable?: number | undefined;
  readonly added?: number | undefined;
  readonly removed?: number | undefined;
  /** Set when a person released a held copy. */
  readonly released?: true;
}

const validator = Compile(stateSchema);

export type LoadedState = Awaited<ReturnType<typeof loadState>>;

export type SourceFolder = ReturnType<typeof openSourceFolder>;

export function openSourceFolder(sources: string, key: string) {
  const path = join(sources, key);
  const stateFile = join(path, STATE_FILE);
  const historyFile = join(path, HISTORY_FILE);
  return {
    path,
    /** Path of the download in progress. */
    incoming: join(path, INCOMING),
    pathOf: ({ file }: { readonly file: string }) => join(path, file),
    create: () => mkdir(path, { recursive: true }),
    load: () => loadState(path, key),
    save: (state: SourceState) => replaceFile(stateFile, `${JSON.stringify(state, null, 2)}\n`),
    /** Renames a file of this folder to a copy, which is valid once the state names it. @returns its name */
    async keep(file: string, as: 'accepted' | 'held', sha256: string): Promise<string> {
      const name = `${as}-${sha256.slice(0, 16)}`;
      await moveFile(file, join(path, name));
      return name;
    },
    /** Removes copies that the state does not name. */
    async removeUnnamed(state: SourceState): Promise<void> {
      const named = new Set([state.accepted?.file, state.held?.file]);
      for (const name of await readdir(path)) {
        // Without a copy in use, keep accepted copies that the state may have lost.
        const keep = state.accepted === undefined && name.startsWith('accepted-');
        if (COPY_NAME.test(name) && !named.has(name) && !keep) await rm(join(path, name), { force: true });
      }
    },
    record: (observed: Observed) => appendLine(historyFile, JSON.stringify(observed)),
    /** Checks, oldest first; unreadable lines are skipped. */
    history: () => jsonLines(historyFile) as AsyncGenerator<Observed>,
  };
}

async function loadState(path: string, key: string) {
  const { state, damage } = await readState(join(path, STATE_FILE), key);
  const files = new Map<string, { readonly size: number; readonly mtimeMs: number }>();
  for (const name of await readdir(path).catch(ifAbsent([]))) {
    if (COPY_NAME.test(name)) files.set(name, await stat(join(path, name)));
  }
  const damaged = (['accepted', 'held'] as const).filter((role) => {
    const copy = state[role];
    return copy !== undefined && files.get(copy.file)?.size !== copy.bytes;
  });
  const kept: SourceState = omit(state, ...damaged);
  const names = damaged.map((role) => state[role]?.file ?? '');
  const sentence = damage ?? (names.length > 0 ? `missing or damaged in ${path}: ${names.join(', ')}` : undefined);
  // The newest comes first, because a crash during a replacement leaves two accepted copies.
  const stray = [...files]
    .filter(([name]) => name.startsWith('accepted-') && !names.includes(name))
    .sort(([, a], [, b]) => b.mtimeMs - a.mtimeMs)[0]?.[0];
  return {
    state: kept,
    /** Sentence for the operator about damaged files. */
    damage: sentence,
    /** File name of an accepted copy that the state does not name; undefined if another copy is in use. */
    unknownCopy: kept.accepted === undefined ? stray : undefined,
  };
}

async function readState(file: string, key: string): Promise<{ state: SourceState; damage?: string }> {
  const none: SourceState = { version: 1, key };
  const content = await readFile(file, 'utf8').catch(ifAbsent(undefined));
  if (content === undefined) return { state: none };
  try {
    const state: unknown = JSON.parse(content);
    if (validator.Check(state) && state.key === key) return { state };
  } catch {
    // Reported below, like any other damage.
  }
  return { state: none, damage: `${file} is damaged` };
}

/** `gnd-links sources`: states of sources, and the release of held copies. */
import { alignColumns, counted } from './table.ts';
import { grouped } from '../shared/numbers.ts';
import { freshnessOf } from '../core/model/freshness.ts';
import { buildInputs } from '../build/sources/fetch/build-inputs.ts';
import { isDue } from '../build/sources/fetch/due.ts';
import { releaseCopy } from '../build/sources/fetch/copies.ts';
import { lockFolder } from '../shared/files/lock.ts';
import type { RegisteredSource } from '../build/sources/register/register.ts';
import { openSourceFolder } from '../build/sources/fetch/source-folder.ts';
import { CommandFailed } from './exit.ts';
import { chosen, openRegister, type SourcesValues } from './fetch.ts';

interface Row {
  readonly key: string;
  readonly state: string;
  readonly ageDays?: number;
  readonly checked?: string;
  readonly due: boolean;
  readonly ids: number;
  readonly bytes: number;
  readonly verdict?: string;
  readonly why?: string;
}

export async function runSources(values: SourcesValues & { readonly json?: boolean }): Promise<void> {
  const now = new Date();
  const { register } = await openRegister(values);
  const rows = await Promise.all(register.map((source) => describeSource(source, values.sources, now)));
  process.stdout.write(values.json === true ? `${JSON.stringify(rows, null, 2)}\n` : formatRows(rows));
}

async function describeSource(source: RegisteredSource, folder: string, now: Date): Promise<Row> {
  const { key } = source;
  const none = { key, due: false, ids: 0, bytes: 0 };
  if (source.state === 'retired') {
    return {
      ...none,
      state: 'retired',
      why: `since ${source.retired?.since ?? ''}: ${source.retired?.reason.en ?? ''}`,
    };
  }
  if (source.file !== undefined) return { ...none, state: 'local', why: source.file };
  const { state, damage, unknownCopy } = await openSourceFolder(folder, key).load();
  const [input] = await buildInputs([source], folder);
  const { accepted, held, lastCheck } = state;
  const due = isDue(source.cadence, state, now);
  if (lastCheck === undefined && accepted === undefined && unknownCopy === undefined)
    return { ...none, state: 'not fetched', due };
  const observed =
    input?.observation === undefined ? undefined : freshnessOf({ ...source, observation: input.observation }, now);
  const release =
    held === undefined
      ? ''
      : ` Held copy: ${counted(held.ids, 'identifier')}; to use it: gnd-links sources accept ${key}`;
  const since = state.problemSince && `Problem since ${state.problemSince.slice(0, 10)}.`;
  const why =
    [damage && `${damage}.`, lastCheck?.sentence, since].filter((text) => text !== undefined).join(' ') + release;
  return {
    key,
    state: observed?.state ?? 'unknown',
    ...(accepted !== undefined && observed !== undefined && { ageDays: observed.ageDays }),
    ...(lastCheck !== undefined && { checked: lastCheck.at, verdict: lastCheck.reason ?? lastCheck.verdict }),
    due,
    ids: accepted?.ids ?? 0,
    bytes: accepted?.bytes ?? 0,
    ...(why !== '' && { why }),
  };
}

function formatRows(rows: readonly Row[]): string {
  const head = ['source', 'state', 'age', 'checked', 'identifiers', 'bytes', 'last verdict', 'why'];
  const cells = rows.map(({ key, state, ageDays, checked, due, ids, bytes, verdict, why }) => [
    key,
    state,
    ageDays === undefined ? '' : `${ageDays} d`,
    `${checked?.slice(0, 10) ?? ''}${due && checked !== undefined ? ' (due)' : ''}`,
    ids > 0 ? grouped(ids) : '',
    bytes > 0 ? grouped(bytes) : '',
    verdict ?? '',
    why ?? '',
  ]);
  return `${alignColumns([head, ...cells], new Set([2, 4, 5])).join('\n')}\n`;
}

/** Replaces the copy in use by the held copy of a source. */
export async function runAccept(key: string, values: SourcesValues): Promise<void> {
  chosen((await openRegister(values)).register, [key]);
  using _lock = lockFolder(values.sources, `sources accept ${key}`, new Date());
  const released = await releaseCopy(values.sources, key, new Date());
  if (released.refused !== undefined) throw new CommandFailed(`${key}: ${released.refused}`);
  const ids = counted(released.ids, 'identifier');
  process.stdout.write(`${key}: the held copy (${ids}) is now in use; run gnd-links update to build with it\n`);
}

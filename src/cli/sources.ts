/** `gnd-links sources`: how every source is, what was observed of it, the release of held copies, the check of a list. */
import type { Command } from 'commander';
import { alignColumns, grouped } from '../ingest/table.ts';
import { freshnessOf } from '../api/freshness.ts';
import { buildInputs } from '../fetch/build-inputs.ts';
import { isDue } from '../fetch/due.ts';
import { releaseCopy } from '../fetch/copies.ts';
import { lockFolder } from '../files/lock.ts';
import type { RegisteredSource } from '../register/register.ts';
import { openSourceFolder } from '../fetch/source-folder.ts';
import { CommandFailed } from './exit.ts';
import { chosen, type KeepingValues, KEEPING_SETTINGS, openRegister } from './fetch-options.ts';
import { addSettings } from './settings.ts';
import { addCheckCommand } from './sources-check.ts';

/** Adds the command and those below it to the program. */
export function addSourcesCommand(program: Command): void {
  const command = program
    .command('sources')
    .summary('show how every source is; release, check and look back')
    .description('Shows state, age, counts and the last verdict of every source of the register.');
  addSettings(command, KEEPING_SETTINGS)
    .option('--json', 'print the table as JSON')
    .addHelpText(
      'after',
      `
Examples:
  gnd-links sources
  gnd-links sources accept kalliope
  gnd-links sources history kalliope
  gnd-links sources check beacon.txt`,
    )
    .action(async (values: KeepingValues & { json?: boolean }) => {
      const rows = await describeSources(values);
      process.stdout.write(values.json === true ? `${JSON.stringify(rows, null, 2)}\n` : formatRows(rows));
    });
  addAcceptCommand(command);
  addHistoryCommand(command);
  addCheckCommand(command);
  for (const below of command.commands) below.copyInheritedSettings(program);
}

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

async function describeSources(values: KeepingValues): Promise<readonly Row[]> {
  const { sources } = await openRegister(values);
  const now = new Date();
  return Promise.all(sources.map((source) => describeSource(source, values.sources, now)));
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
  const [input] = await buildInputs([source], folder, now);
  const { accepted, held, lastCheck } = state;
  const due = isDue(source.cadence, state, now);
  if (lastCheck === undefined && accepted === undefined && unknownCopy === undefined)
    return { ...none, state: 'not fetched', due };
  const observed =
    input?.observation === undefined ? undefined : freshnessOf({ ...source, observation: input.observation }, now);
  const release =
    held === undefined ? '' : ` Held copy: ${grouped(held.ids)} identifiers; gnd-links sources accept ${key}`;
  const since = state.problemSince === undefined ? undefined : `since ${state.problemSince.slice(0, 10)}`;
  const why = [damage, lastCheck?.sentence, since].filter((text) => text !== undefined).join('; ') + release;
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

function addAcceptCommand(sources: Command): void {
  const command = sources
    .command('accept')
    .summary('release a held copy')
    .description('Lets the held copy of a source replace the one in use, after a person has looked at it.')
    .argument('<key>', 'source of the register');
  addSettings(command, KEEPING_SETTINGS)
    .addHelpText('after', '\nExample:\n  gnd-links sources accept bavarian-lexica && gnd-links update')
    .action(async (key: string, values: KeepingValues) => {
      const { sources: register } = await openRegister(values);
      chosen(register, [key]);
      const lock = lockFolder(values.sources, `sources accept ${key}`, new Date());
      try {
        const released = await releaseCopy(values.sources, key, new Date());
        if (released.refused !== undefined) throw new CommandFailed(`${key}: ${released.refused}`);
        process.stdout.write(
          `${key}: the held copy is in use now, ${grouped(released.ids)} identifiers; build with gnd-links update\n`,
        );
      } finally {
        lock.release();
      }
    });
}

function addHistoryCommand(sources: Command): void {
  const command = sources
    .command('history')
    .summary('show what was observed of a source, and when')
    .description('Shows every look at a source with its verdict, oldest first.')
    .argument('<key>', 'source of the register');
  addSettings(command, KEEPING_SETTINGS)
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  gnd-links sources history kalliope')
    .action(async (key: string, values: KeepingValues & { json?: boolean }) => {
      const { sources: register } = await openRegister(values);
      chosen(register, [key]);
      let lines = 0;
      for await (const observed of openSourceFolder(values.sources, key).history()) {
        lines += 1;
        const { at, verdict, reason, sentence, ids, bytes, released } = observed;
        const amount = ids === undefined ? '' : `${grouped(ids)} identifiers, ${grouped(bytes ?? 0)} bytes`;
        const what =
          released === true ? 'released by a person' : `${verdict}${reason === undefined ? '' : ` (${reason})`}`;
        const line = [at, what, amount, sentence ?? ''].filter((text) => text !== '').join('  ');
        process.stdout.write(`${values.json === true ? JSON.stringify(observed) : line}\n`);
      }
      if (lines === 0) throw new CommandFailed(`${key} has not been looked at yet`);
    });
}

/** Adds one command with its settings, its help and its examples to the program. */
import type { Command } from 'commander';
import { addSettings, type SettingTable } from '../settings/setting.ts';

/** Help of an argument that is a folder. */
export const SNAPSHOTS = 'folder of snapshots, or one snapshot';
/** Help of an argument that is a list of keys. */
export const KEYS = 'keys of sources in the register; the default is all sources';
/** Help of exit code 3. */
export const HELD_OR_FAILED = '3 some sources are held or could not be fetched; their earlier copies stay in use.';

/** Texts and settings of one command. */
interface Description {
  readonly settings?: SettingTable;
  readonly summary: string;
  readonly description: string;
  /** Exit codes with a special meaning for this command. */
  readonly exitCodes?: string;
  /** Each example begins with a line break and two blanks. */
  readonly examples: string;
}

/** @param name of the command, below `parent` */
export function command(parent: Command, name: string, description: Description): Command {
  const { settings = {}, exitCodes, examples } = description;
  const codes = exitCodes === undefined ? '' : `\nExit codes: ${exitCodes}\n`;
  const head = examples.lastIndexOf('\n') > 0 ? 'Examples' : 'Example';
  return addSettings(parent.command(name), settings)
    .summary(description.summary)
    .description(description.description)
    .addHelpText('after', `${codes}\n${head}:${examples}`);
}

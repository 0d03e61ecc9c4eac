/** Turns the table of settings into options of the command line, and their texts into values. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { InvalidSetting, type Setting } from './setting.ts';

/** Adds one option per setting; flag beats environment variable beats default. */
export function addSettings(command: Command, settings: Readonly<Record<string, Setting<unknown>>>): Command {
  for (const [name, setting] of Object.entries(settings)) {
    const option = new Option(setting.flag, setting.help);
    if (setting.env !== undefined) option.env(setting.env);
    option.argParser((value: string) => {
      try {
        return setting.parse(value);
      } catch (error) {
        if (error instanceof InvalidSetting) throw new InvalidArgumentError(error.message);
        throw error;
      }
    });
    if (option.attributeName() !== name) throw new Error(`setting ${name} has the flag of ${option.attributeName()}`);
    if (setting.default !== undefined) option.default(setting.parse(setting.default), setting.default || undefined);
    command.addOption(option);
  }
  return command;
}

/** The values of a table of settings, as its parsers made them. */
export type SettingValues<S extends Readonly<Record<string, Setting<unknown>>>> = {
  readonly [K in keyof S]: S[K]['default'] extends string
    ? ReturnType<S[K]['parse']>
    : ReturnType<S[K]['parse']> | undefined;
};

/** What a setting is, how its text is read, and how a table of settings becomes options of the command line. */
import { BlockList, isIP } from 'node:net';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseClusterAddress } from '../store/opensearch/address.ts';
import { CommandFailed, EXIT } from './exit.ts';

/** How a setting is given and read. `parse` throws an InvalidArgumentError when the text will not do. */
export interface Setting<T> {
  /** As commander writes it: `--port <number>`. Empty for one of the environment alone. */
  readonly flag: string;
  /** Its variable where that is not the name of the flag, as GND_LINKS_PORT is; false for one that has none. */
  readonly env?: string | false;
  /** As a user would type it; absent where there is none. */
  readonly default?: string;
  readonly help: string;
  readonly parse: (text: string) => T;
}

export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

/** The values of a table of settings, as its parsers made them. */
export type SettingValues<S extends SettingTable> = {
  readonly [K in keyof S]: ReturnType<S[K]['parse']> | (S[K] extends { readonly default: string } ? never : undefined);
};

/** The environment variable of a setting. */
export function variableOf({ flag: flagText, env }: Setting<unknown>): string | undefined {
  if (env !== undefined) return env === false ? undefined : env;
  const [name = ''] = flagText.slice(2).split(' ');
  return `GND_LINKS_${name.replaceAll('-', '_').toUpperCase()}`;
}

/** Adds one option per setting; flag beats environment variable beats default. */
export function addSettings(command: Command, settings: SettingTable): Command {
  for (const [name, setting] of Object.entries(settings)) {
    const option = new Option(setting.flag, setting.help).argParser(setting.parse);
    const variable = variableOf(setting);
    if (variable !== undefined) option.env(variable);
    if (option.attributeName() !== name) throw new Error(`setting ${name} has the flag of ${option.attributeName()}`);
    if (setting.default !== undefined) option.default(setting.parse(setting.default), setting.default || undefined);
    command.addOption(option);
  }
  return command;
}

/** Any text. */
export const text = (value: string): string => value;

export function integer(minimum: number, maximum: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d{1,9}$/.test(value) && number >= minimum && number <= maximum) return number;
    throw new InvalidArgumentError(`must be a whole number from ${minimum} to ${maximum}`);
  };
}

export function oneOf<const T extends readonly string[]>(...values: T): (value: string) => T[number] {
  return (value) => {
    if (values.includes(value)) return value;
    throw new InvalidArgumentError(`must be one of ${values.join(', ')}`);
  };
}

/** A switch: on without a value, in a variable 1 or 0. */
export function flag(value?: string): boolean {
  if (value === undefined || value === '1' || value === 'true') return true;
  if (value === '0' || value === 'false' || value === '') return false;
  throw new InvalidArgumentError('must be 1 or 0');
}

export function baseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('must be an http or https address without query and fragment');
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('must not have user and password, which everybody would read');
  }
  return url.href.replace(/\/+$/, '');
}

export function day(value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value) && new Date(Date.parse(value)).toJSON()?.startsWith(value) === true) return value;
  throw new InvalidArgumentError('must be a day such as 2026-10-13');
}

export function limiterUrl(value: string): string {
  if (URL.canParse(value) && /^rediss?:$/.test(new URL(value).protocol)) return value;
  throw new InvalidArgumentError('must be an address such as redis://127.0.0.1:6379/0');
}

/** @throws CommandFailed, which does not repeat the text: there may be a password in it */
export function clusterUrl(value: string): string {
  try {
    parseClusterAddress(value);
    return value;
  } catch (error) {
    throw new CommandFailed(`the address of a cluster ${(error as Error).message}`, EXIT.usage);
  }
}

export function replicas(value: string): number | 'all' {
  return value === 'all' ? value : integer(0, 100)(value);
}

/** RFC 9116 §2.5.3 */
export function contactUri(value: string): string {
  if (URL.canParse(value) && /^(?:mailto|https|tel):$/.test(new URL(value).protocol)) return new URL(value).href;
  throw new InvalidArgumentError('must be an address such as mailto:security@example.org');
}

/** What may stand in a comment of a header field. */
export function headerText(value: string): string {
  if (/^[\x21-\x27\x2a-\x5b\x5d-\x7e]{1,200}$/.test(value)) return value;
  throw new InvalidArgumentError('must be an address without blanks and brackets');
}

/** Addresses or networks, separated by commas or blanks; each is tried out where it will be used. */
export function networks(value: string): readonly string[] {
  const list = value.split(/[\s,]+/).filter((item) => item !== '');
  for (const item of list) {
    const [address = '', prefix] = item.split('/');
    const family = isIP(address);
    try {
      if (family === 0) throw new RangeError(`${item} is not an address`);
      if (prefix !== undefined) new BlockList().addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4');
    } catch {
      throw new InvalidArgumentError(`must be networks such as 10.0.0.0/8 or fd00::/8, and ${item} is none`);
    }
  }
  return list;
}

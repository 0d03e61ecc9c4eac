/** Settings: the functions that parse their values, and the options of the command line for a table of settings. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDatestamp } from '../../core/model/datestamp.ts';
import { readNetwork } from '../../core/model/ip-address.ts';
import { parseClusterAddress } from '../../extras/cluster/address.ts';
import { CommandFailed, EXIT } from '../exit.ts';

/** One setting. `parse` throws an InvalidArgumentError for a text that is not allowed. */
export interface Setting<T> {
  /** The option in commander's syntax, e.g. `--port <number>`; empty for a setting of the environment only. */
  readonly flag: string;
  /** Environment variable; by default named after the flag, as GND_LINKS_PORT after `--port`; false for none. */
  readonly env?: string | false;
  /** The default as a user would type it. */
  readonly default?: string;
  readonly help: string;
  readonly parse: (text: string) => T;
}

export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

/** The parsed values of a table of settings. */
export type SettingValues<S extends SettingTable> = {
  readonly [K in keyof S]: ReturnType<S[K]['parse']> | (S[K] extends { readonly default: string } ? never : undefined);
};

export function variableOf({ flag: flagText, env }: Setting<unknown>): string | undefined {
  if (env !== undefined) return env === false ? undefined : env;
  const [name = ''] = flagText.slice(2).split(' ');
  return `GND_LINKS_${name.replaceAll('-', '_').toUpperCase()}`;
}

/** Adds one option per setting. A flag takes precedence over the variable, and the variable over the default. */
export function addSettings(command: Command, settings: SettingTable): Command {
  for (const [name, setting] of Object.entries(settings)) {
    const option = new Option(setting.flag, setting.help).argParser(setting.parse);
    const variable = variableOf(setting);
    if (variable !== undefined) option.env(variable);
    if (option.attributeName() !== name) throw new Error(`setting ${name} has the flag of ${option.attributeName()}`);
    if (setting.default !== undefined) option.default(setting.parse(setting.default), setting.default || 'none');
    command.addOption(option);
    if (option.isBoolean() && variable !== undefined) readSwitch(command, option, variable, setting.parse);
  }
  return command;
}

/** Reads the variable of a switch after the options, because commander ignores the value of the variable. */
function readSwitch(command: Command, option: Option, variable: string, parse: Setting<unknown>['parse']): void {
  const name = option.attributeName();
  command.hook('preAction', () => {
    if (command.getOptionValueSource(name) !== 'env') return;
    const value = process.env[variable] ?? '';
    try {
      command.setOptionValueWithSource(name, parse(value), 'env');
    } catch (error) {
      const { flags } = option;
      const { message } = error as Error;
      command.error(`error: option '${flags}' value '${value}' from env '${variable}' is invalid. ${message}`);
    }
  });
}

/** Refuses an empty text: as a folder it would be the current one, as a host every address. */
export function text(value: string): string {
  if (value.trim() !== '') return value;
  throw new InvalidArgumentError('must not be empty');
}

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

/** A switch: as an option it has no value, as a variable the value 1 or 0. */
export function flag(value?: string): boolean {
  if (value === undefined || value === '1' || value === 'true') return true;
  if (value === '0' || value === 'false') return false;
  throw new InvalidArgumentError('must be 1 or 0');
}

/** Names from a set, separated by commas, or `all`. The name `always` is allowed and ignored. */
export function someOf<const T extends string>(all: readonly T[], always: string): (value: string) => readonly T[] {
  return (value) => {
    const names = value.split(',').map((name) => name.trim());
    const unknown = names.find((name) => name !== 'all' && name !== always && !all.some((one) => one === name));
    if (unknown !== undefined)
      throw new InvalidArgumentError(`must be “all”, or some of ${[always, ...all].join(', ')}`);
    return all.filter((one) => names.includes('all') || names.includes(one));
  };
}

/** An address that everybody reads. @param what the kind of address, for the message */
function publicAddress(value: string, protocols: RegExp, what: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !protocols.test(url.protocol)) throw new InvalidArgumentError(`must be ${what}`);
  if (url.username === '' && url.password === '') return url;
  throw new InvalidArgumentError('must not contain a user name or a password, which everybody could read');
}

export function baseUrl(value: string): string {
  const what = 'an http or https address without query and fragment';
  const { search, hash, href } = publicAddress(value, /^https?:$/, what);
  if (search !== '' || hash !== '') throw new InvalidArgumentError(`must be ${what}`);
  return href.replace(/\/+$/, '');
}

/** A datestamp in either granularity of OAI-PMH. */
export function dayOrInstant(value: string): string {
  const datestamp = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/.test(value) ? parseDatestamp(value) : undefined;
  if (datestamp !== undefined) return datestamp;
  throw new InvalidArgumentError('must be a day such as 2026-10-13 or an instant such as 2026-10-13T04:30:00Z');
}

export function limiterUrl(value: string): string {
  const { protocol, hostname, pathname } = URL.canParse(value) ? new URL(value) : new URL('about:blank');
  if (/^rediss?:$/.test(protocol) && hostname !== '' && /^(?:\/\d{0,3})?$/.test(pathname)) return value;
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

/** The address of a page, or a contact of `security.txt`. RFC 9116 §2.5.3 */
export function contactUri(value: string): string {
  return publicAddress(value, /^(?:mailto|https|tel):$/, 'an address that begins with https:, mailto: or tel:').href;
}

/** The contact of the operators, to which pages link and which stands in a comment of a header field. RFC 9110 §5.6.5 */
export function contact(value: string): string {
  if (!/^[\x21-\x27\x2a-\x5b\x5d-\x7e]{1,200}$/.test(value))
    throw new InvalidArgumentError('must be an address without spaces, parentheses or backslashes');
  const [, scheme = 'mailto:'] = /^([a-z][a-z\d+.-]*:)/i.exec(value) ?? [];
  if (scheme === 'mailto:' && /[^:]@./.test(value)) return value;
  publicAddress(value, /^https?:$/, 'an e-mail address, or an http or https address');
  return value;
}

/** Addresses or networks, separated by commas or blanks. */
export function networks(value: string): readonly string[] {
  const list = value.split(/[\s,]+/).filter((item) => item !== '');
  const wrong = list.find((item) => readNetwork(item) === undefined);
  if (wrong !== undefined) {
    throw new InvalidArgumentError(`must be networks such as 10.0.0.0/8 or fd00::/8; ${wrong} is not a network`);
  }
  return list;
}

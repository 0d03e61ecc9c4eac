/** What a setting is, and how the texts of settings are read. */
import { BlockList, isIP } from 'node:net';

/** How a setting is given and read. `parse` throws a sentence when the text will not do. */
export interface Setting<T> {
  /** As commander writes it: `--port <number>`. */
  readonly flag: string;
  /** Absent for what belongs on a command line only. */
  readonly env?: string;
  /** As a user would type it; undefined where there is none. */
  readonly default: string | undefined;
  readonly help: string;
  readonly parse: (text: string) => T;
}

/** A value that will not do. The message completes the sentence "GND_LINKS_PORT …". */
export class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting';
}

/** Any text. */
export const text = (value: string): string => value;

export function integer(minimum: number, maximum: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d{1,9}$/.test(value) && number >= minimum && number <= maximum) return number;
    throw new InvalidSetting(`must be a whole number from ${minimum} to ${maximum}`);
  };
}

export function oneOf<const T extends readonly string[]>(...values: T): (value: string) => T[number] {
  return (value) => {
    if (values.includes(value)) return value;
    throw new InvalidSetting(`must be one of ${values.join(', ')}`);
  };
}

/** A switch: on without a value, in a variable 1 or 0. */
export function flag(value?: string): boolean {
  if (value === undefined || value === '1' || value === 'true') return true;
  if (value === '0' || value === 'false' || value === '') return false;
  throw new InvalidSetting('must be 1 or 0');
}

export function baseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InvalidSetting('must be an http or https address without query and fragment');
  }
  return url.href.replace(/\/+$/, '');
}

export function day(value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value) && new Date(Date.parse(value)).toJSON()?.startsWith(value) === true) return value;
  throw new InvalidSetting('must be a day such as 2026-10-13');
}

export function limiterUrl(value: string): string {
  if (URL.canParse(value) && /^rediss?:$/.test(new URL(value).protocol)) return value;
  throw new InvalidSetting('must be an address such as redis://127.0.0.1:6379/0');
}

/** RFC 9116 §2.5.3 */
export function contactUri(value: string): string {
  if (URL.canParse(value) && /^(?:mailto|https|tel):$/.test(new URL(value).protocol)) return new URL(value).href;
  throw new InvalidSetting('must be an address such as mailto:security@example.org');
}

/** What may stand in a comment of a header field. */
export function headerText(value: string): string {
  if (/^[\x21-\x27\x2a-\x5b\x5d-\x7e]{1,200}$/.test(value)) return value;
  throw new InvalidSetting('must be an address without blanks and brackets');
}

/** Addresses or networks, separated by commas or blanks; each is tried out where it will be used. */
export function networks(value: string): readonly string[] {
  const list = value.split(/[\s,]+/).filter((item) => item !== '');
  for (const item of list) {
    const [address = '', prefix] = item.split('/');
    const family = isIP(address);
    try {
      if (family === 0) throw new InvalidSetting(`${item} is not an address`);
      if (prefix !== undefined) new BlockList().addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4');
    } catch (cause) {
      throw new InvalidSetting(`must be networks such as 10.0.0.0/8 or fd00::/8, and ${item} is none`, { cause });
    }
  }
  return list;
}

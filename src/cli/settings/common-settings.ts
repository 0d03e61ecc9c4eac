/** Settings that several commands have. */
import { baseUrl, headerText, text, type Setting } from './setting.ts';

/** The operators of the service. */
export const CONTACT_SETTING = {
  flag: '--contact <address>',
  help: 'web or mail address of the operators, for the User-Agent of downloads and the description of the interface',
  parse: headerText,
} as const satisfies Setting<string>;

/** The public address of the service. */
export const BASE_URL_SETTING = {
  flag: '--base-url <url>',
  help: 'address under which clients reach the service; without it the one it listens on',
  parse: baseUrl,
} as const satisfies Setting<string>;

/** Folder of public files. */
export const DUMPS_SETTING = {
  flag: '--dumps <dir>',
  help: 'folder of dumps and changes to serve under /dumps/ and /changes; without it they are not served',
  parse: text,
} as const satisfies Setting<string>;

/** The place of the snapshot to read. */
export const SNAPSHOT_SETTING = {
  flag: '--snapshot <dir>',
  default: 'data/snapshots',
  help: 'folder of snapshots, or one snapshot; or the address of a cluster',
  parse: text,
} as const satisfies Setting<string>;

/** Categories, collections and vocabulary. */
export const CONFIG_SETTING = {
  flag: '--config <dir>',
  help: 'folder with categories.yaml, collections.yaml and vocabulary; without it the bundled one',
  parse: text,
} as const satisfies Setting<string>;

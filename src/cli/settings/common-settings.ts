/** Settings that several commands share. */
import { baseUrl, contact, text, type Setting } from './setting.ts';

export const THUMBNAILS_SETTING = {
  flag: '--thumbnails <dir>',
  help: 'folder of thumbnails; gnd-links probe adds them, and gnd-links serve shows them beside names; without this folder there are none',
  parse: text,
} as const satisfies Setting<string>;

export const CONTACT_SETTING = {
  flag: '--contact <address>',
  help: 'web or e-mail address of the operators, for the User-Agent of downloads and the description of the interface',
  parse: contact,
} as const satisfies Setting<string>;

export const BASE_URL_SETTING = {
  flag: '--base-url <url>',
  help: 'address at which clients reach the service; without it, a server uses the address on which it listens, and dumps state none',
  parse: baseUrl,
} as const satisfies Setting<string>;

export const DUMPS_SETTING = {
  flag: '--dumps <dir>',
  help: 'folder of dumps and changes, which a server offers under /dumps/ and /changes; without this folder there are none',
  parse: text,
} as const satisfies Setting<string>;

export const SNAPSHOT_SETTING = {
  flag: '--snapshot <dir>',
  default: 'data/snapshots',
  help: 'folder of snapshots, a single snapshot, or the address of a cluster',
  parse: text,
} as const satisfies Setting<string>;

export const CONFIG_SETTING = {
  flag: '--config <dir>',
  help: 'folder with categories.yaml, collections.yaml and vocabulary; the default is the bundled folder',
  parse: text,
} as const satisfies Setting<string>;

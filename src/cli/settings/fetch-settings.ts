/** Settings of the commands that fetch: the register, downloads, harvests and probes. */
import { BUILD_SETTINGS } from './build-settings.ts';
import { CONFIG_SETTING, CONTACT_SETTING, THUMBNAILS_SETTING } from './common-settings.ts';
import { dayOrInstant, flag, integer, text, type SettingTable } from './setting.ts';

/** The register, and the folder of copies. */
export const SOURCES_SETTINGS = {
  register: {
    flag: '--register <file>',
    help: 'register of sources (YAML); the default is the bundled register',
    parse: text,
  },
  sources: {
    flag: '--sources <dir>',
    default: 'data/sources',
    help: 'folder of downloads: for each source the copy in use, a held copy, and the history',
    parse: text,
  },
  config: CONFIG_SETTING,
} as const satisfies SettingTable;

export const DOWNLOAD_SETTINGS = {
  contact: CONTACT_SETTING,
  allowPrivateAddresses: {
    flag: '--allow-private-addresses',
    help: 'also connect to loopback and private networks (as an environment variable: 1 or 0)',
    parse: flag,
  },
} as const satisfies SettingTable;

/** Settings of all commands that fetch. */
export const FETCH_SETTINGS = {
  ...SOURCES_SETTINGS,
  ...DOWNLOAD_SETTINGS,
  maxPages: {
    flag: '--max-pages <number>',
    default: '4000',
    help: 'maximum number of pages of records in one harvest of a repository; the next harvest continues after them; 0 for the audit alone',
    parse: integer(0, 10_000_000),
  },
  pagePause: {
    flag: '--page-pause <milliseconds>',
    default: '500',
    help: 'pause between two pages of a harvest; the audit sends at most one request a second, unless the pause is 0',
    parse: integer(0, 600_000),
  },
  auditRequests: {
    flag: '--audit-requests <number>',
    default: '300',
    help: 'number of requests a day for audits, which check a harvest after 3 and after 14 days; 0 for no audit',
    parse: integer(0, 100_000),
  },
} as const satisfies SettingTable;

export const PROBE_SETTINGS = {
  out: { ...BUILD_SETTINGS.out, help: 'folder of snapshots; the addresses in the current snapshot are checked' },
  sources: SOURCES_SETTINGS.sources,
  ...DOWNLOAD_SETTINGS,
  thumbnails: THUMBNAILS_SETTING,
} as const satisfies SettingTable;

/** Settings of runs that a timer begins. */
export const RECORD_SETTINGS = {
  every: {
    flag: '--every <hours>',
    env: 'GND_LINKS_UPDATE_EVERY',
    default: '24',
    help: 'hours until the next run is due; the status of the service warns when the run is overdue',
    parse: integer(1, 8760),
  },
} as const satisfies SettingTable;

export const HARVEST_SETTINGS = {
  ...FETCH_SETTINGS,
  out: { ...BUILD_SETTINGS.out, help: 'folder of snapshots; the run is recorded in its run log' },
  ...RECORD_SETTINGS,
  from: {
    flag: '--from <day or instant>',
    env: false,
    help: 'remove records older than this day (YYYY-MM-DD) or instant (YYYY-MM-DDThh:mm:ssZ) from the record store, and harvest again from then on',
    parse: dayOrInstant,
  },
} as const satisfies SettingTable;

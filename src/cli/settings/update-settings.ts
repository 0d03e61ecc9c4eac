/** Settings of the commands that change a whole installation: update, dump and prune. */
import { BUILD_SETTINGS } from './build-settings.ts';
import { PUBLISH_SETTINGS, PUBLISH_TO, PUBLISH_TO_SETTING } from './cluster-settings.ts';
import { FETCH_SETTINGS, RECORD_SETTINGS } from './fetch-settings.ts';
import { BASE_URL_SETTING, CONFIG_SETTING, DUMPS_SETTING } from './common-settings.ts';
import { integer, text, type SettingTable } from './setting.ts';

export const UPDATE_SETTINGS = {
  ...FETCH_SETTINGS,
  ...BUILD_SETTINGS,
  ...RECORD_SETTINGS,
  dumps: DUMPS_SETTING,
  changesDays: {
    flag: '--changes-days <number>',
    default: '400',
    help: 'number of days for which files of changes are kept beside the dumps',
    parse: integer(1, 10_000),
  },
  baseUrl: BASE_URL_SETTING,
  publishTo: {
    ...PUBLISH_TO_SETTING,
    flag: '--publish-to <url>',
    help: `${PUBLISH_TO}; without this address, the snapshot stays on this machine`,
  },
  ...PUBLISH_SETTINGS,
} as const;

export const PRUNE_SETTINGS = {
  out: { ...BUILD_SETTINGS.out, help: 'folder of snapshots' },
  keep: { ...BUILD_SETTINGS.keep, help: 'number of snapshots to keep, including the current one' },
  dumps: UPDATE_SETTINGS.dumps,
  publishTo: {
    ...UPDATE_SETTINGS.publishTo,
    help: `${PUBLISH_TO}; without this address, nothing is removed from a cluster`,
  },
} as const satisfies SettingTable;

export const DUMP_SETTINGS = {
  out: { flag: '--out <dir>', env: false, default: 'data/dumps', help: 'folder of dumps', parse: text },
  baseUrl: BASE_URL_SETTING,
  config: CONFIG_SETTING,
} as const satisfies SettingTable;

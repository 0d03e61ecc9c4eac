/** Settings of a build. */
import { CONFIG_SETTING } from './common-settings.ts';
import { flag, integer, text, type SettingTable } from './setting.ts';

export const BUILD_SETTINGS = {
  out: {
    flag: '--out <dir>',
    default: 'data/snapshots',
    help: 'folder of snapshots; the new snapshot becomes the current one',
    parse: text,
  },
  config: CONFIG_SETTING,
  keep: {
    flag: '--keep <number>',
    default: '2',
    help: 'number of snapshots to keep, including the current one',
    parse: integer(1, 1000),
  },
  threads: {
    flag: '--threads <number>',
    env: 'GND_LINKS_BUILD_THREADS',
    help: 'number of worker threads; 0 for the main thread only; the default is 0 for small sources, otherwise one per processor, at most 4',
    parse: integer(0, 32),
  },
  keepRead: {
    flag: '--keep-read',
    help: 'keep what was read from each source, so that the next build reads only what has changed (as an environment variable: 1 or 0)',
    parse: flag,
  },
  ignoreDiskSpace: {
    flag: '--ignore-disk-space',
    env: false,
    help: 'build even if the disk seems too small',
    parse: flag,
  },
} as const satisfies SettingTable;

/** Settings of the commands that change a whole installation: update, dump and prune. */
import { InvalidArgumentError } from 'commander';
import { LOSS_BOUNDS, type LossBounds } from '../../build/ingest/losses.ts';
import { BUILD_SETTINGS } from './build-settings.ts';
import { PUBLISH_SETTINGS, PUBLISH_TO, PUBLISH_TO_SETTING } from './cluster-settings.ts';
import { FETCH_SETTINGS, RECORD_SETTINGS } from './fetch-settings.ts';
import { BASE_URL_SETTING, DUMPS_SETTING } from './common-settings.ts';
import { integer, text, type SettingTable } from './setting.ts';

/** Reads `entities=5,links=10`; bounds that are not named keep their default. */
function lossBounds(value: string): LossBounds {
  const bounds = value.split(',').map((part): [string, number] => {
    const [, what = '', percent] = /^\s*(\w+)=(\d{1,3}(?:\.\d+)?)\s*$/.exec(part) ?? [];
    if (!Object.hasOwn(LOSS_BOUNDS, what) || Number(percent) > 100)
      throw new InvalidArgumentError(
        `must be like ${Object.keys(LOSS_BOUNDS)
          .map((name) => `${name}=10`)
          .join(',')}.`,
      );
    return [what, Number(percent) / 100];
  });
  return { ...LOSS_BOUNDS, ...Object.fromEntries(bounds) };
}

export const UPDATE_SETTINGS = {
  ...FETCH_SETTINGS,
  ...BUILD_SETTINGS,
  ...RECORD_SETTINGS,
  dumps: DUMPS_SETTING,
  changesDays: {
    flag: '--changes-days <number>',
    default: '400',
    help: 'days for which files of changes are kept beside the dumps',
    parse: integer(1, 10_000),
  },
  maximumLoss: {
    flag: '--maximum-loss <percentages>',
    default: Object.entries(LOSS_BOUNDS)
      .map(([what, share]) => `${what}=${share * 100}`)
      .join(','),
    help: 'what a new snapshot may lose before it is held, in per cent: of all entities, all links, the entities of a type, the links of a collection',
    parse: lossBounds,
  },
  baseUrl: BASE_URL_SETTING,
  publishTo: {
    ...PUBLISH_TO_SETTING,
    flag: '--publish-to <url>',
    help: `${PUBLISH_TO}; without it the snapshot stays on this machine`,
  },
  ...PUBLISH_SETTINGS,
} as const;

export const PRUNE_SETTINGS = {
  out: { ...BUILD_SETTINGS.out, help: 'folder of snapshots' },
  keep: { ...BUILD_SETTINGS.keep, help: 'snapshots to keep, the current one included' },
  dumps: UPDATE_SETTINGS.dumps,
  publishTo: { ...UPDATE_SETTINGS.publishTo, help: `${PUBLISH_TO}; without it nothing is removed there` },
} as const satisfies SettingTable;

export const DUMP_SETTINGS = {
  out: { flag: '--out <dir>', env: false, default: 'data/dumps', help: 'folder of dumps', parse: text },
  baseUrl: BASE_URL_SETTING,
} as const satisfies SettingTable;

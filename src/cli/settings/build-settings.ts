/** Settings of a build. */
import { InvalidArgumentError } from 'commander';
import { LOSS_BOUNDS, type LossBounds } from '../../build/ingest/losses.ts';
import { CONFIG_SETTING } from './common-settings.ts';
import { flag, integer, text, type SettingTable } from './setting.ts';

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
    help: 'snapshots to keep, the current one included',
    parse: integer(1, 1000),
  },
  threads: {
    flag: '--threads <number>',
    env: 'GND_LINKS_BUILD_THREADS',
    help: 'worker threads, 0 for the main thread only; without it one per processor, at most 4',
    parse: integer(0, 32),
  },
  keepRead: {
    flag: '--keep-read',
    help: 'keep what was read of each source, so that the next build reads only what has changed (the variable: 1 or 0)',
    parse: flag,
  },
  maximumLoss: {
    flag: '--maximum-loss <percentages>',
    default: Object.entries(LOSS_BOUNDS)
      .map(([what, share]) => `${what}=${share * 100}`)
      .join(','),
    help: 'what a new snapshot may lose before it is held, in per cent: of all entities, all links, the entities of a type, the links of a collection',
    parse: lossBounds,
  },
  ignoreDiskSpace: {
    flag: '--ignore-disk-space',
    env: false,
    help: 'begin even if the disk seems too small',
    parse: flag,
  },
} as const satisfies SettingTable;

/** Every setting that has an environment variable. */
import { CLUSTER_SETTINGS } from './cluster-settings.ts';
import { SNAPSHOT_SETTING } from './common-settings.ts';
import { SERVE_SETTINGS } from './serve-settings.ts';
import { type Setting, type SettingTable, variableOf } from './setting.ts';
import { UPDATE_SETTINGS } from './update-settings.ts';

const TABLES: readonly SettingTable[] = [{ SNAPSHOT_SETTING }, SERVE_SETTINGS, UPDATE_SETTINGS, CLUSTER_SETTINGS];

export const SETTINGS_BY_VARIABLE: ReadonlyMap<string, Setting<unknown>> = new Map(
  TABLES.flatMap((table) =>
    Object.values(table).flatMap((setting) => {
      const variable = variableOf(setting);
      return variable === undefined ? [] : [[variable, setting] as const];
    }),
  ),
);

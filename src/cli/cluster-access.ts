/** The access to a cluster, from the environment. */
import type { ClusterAccess } from '../extras/cluster/client.ts';
import { CommandFailed } from './exit.ts';
import { type Setting, variableOf } from './settings/setting.ts';
import { CLUSTER_SETTINGS } from './settings/cluster-settings.ts';

/** @throws CommandFailed when a variable has a value that is not allowed */
export function clusterAccess(environment: NodeJS.ProcessEnv = process.env): ClusterAccess {
  const read = Object.entries<Setting<unknown>>(CLUSTER_SETTINGS).map(([name, setting]) => {
    const variable = variableOf(setting) as string;
    // An empty variable counts as unset.
    const text = environment[variable] === '' ? setting.default : (environment[variable] ?? setting.default);
    try {
      return [name, text === undefined ? undefined : setting.parse(text)];
    } catch (error) {
      throw new CommandFailed(`${variable} ${(error as Error).message}`);
    }
  });
  return Object.fromEntries(read) as unknown as ClusterAccess;
}

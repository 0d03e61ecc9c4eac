/** How to get into a cluster, as the environment says it. */
import type { ClusterAccess } from '../store/opensearch/client.ts';
import { CommandFailed } from './exit.ts';
import { type Setting, variableOf } from './setting.ts';
import { CLUSTER_SETTINGS } from './settings.ts';

/** From the environment alone. @throws CommandFailed when a variable will not do */
export function clusterAccess(environment: NodeJS.ProcessEnv = process.env): ClusterAccess {
  const read = Object.entries<Setting<unknown>>(CLUSTER_SETTINGS).map(([name, setting]) => {
    const variable = variableOf(setting) as string;
    const text = environment[variable] ?? setting.default;
    try {
      return [name, text === undefined || text === '' ? undefined : setting.parse(text)];
    } catch (error) {
      throw new CommandFailed(`${variable} ${(error as Error).message}`);
    }
  });
  return Object.fromEntries(read) as unknown as ClusterAccess;
}

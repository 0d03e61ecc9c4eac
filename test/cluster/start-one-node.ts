/** Starts a node for all tests that need no more than one: `inject('node')`. */
import type { TestProject } from 'vitest/node';
import { openSearch } from './distribution.ts';
import { startCluster } from './nodes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the node; absent where OpenSearch cannot be run, or no test below `cluster/` is. */
    readonly node?: string;
  }
}

export default async function startOneNode(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!project.vitest.state.getPaths().some((path) => path.includes('/test/cluster/'))) return undefined;
  const distribution = await openSearch();
  if ('reason' in distribution) return undefined;
  const cluster = await startCluster(distribution, 1);
  const [node] = cluster.nodes;
  if (node !== undefined) project.provide('node', node.url);
  return () => cluster.remove();
}

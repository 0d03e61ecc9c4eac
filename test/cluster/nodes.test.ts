/** The cluster of the tests itself. */
import { expect, it } from 'vitest';
import { openSearch } from './distribution.ts';
import { startCluster } from './nodes.ts';

const distribution = await openSearch();

it.skipIf('reason' in distribution)(
  'has nodes that leave and come back (skipped where OpenSearch cannot be run)',
  async () => {
    if ('reason' in distribution) return;
    const cluster = await startCluster(distribution, 3);
    const [first] = cluster.nodes;
    await first?.signal('SIGKILL');
    await cluster.joined(2);
    first?.start();
    await cluster.joined(3);
    expect(await cluster.ask('/')).toMatchObject({ version: { number: '2.19.6' } });
    await cluster.remove();
  },
);

/** The contract of every store, kept by a cluster. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { openClient, type Client } from '../../src/store/opensearch/client.ts';
import { openClusterStore } from '../../src/store/opensearch/open.ts';
import { publishToCluster } from '../../src/store/opensearch/publish.ts';
import { SILENT } from '../../src/ingest/progress.ts';
import { FACTS, storeContract } from '../contract/store.contract.ts';
import { createSnapshotWriter } from '../snapshot-writer.ts';
import { openSearch } from './distribution.ts';
import { type OpenSearchCluster, startCluster } from './nodes.ts';

const distribution = await openSearch();
const directory = mkdtempSync(join(tmpdir(), 'gnd-links-store-'));
let cluster: OpenSearchCluster;
let client: Client;

if ('reason' in distribution) {
  describe('the store contract, OpenSearch', () => {
    it.skip('holds (skipped where OpenSearch cannot be run)', () => undefined);
  });
} else {
  storeContract({
    name: 'OpenSearch',
    create: () => createSnapshotWriter(directory),
    async open(identify) {
      cluster = await startCluster(distribution, 1);
      client = await openClient(cluster.url('contract'), { timeout: 30_000 });
      await publishToCluster(client, directory, {
        shards: 2,
        replicas: 'all',
        keep: 1,
        progress: SILENT,
        probe: async () => undefined,
      });
      return openClusterStore(client, FACTS.id, { identify });
    },
    async remove() {
      await client.close();
      await cluster.remove();
      await rm(directory, { recursive: true });
    },
  });
}

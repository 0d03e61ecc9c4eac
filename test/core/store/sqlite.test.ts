import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { createSnapshotWriter } from '../../snapshot-writer.ts';
import { storeContract } from '../contract/store.contract.ts';

const directory = mkdtempSync(join(tmpdir(), 'gnd-links-store-'));

storeContract({
  name: 'SQLite',
  create: () => createSnapshotWriter(directory),
  open: (identify) => openSqliteStore(directory, { identify }),
  remove: () => rm(directory, { recursive: true, force: true }),
});

import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { createSnapshotWriter } from '../../snapshot-writer.ts';
import { temporaryForFile } from '../../temporary.ts';
import { storeContract } from '../contract/store.contract.ts';

const directory = temporaryForFile();

storeContract({
  name: 'SQLite',
  create: () => createSnapshotWriter(directory),
  open: (identify) => openSqliteStore(directory, { identify }),
});

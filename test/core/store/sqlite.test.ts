import { expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { createDatabase } from '../../../src/core/sqlite/schema.ts';
import { openFiles } from '../../open-files.ts';
import { createSnapshotWriter } from '../../snapshot-writer.ts';
import { temporaryFile, temporaryForFile } from '../../temporary.ts';
import { storeContract } from '../contract/store.contract.ts';

const directory = temporaryForFile();

storeContract({
  name: 'SQLite',
  create: () => createSnapshotWriter(directory),
  open: (identify) => openSqliteStore(directory, { identify }),
});

it('a database that cannot be created leaves no open file', () => {
  const file = temporaryFile('');
  expect(() => createDatabase(file, 'CREATE TABLE without columns')).toThrow('syntax error');
  expect(openFiles()).not.toContain(file);
});

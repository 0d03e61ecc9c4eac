import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { SNAPSHOT_FORMAT } from '../../src/store/header.ts';
import { createAnswerDecoder } from '../../src/store/sqlite/answer-coding.ts';
import { encodeCard } from '../../src/store/sqlite/card.ts';
import { createCoverageEncoder } from '../../src/store/sqlite/coverage-entry.ts';
import { KEY_BLOCK_COLUMNS, writeKeyBlocks } from '../../src/store/sqlite/key-blocks.ts';
import { ENTITIES_SCHEMA, SEARCH_SCHEMA } from '../../src/store/sqlite/schema.ts';
import type { GndId } from '../../src/model/gnd-id.ts';

it('has another number whenever what is stored is another', () => {
  const gnd = '118540238' as GndId;
  const name = { gnd, type: 'Person', preferredName: 'Goethe' } as const;
  const entry = createCoverageEncoder({ categories: ['authority'], sources: ['a'] });
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE identifier (${KEY_BLOCK_COLUMNS})`);
  writeKeyBlocks(database, 'identifier', [
    [300, 7],
    [300, 200],
    [2 ** 40, 5],
  ]);
  const stored = [
    String(database.prepare('SELECT hex(pairs) AS pairs FROM identifier').get()?.['pairs']),
    ENTITIES_SCHEMA,
    SEARCH_SCHEMA,
    encodeCard({ ...name, years: { start: 1749, end: 1832 }, linkCount: 3 }),
    entry({ ...name, links: 1, byCategory: { authority: 1 }, sources: ['a'] }),
  ].map((text) => text.replaceAll(/\s+/g, ' '));
  // Who changes the second changes the first: the number keeps a release from opening what it cannot read.
  expect([SNAPSHOT_FORMAT, hash('sha256', stored.join('\n')).slice(0, 16)]).toEqual([4, 'fd97805b06fc5cc7']);
});

const OPENING = '{"apiVersion":"1.0.0","snapshot":{"id":"20261120-0123abcd"},"conflicts":[],"entity":{"type":"Person"';
const ANSWER = `${OPENING},"gnd":"118540238","preferredName":"Goethe"},"links":{"total":0}}`;
/** As this format stores it; other implementations of deflate may choose other bytes. */
const STORED = 'AdNRSs9LUbJSMjS0MDUxMDK2UNJRKihKTUstKkpN8UvMBSl1z08tyUhVqtVRysnMyy4GG5JfkpijZGVQWwsA6z4Uj6UAAAA=';

it('reads answers as they were stored', () => {
  expect(createAnswerDecoder(['', OPENING]).plain(Buffer.from(STORED, 'base64')).toString()).toBe(ANSWER);
});

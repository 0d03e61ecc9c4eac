/** The version of the format changes with the stored data, so that no release opens a snapshot that it cannot read. */
import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { SNAPSHOT_FORMAT } from '../../../src/core/snapshot/header.ts';
import { checksumOf } from '../../../src/core/snapshot/codec/checksum.ts';
import { createEntityEncoder, decodeEntityRow } from '../../../src/core/snapshot/codec/entity-row.ts';
import { ENTITIES_SCHEMA, SEARCH_SCHEMA } from '../../../src/core/sqlite/schema.ts';
import { encodeSearchRow } from '../../../src/core/snapshot/codec/search-row.ts';
import { INBOUND_GROUPS, inboundKeys } from '../../../src/core/search/inbound.ts';
import type { SnapshotEntity } from '../../../src/core/snapshot/store.ts';

const name = { gnd: '118540238' as GndId, type: 'Person', preferredName: 'Goethe, Johann Wolfgang von' } as const;
const RELATIONS = Object.values(INBOUND_GROUPS).flat();
const ENTITY: SnapshotEntity = {
  card: { ...name, displayName: 'J. W. Goethe', years: { start: 1749, end: 1832 }, differentiated: true, linkCount: 3 },
  coverage: { ...name, links: 3, byCategory: { authority: 3 }, sources: ['b'] },
  answer: '{"requested":"118540238"}',
  variantNames: ['Göthe (Dichter)'],
  prominence: 7,
  identifiers: ['wikidata:Q5879'],
  relations: inboundKeys(Object.fromEntries(RELATIONS.map((name) => [name, [{ gnd: '4018118-2' as GndId }]]))),
};
const encode = createEntityEncoder({ categories: ['image', 'authority'], sources: ['a', 'b'] });
const row = decodeEntityRow(encode(ENTITY));

it('the version of the format changes when the stored data change', () => {
  const stored = [
    ENTITIES_SCHEMA,
    SEARCH_SCHEMA,
    row.entry,
    encodeSearchRow(ENTITY).toString(),
    String(checksumOf([379328744, 379328745], '["118540238"]')),
  ].map((text) => text.replaceAll(/\s+/g, ' '));
  // When the hash changes, increase SNAPSHOT_FORMAT.
  expect([SNAPSHOT_FORMAT, hash('sha256', stored.join('\n')).slice(0, 16)]).toEqual([9, '4dfb787d70f2c250']);
});

it('an answer is stored as a gzip member without data of the machine', () => {
  expect(gunzipSync(row.answer).toString()).toBe(ENTITY.answer);
  expect([...row.answer.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
});

/** Snapshots of entities with pictures, for tests of thumbnails. */
import type { LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import type { SnapshotEntity, Store } from '../../../src/core/snapshot/store.ts';
import { draftOf, IDS, openWritten, snapshotEntity } from '../../core/api/fixture.ts';

/** The beginning of a JPEG file. */
export const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]);

const CC0 = 'CC0-1.0';
const GNDS = [IDS.covered, IDS.place, IDS.otherPlace];

/** An entity with a picture. */
export function pictured(gnd: string, thumbnail: string, total = 1, licence = CC0): SnapshotEntity {
  const plain = snapshotEntity({ ...draftOf(IDS.covered), gnd });
  const answer = JSON.parse(plain.answer) as LinksAnswer;
  const depiction = { url: 'https://example.org/File:A.jpg', thumbnail, licence, credit: 'A. Painter', source: 'test' };
  const links = { ...answer.links, total };
  return { ...plain, answer: JSON.stringify({ ...answer, entity: { ...answer.entity, depiction }, links }) };
}

/** @param thumbnails one for each entity; later entities have more links */
export async function picturedStore(thumbnails: readonly string[]): Promise<Store & AsyncDisposable> {
  const store = await openWritten(thumbnails.map((url, at) => pictured(GNDS[at] ?? '', url, at + 1)));
  return { ...store, [Symbol.asyncDispose]: () => store.close() };
}

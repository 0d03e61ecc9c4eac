/** Finds the stored record of an entity by a current or former identifier. */
import { gndIdIn } from '../../core/model/read-identifiers.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { readAnswer } from '../../core/snapshot/stored-answer.ts';
import type { Store } from '../../core/snapshot/store.ts';

/** A stored answer, still compressed; undefined where there is no entity. */
export type EntityRecord = Uint8Array | undefined;

/** The answer about an entity; undefined where there is none. */
export async function answerOf(store: Store, text: string): Promise<LinksAnswer | undefined> {
  const record = await recordOf(store, text);
  return record === undefined ? undefined : readAnswer(record);
}

/** @param text any spelling of an identifier */
export async function recordOf(store: Store, text: string): Promise<EntityRecord> {
  const id = gndIdIn(text);
  const record = id === undefined ? undefined : await store.entity(id);
  return record === undefined || !('answer' in record) ? undefined : record.answer;
}

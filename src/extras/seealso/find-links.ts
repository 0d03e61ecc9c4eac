/** Finds the links of an entity, as rows, and the collections that a client names. */
import { memo } from '../../core/model/memo.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import type { Collection } from '../../core/model/source.ts';
import { readingOrder } from '../../shared/lookup/reading-order.ts';
import { readAnswer } from '../../core/snapshot/stored-answer.ts';
import type { Snapshot, Store } from '../../core/snapshot/store.ts';
import { type SeeAlsoLink, rowsOf, type Selection } from './rows.ts';

interface FoundLinks {
  readonly gnd: GndId;
  readonly rows: readonly SeeAlsoLink[];
}

/** @returns rows under the identifier of the surviving record; no rows for an unknown, deleted or withheld one */
export async function findLinks(store: Store, id: GndId, selection: Selection): Promise<FoundLinks> {
  const record = await store.entity(id);
  if (record === undefined || !('answer' in record)) return { gnd: id, rows: [] };
  const gnd = record.kind === 'redirected' ? record.to : id;
  const inOrder = await readingOrder(store);
  const answer = inOrder(readAnswer(record.answer));
  return { gnd, rows: rowsOf(answer, selection, collectionsOf(store.snapshot).byKey) };
}

/** Keys that the name of a client may mean: collections with this alias, and the name itself. */
export function keysNamed(name: string, snapshot: Snapshot): readonly string[] {
  const keys = collectionsOf(snapshot).aliased.get(name);
  return keys === undefined ? [name] : [...keys, name];
}

interface Collections {
  readonly byKey: ReadonlyMap<string, Collection>;
  readonly aliased: ReadonlyMap<string, readonly string[]>;
}

const collectionsOf = (snapshot: Snapshot): Collections =>
  memo(snapshot, 'aliases of collections', () => readCollections(snapshot));

function readCollections(snapshot: Snapshot): Collections {
  const aliased = new Map<string, string[]>();
  for (const { key, aliases = [] } of snapshot.collections) {
    for (const alias of aliases) aliased.set(alias, [...(aliased.get(alias) ?? []), key]);
  }
  return { byKey: new Map(snapshot.collections.map((one) => [one.key, one])), aliased };
}

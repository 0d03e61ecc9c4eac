/** From what a client calls an identifier to the links of the entity, as rows. */
import type { LinksAnswer } from '../../api/schemas.ts';
import { type GndId, toGndId } from '../../model/gnd-id.ts';
import type { Collection } from '../../model/source.ts';
import { inflateAnswer } from '../../store/inflate-answer.ts';
import type { Snapshot, Store } from '../../store/store.ts';
import { type Row, rowsOf, type Selection } from './rows.ts';

/** Forgives what the original forgave: blanks, `GND` or `PND` in front, leading noughts. */
export function readGnd(text: string): GndId | undefined {
  const id = text.trim().replace(/^[GP]ND[\s:-]*/i, '');
  return toGndId(id) ?? toGndId(id.replace(/^0+/, ''));
}

/** @returns the identifier of the surviving record for one that was merged; no rows for what is unknown or deleted */
export async function findLinks(
  store: Store,
  id: GndId,
  selection: Selection,
): Promise<{ readonly gnd: GndId; readonly rows: readonly Row[] }> {
  const found = await store.entity(id);
  if (found === undefined || found.kind === 'deleted') return { gnd: id, rows: [] };
  const answer = JSON.parse(inflateAnswer(found.answer).toString()) as LinksAnswer;
  const gnd = found.kind === 'redirected' ? found.to : id;
  return { gnd, rows: rowsOf(answer, selection, collectionsOf(store.snapshot).byKey) };
}

/** Keys of collections and categories that a client means by a name: those with the alias, else the name itself. */
export function keysNamed(name: string, snapshot: Snapshot): readonly string[] {
  const keys = collectionsOf(snapshot).aliased.get(name);
  return keys === undefined ? [name] : [...keys, name];
}

interface Collections {
  readonly byKey: ReadonlyMap<string, Collection>;
  readonly aliased: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<Snapshot, Collections>();

function collectionsOf(snapshot: Snapshot): Collections {
  const found = known.get(snapshot);
  if (found !== undefined) return found;
  const aliased = new Map<string, string[]>();
  for (const { key, aliases = [] } of snapshot.collections) {
    for (const alias of aliases) aliased.set(alias, [...(aliased.get(alias) ?? []), key]);
  }
  const collections = { byKey: new Map(snapshot.collections.map((one) => [one.key, one])), aliased };
  known.set(snapshot, collections);
  return collections;
}

/** Data extension: values of properties for entities that were matched, one list for each entity and property. */
import type { LinksAnswer } from '../../api/schemas.ts';
import { toGndId } from '../../model/gnd-id.ts';
import type { Locale } from '../../pages/locale.ts';
import { inflateAnswer } from '../../store/inflate-answer.ts';
import type { Store } from '../../store/store.ts';
import { propertyOf, type PropertyValue, valuesOf } from './properties.ts';
import type { SentExtension } from './shapes.ts';
import { typeLabel } from './types.ts';

type Cell = { readonly id: string; readonly name: string } | { readonly str: string } | { readonly int: number };
type Settings = SentExtension['properties'][number]['settings'];

export interface Extended {
  readonly meta: readonly {
    readonly id: string;
    readonly name: string;
    readonly type?: { readonly id: string; readonly name: string };
  }[];
  /** In the order of the identifiers. */
  readonly rows: readonly {
    readonly id: string;
    readonly properties: readonly { readonly id: string; readonly values: readonly Cell[] }[];
  }[];
}

export async function extend(store: Store, { ids, properties }: SentExtension, { t }: Locale): Promise<Extended> {
  const meta = properties.map(({ id, settings }) => {
    const { label, type } = propertyOf(store.snapshot, id);
    const isEntity = type !== undefined && !isIdWanted(settings);
    return { id, name: t(label), ...(isEntity && { type: { id: type, name: t(typeLabel(type)) } }) };
  });
  const rows: Extended['rows'][number][] = [];
  for (const id of new Set(ids)) {
    const answer = await answerOf(store, id);
    const values = properties.map(({ id: property, settings }) => {
      const all = answer === undefined ? [] : valuesOf(property, answer, store.identify);
      const limit = Number(settings?.['limit'] ?? 0);
      const some = limit >= 1 ? all.slice(0, limit) : all;
      return { id: property, values: some.map((value) => cellOf(value, isIdWanted(settings))) };
    });
    rows.push({ id, properties: values });
  }
  return { meta, rows };
}

/** As 0.2 has them: rows and properties by identifier. */
export function rowsById({ rows }: Extended): Readonly<Record<string, Readonly<Record<string, readonly Cell[]>>>> {
  return Object.fromEntries(
    rows.map(({ id, properties }) => [id, Object.fromEntries(properties.map((one) => [one.id, one.values]))]),
  );
}

/** Also by a former identifier; undefined where there is no entity. */
export async function answerOf(store: Store, text: string): Promise<LinksAnswer | undefined> {
  const id = toGndId(text);
  const found = id === undefined ? undefined : await store.entity(id);
  if (found === undefined || found.kind === 'deleted') return undefined;
  return JSON.parse(inflateAnswer(found.answer).toString()) as LinksAnswer;
}

function isIdWanted(settings: Settings): boolean {
  return settings?.['content'] === 'id';
}

function cellOf(value: PropertyValue, isId: boolean): Cell {
  if ('number' in value) return { int: value.number };
  if ('text' in value) return { str: isId ? (value.id ?? value.text) : value.text };
  return isId ? { str: value.gnd } : { id: value.gnd, name: value.name };
}

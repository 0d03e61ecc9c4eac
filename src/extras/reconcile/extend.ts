/** Data extension: values of properties for entities that were matched, one list for each entity and property. */
import { setImmediate } from 'node:timers/promises';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { inflatedLength, readAnswer } from '../../core/snapshot/stored-answer.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { readingOrder } from '../../shared/lookup/reading-order.ts';
import type { EntityRecord } from '../../shared/lookup/record.ts';
import { propertiesOf, type Property, type PropertyValue } from './properties.ts';
import type { SentExtension } from './shapes.ts';
import { typeLabel } from './types.ts';

type Cell = { readonly id: string; readonly name: string } | { readonly str: string } | { readonly int: number };

/**
 * Limits of one request in bytes. The burst of the quota covers the cost of so many bytes of records. A single larger
 * record is allowed, and costs the same.
 */
const MAX = { recordBytes: 8 * 1024 * 1024, answerBytes: 4 * 1024 * 1024 } as const;
/** Bytes of a record that cost 1. */
const UNIT = 32 * 1024;
/** Bytes of records that are read before other requests get a turn of the event loop. */
const PORTION = 256 * 1024;
/** Characters of JSON around the text of a value. */
const AROUND_VALUE = 12;

/** @returns a sentence about the error in a well-formed request; undefined for a valid one */
export function contradictionIn({ ids, properties }: SentExtension, store: Store): string | undefined {
  const all = new Set(propertiesOf(store).map(({ id }) => id));
  const sent = properties.map(({ id }) => id);
  const unknown = sent.find((id) => !all.has(id));
  if (unknown !== undefined)
    return `There is no property “${unknown.slice(0, 100)}”; /reconcile/properties lists all properties.`;
  const repeated = repeatedIn(sent) ?? repeatedIn(ids);
  return repeated === undefined ? undefined : `“${repeated.slice(0, 100)}” is given more than once.`;
}

const repeatedIn = (texts: readonly string[]) => texts.find((text, place) => texts.indexOf(text) < place);

/** @returns the cost of the records by size, at least 1 each; undefined where they are too large for one request */
export function costOf(records: readonly EntityRecord[]): number | undefined {
  const lengths = records.map((record) => (record === undefined ? 0 : inflatedLength(record)));
  const isTooLarge = lengths.length > 1 && lengths.reduce((sum, length) => sum + length, 0) > MAX.recordBytes;
  if (isTooLarge) return undefined;
  const costs = lengths.map((length) => Math.ceil(Math.min(Math.max(length, 1), MAX.recordBytes) / UNIT));
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/**
 * @param records records of `ids`, in their order @returns the properties, and rows of values by identifier as it was
 *   sent and by property; undefined where the answer would be too large
 */
export async function extend(
  store: Store,
  { ids, properties }: SentExtension,
  records: readonly EntityRecord[],
  { t }: Locale,
) {
  const byId = new Map(propertiesOf(store).map((property) => [property.id, property]));
  const wanted = properties.flatMap((sent) => {
    const property = byId.get(sent.id);
    return property === undefined ? [] : [{ ...property, ...readSettings(sent) }];
  });
  const meta = wanted.map(({ id, label, type, isIdWanted }) => {
    const isEntity = type !== undefined && !isIdWanted;
    return { id, name: t(label), type: isEntity ? { id: type, name: t(typeLabel(type)) } : undefined };
  });
  const rows: (readonly [id: string, row: Readonly<Record<string, readonly Cell[]>>])[] = [];
  let room: number = MAX.answerBytes;
  let portion = PORTION;
  const inOrder = await readingOrder(store);
  for (const [place, id] of ids.entries()) {
    const record = records[place];
    const answer = record === undefined ? undefined : inOrder(readAnswer(record));
    const row = wanted.map((property) => [property.id, answer === undefined ? [] : cellsOf(property, answer)] as const);
    for (const [, cells] of row) for (const cell of cells) room -= lengthOf(cell);
    if (room < 0) return undefined;
    rows.push([id, Object.fromEntries(row)]);
    portion -= record === undefined ? 0 : inflatedLength(record);
    if (portion < 0) {
      await setImmediate();
      portion = PORTION;
    }
  }
  return { meta, rows: Object.fromEntries(rows) };
}

interface Settings {
  /** Largest number of values. */
  readonly limit: number;
  readonly isIdWanted: boolean;
}

function readSettings({ settings }: SentExtension['properties'][number]): Settings {
  const { limit: sent, content } = settings ?? {};
  // Some clients send the limit as a text. Other values are ignored: `Number` may throw for an object.
  const limit = typeof sent === 'number' || typeof sent === 'string' ? Number(sent) : 0;
  return { limit: limit >= 1 ? limit : Infinity, isIdWanted: content === 'id' };
}

function cellsOf({ valuesIn, limit, isIdWanted }: Property & Settings, answer: LinksAnswer): readonly Cell[] {
  const values = valuesIn(answer, isIdWanted).slice(0, limit);
  return values.map((value) => cellOf(value, isIdWanted));
}

function lengthOf(cell: Cell): number {
  const text = 'id' in cell ? cell.id + cell.name : 'str' in cell ? cell.str : '';
  return Buffer.byteLength(text) + AROUND_VALUE;
}

function cellOf(value: PropertyValue, isId: boolean): Cell {
  if ('number' in value) return { int: value.number };
  if ('text' in value) return { str: isId ? (value.id ?? value.text) : value.text };
  return isId ? { str: value.gnd } : { id: value.gnd, name: value.name };
}

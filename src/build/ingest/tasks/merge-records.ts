/** Merges several records into one entity; the result does not depend on their order. */
import { isDeepStrictEqual } from 'node:util';
import {
  ATTRIBUTES,
  UNANSWERED_ATTRIBUTES,
  type AttributeValue,
  type Attributes,
  type EntityName,
  type EntityType,
} from '../../../core/model/entity.ts';
import type { GndId } from '../../../core/model/gnd-id.ts';
import { defined } from '../../../shared/omit.ts';
import type { DescribedName, EntityStatement } from '../../sources/readers/reader.ts';
import { compareText } from './fold-links.ts';
import { naturalOrder } from './natural-order.ts';

/** Ranks of records and their names: records of the GND itself, records derived from it, mentions in other records. */
export const NAME_RANK = { record: 0, supplement: 1, mention: 2 } as const;

/** A record as a source states it. */
export interface StatedEntity extends Omit<EntityStatement, 'kind' | 'gnd'> {
  readonly source: string;
  /** A value of {@link NAME_RANK}; lower ranks take precedence. */
  readonly rank: number;
  /** False when the record bears the identifier of a record that was merged into this entity. */
  readonly own: boolean;
}

export type MergedEntity = NonNullable<ReturnType<typeof mergeEntity>>;

/**
 * The precedence of a record, as a text that sorts: newer records first, then the more detailed. It also decides which name
 * is the label of an entity in references; there records of one day are compared by the time, which stored records lack.
 */
export function precedenceOf(statement: Pick<EntityStatement, 'modified' | 'attributes' | 'variantNames'>): string {
  const detail = Object.keys(statement.attributes).length * 100 + Math.min(99, statement.variantNames.length);
  return `${invertDigits(statement.modified ?? '0000-00-00')} ${String(99_999 - detail).padStart(5, '0')}`;
}

function invertDigits(date: string): string {
  return date.replace(/\d/g, (digit) => String(9 - Number(digit)));
}

/** Attributes and names that a decision of the operator leaves out. */
interface LeftOut {
  readonly attributes: readonly string[];
  readonly names: readonly string[];
}

/**
 * Records of the GND describe an entity. Other records with its identifier add a picture and the natural order of the
 * preferred name; they describe an entity only where there is no record of the GND.
 * @returns undefined when no record gives a name
 */
export function mergeEntity(gnd: GndId, stated: readonly StatedEntity[], leftOut: readonly LeftOut[] = []) {
  const sorted = [...stated].sort(byPrecedence);
  const records = leftOut.reduce((all, removed) => all.map((record) => without(record, removed)), sorted);
  const describing = describingRecords(records);
  // A record without a name is not lost if another source has its name.
  const preferredName = firstOf([...describing, ...records], (record) => record.preferredName ?? record.displayName);
  if (preferredName === undefined) return undefined;
  const type = describing.find((record) => record.type !== 'AuthorityResource')?.type ?? 'AuthorityResource';
  const named = describing.find((record) => record.displayName !== undefined);
  const natural = named ?? records.find((record) => givesOrder(record, preferredName));
  const subtypes = describing.find((record) => record.type === type && record.subtypes.length > 0)?.subtypes ?? [];
  const attributes = mergeAttributes(type, describing);
  const displayName =
    type === 'Person'
      ? naturalOrder({ preferredName, subtypes, attributes }, natural?.displayName)
      : natural?.displayName;
  const isOther = displayName !== undefined && displayName !== preferredName;
  const level = firstOf(describing, (record) => record.level);
  const maintainer = firstOf(describing, (record) => record.maintainer);
  const variantNames = mergeVariants(describing, [preferredName, displayName ?? preferredName]);
  const modified = describing
    .filter(({ own, rank }) => own && rank === NAME_RANK.record)
    .flatMap((record) => record.modified ?? [])
    .sort()
    .at(-1);
  const depiction = firstOf(records, ({ depiction: picture, source }) =>
    picture?.licence === undefined ? undefined : { ...picture, licence: picture.licence, source },
  );
  return {
    gnd,
    type,
    subtypes,
    preferredName,
    ...(isOther && { displayName }),
    variantNames,
    names: mergeNames(describing, preferredName, variantNames),
    /** Attributes in the order of the type's list, with unresolved references. */
    attributes,
    /** The picture has a licence; the maintainer is an IRI. */
    ...defined({ depiction, modified, level, maintainer }),
    ...(describing.some(({ isReferenceRecord }) => isReferenceRecord) && { isReferenceRecord: true as const }),
    /** Keys of the sources that describe the entity, sorted. */
    describedBy: sortedKeys(
      [...describing, isOther ? natural : undefined, depiction].filter((used) => used !== undefined),
    ),
    /** Keys of all sources with a record of the entity, sorted, even if it adds nothing. */
    recordedBy: sortedKeys(records),
  };
}

const sortedKeys = (records: readonly Pick<StatedEntity, 'source'>[]): readonly string[] =>
  [...new Set(records.map(({ source }) => source))].sort();

/** The newest records of the GND with the entity's identifier, and those that were merged into it; without them, all. */
function describingRecords(records: readonly StatedEntity[]): readonly StatedEntity[] {
  const [first] = records;
  if (first === undefined || !first.own || first.rank !== NAME_RANK.record) return records;
  const isCurrent = ({ own, modified }: StatedEntity) => !own || modified === first.modified;
  return records.filter((record) => record.rank === NAME_RANK.record && isCurrent(record));
}

const givesOrder = ({ displayName }: StatedEntity, preferredName: string): boolean =>
  displayName !== undefined && hasSameWords(displayName, preferredName);

/** Keys of dates that `dateOfBirthAndDeath` repeats as one text. */
const LIFE_DATES: ReadonlySet<string> = new Set(['dateOfBirth', 'dateOfDeath', 'periodOfActivity']);

function without(record: StatedEntity, { attributes, names }: LeftOut): StatedEntity {
  const keys = new Set([
    ...attributes,
    ...(attributes.some((key) => LIFE_DATES.has(key)) ? UNANSWERED_ATTRIBUTES : []),
  ]);
  const isShown = (name: string): boolean => !names.some((one) => hasSameWords(one, name));
  const { preferredName, displayName, ...rest } = record;
  return {
    ...rest,
    ...(preferredName !== undefined && isShown(preferredName) && { preferredName }),
    ...(displayName !== undefined && isShown(displayName) && { displayName }),
    variantNames: record.variantNames.filter(isShown),
    ...(record.names && { names: record.names.filter(({ value }) => isShown(value)) }),
    attributes: Object.fromEntries(Object.entries(record.attributes).filter(([key]) => !keys.has(key))),
  };
}

/** Whether a decision leaves anything out of the records. */
export function meets(records: readonly StatedEntity[], leftOut: LeftOut): boolean {
  return records.some((record) => !isDeepStrictEqual(without(record, leftOut), record));
}

/** Compares names by their words in any order, without regard to case and punctuation. */
export function hasSameWords(a: string, b: string): boolean {
  return foldedWords(a) === foldedWords(b);
}

function foldedWords(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return words?.sort().join(' ') ?? name;
}

function byPrecedence(a: StatedEntity, b: StatedEntity): number {
  return (
    Number(b.own) - Number(a.own) ||
    a.rank - b.rank ||
    compareText(precedenceOf(a), precedenceOf(b)) ||
    compareText(a.preferredName ?? '', b.preferredName ?? '') ||
    compareText(JSON.stringify(a), JSON.stringify(b))
  );
}

function firstOf<T>(records: readonly StatedEntity[], pick: (record: StatedEntity) => T | undefined): T | undefined {
  for (const record of records) {
    const value = pick(record);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * Merges variant names. Entity Facts repeat names of the GND in natural order, so their names with the same words are left out.
 * Every name of the GND itself is kept ("Engel von Jánosi, Moritz" beside "Jánosi, Moritz Engel von").
 */
function mergeVariants(records: readonly StatedEntity[], taken: readonly string[]): string[] {
  const seen = new Set(taken);
  const seenWords = new Set(taken.map(exactWords));
  const names: string[] = [];
  for (const { rank, variantNames } of records) {
    for (const name of variantNames) {
      const words = exactWords(name);
      if (seen.has(name) || (rank > NAME_RANK.record && seenWords.has(words))) continue;
      seen.add(name);
      seenWords.add(words);
      names.push(name);
    }
  }
  return names;
}

/** The preferred name, then the variants, each as the record of the highest precedence describes it. */
function mergeNames(records: readonly StatedEntity[], preferred: string, variants: readonly string[]): EntityName[] {
  const described = new Map<string, DescribedName>();
  for (const name of records.flatMap(({ names = [] }) => names))
    if (!described.has(name.value)) described.set(name.value, name);
  return [preferred, ...variants].map((value, index) => {
    const { kind = 'variant', lang, script } = described.get(value) ?? {};
    return { value, kind: index === 0 ? 'preferred' : kind, ...(lang && { lang }), ...(script && { script }) };
  });
}

/** The words as they are written, in any order: variants that differ in case or punctuation are names of their own. */
function exactWords(name: string): string {
  return (name.match(/[^\s,]+/gu) ?? []).sort().join(' ');
}

/**
 * Each attribute comes from one record, the first in precedence that has it. A record that was merged into the entity
 * gives attributes only if it is newer than the entity's own: its attributes may not have been taken over yet.
 */
function mergeAttributes(type: EntityType, [first, ...others]: readonly StatedEntity[]): Attributes {
  if (first === undefined) return {};
  const isNewer = ({ modified = '' }: StatedEntity) => first.modified !== undefined && modified > first.modified;
  const records = [first, ...others.filter((record) => record.own || !first.own || isNewer(record))];
  const attributes: Record<string, readonly AttributeValue[]> = {};
  for (const key of [...ATTRIBUTES[type], ...UNANSWERED_ATTRIBUTES]) {
    const values = records.find((record) => (record.attributes[key]?.length ?? 0) > 0)?.attributes[key];
    if (values !== undefined) attributes[key] = values;
  }
  return attributes;
}

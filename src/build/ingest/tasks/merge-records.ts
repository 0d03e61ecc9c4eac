/** Merges several records into one entity; the result does not depend on their order. */
import {
  ATTRIBUTES,
  UNANSWERED_ATTRIBUTES,
  type AttributeValue,
  type Attributes,
  type EntityName,
  type EntityType,
} from '../../../core/model/entity.ts';
import type { GndId } from '../../../core/model/gnd-id.ts';
import type { DescribedName, EntityStatement } from '../../sources/readers/reader.ts';
import { compareText } from './fold-links.ts';

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
 * is the label of an entity in references.
 */
export function precedenceOf(statement: Pick<EntityStatement, 'modified' | 'attributes' | 'variantNames'>): string {
  const detail = Object.keys(statement.attributes).length * 100 + Math.min(99, statement.variantNames.length);
  return `${invertDigits(statement.modified ?? '0000-00-00')} ${String(99_999 - detail).padStart(5, '0')}`;
}

function invertDigits(date: string): string {
  return date.replace(/\d/g, (digit) => String(9 - Number(digit)));
}

/** @returns undefined when no record gives a name */
export function mergeEntity(gnd: GndId, stated: readonly StatedEntity[]) {
  const records = [...stated].sort(byPrecedence);
  const [primary] = records;
  const preferredName = firstOf(records, (record) => record.preferredName ?? record.displayName);
  if (primary === undefined || preferredName === undefined) return undefined;
  const type = records.find((record) => record.type !== 'AuthorityResource')?.type ?? 'AuthorityResource';
  const displayName = firstOf(records, (record) => record.displayName);
  const level = firstOf(records, (record) => record.level);
  const maintainer = firstOf(records, (record) => record.maintainer);
  const variantNames = mergeVariants(records, [preferredName, displayName ?? preferredName]);
  const modified = records
    .filter(({ own, rank }) => own && rank === 0)
    .flatMap((record) => record.modified ?? [])
    .sort()
    .at(-1);
  const depiction = firstOf(records, ({ depiction: picture, source }) =>
    picture?.licence === undefined ? undefined : { ...picture, licence: picture.licence, source },
  );
  return {
    gnd,
    type,
    subtypes: records.find((record) => record.type === type && record.subtypes.length > 0)?.subtypes ?? [],
    preferredName,
    ...(displayName !== undefined && displayName !== preferredName && { displayName }),
    variantNames,
    names: mergeNames(records, preferredName, variantNames),
    /** Attributes in the order of the type's list, with unresolved references. */
    attributes: mergeAttributes(type, records),
    /** Picture, if its licence is known. */
    ...(depiction !== undefined && { depiction }),
    ...(modified !== undefined && { modified }),
    ...(level !== undefined && { level }),
    ...(records.some(({ isReferenceRecord }) => isReferenceRecord) && { isReferenceRecord: true as const }),
    /** IRI of the maintainer. */
    ...(maintainer !== undefined && { maintainer }),
    /** Keys of the sources that describe the entity, sorted. */
    describedBy: [...new Set(records.map(({ source }) => source))].sort(),
  };
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
  const seenWords = new Set(taken.map(wordsOf));
  const names: string[] = [];
  for (const { rank, variantNames } of records) {
    for (const name of variantNames) {
      const words = wordsOf(name);
      if (seen.has(name) || (rank > 0 && seenWords.has(words))) continue;
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

function wordsOf(name: string): string {
  return (name.match(/[^\s,]+/gu) ?? []).sort().join(' ');
}

/** Each attribute comes from one record, the first in precedence that has it. */
function mergeAttributes(type: EntityType, records: readonly StatedEntity[]): Attributes {
  const attributes: Record<string, readonly AttributeValue[]> = {};
  for (const key of [...ATTRIBUTES[type], ...UNANSWERED_ATTRIBUTES]) {
    const values = records.find((record) => (record.attributes[key]?.length ?? 0) > 0)?.attributes[key];
    if (values !== undefined) attributes[key] = values;
  }
  return attributes;
}

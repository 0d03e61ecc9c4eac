/** Composes a merged entity and its links: the stored answer, the card, the coverage row, and the search keys. */
import { API_VERSION } from '../../../core/model/schema.ts';
import type { Link, LinksAnswer } from '../../../core/snapshot/links-answer.ts';
import { TYPE_LABELS } from '../../../core/model/type-labels.ts';
import {
  type Attributes,
  type AttributeValue,
  LIBRARY_IRI,
  type Reference,
  referenceOf,
  UNANSWERED_ATTRIBUTES,
} from '../../../core/model/entity.ts';
import { gndUri, type GndId } from '../../../core/model/gnd-id.ts';
import type { Category } from '../../../core/model/source.ts';
import type { EntityCard } from '../../../core/search/engine.ts';
import type { SnapshotEntity } from '../../../core/snapshot/store.ts';
import { countNames } from '../../../shared/counts.ts';
import { defined } from '../../../shared/omit.ts';
import { describe, yearsOf } from './describe.ts';
import type { FoldedLink, FoldedLinks, LinkCuration } from './fold-links.ts';
import type { MergedEntity } from './merge-records.ts';
import { inboundKeys } from '../../../core/search/inbound.ts';
import { prominenceOf } from '../prominence.ts';

/** Look-ups in the rest of the data. */
export interface ComposeContext extends LinkCuration {
  readonly snapshot: { readonly id: string; readonly date: string };
  /** The entity that an identifier stands for now, and its name, where the data know them; undefined if it is withheld. */
  resolve(gnd: GndId): { readonly gnd: GndId; readonly label?: string } | undefined;
  /** Label of a vocabulary's term. */
  termLabel(uri: string): string | undefined;
}

/**
 * @param formerIds identifiers of records that were merged into the entity, ascending
 * @param inboundRelations number of references from other entities
 */
export function composeEntity(
  entity: MergedEntity,
  { links, conflicts }: FoldedLinks,
  { formerIds, inboundRelations }: { readonly formerIds: readonly GndId[]; readonly inboundRelations: number },
  context: ComposeContext,
): SnapshotEntity {
  const { gnd, type, preferredName, variantNames, level } = entity;
  const attributes = resolveAttributes(gnd, entity.attributes, context);
  const card = cardOf(entity, attributes, links.length);
  const byCategory = countNames(links.map(({ category }) => category));
  const asserting = [...new Set(links.flatMap((link) => link.assertedBy))].sort();
  const answer: LinksAnswer = {
    apiVersion: API_VERSION,
    snapshot: context.snapshot,
    conflicts,
    entity: answeredEntity(entity, card, attributes, formerIds, context),
    requested: gnd,
    links: { total: links.length, categories: answeredCategories(links, context.categories) },
  };
  return {
    card,
    coverage: { gnd, type, preferredName, links: links.length, byCategory, sources: asserting },
    answer: JSON.stringify(answer),
    variantNames,
    prominence: prominenceOf({
      linksByCategory: byCategory,
      sources: new Set([...asserting, ...entity.recordedBy]).size,
      variantNames: variantNames.length,
      inboundRelations,
      ...(level !== undefined && { level }),
      differentiated: card.differentiated !== false,
    }),
    identifiers: [...new Set([...links.flatMap((link) => link.keys), ...formerIds.map((id) => `gnd:${id}`)])],
    relations: inboundKeys(attributes),
  };
}

function cardOf(entity: MergedEntity, attributes: Attributes, linkCount: number): EntityCard {
  const { gnd, type, preferredName, displayName, isReferenceRecord } = entity;
  const years = yearsOf(type, attributes);
  const description = describe(type, attributes, years);
  const { differentiated } = kindOf(entity);
  const optional = defined({ displayName, description, years, differentiated, isReferenceRecord });
  return { gnd, type, preferredName, ...optional, linkCount };
}

/** Type and subclasses. */
function kindOf({ type, subtypes }: Pick<MergedEntity, 'type' | 'subtypes'>) {
  return {
    type,
    typeLabel: TYPE_LABELS[type],
    subtypes,
    ...(type === 'Person' && { differentiated: !subtypes.includes('UndifferentiatedPerson') }),
  };
}

/** The entity in the answer, with all lists, but only known single values. The order of fields is part of the bytes. */
function answeredEntity(
  entity: MergedEntity,
  card: EntityCard,
  attributes: Attributes,
  formerIds: readonly GndId[],
  context: ComposeContext,
): LinksAnswer['entity'] {
  const { gnd, preferredName, variantNames, names, depiction, modified, level, isReferenceRecord } = entity;
  const { displayName, description, years } = card;
  const maintainer = entity.maintainer === undefined ? undefined : maintainerOf(entity.maintainer, context);
  return {
    ...kindOf(entity),
    uri: gndUri(gnd),
    ...defined({ gnd, preferredName, displayName, description, variantNames, names, years }),
    attributes: answered(attributes),
    formerIds,
    ...defined({ depiction, modified, level, isReferenceRecord, maintainer }),
    describedBy: entity.describedBy,
  };
}

/** The maintainer; a library without a known name is named by its ISIL. */
function maintainerOf(url: string, context: ComposeContext): NonNullable<LinksAnswer['entity']['maintainer']> {
  const isil = url.slice(LIBRARY_IRI.length);
  return { name: context.termLabel(url) ?? isil, isil, url };
}

function answeredCategories(
  links: readonly FoldedLink[],
  categories: readonly Category[],
): LinksAnswer['links']['categories'] {
  const byCategory = Map.groupBy(links, ({ category }) => category);
  return categories.flatMap(({ key, label }) => {
    const items = byCategory.get(key) ?? [];
    return items.length === 0 ? [] : [{ category: key, label, total: items.length, items: items.map(asAnswered) }];
  });
}

function asAnswered(folded: FoldedLink): Link {
  const { category: _, keys: __, ...link } = folded;
  return link;
}

function answered(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !UNANSWERED_ATTRIBUTES.includes(key)));
}

/** Gives references surviving identifiers and labels; drops repetitions, and references to the entity itself or a withheld one. */
function resolveAttributes(self: GndId, attributes: Attributes, context: ComposeContext): Attributes {
  const resolved: Record<string, readonly AttributeValue[]> = {};
  for (const [key, values] of Object.entries(attributes)) {
    const kept = new Map<string, AttributeValue>();
    for (const value of values) {
      const made = typeof value === 'object' && !('longitude' in value) ? resolveReference(value, context) : value;
      if (made === undefined) continue;
      const gnd = referenceOf(made)?.gnd;
      if (gnd === self) continue;
      const identity = gnd ?? JSON.stringify(made);
      if (!kept.has(identity)) kept.set(identity, made);
    }
    if (kept.size > 0) resolved[key] = [...kept.values()];
  }
  return resolved;
}

/** Undefined for a withheld entity. A term without a known name is labelled with its code; an entity without a known name has no label. */
function resolveReference(reference: Reference, context: ComposeContext): Reference | undefined {
  const { role } = reference;
  if (reference.gnd !== undefined) {
    const resolved = context.resolve(reference.gnd);
    return resolved && defined({ ...resolved, role });
  }
  if (reference.uri !== undefined) {
    const label = context.termLabel(reference.uri) ?? reference.label ?? reference.uri.split(/[#/]/).at(-1);
    return defined({ uri: reference.uri, label: label ?? reference.uri, role });
  }
  return reference;
}

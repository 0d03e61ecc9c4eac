/** Makes of a merged entity and its links what the snapshot stores: the ready-made answer, the card, the coverage row. */
import { API_VERSION, type LinksAnswer } from '../api/schemas.ts';
import { TYPE_LABELS } from '../api/type-labels.ts';
import { type Attributes, type AttributeValue, type Reference, UNANSWERED_ATTRIBUTES } from '../model/entity.ts';
import { gndUri, type GndId } from '../model/gnd-id.ts';
import type { Link } from '../model/link.ts';
import type { CoverageEntry, EntityCard, SnapshotEntity } from '../store/store.ts';
import { describe, yearsOf } from './description.ts';
import type { Conflict, FoldedLink, LinkCuration } from './links.ts';
import type { MergedEntity } from './merge.ts';
import { inboundKeys } from '../search/inbound.ts';
import { prominenceOf } from '../search/prominence.ts';

/** What composing asks of the rest of the data. */
export interface Context extends LinkCuration {
  readonly snapshot: { readonly id: string; readonly date: string };
  /** The entity that an identifier stands for now, and its name, where the data know them. */
  resolve(gnd: GndId): { readonly gnd: GndId; readonly label?: string };
  /** Label of a vocabulary's term. */
  termLabel(uri: string): string | undefined;
}

export interface Composable {
  readonly entity: MergedEntity;
  readonly links: readonly FoldedLink[];
  readonly conflicts: readonly Conflict[];
  /** Identifiers of records that were merged into this one, ascending. */
  readonly formerIds: readonly GndId[];
  readonly inboundRelations: number;
}

export function composeEntity(given: Composable, context: Context): SnapshotEntity {
  const { entity, links, formerIds } = given;
  const attributes = resolveAttributes(entity.gnd, entity.attributes, context);
  const card = cardOf(entity, attributes, links.length);
  const byCategory: Record<string, number> = {};
  for (const { category } of links) byCategory[category] = (byCategory[category] ?? 0) + 1;
  const asserting = [...new Set(links.flatMap((link) => link.assertedBy))].sort();
  const coverage: CoverageEntry = {
    gnd: entity.gnd,
    type: entity.type,
    preferredName: entity.preferredName,
    links: links.length,
    byCategory,
    sources: asserting,
  };
  return {
    card,
    coverage,
    answer: JSON.stringify(answerOf(given, card, attributes, context)),
    variantNames: entity.variantNames,
    prominence: prominenceOf({
      linksByCategory: byCategory,
      sources: new Set([...asserting, ...entity.describedBy]).size,
      variantNames: entity.variantNames.length,
      inboundRelations: given.inboundRelations,
      ...(entity.level !== undefined && { level: entity.level }),
      differentiated: card.differentiated !== false,
    }),
    identifiers: [...new Set([...links.flatMap((link) => link.keys), ...formerIds.map((id) => `gnd:${id}`)])],
    relations: inboundKeys(attributes),
  };
}

function cardOf(entity: MergedEntity, attributes: Attributes, linkCount: number): EntityCard {
  const years = yearsOf(entity.type, attributes);
  const description = describe(entity.type, attributes, years);
  const { differentiated } = kindOf(entity);
  return {
    gnd: entity.gnd,
    type: entity.type,
    preferredName: entity.preferredName,
    ...(entity.displayName !== undefined && { displayName: entity.displayName }),
    ...(description !== undefined && { description }),
    ...(years !== undefined && { years }),
    ...(differentiated !== undefined && { differentiated }),
    linkCount,
  };
}

/** What an entity shares with many others. */
function kindOf({ type, subtypes }: Pick<MergedEntity, 'type' | 'subtypes'>) {
  return {
    type,
    typeLabel: TYPE_LABELS[type],
    subtypes: [...subtypes],
    ...(type === 'Person' && { differentiated: !subtypes.includes('UndifferentiatedPerson') }),
  };
}

/** A list is always there, a single value only when it is known. */
function answerOf(given: Composable, card: EntityCard, attributes: Attributes, context: Context): LinksAnswer {
  const { entity, links, formerIds, conflicts } = given;
  return {
    apiVersion: API_VERSION,
    snapshot: context.snapshot,
    conflicts: conflicts.map(({ collection, urls }) => ({ collection, urls: [...urls] })),
    entity: {
      ...kindOf(entity),
      uri: gndUri(entity.gnd),
      gnd: entity.gnd,
      preferredName: entity.preferredName,
      ...(card.displayName !== undefined && { displayName: card.displayName }),
      ...(card.description !== undefined && { description: card.description }),
      variantNames: [...entity.variantNames],
      ...(card.years !== undefined && { years: card.years }),
      attributes: answered(attributes),
      formerIds: [...formerIds],
      ...(entity.depiction !== undefined && { depiction: entity.depiction }),
      ...(entity.modified !== undefined && { modified: entity.modified }),
    },
    requested: entity.gnd,
    links: {
      total: links.length,
      categories: context.categories.flatMap(({ key, label }) => {
        const items = links.filter(({ category }) => category === key);
        if (items.length === 0) return [];
        return [{ category: key, label, total: items.length, items: items.map(asAnswered) }];
      }),
    },
  };
}

function asAnswered(folded: FoldedLink): Link {
  const { category: _, keys: __, ...link } = folded;
  return link;
}

function answered(attributes: Attributes): LinksAnswer['entity']['attributes'] {
  const kept = Object.entries(attributes).filter(([key]) => !UNANSWERED_ATTRIBUTES.includes(key));
  return Object.fromEntries(kept) as LinksAnswer['entity']['attributes'];
}

/** References get the surviving identifier and a label; what then points at the entity itself or repeats is left out. */
function resolveAttributes(self: GndId, attributes: Attributes, context: Context): Attributes {
  const resolved: Record<string, readonly AttributeValue[]> = {};
  for (const [key, values] of Object.entries(attributes)) {
    const kept = new Map<string, AttributeValue>();
    for (const value of values) {
      const made = typeof value === 'object' && !('longitude' in value) ? resolveReference(value, context) : value;
      if (typeof made === 'object' && 'gnd' in made && made.gnd === self) continue;
      const identity = typeof made === 'object' && 'gnd' in made ? made.gnd : JSON.stringify(made);
      if (identity !== undefined && !kept.has(identity)) kept.set(identity, made);
    }
    if (kept.size > 0) resolved[key] = [...kept.values()];
  }
  return resolved;
}

/** Where nobody knows the name of a term its code has to serve; an entity without a known name has no label. */
function resolveReference(reference: Reference, context: Context): Reference {
  if (reference.gnd !== undefined) {
    const { gnd, label = reference.label } = context.resolve(reference.gnd);
    return { gnd, ...(label !== undefined && { label }) };
  }
  if (reference.uri !== undefined) {
    const label = context.termLabel(reference.uri) ?? reference.label ?? reference.uri.split(/[#/]/).at(-1);
    return { uri: reference.uri, label: label ?? reference.uri };
  }
  return reference;
}

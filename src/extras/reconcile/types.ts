/** Types of entities in the protocol, which are local names of the GND ontology; and what all doors of reconciliation share. */
import { TYPE_LABELS } from '../../core/model/type-labels.ts';
import { ENTITY_TYPES, type EntityType, type Label } from '../../core/model/entity.ts';
import { CLASSES } from '../../shared/gnd-classes.ts';
import { labelOf } from '../../shared/http/locale.ts';
import labels from '../../core/model/entity-labels.json' with { type: 'json' };
import type { EntityCard } from '../../core/search/engine.ts';

/** Fields of all doors of reconciliation. */
export const COMMON = {
  dependsOn: 'snapshot',
  cacheControl: 'public, max-age=300, stale-while-revalidate=3600',
} as const;

const DIFFERENTIATED = 'DifferentiatedPerson';
/** Labels of types below the entity types. */
const LABELS: Readonly<Record<string, Label>> = {
  ...labels.subtypes,
  [DIFFERENTIATED]: { de: 'Individualisierte Person', en: 'Differentiated person' },
  UndifferentiatedPerson: { de: 'Nicht individualisierte Person', en: 'Undifferentiated person' },
};

/** All types, the top classes first. */
export const TYPE_IDS: readonly string[] = [
  ...ENTITY_TYPES,
  ...[...CLASSES].filter(([name, { subtype }]) => subtype === name).map(([name]) => name),
];

export function typeLabel(id: string): Label {
  return id in TYPE_LABELS ? TYPE_LABELS[id as EntityType] : labelOf(LABELS, id);
}

/** The entity types for names in a request; undefined means all types, and is the result for unknown names. */
export function entityTypes(given: string | readonly string[] = []): readonly EntityType[] | undefined {
  const names = typeof given === 'string' ? [given] : given;
  const types = names.flatMap((name) => CLASSES.get(name.replace(/^.*[#/]/, ''))?.type ?? []);
  return types.length === 0 || types.includes('AuthorityResource') ? undefined : [...new Set(types)];
}

/** Types of an entity, the main type first. */
export function typeIdsOf({ type, differentiated }: EntityCard): readonly string[] {
  return type === 'Person' && differentiated === true ? [type, DIFFERENTIATED] : [type];
}

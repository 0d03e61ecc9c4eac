/** Types as clients know them: local names of the GND ontology. */
import { TYPE_LABELS } from '../../model/type-labels.ts';
import { ENTITY_TYPES, type EntityType, type Label } from '../../model/entity.ts';
import { CLASSES } from '../../model/gnd-classes.ts';
import { labelOf } from '../../http/locale.ts';
import labels from '../../model/entity-labels.json' with { type: 'json' };
import type { EntityCard } from '../../snapshot/store.ts';

const DIFFERENTIATED = 'DifferentiatedPerson';
/** Names that pages have no need of. */
const LABELS: Readonly<Record<string, Label>> = {
  ...labels.subtypes,
  [DIFFERENTIATED]: { de: 'Individualisierte Person', en: 'Differentiated person' },
  UndifferentiatedPerson: { de: 'Nicht individualisierte Person', en: 'Undifferentiated person' },
};

/** All of them, those that entities are told by first. */
export const TYPE_IDS: readonly string[] = [
  ...ENTITY_TYPES,
  ...[...CLASSES].filter(([name, { subtype }]) => subtype === name).map(([name]) => name),
];

export function typeLabel(id: string): Label {
  return id in TYPE_LABELS ? TYPE_LABELS[id as EntityType] : labelOf(LABELS, id);
}

/** The types that entities are told by; undefined for all of them, as for a name that is none. */
export function entityTypes(asked: string | readonly string[] = []): readonly EntityType[] | undefined {
  const names = typeof asked === 'string' ? [asked] : asked;
  const types = names.flatMap((name) => CLASSES.get(name.replace(/^.*[#/]/, ''))?.type ?? []);
  return types.length === 0 || types.includes('AuthorityResource') ? undefined : [...new Set(types)];
}

/** The main type first. */
export function typeIdsOf({ type, differentiated }: EntityCard): readonly string[] {
  return type === 'Person' && differentiated === true ? [type, DIFFERENTIATED] : [type];
}

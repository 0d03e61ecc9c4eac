/** Which of the service's types an entity is of, by its classes and by the property that holds its name. */
import type { EntityType } from '../model/entity.ts';
import { ENTITY_TYPES } from '../model/entity.ts';
import { defect, type Report } from './defects.ts';
import { CLASSES, gndLocalName } from './gnd-ontology.ts';

export interface EntityClasses {
  /** Top classes of the leaf classes that were met, else those that were met themselves; a family always. */
  readonly types: ReadonlySet<EntityType>;
  /** Leaf classes in their present spelling, sorted. */
  readonly subtypes: readonly string[];
}

/** The classes of the GND ontology under `@type`; others of that name space are noted as `unknown_class`. */
export function readClasses(types: unknown, report: Report): EntityClasses {
  const found = new Set<EntityType>();
  const ofLeaves = new Set<EntityType>();
  const subtypes = new Set<string>();
  for (const iri of Array.isArray(types) ? (types as unknown[]) : [types]) {
    const name = typeof iri === 'string' ? gndLocalName(iri) : undefined;
    if (name === undefined) continue;
    const known = CLASSES.get(name);
    if (known === undefined) {
      report(defect('unknown_class', 'notice', name));
      continue;
    }
    found.add(known.type);
    if (known.subtype === undefined) continue;
    subtypes.add(known.subtype);
    ofLeaves.add(known.type);
  }
  if (found.has('Family')) ofLeaves.add('Family');
  return { types: ofLeaves.size > 0 ? ofLeaves : found, subtypes: [...subtypes].sort() };
}

/** Family before person (old data state both); where classes disagree otherwise, the name decides. */
export function chooseType(types: ReadonlySet<EntityType>, named: EntityType | undefined): EntityType {
  const known = ENTITY_TYPES.filter((type) => type !== 'AuthorityResource' && types.has(type));
  if (known.includes('Family')) return 'Family';
  if (known.length > 1 && named !== undefined && known.includes(named)) return named;
  return known[0] ?? named ?? 'AuthorityResource';
}

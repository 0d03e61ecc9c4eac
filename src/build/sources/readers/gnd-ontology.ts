/** The GND ontology (version 1.18) in dumps: the type of an entity by its classes, and the attributes by property. */
import { ALL_ATTRIBUTES, type EntityType } from '../../../core/model/entity.ts';
import { CLASSES, NAMED_TYPES } from '../../../shared/gnd-classes.ts';
import { defect, type Report } from './defects.ts';

const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const INSECURE_GNDO = GNDO.replace('https:', 'http:');

/** Local names of properties for kinds of relatives, which a record may have instead of `familialRelationship`. */
const KIN = `hasParent hasChild hasSibling hasSpouse hasGrandParent hasGrandChild hasAuntUncle hasNieceNephew hasCousin
  hasAncestor hasDescendant hasParentInLaw hasChildInLaw hasSiblingInLaw hasStepParent hasStepChild hasFosterParent
  hasFosterChild`.split(/\s+/);

/** Attributes by the IRI of a property. */
export const ATTRIBUTE_PROPERTIES: ReadonlyMap<string, string> = buildAttributeProperties();

/** The local name of an IRI of the GND ontology, with http or https; undefined for other IRIs. */
export function gndLocalName(iri: string): string | undefined {
  if (iri.startsWith(GNDO)) return iri.slice(GNDO.length);
  return iri.startsWith(INSECURE_GNDO) ? iri.slice(INSECURE_GNDO.length) : undefined;
}

/** The IRIs of a property, with https and with http. */
export function gndIris(localName: string): readonly string[] {
  return [GNDO + localName, INSECURE_GNDO + localName];
}

/**
 * The type of an entity by its classes. If they disagree, a family precedes a person (old data state both), else the
 * property of the name decides. Reports unknown classes as `unknown_class`.
 * @param names names of classes
 * @param named type to which the property of the name belongs, such as `preferredNameForThePerson`
 */
export function classify(names: Iterable<string>, named: EntityType | undefined, report: Report) {
  const types = new Set<EntityType>();
  const ofLeaves = new Set<EntityType>();
  const subtypes = new Set<string>();
  for (const name of names) {
    const mapping = CLASSES.get(name);
    if (mapping === undefined) {
      report(defect('unknown_class', 'notice', name));
      continue;
    }
    types.add(mapping.type);
    if (mapping.subtype === undefined) continue;
    subtypes.add(mapping.subtype);
    ofLeaves.add(mapping.type);
  }
  return { type: chooseType(types, ofLeaves.size > 0 ? ofLeaves : types, named), subtypes: [...subtypes].sort() };
}

function chooseType(
  types: ReadonlySet<EntityType>,
  likely: ReadonlySet<EntityType>,
  named: EntityType | undefined,
): EntityType {
  if (types.has('Family')) return 'Family';
  const likeliest = NAMED_TYPES.filter((type) => likely.has(type));
  if (likeliest.length > 1 && named !== undefined && likely.has(named)) return named;
  return likeliest[0] ?? named ?? 'AuthorityResource';
}

function buildAttributeProperties(): ReadonlyMap<string, string> {
  const degrees = [1, 2, 3, 4].map((degree) => `relatedDdcWithDegreeOfDeterminacy${degree}`);
  const properties: [localName: string, attribute: string][] = [
    ...[...ALL_ATTRIBUTES]
      // `gnd-node.ts` has special readers for these two.
      .filter((key) => key !== 'homepage' && key !== 'coordinates')
      .flatMap((key): [string, string][] => [
        [key, key],
        [`${key}AsLiteral`, key],
      ]),
    ...degrees.map((name): [string, string] => [name, 'relatedDdcWithDegreeOfDeterminacy']),
    ['broderTermGeneral', 'broaderTermGeneral'],
  ];
  const agrelon = gndIris('').map((iri) => iri.replace('/gnd#', '/agrelon#'));
  return new Map([
    ...properties.flatMap(([name, key]) => gndIris(name).map((iri): [string, string] => [iri, key])),
    ...agrelon.flatMap((start) => KIN.map((name): [string, string] => [start + name, 'familialRelationship'])),
  ]);
}

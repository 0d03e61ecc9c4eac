/** Reads an entity node of the GND's JSON-LD, with its dependent nodes, into statements. */
import type { EntityType, NameKind } from '../../../core/model/entity.ts';
import { type GndId, isGndIri, toGndId } from '../../../core/model/gnd-id.ts';
import { MATCHES, type Match, OWL_SAME_AS, type Relation, relationOf, skosMatch } from '../../../core/model/link.ts';
import { type DependentNode, isBlank } from './blank-nodes.ts';
import { parseWkt } from './coordinates.ts';
import { defect, type Report } from './defects.ts';
import { createEntityBuilder, type EntityBuilder } from './entity-builder.ts';
import { NAMED_TYPES } from '../../../shared/gnd-classes.ts';
import { ATTRIBUTE_PROPERTIES, gndIris, gndLocalName } from './gnd-ontology.ts';
import { firstLiteral, type JsonLdValue, type JsonObject, readValues } from './json-values.ts';
import { readLanguageTag } from './name-language.ts';
import type { Statement } from './reader.ts';

/** An entity node with its dependent nodes. */
export interface EntityNode {
  readonly id: string;
  readonly node: JsonObject;
  /** @returns the dependent node with this label */
  readonly dependent: (label: string) => DependentNode | undefined;
  readonly about?: DependentNode & { readonly kind: 'about' };
}

interface Context {
  readonly entity: EntityBuilder;
  readonly dependent: EntityNode['dependent'];
  readonly report: Report;
  /** Sequences that were read, as `attribute label`: a record may refer to a sequence many times. */
  readonly sequences: Set<string>;
}

type PropertyReader = (value: JsonLdValue, context: Context) => void;
type Entry = readonly [property: string, read: PropertyReader];

/** Readers of properties by IRI. Those of properties with a meaning of their own replace readers of attributes. */
const PROPERTIES: ReadonlyMap<string, PropertyReader> = new Map([
  ...[...ATTRIBUTE_PROPERTIES].map(([iri, key]) => [iri, attribute(key)] as const),
  ...gndProperties().flatMap(([name, read]) => gndIris(name).map((iri) => [iri, read] as const)),
  ...otherProperties(),
]);

const IDENTIFIER = gndIris('gndIdentifier');
const PREFERRED_NAMES: ReadonlySet<string> = new Set(
  ['', ...NAMED_TYPES.map((type) => `ForThe${type}`)].flatMap((ending) => gndIris(`preferredName${ending}`)),
);

/**
 * Statements about one entity, defects first. Reasons: `no_gnd_identifier` (record), `invalid_gnd_id`,
 * `unresolved_node` (detail), `foreign_node` (notice), and the reasons of the entity builder.
 */
export function readEntityNode({ id, node, dependent, about }: EntityNode): readonly Statement[] {
  const defects: Statement[] = [];
  const report: Report = (fault) => defects.push(fault);
  const gnd = readIdentifier(id, node, report);
  if (gnd === undefined) return defects;
  const context: Context = { entity: createEntityBuilder(gnd, report), dependent, report, sequences: new Set() };
  for (const [key, property] of Object.entries(node)) {
    const read = PROPERTIES.get(key);
    if (read !== undefined) for (const value of readValues(property)) read(value, context);
  }
  const classes = (Array.isArray(node['@type']) ? (node['@type'] as unknown[]) : [node['@type']])
    .map((iri) => (typeof iri === 'string' ? gndLocalName(iri) : undefined))
    .filter((name) => name !== undefined);
  const { modified, level, maintainer } = about ?? {};
  const statements = context.entity.finish({ classes, modified, level, maintainer });
  return [...defects, ...statements];
}

function readIdentifier(id: string, node: JsonObject, report: Report): GndId | undefined {
  const literal = IDENTIFIER.map((iri) => firstLiteral(node[iri])).find((text) => text !== undefined);
  if (literal !== undefined) {
    const stated = toGndId(literal);
    if (stated !== undefined) return stated;
    report(defect('invalid_gnd_id', 'detail', literal));
  }
  const own = isGndIri(id) ? toGndId(id) : undefined;
  if (own !== undefined) return own;
  const meant = isGndIri(id) || literal !== undefined || Object.keys(node).some((key) => PREFERRED_NAMES.has(key));
  report(defect(meant ? 'no_gnd_identifier' : 'foreign_node', meant ? 'record' : 'notice', id));
  return undefined;
}

function readAttribute(key: string, value: JsonLdValue, context: Context): void {
  const { entity, sequences } = context;
  const { iri, literal } = value;
  if (literal !== undefined) return entity.text(key, literal);
  if (iri === undefined || !isBlank(iri)) return entity.reference(key, iri);
  const node = dependentOf(value, context);
  if (node?.kind === 'name') return entity.reference(key, undefined, node.inverted);
  if (node?.kind !== 'sequence' || sequences.has(`${key} ${iri}`)) return;
  sequences.add(`${key} ${iri}`);
  for (const member of node.values) {
    // A sequence may contain itself.
    if (context.dependent(member.iri ?? '')?.kind !== 'sequence') readAttribute(key, member, context);
  }
}

/** Reads the entities to use together instead, which only reference records have. */
function readSeeReference(value: JsonLdValue, context: Context): void {
  context.entity.referenceRecord();
  readAttribute('complexSeeReferenceSubject', value, context);
}

function readPersonName(value: JsonLdValue, context: Context): void {
  const node = dependentOf(value, context);
  if (node?.kind !== 'name' || node.natural === '') return;
  context.entity.displayName(node.natural);
  context.entity.fallbackName(node.inverted);
}

/** Makes a reader of variant names of one kind, which are nodes or literals. */
function nameOfKind(kind: NameKind): PropertyReader {
  return (value, context) => {
    if (value.literal !== undefined) return context.entity.variantName(value.literal, { kind });
    const node = dependentOf(value, context);
    if (node?.kind === 'name') context.entity.variantName(node.inverted, { kind });
  };
}

/** Reads the role in a relation. Most entities also have the relation without the role. */
function readRelationNode(value: JsonLdValue, context: Context): void {
  const node = dependentOf(value, context);
  if (node?.kind !== 'relation') return;
  for (const [key, iri] of node.targets) context.entity.reference(key, iri, undefined, node.role);
}

function readGeometry(value: JsonLdValue, context: Context): void {
  const node = dependentOf(value, context);
  if (node?.kind === 'geometry') context.entity.coordinates(parseWkt(node.wkt), node.wkt);
}

function dependentOf({ iri }: JsonLdValue, { dependent, report }: Context): DependentNode | undefined {
  if (iri === undefined) return undefined;
  const node = dependent(iri);
  if (node === undefined) report(defect('unresolved_node', 'detail', iri));
  return node;
}

/** Readers of properties of the GND ontology by local name. */
function gndProperties(): readonly Entry[] {
  return [
    ['complexSeeReferenceSubject', readSeeReference],
    ['variantName', variantName()],
    ['originalScriptNameOfThePerson', variantName('original')],
    ['pseudonymNameOfThePerson', nameOfKind('pseudonym')],
    ['realNameOfThePerson', nameOfKind('real')],
    ['earlierNameOfThePerson', nameOfKind('earlier')],
    ['laterNameOfThePerson', nameOfKind('later')],
    ['fullerFormOfNameOfThePerson', nameOfKind('fuller')],
    ['hasRelation', readRelationNode],
    ['hasRelationship', readRelationNode],
    ['preferredName', literal((name, entity) => entity.fallbackName(name))],
    ['preferredNameEntityForThePerson', readPersonName],
    ['homepage', address((url, entity) => entity.address('homepage', url))],
    ['oldAuthorityNumber', literal((number, entity) => entity.formerNumber(number, 'oldAuthorityNumber'))],
    ...NAMED_TYPES.flatMap((type): Entry[] => [
      [`preferredNameForThe${type}`, preferredName(type)],
      [`variantNameForThe${type}`, variantName()],
      [`abbreviatedNameForThe${type}`, abbreviatedName(type)],
    ]),
  ];
}

/** Readers of other properties by IRI. */
function otherProperties(): readonly Entry[] {
  const deprecatedUri = address((uri, entity) => entity.absorbed(uri, 'deprecatedUri'));
  return [
    ['http://d-nb.info/standards/elementset/dnb#deprecatedUri', deprecatedUri],
    ['http://d-nb.info/standards/elementset/dnb/deprecatedUri', deprecatedUri],
    ['https://d-nb.info/standards/elementset/dnb#deprecatedUri', deprecatedUri],
    ['https://d-nb.info/standards/elementset/dnb/deprecatedUri', deprecatedUri],
    [OWL_SAME_AS, link((target, entity) => entity.sameAs(target))],
    ['http://xmlns.com/foaf/0.1/page', match('about')],
    ...MATCHES.map((name): Entry => [skosMatch(name), match(relationOf(name), name)]),
    ['http://www.opengis.net/ont/geosparql#hasGeometry', readGeometry],
  ];
}

function attribute(key: string): PropertyReader {
  return (value, context) => readAttribute(key, value, context);
}

/** Makes a reader of abbreviations. In the ontology, they are variant names, too. */
function abbreviatedName(type: EntityType): PropertyReader {
  const variant = variantName('abbreviation');
  return (value, context) => {
    variant(value, context);
    readAttribute(`abbreviatedNameForThe${type}`, value, context);
  };
}

type TextReader = (text: string, entity: EntityBuilder) => void;

function literal(read: TextReader): PropertyReader {
  return (value, { entity }) => {
    if (value.literal !== undefined) read(value.literal, entity);
  };
}

function address(read: TextReader): PropertyReader {
  return ({ iri, literal: text = '' }, { entity }) => read(iri ?? text, entity);
}

function link(read: TextReader): PropertyReader {
  return address((target, entity) => {
    if (!isBlank(target)) read(target, entity);
  });
}

/** Makes a reader of links; a reference to another GND entity is not a link. */
function match(relation: Relation, closeness?: Match): PropertyReader {
  return link((target, entity) => {
    if (!isGndIri(target)) entity.link(target, relation, closeness === undefined ? {} : { match: closeness });
  });
}

function preferredName(type: EntityType): PropertyReader {
  return ({ literal: name, language }, { entity }) => {
    if (name !== undefined) entity.preferredName(name, type, language === undefined ? {} : readLanguageTag(language));
  };
}

function variantName(kind?: NameKind): PropertyReader {
  return ({ literal: name, language }, { entity }) => {
    const spoken = language === undefined ? {} : readLanguageTag(language);
    if (name !== undefined) entity.variantName(name, { ...spoken, ...(kind !== undefined && { kind }) });
  };
}

/** What an entity node of the GND's JSON-LD says, as statements. */
import type { AttributeValue, EntityType, Reference } from '../model/entity.ts';
import { GND_URI_PREFIX, isGndId, toGndId, type GndId } from '../model/gnd-id.ts';
import { parseWkt } from './coordinates.ts';
import { defect, readAddress, readText, type Report } from './defects.ts';
import type { GatheredEntity } from './gnd-chunk.ts';
import { chooseType, readClasses } from './gnd-class.ts';
import { PROPERTIES, type PropertyRole } from './gnd-ontology.ts';
import { firstLiteral, readValues, type JsonLdValue } from './json-ld-value.ts';
import type { LinkStatement, RedirectEvidence, RedirectStatement, Statement } from './reader.ts';
import { REDIRECT_EVIDENCE } from './reader.ts';

/** All that is gathered while the properties of a node are gone through. */
interface Draft {
  readonly gnd: GndId;
  readonly entity: GatheredEntity;
  readonly report: Report;
  preferred?: string;
  generic?: string;
  nameType?: EntityType;
  natural?: string;
  inverted?: string;
  readonly variants: Set<string>;
  /** By key, then by the value as text. */
  readonly attributes: Map<string, Map<string, AttributeValue>>;
  readonly links: Map<string, LinkStatement>;
  readonly redirects: Map<GndId, RedirectEvidence>;
  /** By attribute: a record may name the same sequence any number of times. */
  readonly sequences: Set<string>;
}

/** Any IRI in the GND's name space, whether what follows is an identifier or not. */
const GND_IRI = /^https?:\/\/(?:www\.)?d-nb\.info\/gnd\//i;

/**
 * Statements about one entity; its defects come first. Reasons: `no_gnd_identifier`, `no_preferred_name` (record),
 * `invalid_gnd_id`, `malformed_url`, `unsupported_scheme`, `text_too_long`, `invalid_coordinates`, `unresolved_node`
 * (detail), `unknown_class`, `foreign_node` (notice).
 */
export function readGndEntity(entity: GatheredEntity): readonly Statement[] {
  const statements: Statement[] = [];
  const report: Report = (fault) => statements.push(fault);
  const gnd = readIdentifier(entity, report);
  if (gnd === undefined) return statements;
  const draft: Draft = {
    gnd,
    entity,
    report,
    variants: new Set(),
    sequences: new Set(),
    attributes: new Map(),
    links: new Map(),
    redirects: new Map(),
  };
  for (const [key, property] of Object.entries(entity.node)) {
    const role = PROPERTIES.get(key);
    if (role !== undefined) for (const value of readValues(property)) readProperty(draft, role, value);
  }
  const preferred = draft.preferred ?? draft.generic ?? draft.inverted;
  if (preferred === undefined) {
    statements.push(defect('no_preferred_name', 'record', entity.id));
    return statements;
  }
  draft.variants.delete(preferred);
  const classes = readClasses(entity.node['@type'], report);
  const type = chooseType(classes.types, draft.nameType);
  statements.push({
    kind: 'entity',
    gnd,
    type,
    subtypes: classes.subtypes,
    preferredName: preferred,
    ...(draft.natural === undefined || draft.natural === preferred ? {} : { displayName: draft.natural }),
    variantNames: [...draft.variants],
    attributes: Object.fromEntries([...draft.attributes].map(([key, values]) => [key, [...values.values()]])),
    ...(entity.about?.modified === undefined ? {} : { modified: entity.about.modified }),
    ...(entity.about?.level === undefined ? {} : { level: entity.about.level }),
  });
  statements.push(...draft.links.values());
  for (const [from, evidence] of draft.redirects) {
    statements.push({ kind: 'redirect', from, to: gnd, evidence } satisfies RedirectStatement);
  }
  return statements;
}

function readIdentifier(entity: GatheredEntity, report: Report): GndId | undefined {
  const stated = Object.keys(entity.node).find((key) => PROPERTIES.get(key)?.role === 'identifier');
  const literal = stated === undefined ? undefined : firstLiteral(entity.node[stated]);
  if (literal !== undefined) {
    const id = toGndId(literal);
    if (id !== undefined) return id;
    report(defect('invalid_gnd_id', 'detail', literal));
  }
  const id = GND_IRI.test(entity.id) ? toGndId(entity.id) : undefined;
  if (id !== undefined) return id;
  const meant = GND_IRI.test(entity.id) || literal !== undefined || isNamed(entity);
  report(defect(meant ? 'no_gnd_identifier' : 'foreign_node', meant ? 'record' : 'notice', entity.id));
  return undefined;
}

function isNamed(entity: GatheredEntity): boolean {
  return Object.keys(entity.node).some((key) => PROPERTIES.get(key)?.role === 'preferredName');
}

function readProperty(draft: Draft, role: PropertyRole, value: JsonLdValue): void {
  switch (role.role) {
    case 'preferredName':
      return readPreferredName(draft, role.type, value);
    case 'variantName':
      return addVariant(draft, value);
    case 'abbreviation':
      addVariant(draft, value);
      return readAttribute(draft, role.key, value);
    case 'nameEntity':
      return readNameEntity(draft, value);
    case 'attribute':
      return readAttribute(draft, role.key, value);
    case 'homepage':
      return readHomepage(draft, value);
    case 'geometry':
      return readGeometry(draft, value);
    case 'sameAs':
    case 'link':
      return readLink(draft, role.role === 'link' ? role.relation : 'sameAs', role.role === 'sameAs', value);
    case 'deprecatedUri':
      return addRedirect(draft, value.iri ?? value.literal ?? '', 'deprecatedUri');
    case 'oldAuthorityNumber':
      return readOldNumber(draft, value);
    default:
  }
}

function readPreferredName(draft: Draft, type: EntityType | undefined, value: JsonLdValue): void {
  const name = value.literal === undefined ? undefined : readText(value.literal, draft.report);
  if (name === undefined) return;
  if (type === undefined) {
    draft.generic ??= name;
  } else if (draft.preferred === undefined) {
    draft.preferred = name;
    draft.nameType = type;
  } else if (name !== draft.preferred) {
    draft.variants.add(name);
  }
}

function addVariant(draft: Draft, value: JsonLdValue): void {
  const name = value.literal === undefined ? undefined : readText(value.literal, draft.report);
  if (name !== undefined) draft.variants.add(name);
}

function readNameEntity(draft: Draft, value: JsonLdValue): void {
  const satellite = satelliteOf(draft, value);
  if (satellite?.kind !== 'name' || satellite.natural === '') return;
  draft.natural ??= satellite.natural;
  draft.inverted ??= satellite.inverted;
}

function readAttribute(draft: Draft, key: string, value: JsonLdValue): void {
  if (value.literal !== undefined) {
    const text = readText(value.literal, draft.report);
    if (text !== undefined) addAttribute(draft, key, text);
    return;
  }
  const iri = value.iri ?? '';
  if (!iri.startsWith('_:')) {
    const reference = toReference(draft, iri);
    if (reference !== undefined) addAttribute(draft, key, reference);
    return;
  }
  const satellite = satelliteOf(draft, value);
  if (satellite?.kind === 'name') addAttribute(draft, key, { label: satellite.inverted });
  if (satellite?.kind === 'sequence' && !draft.sequences.has(`${key} ${iri}`)) {
    draft.sequences.add(`${key} ${iri}`);
    for (const member of satellite.values) if (!isSequence(draft, member)) readAttribute(draft, key, member);
  }
}

/** A sequence in a sequence may be the same one. */
function isSequence(draft: Draft, value: JsonLdValue): boolean {
  return value.iri !== undefined && draft.entity.satellites.get(value.iri)?.kind === 'sequence';
}

function toReference(draft: Draft, iri: string): Reference | undefined {
  if (GND_IRI.test(iri)) {
    const gnd = readGndIri(draft, iri);
    return gnd === undefined || gnd === draft.gnd ? undefined : { gnd };
  }
  const uri = readAddress(iri, draft.report);
  return uri === undefined ? undefined : { uri: uri.replace(/^http:\/\/d-nb\.info\//, 'https://d-nb.info/') };
}

function readHomepage(draft: Draft, value: JsonLdValue): void {
  const url = readAddress(value.iri ?? value.literal ?? '', draft.report);
  if (url !== undefined) addAttribute(draft, 'homepage', url);
}

function readGeometry(draft: Draft, value: JsonLdValue): void {
  const satellite = satelliteOf(draft, value);
  if (satellite?.kind !== 'geometry') return;
  const coordinates = parseWkt(satellite.wkt);
  if (coordinates === undefined) draft.report(defect('invalid_coordinates', 'detail', satellite.wkt));
  else addAttribute(draft, 'coordinates', coordinates);
}

function readLink(draft: Draft, relation: 'sameAs' | 'about', merges: boolean, value: JsonLdValue): void {
  const target = value.iri ?? value.literal ?? '';
  if (GND_IRI.test(target)) {
    if (merges) addRedirect(draft, target, 'sameAs');
    return;
  }
  if (target.startsWith('_:')) return;
  const url = readAddress(target, draft.report);
  if (url === undefined) return;
  if (draft.links.get(url)?.relation === 'sameAs') return;
  draft.links.set(url, { kind: 'link', gnd: draft.gnd, url, relation });
}

/** `(DE-588)` is the GND itself; a, b and c are its predecessors, whose other numbers mean nothing here. */
function readOldNumber(draft: Draft, value: JsonLdValue): void {
  const [, file, number] = /^\s*\(DE-588([abc]?)\)\s*(.+)$/.exec(value.literal ?? '') ?? [];
  if (number === undefined) return;
  if (file === '' || toGndId(number) !== undefined) addRedirect(draft, number, 'oldAuthorityNumber');
}

function addRedirect(draft: Draft, text: string, evidence: RedirectEvidence): void {
  const from = readGndIri(draft, text);
  if (from === undefined || from === draft.gnd) return;
  const known = draft.redirects.get(from);
  if (known === undefined || REDIRECT_EVIDENCE.indexOf(evidence) < REDIRECT_EVIDENCE.indexOf(known)) {
    draft.redirects.set(from, evidence);
  }
}

function readGndIri(draft: Draft, text: string): GndId | undefined {
  const rest = text.startsWith(GND_URI_PREFIX) ? text.slice(GND_URI_PREFIX.length) : '';
  const gnd = isGndId(rest) ? rest : toGndId(text);
  if (gnd === undefined) draft.report(defect('invalid_gnd_id', 'detail', text));
  return gnd;
}

function addAttribute(draft: Draft, key: string, value: AttributeValue): void {
  const values = draft.attributes.get(key) ?? new Map<string, AttributeValue>();
  draft.attributes.set(key, values);
  const identity = JSON.stringify(value);
  if (!values.has(identity)) values.set(identity, value);
}

function satelliteOf(draft: Draft, value: JsonLdValue) {
  if (value.iri === undefined) return undefined;
  const satellite = draft.entity.satellites.get(value.iri);
  if (satellite === undefined) draft.report(defect('unresolved_node', 'detail', value.iri));
  return satellite;
}

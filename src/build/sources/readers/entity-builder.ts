/** Builder that collects the facts of a record about its entity, and makes statements of them, for all formats. */
import {
  type AttributeValue,
  type Coordinates,
  type Depiction,
  type EntityType,
  NAME_KINDS,
  type Reference,
} from '../../../core/model/entity.ts';
import { GND_URI_PREFIX, gndUri, type GndId, isGndId, isGndIri, toGndId } from '../../../core/model/gnd-id.ts';
import { closestMatch, type Relation } from '../../../core/model/link.ts';
import { decodeCharacterReferences } from '../../../core/model/text.ts';
import { getOrInsert } from '../../../shared/get-or-insert.ts';
import { defined } from '../../../shared/omit.ts';
import { readAddress } from './addresses.ts';
import { defect, readText, type Report } from './defects.ts';
import { classify } from './gnd-ontology.ts';
import {
  type DescribedName,
  type LabelStatement,
  type LinkStatement,
  REDIRECT_EVIDENCE,
  type RedirectEvidence,
  type RedirectStatement,
  type Statement,
} from './reader.ts';

/** The parts of a record that occur once. */
interface EntityDescription {
  /** Local names of its classes in the GND ontology. */
  readonly classes: Iterable<string>;
  readonly depiction?: Depiction | undefined;
  readonly modified?: string | undefined;
  readonly level?: number | undefined;
  readonly maintainer?: string | undefined;
}

/** The facts of a record about a name, except the name itself. */
export type NameDescription = Omit<DescribedName, 'value'>;

/** The facts of a record about a link, except its target and its relation. */
type LinkDescription = Partial<Pick<LinkStatement, 'collectionCode' | 'match'>>;

export type EntityBuilder = ReturnType<typeof createEntityBuilder>;

/**
 * Reports these defects: `no_preferred_name` (record), `invalid_gnd_id`, `text_too_long`, `invalid_coordinates`, flaws
 * of addresses (detail), `unknown_class` (notice).
 */
export function createEntityBuilder(gnd: GndId, report: Report) {
  let isReferenceRecord: true | undefined;
  const names = createNames(report);
  const links = createLinks(gnd, report);
  const redirects = createRedirects(gnd, report);
  const attributes = createAttributes(gnd, report);

  return {
    absorbed: redirects.absorbed,
    formerNumber: redirects.formerNumber,
    link: links.add,
    preferredName: names.preferredName,
    fallbackName: names.fallbackName,
    displayName: names.displayName,
    variantName: names.variantName,
    /** Another entity, or a term of a vocabulary. Without a usable IRI, only its label is kept. */
    reference: attributes.reference,
    text: attributes.text,
    label: attributes.label,
    address: attributes.address,
    coordinates: attributes.coordinates,
    referenceRecord(): void {
      isReferenceRecord = true;
    },
    /** The address of the same thing elsewhere. A GND address stands for a record that was merged into this one. */
    sameAs(target: string, collectionCode?: string): void {
      if (isGndIri(target)) redirects.absorbed(target, 'sameAs');
      else links.add(target, 'sameAs', collectionCode === undefined ? {} : { collectionCode });
    },
    /** @returns the entity, then its links, redirects and labels; nothing without a name */
    finish({ classes, depiction, modified, level, maintainer }: EntityDescription): readonly Statement[] {
      const named = names.finish();
      if (named === undefined) {
        report(defect('no_preferred_name', 'record', gndUri(gnd)));
        return [];
      }
      const { type, ...ownNames } = named;
      return [
        {
          kind: 'entity',
          gnd,
          ...classify(classes, type, report),
          ...ownNames,
          attributes: attributes.values(),
          ...defined({ depiction, modified, level, isReferenceRecord, maintainer }),
        },
        ...links.statements(),
        ...redirects.statements(),
        ...attributes.labels(),
      ];
    },
  };
}

/** The text of a record; some cataloguers typed letters as character references of HTML. */
const readWritten = (text: string, report: Report) => readText(decodeCharacterReferences(text), report);

/** Collects the attributes of an entity, and the labels of the entities to which they refer. */
function createAttributes(gnd: GndId, report: Report) {
  /** Values of attributes by key, then by their identity, so that no value is repeated. */
  const attributes = new Map<string, Map<string, AttributeValue>>();
  const labels = new Map<GndId, LabelStatement>();

  function attribute(key: string, value: AttributeValue, identity = JSON.stringify(value)): void {
    const values = getOrInsert(attributes, key, () => new Map<string, AttributeValue>());
    values.set(identity, withRoles(values.get(identity), value));
  }

  function reference(key: string, iri: string | undefined, label?: string, roleText?: string): void {
    const role = roleText === undefined ? undefined : readWritten(roleText, report);
    const named = { ...(label !== undefined && { label }), ...(role !== undefined && { role }) };
    if (iri !== undefined && isGndIri(iri)) {
      const related = readGndId(iri, report);
      if (related === gnd) return;
      if (related !== undefined) {
        if (label !== undefined) labels.set(related, { kind: 'label', gnd: related, label });
        return attribute(key, { gnd: related, ...named }, related);
      }
    } else if (iri !== undefined) {
      const uri = readAddress(iri, report)?.replace(/^http:\/\/d-nb\.info\//, 'https://d-nb.info/');
      if (uri !== undefined) return attribute(key, { uri, ...named }, uri);
    }
    if (label !== undefined) attribute(key, { ...named, label }, `label ${label}`);
  }

  function text(key: string, text: string): void {
    const clean = readWritten(text, report);
    if (clean !== undefined) attribute(key, clean);
  }

  /** The name of a related thing without an identifier. */
  function label(key: string, text: string): void {
    const label = readWritten(text, report);
    if (label !== undefined) attribute(key, { label });
  }

  function address(key: string, text: string): void {
    const address = readAddress(text, report);
    if (address !== undefined) attribute(key, address);
  }

  /** @param faultyText text from which the position was read, for the defect `invalid_coordinates` */
  function coordinates(position: Coordinates | undefined, faultyText: string): void {
    if (position === undefined) report(defect('invalid_coordinates', 'detail', faultyText));
    else attribute('coordinates', position);
  }

  return {
    reference,
    text,
    label,
    address,
    coordinates,
    values: () => Object.fromEntries([...attributes].map(([key, values]) => [key, [...values.values()]])),
    labels: () => labels.values(),
  };
}

/** Collects the names of an entity. */
function createNames(report: Report) {
  let preferredName: string | undefined;
  let nameType: EntityType | undefined;
  let fallbackName: string | undefined;
  let displayName: string | undefined;
  const variantNames = new Set<string>();
  const described = new Map<string, NameDescription>();

  /** Adds facts about a name. Keeps the first language and script, and the first kind in the order of `NAME_KINDS`. */
  function describeName(name: string, facts: NameDescription): void {
    if (Object.keys(facts).length === 0) return;
    const former = described.get(name);
    const kind = NAME_KINDS.find((one) => one === former?.kind || one === facts.kind);
    described.set(name, { ...facts, ...former, ...(kind !== undefined && { kind }) });
  }

  return {
    /** The authorised form; further ones are variants. @param type the type that the property of the name implies */
    preferredName: (text: string, type?: EntityType, facts: NameDescription = {}): void => {
      const name = readWritten(text, report);
      if (name === undefined) return;
      if (preferredName !== undefined) variantNames.add(name);
      else describeName(name, facts);
      preferredName ??= name;
      nameType ??= type;
    },
    /** The name to use if there is no authorised form. */
    fallbackName: (text: string): void => {
      fallbackName ??= readWritten(text, report);
    },
    /** The name in natural order. */
    displayName: (text: string): void => {
      displayName ??= readWritten(text, report);
    },
    variantName: (text: string, facts: NameDescription = {}): void => {
      const name = readWritten(text, report);
      if (name === undefined) return;
      variantNames.add(name);
      describeName(name, facts);
    },
    /** @returns undefined without a name */
    finish() {
      const name = preferredName ?? fallbackName;
      if (name === undefined) return undefined;
      variantNames.delete(name);
      const names = [name, ...variantNames].flatMap((value) => {
        const facts = described.get(value);
        return facts === undefined ? [] : [{ value, ...facts }];
      });
      return {
        /** The type that the property of the preferred name implies. */
        type: nameType,
        preferredName: name,
        ...(displayName !== undefined && { displayName }),
        variantNames: [...variantNames],
        ...(names.length > 0 && { names }),
      };
    },
  };
}

/** Collects the former identifiers of an entity. */
function createRedirects(gnd: GndId, report: Report) {
  const redirects = new Map<GndId, RedirectStatement>();

  /** Adds a record that was merged into this one. Keeps the strongest evidence. */
  function absorbed(identifier: string, evidence: RedirectEvidence): void {
    const from = readGndId(identifier, report);
    if (from === undefined || from === gnd) return;
    const strongest = REDIRECT_EVIDENCE.find((one) => one === evidence || one === redirects.get(from)?.evidence);
    redirects.set(from, { kind: 'redirect', from, to: gnd, evidence: strongest ?? evidence });
  }

  /** Adds a former identifier. `(DE-588a)`, `(DE-588b)` and `(DE-588c)` stand for the predecessors of the GND. */
  function formerNumber(text: string, evidence: RedirectEvidence): void {
    const [, file, number] = /^\s*\(DE-588([abc]?)\)\s*(.+)$/.exec(text) ?? [];
    if (number === undefined) return;
    if (file === '') absorbed(number, evidence);
    else if (toGndId(number) !== undefined) absorbed(number, 'oldAuthorityNumber');
  }

  return { absorbed, formerNumber, statements: () => redirects.values() };
}

/** Collects the links of an entity. */
function createLinks(gnd: GndId, report: Report) {
  const links = new Map<string, LinkStatement>();

  /** Adds a link. An address has one link, with the closest match, and `sameAs` if any of its statements has it. */
  function add(target: string, relation: Relation, { collectionCode, match }: LinkDescription = {}): void {
    const url = readAddress(target, report);
    if (url === undefined) return;
    const former = links.get(url);
    const closest = closestMatch([former?.match, match]);
    const isKnown = former !== undefined && (former.relation === 'sameAs' || relation === 'about');
    const facts = isKnown ? former : { relation, ...(collectionCode !== undefined && { collectionCode }) };
    links.set(url, { kind: 'link', gnd, url, ...facts, ...(closest !== undefined && { match: closest }) });
  }

  return { add, statements: () => links.values() };
}

function readGndId(text: string, report: Report): GndId | undefined {
  const rest = text.startsWith(GND_URI_PREFIX) ? text.slice(GND_URI_PREFIX.length) : '';
  const id = isGndId(rest) ? rest : toGndId(text);
  if (id === undefined) report(defect('invalid_gnd_id', 'detail', text));
  return id;
}

/** The known value, with all roles if the record refers to it several times. */
function withRoles(former: AttributeValue | undefined, value: AttributeValue): AttributeValue {
  if (former === undefined) return value;
  if (!isReference(former) || !isReference(value) || value.role === undefined) return former;
  const roles = new Set([...(former.role?.split('; ') ?? []), value.role]);
  return { ...former, role: [...roles].sort().join('; ') };
}

function isReference(value: AttributeValue): value is Reference {
  return typeof value === 'object' && !('longitude' in value);
}

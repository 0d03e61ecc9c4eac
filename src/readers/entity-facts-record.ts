/** What an Entity Facts record says, as statements. */
import type { AttributeValue, EntityType, Reference } from '../model/entity.ts';
import { ATTRIBUTES } from '../model/entity.ts';
import { toGndId, type GndId } from '../model/gnd-id.ts';
import { toCoordinates } from './coordinates.ts';
import { defect, readAddress, readText, type Report } from './defects.ts';
import { readDepiction } from './depiction.ts';
import { readDisplayDate } from './display-date.ts';
import { ENTITY_FACTS_KEYS, ENTITY_FACTS_TYPES, type Mapping } from './entity-facts-keys.ts';
import type { JsonObject } from './json-records.ts';
import { asArray, asObject, asText } from './json-shape.ts';
import type { LabelStatement, LinkStatement, RedirectStatement, Statement } from './reader.ts';

interface Draft {
  readonly gnd: GndId;
  readonly record: JsonObject;
  readonly report: Report;
  readonly labels: Map<GndId, LabelStatement>;
  readonly links: Map<string, LinkStatement>;
  readonly redirects: Map<GndId, RedirectStatement>;
}

const GND_IRI = /^https?:\/\/(?:www\.)?d-nb\.info\/gnd\//i;

/**
 * Statements about one record; its defects come first. Reasons: `no_gnd_identifier`, `no_preferred_name` (record),
 * `invalid_gnd_id`, `malformed_url`, `unsupported_scheme`, `text_too_long`, `invalid_coordinates` (detail),
 * `unknown_class` (notice).
 */
export function readEntityFactsRecord(record: JsonObject): readonly Statement[] {
  const statements: Statement[] = [];
  const report: Report = (fault) => statements.push(fault);
  const id = asText(record['@id']) ?? '';
  const gnd = GND_IRI.test(id) ? toGndId(id) : undefined;
  if (gnd === undefined) return [defect('no_gnd_identifier', 'record', id)];
  const draft: Draft = { gnd, record, report, labels: new Map(), links: new Map(), redirects: new Map() };
  const name = textOf(record['preferredName'], report);
  if (name === undefined) return [...statements, defect('no_preferred_name', 'record', id)];
  const type = readType(record['@type'], report);
  const preferredName = type === 'Person' ? (invert(draft, name) ?? name) : name;
  const variantNames = new Set(texts(record['variantName'], report));
  for (const own of [name, preferredName]) variantNames.delete(own);
  const attributes = readAttributes(draft, type);
  const depiction = readDepiction(record['depiction'], report);
  for (const member of asArray(record['sameAs'])) readSameAs(draft, member);
  statements.push(
    {
      kind: 'entity',
      gnd,
      type,
      subtypes: [],
      preferredName,
      ...(preferredName === name ? {} : { displayName: name }),
      variantNames: [...variantNames],
      attributes,
      ...(depiction === undefined ? {} : { depiction }),
    },
    ...draft.links.values(),
    ...draft.redirects.values(),
    ...draft.labels.values(),
  );
  return statements;
}

function readType(value: unknown, report: Report): EntityType {
  const names = asArray(value).map((member) => asText(member) ?? '');
  const known = names.map((name) => ENTITY_FACTS_TYPES.get(name.toLowerCase())).find((type) => type !== undefined);
  if (known === undefined) report(defect('unknown_class', 'notice', names.join(' ')));
  return known ?? 'AuthorityResource';
}

/** "Goethe, Johann Wolfgang von"; what the natural form has behind these parts is kept at the end. */
function invert(draft: Draft, natural: string): string | undefined {
  const surname = textOf(draft.record['surname'], draft.report);
  const forename = textOf(draft.record['forename'], draft.report);
  const prefix = textOf(draft.record['prefix'], draft.report);
  if (surname === undefined || forename === undefined) return undefined;
  const spoken = [forename, prefix, surname].filter((part) => part !== undefined).join(' ');
  const rest = natural.startsWith(spoken) ? natural.slice(spoken.length) : '';
  return `${surname}, ${[forename, prefix].filter((part) => part !== undefined).join(' ')}${rest}`;
}

function readAttributes(draft: Draft, type: EntityType): Readonly<Record<string, readonly AttributeValue[]>> {
  const mappings = ENTITY_FACTS_KEYS[type] ?? new Map<string, Mapping>();
  const found = new Map<string, readonly AttributeValue[]>();
  for (const [key, mapping] of mappings) {
    const values = unique(readAttribute(draft, mapping, draft.record[key]));
    if (values.length > 0) found.set(mapping.key, values);
  }
  const ordered = ATTRIBUTES[type].flatMap((key) => {
    const values = found.get(key);
    return values === undefined ? [] : [[key, values] as const];
  });
  return Object.fromEntries(ordered);
}

function readAttribute(draft: Draft, mapping: Mapping, value: unknown): readonly AttributeValue[] {
  switch (mapping.shape) {
    case 'text':
      return texts(value, draft.report);
    case 'date':
      return texts(value, draft.report).map(readDisplayDate);
    case 'addresses':
      return asArray(value)
        .map((member) => readAddress(asText(member) ?? asText(asObject(member)?.['@id']) ?? '', draft.report))
        .filter((address) => address !== undefined);
    case 'position':
      return readPosition(draft, value);
    case 'references':
      return asArray(value)
        .map((member) => readReference(draft, member))
        .filter((reference) => reference !== undefined);
  }
}

function readPosition(draft: Draft, value: unknown): readonly AttributeValue[] {
  return asArray(value).flatMap((feature) => {
    const geometry = asObject(asObject(feature)?.['geometry']);
    if (geometry === undefined) return [];
    const [longitude, latitude] = asArray(geometry['coordinates']);
    const position = geometry['type'] === 'Point' ? toCoordinates(longitude, latitude) : undefined;
    if (position !== undefined) return [position];
    draft.report(defect('invalid_coordinates', 'detail', JSON.stringify(geometry).slice(0, 200)));
    return [];
  });
}

function readReference(draft: Draft, member: unknown): string | Reference | undefined {
  if (typeof member === 'string') return readText(member, draft.report);
  const thing = asObject(member);
  if (thing === undefined) return undefined;
  const label = textOf(thing['preferredName'] ?? thing['label'], draft.report);
  const named = label === undefined ? {} : { label };
  const iri = asText(thing['@id']);
  if (iri !== undefined && GND_IRI.test(iri)) {
    const gnd = toGndId(iri);
    if (gnd === draft.gnd) return undefined;
    if (gnd !== undefined) {
      if (label !== undefined) draft.labels.set(gnd, { kind: 'label', gnd, label });
      return { gnd, ...named };
    }
    draft.report(defect('invalid_gnd_id', 'detail', iri));
  } else if (iri !== undefined) {
    const uri = readAddress(iri, draft.report)?.replace(/^http:\/\/d-nb\.info\//, 'https://d-nb.info/');
    if (uri !== undefined) return { uri, ...named };
  }
  return label === undefined ? undefined : { label };
}

function readSameAs(draft: Draft, member: unknown): void {
  const target = asObject(member);
  const iri = asText(target?.['@id']) ?? asText(member);
  if (iri === undefined) return;
  if (GND_IRI.test(iri)) {
    const from = toGndId(iri);
    if (from === undefined) draft.report(defect('invalid_gnd_id', 'detail', iri));
    else if (from !== draft.gnd) {
      draft.redirects.set(from, { kind: 'redirect', from, to: draft.gnd, evidence: 'sameAs' });
    }
    return;
  }
  const url = readAddress(iri, draft.report);
  if (url === undefined || draft.links.has(url)) return;
  const code = textOf(asObject(target?.['collection'])?.['abbr'], draft.report);
  const collection = code === undefined ? {} : { collectionCode: code };
  draft.links.set(url, { kind: 'link', gnd: draft.gnd, url, relation: 'sameAs', ...collection });
}

function texts(value: unknown, report: Report): readonly string[] {
  return asArray(value)
    .map((member) => textOf(member, report))
    .filter((text) => text !== undefined);
}

function textOf(value: unknown, report: Report): string | undefined {
  return typeof value === 'string' ? readText(value, report) : undefined;
}

function unique(values: readonly AttributeValue[]): readonly AttributeValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

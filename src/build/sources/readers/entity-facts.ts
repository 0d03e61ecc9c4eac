/** Reader of Entity Facts, the DNB's edition of the GND for presentation. */
import { ATTRIBUTES, type EntityType } from '../../../core/model/entity.ts';
import { isGndIri, toGndId } from '../../../core/model/gnd-id.ts';
import { toCoordinates } from './coordinates.ts';
import { readDisplayDate } from './dates.ts';
import { defect, readText, type Report } from './defects.ts';
import { readDepiction } from './depiction.ts';
import { createEntityBuilder, type EntityBuilder } from './entity-builder.ts';
import { readStatements } from './json-records.ts';
import { asArray, asObject, asText, type JsonObject } from './json-values.ts';
import type { Reader, Statement } from './reader.ts';

/**
 * Reads all framings of `readJsonRecords`, and an object with records by GND ID, up to the size of one record. Defects:
 * see `readJsonRecords`, `readRecord`.
 */
export const entityFactsReader: Reader = {
  read: (input) =>
    readStatements(
      input,
      (record) => recordsIn(record).flatMap(readRecord),
      'entity',
      'The file contains no Entity Facts record.',
    ),
};

/** The record itself, or the records in an object by GND ID. */
function recordsIn(value: JsonObject): readonly JsonObject[] {
  if ('@id' in value || '@type' in value || 'preferredName' in value) return [value];
  const members = Object.values(value).map(asObject);
  const records = members.filter((member) => member !== undefined).filter((member) => '@id' in member);
  return records.length > 0 ? records : [value];
}

/** Types by their names in Entity Facts. */
const TYPES: ReadonlyMap<string, EntityType> = new Map([
  ['person', 'Person'],
  ['family', 'Family'],
  ['organisation', 'CorporateBody'],
  ['event', 'ConferenceOrEvent'],
  ['place', 'PlaceOrGeographicName'],
]);

/**
 * Keys of Entity Facts by attribute, where they differ from the GND ontology. Keys with a wider meaning than any
 * attribute (`relatedPerson`, `isA`, `associatedPlace` …) are not read.
 */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['geographicAreaCode', 'associatedCountry'],
  ['dateOfConferenceOrEvent', 'dateOfEvent'],
  ['placeOfConferenceOrEvent', 'placeOfEvent'],
  ['coordinates', 'location'],
  ['hierarchicalSuperiorOfTheCorporateBody', 'isPartOf'],
  ['hierarchicalSuperiorOfPlaceOrGeographicName', 'isPartOf'],
  ...['CorporateBody', 'ConferenceOrEvent', 'PlaceOrGeographicName'].flatMap((type): [string, string][] => [
    [`preceding${type}`, 'predecessor'],
    [`succeeding${type}`, 'successor'],
  ]),
]);

/**
 * Statements of one record, defects first. Reasons: `no_gnd_identifier`, `no_preferred_name` (record), and the reasons
 * of the entity builder.
 */
function readRecord(record: JsonObject): readonly Statement[] {
  const defects: Statement[] = [];
  const report: Report = (one) => defects.push(one);
  const id = asText(record['@id']) ?? '';
  const gnd = isGndIri(id) ? toGndId(id) : undefined;
  if (gnd === undefined) return [defect('no_gnd_identifier', 'record', id)];
  const name = textOf(record['preferredName'], report);
  if (name === undefined) return [...defects, defect('no_preferred_name', 'record', id)];
  const entity = createEntityBuilder(gnd, report);
  const type = readType(record['@type'], report);
  entity.preferredName((type === 'Person' ? invert(record, name, report) : undefined) ?? name);
  if (type === 'Person') entity.displayName(name);
  for (const variant of asArray(record['variantName'])) {
    const text = textOf(variant, report);
    if (text !== undefined && text !== name) entity.variantName(text);
  }
  for (const attribute of ATTRIBUTES[type]) {
    const stated = record[RENAMED.get(attribute) ?? attribute];
    if (stated === undefined) continue;
    for (const value of asArray(stated)) readAttribute(entity, attribute, value, report);
  }
  const depiction = readDepiction(record['depiction'], report);
  for (const target of asArray(record['sameAs'])) readSameAs(entity, target, report);
  const statements = entity.finish({ classes: [type], depiction });
  return [...defects, ...statements];
}

function readType(value: unknown, report: Report): EntityType {
  const names = asArray(value).map((member) => asText(member) ?? '');
  const entityType = names.map((name) => TYPES.get(name.toLowerCase())).find((type) => type !== undefined);
  if (entityType === undefined) report(defect('unknown_class', 'notice', names.join(' ')));
  return entityType ?? 'AuthorityResource';
}

/** The inverted name, "Goethe, Johann Wolfgang von", with further parts of the natural form at the end. */
function invert(record: JsonObject, natural: string, report: Report): string | undefined {
  const [surname, forename, prefix] = ['surname', 'forename', 'prefix'].map((key) => textOf(record[key], report));
  if (surname === undefined || forename === undefined) return undefined;
  const spoken = [forename, prefix, surname].filter((part) => part !== undefined).join(' ');
  const rest = natural.startsWith(spoken) ? natural.slice(spoken.length) : '';
  return `${surname}, ${[forename, prefix].filter((part) => part !== undefined).join(' ')}${rest}`;
}

function readAttribute(entity: EntityBuilder, attribute: string, value: unknown, report: Report): void {
  const thing = asObject(value);
  const text = asText(value);
  if (attribute === 'coordinates') readPosition(entity, thing);
  else if (attribute === 'homepage') entity.address(attribute, text ?? asText(thing?.['@id']) ?? '');
  else if (thing !== undefined) {
    const label = textOf(thing['preferredName'] ?? thing['label'], report);
    entity.reference(attribute, asText(thing['@id']), label, asText(thing['relationship']));
  } else if (text !== undefined) {
    entity.text(attribute, attribute.startsWith('dateOf') ? readDisplayDate(readText(text, report) ?? '') : text);
  }
}

/** Reads a feature of GeoJSON (RFC 7946), but with coordinates as strings. */
function readPosition(entity: EntityBuilder, feature: JsonObject | undefined): void {
  const geometry = asObject(feature?.['geometry']);
  if (geometry === undefined) return;
  const [longitude, latitude] = asArray(geometry['coordinates']);
  const position = geometry['type'] === 'Point' ? toCoordinates(longitude, latitude) : undefined;
  entity.coordinates(position, JSON.stringify(geometry).slice(0, 200));
}

function readSameAs(entity: EntityBuilder, target: unknown, report: Report): void {
  const thing = asObject(target);
  const iri = asText(thing?.['@id']) ?? asText(target);
  if (iri !== undefined) entity.sameAs(iri, textOf(asObject(thing?.['collection'])?.['abbr'], report));
}

function textOf(value: unknown, report: Report): string | undefined {
  return typeof value === 'string' ? readText(value, report) : undefined;
}

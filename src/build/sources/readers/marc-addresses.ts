/** Reads web addresses in a MARC record: identifiers (024), sources of coordinates (034), equivalent headings (7XX). */
import { isGndIri } from '../../../core/model/gnd-id.ts';
import type { Match } from '../../../core/model/link.ts';
import type { EntityBuilder } from './entity-builder.ts';
import { type MarcField, relationCodes, subfield, subfields } from './marc-records.ts';

/** Functions that make the address of an identifier, as in the RDF, by the code of its source. */
const ADDRESSES: ReadonlyMap<string, (id: string) => string> = new Map([
  ['viaf', (id) => `http://viaf.org/viaf/${id}`],
  ['isni', (id) => `https://isni.org/isni/${id}`],
  ['orcid', (id) => `https://orcid.org/${id}`],
  ['wikidata', (id) => `http://www.wikidata.org/entity/${id}`],
  ['geonames', (id) => `https://sws.geonames.org/${id}`],
  ['lccn', congressAddress],
]);

/** `024 $a 0000 0001 2099 9104 $2 isni`; sources without addresses in the RDF are left out. */
export function readIdentifier(field: MarcField, entity: EntityBuilder): void {
  const address = ADDRESSES.get(subfield(field, '2')?.trim().toLowerCase() ?? '');
  if (address === undefined) return;
  for (const text of subfields(field, 'a')) {
    const id = text.replace(/\s/g, '');
    if (id !== '' && !isGndIri(id)) entity.sameAs(/^https?:/i.test(id) ? id : address(id));
  }
}

/** `034 … $0 (uri)http://sws.geonames.org/2643743 $2 geonames`: the source describes the same place. */
export function readPlaceAddress(field: MarcField, entity: EntityBuilder): void {
  for (const text of [...subfields(field, '0'), ...subfields(field, 'u')]) {
    const address = withoutPrefix(text);
    if (/^https?:\/\/(?:www\.|sws\.)?geonames\.org\/\d+/i.test(address)) entity.sameAs(address);
  }
}

/** `700 17 $0 (DLC)n 79111538 $2 naf`, `750 _7 $0 http://lod.gesis.org/… $4 =EQ $2 thesoz` */
export function readEquivalent(field: MarcField, entity: EntityBuilder): void {
  const source = subfield(field, '2')?.trim().toLowerCase();
  if (source === undefined) return;
  // By the codes of ISO 25964-2, only an exact match is the same thing (SKOS exactMatch).
  const code = relationCodes(field).find((one) => /^(?:[=~]?EQ|[BNR]M)$/.test(one));
  const same = code === undefined ? source === 'naf' : code === '=EQ';
  const match = MATCHES_BY_CODE.get(code ?? '');
  const facts = match === undefined ? {} : { match };
  for (const address of addressesOf(field)) entity.link(address, same ? 'sameAs' : 'about', facts);
}

/** In the RDF, `EQ` without a sign is a close match. */
const MATCHES_BY_CODE: ReadonlyMap<string, Match> = new Map([
  ['=EQ', 'exact'],
  ['EQ', 'close'],
  ['~EQ', 'close'],
  ['BM', 'broad'],
  ['NM', 'narrow'],
  ['RM', 'related'],
]);

/** Addresses in $0, else the addresses of control numbers of the Library of Congress. */
function addressesOf(field: MarcField): readonly string[] {
  const numbers = subfields(field, '0').map(withoutPrefix);
  const addresses = numbers.filter((text) => /^https?:/i.test(text) && !isGndIri(text));
  if (addresses.length > 0) return addresses;
  return numbers
    .filter((text) => text.startsWith('(DLC)'))
    .map((text) => congressAddress(text.slice(5).replace(/\s/g, '')));
}

function withoutPrefix(text: string): string {
  return text.trim().replace(/^\(uri\)\s*/i, '');
}

function congressAddress(id: string): string {
  return `http://id.loc.gov/${id.startsWith('sh') ? 'authorities/subjects' : 'rwo/agents'}/${id}`;
}

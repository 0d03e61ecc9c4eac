/** Writes records of the GND in MARC21-XML for tests, and reads them. */
import { gndMarcxmlReader } from '../../../src/build/sources/readers/gnd-marcxml.ts';
import type { EntityStatement, LinkStatement, Statement } from '../../../src/build/sources/readers/reader.ts';
import { entitiesIn, statementsOf } from './statements.ts';

const SLIM = 'http://www.loc.gov/MARC21/slim';

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Parses tag, indicators and subfields, e.g. `field('400 1_ $a Göthe $d 1749-1832')`, or a control field, `001 4711`. */
export function field(text: string): string {
  const [, control, value = ''] = /^(00\d) (.*)$/.exec(text) ?? [];
  if (control !== undefined) return `<controlfield tag="${control}">${escapeXml(value)}</controlfield>`;
  const [, tag = '', ind1 = '', ind2 = '', rest = ''] = /^(\d{3}) (.)(.) (.*)$/s.exec(text) ?? [];
  const subfields = [...rest.matchAll(/\$(.) ?([^$]*?)\s*(?=\$|$)/gs)];
  const inner = subfields.map(([, code, value = '']) => `<subfield code="${code}">${escapeXml(value)}</subfield>`);
  const indicators = `ind1="${ind1.replace('_', ' ')}" ind2="${ind2.replace('_', ' ')}"`;
  return `<datafield tag="${tag}" ${indicators}>${inner.join('')}</datafield>`;
}

export function record(...fields: readonly string[]): string {
  return recordOf('n', fields);
}

/** @param status position 5 of the leader */
export function recordOf(status: string, fields: readonly string[]): string {
  const leader = `00000${status}z  a2200000nc 4500`;
  return `<record type="Authority"><leader>${leader}</leader>${fields.map(field).join('')}</record>`;
}

export function collection(...records: readonly string[]): string {
  return `<collection xmlns="${SLIM}">\n${records.join('\n')}\n</collection>`;
}

export async function read(...records: readonly string[]): Promise<Statement[]> {
  return statementsOf(gndMarcxmlReader, collection(...records));
}

export const ID = '035 __ $a (DE-588)118540238';
export const NAME = '100 1_ $a Goethe, Johann Wolfgang';

/** Reads the entity of a record, which is a person unless the fields say otherwise. */
export async function entityOf(...fields: readonly string[]): Promise<EntityStatement> {
  const named = fields.some((text) => text.startsWith('1'));
  const [entity] = entitiesIn(await read(record(ID, ...fields, ...(named ? [] : [NAME]))));
  if (entity === undefined) throw new Error('it is no entity');
  return entity;
}

export async function linksOf(...fields: readonly string[]): Promise<readonly [string, string][]> {
  const statements = await read(record(ID, NAME, ...fields));
  return statements
    .filter((statement): statement is LinkStatement => statement.kind === 'link')
    .map(({ relation, url }) => [relation, url]);
}

/** Coordinates of a MARC record (034) as well-known text, which the RDF has. */
import { remarks, subfield } from './marc-fields.ts';
import type { MarcField, MarcRecord } from './marc-records.ts';

/** Of one field only: in decimal degrees (`$9 A:dgx`) where there is such, for the same are there in minutes and seconds. */
export function readGeometry({ fields }: MarcRecord): string | undefined {
  const coded = fields.filter((field) => field.tag === '034' && subfield(field, 'd') !== undefined && !isBeyond(field));
  const field = coded.find((other) => remarks(other, 'A').some((code) => code.startsWith('d'))) ?? coded[0];
  return field === undefined ? undefined : toText(field);
}

/** $z names the celestial body. */
function isBeyond(field: MarcField): boolean {
  return subfield(field, 'z') !== undefined;
}

/** A point, or the rectangle where the edges differ; what cannot be read is given back to be complained of. */
function toText(field: MarcField): string {
  const [westernmost = '', northernmost = ''] = [subfield(field, 'd'), subfield(field, 'f')];
  const texts = [westernmost, subfield(field, 'e') ?? westernmost, northernmost, subfield(field, 'g') ?? northernmost];
  const [west, east, north, south] = texts.map(toDegrees);
  if (west === undefined || east === undefined || north === undefined || south === undefined) return texts.join(' ');
  if (west === east && north === south) return `Point ( ${west} ${north} )`;
  const corners = [`${west} ${north}`, `${east} ${north}`, `${east} ${south}`, `${west} ${south}`, `${west} ${north}`];
  return `Polygon (( ${corners.join(', ')} ))`;
}

const DECIMAL = /^([NSEW+-]?)(\d{1,3}(?:[.,]\d{1,20})?)$/i;
const SEXAGESIMAL = /^([NSEW+-]?)(\d{3})(\d{2})(\d{2}(?:[.,]\d{1,20})?)$/i;

/** `E005.516020`, `-5.51602`, `E 005 30 57`, `E0053057` */
function toDegrees(text: string): string | undefined {
  const compact = text.replace(/\s/g, '');
  const found = DECIMAL.exec(compact) ?? SEXAGESIMAL.exec(compact);
  if (found === null) return undefined;
  const [, hemisphere = '', ...digits] = found;
  const [degrees = 0, minutes = 0, seconds = 0] = digits.map((number) => Number(number.replace(',', '.')));
  const value = degrees + minutes / 60 + seconds / 3600;
  return (/[SW-]/i.test(hemisphere) ? -value : value).toFixed(6);
}

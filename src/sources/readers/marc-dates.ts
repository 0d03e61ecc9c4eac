/** Reads the dates of a MARC record (548), in the forms that the GND's RDF gives them. */
import type { EntityBuilder } from './entity-builder.ts';
import { gndLocalName } from './gnd-ontology.ts';
import { type MarcField, type MarcRecord, relationCodes, subfield } from './marc-records.ts';

/** Kind of a date, by its code or by the property beside the code. */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    life: ['datl', 'datx', 'dateOfBirthAndDeath', 'dateOfBirth', 'dateOfDeath'],
    existence: ['datb', 'dateOfEstablishmentAndTermination', 'dateOfEstablishment', 'dateOfTermination'],
    periodOfActivity: ['datw', 'datz', 'periodOfActivity'],
    dateOfConferenceOrEvent: ['datv', 'dateOfConferenceOrEvent'],
    dateOfPublication: ['datj', 'dateOfPublication'],
    dateOfProduction: ['dats', 'dateOfProduction'],
  }).flatMap(([kind, codes]) => codes.map((code) => [code, kind])),
);

export function readDates(record: MarcRecord, entity: EntityBuilder): void {
  const lives: string[] = [];
  for (const field of record.fields) {
    const text = field.tag === '548' ? subfield(field, 'a')?.trim() : undefined;
    if (text === undefined || text === '') continue;
    const kind = kindOf(field);
    if (kind === 'life') lives.push(text);
    else if (kind === 'existence') readExistence(text, entity);
    else if (kind !== undefined) entity.text(kind, text);
  }
  readLife(lives, entity);
}

function kindOf(field: MarcField): string | undefined {
  return relationCodes(field)
    .map((code) => KINDS.get(gndLocalName(code) ?? code))
    .find((kind) => kind !== undefined);
}

/** Keeps texts as they stand; a text without a hyphen is about both ends. */
function readExistence(text: string, entity: EntityBuilder): void {
  const [, start = '', end = ''] = /^(?!ca\. )([^-]*)-([^-]*)$/.exec(text) ?? [];
  entity.text('dateOfEstablishment', start);
  entity.text('dateOfTermination', end);
}

/** The best value in the texts for either end; else the first text that cannot be divided, without its "ca.". */
function readLife(texts: readonly string[], entity: EntityBuilder): void {
  let birth = '';
  let death = '';
  let both: string | undefined;
  for (const text of texts) {
    const ends = splitLife(text);
    if (ends === undefined) both ??= `[${text.replace(/^ca\. /, '')}]`;
    else [birth, death] = [better(birth, ends[0]), better(death, ends[1])];
  }
  entity.text('dateOfBirth', birth);
  entity.text('dateOfDeath', death);
  if (birth === '' && death === '' && both !== undefined) entity.text('dateOfBirthAndDeath', both);
}

const DAY = /^(\d{1,2}|XX)\.(\d{1,2}|XX)\.(v?\d{1,4})$/;
const YEAR = /^v?\d{1,4}$/;
/** A century or an approximate year: "16XX", "ca.1500". */
const VAGUE = /^(?:v?\d{1,3}X{1,3}|ca\.\d{1,4})$/;

function splitLife(text: string): readonly [string, string] | undefined {
  const [, start = '', end = ''] = /^([^-]*)-([^-]*)$/.exec(text) ?? [];
  const ends = [start.trim(), end.trim()] as const;
  const known = ends.filter((part) => part !== '');
  const isDate = (part: string) => DAY.test(part) || YEAR.test(part) || VAGUE.test(part);
  return known.length > 0 && known.every(isDate) ? ends : undefined;
}

/** A day is better than a year, and a year is better than a text in brackets. */
function better(known: string, text: string): string {
  const date = text === '' ? '' : toDate(text);
  return rank(date) > rank(known) ? date : known;
}

function rank(date: string): number {
  return date.startsWith('[') ? 1 : 2 * date.length;
}

/** `1749-08-28`, `1749-08`, `-0484`; other texts in brackets. */
function toDate(text: string): string {
  const [, day = '', month = '', year] = DAY.exec(text) ?? [];
  if (year === undefined) return YEAR.test(text) ? toYear(text) : `[${text}]`;
  if (month === 'XX') return toYear(year);
  return [toYear(year), month.padStart(2, '0'), ...(day === 'XX' ? [] : [day.padStart(2, '0')])].join('-');
}

function toYear(year: string): string {
  return year.startsWith('v') ? `-${year.slice(1).padStart(4, '0')}` : year.padStart(4, '0');
}

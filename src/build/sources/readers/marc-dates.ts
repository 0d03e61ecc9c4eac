/** Reads the dates of a MARC record (548), and writes them as the GND's RDF does. */
import type { EntityBuilder } from './entity-builder.ts';
import { gndLocalName } from './gnd-ontology.ts';
import { type MarcField, type MarcRecord, relationCodes, subfield } from './marc-records.ts';

/** Kinds of dates by their code, or by the name of the property in a second $4. */
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

/** Keeps the texts before and after the hyphen as they are. Ignores a text without a hyphen. */
function readExistence(text: string, entity: EntityBuilder): void {
  const [, start = '', end = ''] = /^(?!ca\. )([^-]*)-([^-]*)$/.exec(text) ?? [];
  entity.text('dateOfEstablishment', start);
  entity.text('dateOfTermination', end);
}

/** Takes the best date of birth and of death from the texts, else the first indivisible text without its "ca.". */
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
/** A decade, a century or an approximate year: "165X", "16XX", "ca.1500". */
const VAGUE = /^(?:v?\d{1,3}X{1,3}|ca\.\d{1,4})$/;

function splitLife(text: string): readonly [string, string] | undefined {
  const [, start = '', end = ''] = /^([^-]*)-([^-]*)$/.exec(text) ?? [];
  const ends = [start.trim(), end.trim()] as const;
  const stated = ends.filter((part) => part !== '');
  const isDate = (part: string) => DAY.test(part) || YEAR.test(part) || VAGUE.test(part);
  return stated.length > 0 && stated.every(isDate) ? ends : undefined;
}

/** The more exact date: a day is better than a year, a year better than a text in brackets. */
function better(former: string, text: string): string {
  const date = text === '' ? '' : toDate(text);
  return rank(date) > rank(former) ? date : former;
}

function rank(date: string): number {
  return date.startsWith('[') ? 1 : 2 * date.length;
}

/** `1749-08-28`, `1749-08` or `-0484`; puts other texts in brackets. */
function toDate(text: string): string {
  const [, day = '', month = '', year] = DAY.exec(text) ?? [];
  if (year === undefined) return YEAR.test(text) ? toYear(text) : `[${text}]`;
  if (month === 'XX') return toYear(year);
  return [toYear(year), month.padStart(2, '0'), ...(day === 'XX' ? [] : [day.padStart(2, '0')])].join('-');
}

function toYear(year: string): string {
  return year.startsWith('v') ? `-${year.slice(1).padStart(4, '0')}` : year.padStart(4, '0');
}

/** The title of an entity, and the line below it: its description, without what title or line say already. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';

/** Families as cataloguers write them: `Rothschild, Familie : 1500- : Frankfurt am Main`. */
const FAMILY = /^([^,:]+), (Familie|Dynastie|Haus|Clan)$/u;

/** Types whose names differ from their titles only in punctuation. */
export const PUNCTUATED: ReadonlySet<string> = new Set(['Family', 'ConferenceOrEvent']);

interface Named {
  readonly type?: string | undefined;
  readonly preferredName: string;
  readonly displayName?: string | undefined;
}
export type Described = Named & Partial<Pick<LinksAnswer['entity'], 'description' | 'attributes'>>;

/** The name as a title: `Rothschild (Familie)`, `London Book Fair (2007, London)`; that of a person as the data have it, because `Crates, Comicus` has no forename. */
export function naturalName({ type, preferredName, displayName }: Named): string {
  if (displayName !== undefined) return displayName;
  if (type === 'Family') return (preferredName.split(' : ')[0] ?? preferredName).replace(FAMILY, '$1 ($2)');
  if (type !== 'ConferenceOrEvent') return preferredName;
  const plain = (time: string) => time.replaceAll(' : ', ', ').replace(/(\d{3,4})-(?=\d{3,4})/g, '$1–');
  return preferredName.replace(/\([^()]*\)$/u, plain);
}

/** The title of a family below the word for its type. */
export const withoutFamily = (title: string): string => title.replace(/ \(Familie\)$/u, '');

/** Longest line, in characters, unless its first part is longer. */
const LONGEST = 66;

/** @returns undefined where nothing is left that the facts of the page do not say better */
export function subtitleOf(entity: Described): string | undefined {
  const { description = '', attributes = {} } = entity;
  const line = lineOf(entity, description);
  if (line === '') return undefined;
  if (line.length <= LONGEST) return line;
  return attributes['definition'] === undefined ? beginningOf(line) : undefined;
}

/** Whether a text is only the country or region of an entity. */
export const isRegionOf = ({ attributes = {} }: Pick<Described, 'attributes'>, text: string): boolean =>
  attributes['geographicAreaCode']?.some(
    (value) => typeof value === 'object' && 'label' in value && value.label === text,
  ) === true;

/** The end of a part: a comma or semicolon, but none between two words with a common end (`Präzisions-, Systemtechnik`). */
const ENDS = /(?<!-) ?[,;](?= )/gu;
/** Words of a time in a record, such as `tätig ca. 1. Jh.`, `v460-v400` and `[20XX]`. */
const TIME_WORDS = /(?<!\p{L})(?:v(?=\d)|v\. Chr\.|Jh\.|X+|ca\.|um|oder|tätig|Amtszeit)(?!\p{L})/gu;

/** The time with which a description begins; undefined where it begins with something else. */
export function timeOf(description = ''): { readonly text: string; readonly isInWords: boolean } | undefined {
  const [text = ''] = description.split(', ');
  const numbers = text.replace(TIME_WORDS, '');
  if (!/\d/.test(numbers) || /\p{L}/u.test(numbers)) return undefined;
  return { text, isInWords: numbers !== text };
}

/** The beginning of a long text, up to the end of a part that says more than a time. */
function beginningOf(text: string): string {
  const ends = Array.from(text.matchAll(ENDS), ({ index }) => index).filter((end) => {
    const beginning = text.slice(0, end);
    return /\p{L}/u.test(beginning.replace(TIME_WORDS, '')) && !isUnclosed(beginning);
  });
  return text.slice(0, ends.findLast((end) => end <= LONGEST) ?? ends[0]);
}

/** Whether a text ends within brackets or quotation marks. */
function isUnclosed(text: string): boolean {
  const { length: opened } = text.match(/[(<]/gu) ?? [];
  const { length: closed } = text.match(/[)>]/gu) ?? [];
  return opened > closed || text.split('"').length % 2 === 0;
}

function lineOf(entity: Described, description: string): string {
  const title = naturalName(entity);
  const qualifiers = /\(([^()]+)\)$/u.exec(title)?.[1]?.split(', ') ?? [];
  const said = new Set(['', title, ...qualifiers]);
  // A place or remark with the year of the beginning repeats the dates.
  const [year] = /^\d{3,4}(?=[-–])/u.exec(description) ?? [];
  const parts = description.split(', ');
  const isKept = (part: string, index: number) =>
    !said.has(part) &&
    !(index > 0 && year !== undefined && part.split(' ').length < 3 && part.includes(year)) &&
    !(entity.type === 'Family' && parts.slice(0, index).some((earlier) => isOfCountry(earlier, part))) &&
    !parts
      .slice(0, index)
      .some((earlier) => earlier === part || new RegExp(` (?:aus|in)${phraseOf(part)}`).test(phraseOf(earlier)));
  return parts.filter(isKept).join(', ');
}

/** Whether a text begins with the adjective of a country: `Niederländische Familie`, `Niederlande`. */
const isOfCountry = (text: string, country: string) =>
  text.startsWith(country.replace(/(?<=^.{3,})(?:(?:en)?lande?|i?en|[en])$/u, ''));

/** The words of a text, each between blanks, so that only whole words are found in it. */
const phraseOf = (text: string) => ` ${text.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? ''} `;

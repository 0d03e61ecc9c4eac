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

/** Longest line, in characters; a remark in a longer one is left to the facts, unless it is all there is. */
const LONGEST = 66;
const REMARKS = ['biographicalOrHistoricalInformation', 'definition'];

/** @returns undefined where nothing is left */
export function subtitleOf(entity: Described): string | undefined {
  const { description = '' } = entity;
  const whole = lineOf(entity, description);
  const line = whole.length > LONGEST ? lineOf(entity, withoutRemark(entity, description)) : whole;
  if (line !== '') return line;
  // A definition stands right below, among the facts.
  return whole === '' || entity.type === 'SubjectHeading' ? undefined : beginningOf(whole);
}

/** Longest remark in a line of its own, in characters. */
const LONGEST_ALONE = 90;

/** The beginning of a long text, up to a comma or else to a word. */
export function beginningOf(text: string): string {
  if (text.length <= LONGEST_ALONE) return text;
  const cut = text.slice(0, LONGEST_ALONE);
  const end = [cut.lastIndexOf(', '), cut.lastIndexOf(' ')].find((at) => at > LONGEST_ALONE / 2);
  return `${cut.slice(0, end)} …`;
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

/** The description without its remark, which is cut in a long one. */
function withoutRemark({ attributes = {} }: Described, description: string): string {
  const remarks = REMARKS.flatMap((key) => attributes[key] ?? []).filter((value) => typeof value === 'string');
  for (const remark of remarks) {
    const at = description.indexOf(remark.slice(0, LONGEST / 2));
    if (at === -1) continue;
    return description.slice(0, at) + (description.includes(remark) ? description.slice(at + remark.length) : '');
  }
  return description;
}

/** The title of an entity, and the line below it: its description, without what title or line say already. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';

type Entity = LinksAnswer['entity'];
type Described = Named & Partial<Pick<Entity, 'description' | 'attributes'>>;

/** Families as cataloguers write them: `Rothschild, Familie : 1500- : Frankfurt am Main`. */
const FAMILY = /^([^,:]+), (Familie|Dynastie|Haus|Clan)$/u;

interface Named {
  readonly type?: string | undefined;
  readonly preferredName: string;
  readonly displayName?: string | undefined;
}

/** The name as a title: `Rothschild (Familie)`, `London Book Fair (2007, London)`; persons in natural order. */
export function naturalName({ type, preferredName, displayName }: Named): string {
  if (displayName !== undefined) return displayName;
  if (type === 'Family') return (preferredName.split(' : ')[0] ?? preferredName).replace(FAMILY, '$1 ($2)');
  if (type !== 'ConferenceOrEvent') return preferredName;
  return preferredName.replace(/\([^()]* : [^()]*\)$/u, (place) => place.replaceAll(' : ', ', '));
}

/** Longest line; a remark in a longer one is left to the facts. */
const LONGEST = 90;
const REMARKS = ['biographicalOrHistoricalInformation', 'definition'];

/** @returns undefined where nothing is left */
export function subtitleOf(entity: Described): string | undefined {
  const { type, description } = entity;
  if (description === undefined) return undefined;
  const name = naturalName(entity);
  const qualifiers = /\(([^()]+)\)$/u.exec(name)?.[1]?.split(', ') ?? [];
  const said = new Set([name, ...qualifiers]);
  const [year] = /^\d{3,4}(?=[-–])/u.exec(description) ?? [];
  const parts = withoutLongRemark(description, entity).split(', ');
  const isKept = (part: string, index: number) =>
    !said.has(part) &&
    !(index > 0 && year !== undefined && part.split(' ').length < 3 && part.includes(year)) &&
    !parts.slice(0, index).some((earlier) => phraseOf(earlier).includes(phraseOf(part)));
  const line = parts.filter(isKept).join(', ');
  const plain = type === 'Family' ? line.replace(/^tätig (?=\d{3,4}[-–](?:,|$))/u, '') : line;
  return plain === '' ? undefined : plain;
}

/** The words of a text, each between blanks. */
const phraseOf = (text: string) => ` ${text.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? ''} `;

function withoutLongRemark(description: string, { attributes = {} }: Described): string {
  if (description.length <= LONGEST) return description;
  const remarks = REMARKS.flatMap((key) => attributes[key] ?? []).filter((value) => typeof value === 'string');
  for (const remark of remarks) {
    const at = description.indexOf(remark.slice(0, LONGEST / 3));
    if (at === -1) continue;
    const before = description.slice(0, at).replace(/, $/u, '');
    return description.includes(remark) ? before + description.slice(at + remark.length) : before;
  }
  return description;
}

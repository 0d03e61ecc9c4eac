/** Reads identifiers and addresses as people paste them: with marks around them, a label before, a fragment behind. */
import { type GndId, parseGndId } from '../../model/gnd-id.ts';
import { decodePercent } from '../../model/text.ts';
import { matches } from '../names/search-text.ts';

/** Texts that may contain an identifier or address: those with a digit, or a dot between letters. */
const MAY_BE_WRAPPED = /\d|[\p{L}\p{N}]\.\p{L}{2}/u;
const LABEL = /^(?:url|uri|link|permalink|siehe|vgl\.?|quelle|id|q-?id|normdaten)\s*[:=|]?\s+/iu;
/** An organisation's code in brackets, as in MARC subfields. */
const CODE_IN_BRACKETS = /^\(([\p{L}][\p{L}\d-]*)\)\s*(?=\S)/u;
/** "viaf/24602065", "GND|118540238". */
const SCHEME_AND_VALUE = /^([\p{L}][\p{L}\d-]{1,20})[/|](?=[^/\s])/u;
const HREF = /\bhref\s*=\s*["']?([^"'\s>]+)/iu;
const BEFORE = /^[\s#<>[\]{}"'„“”‚‘’«»‹›|*•·–—-]+/u;
const BEHIND = /[\s<>[\]{}"'„“”‚‘’«»‹›|*•·.,;:!?…]+$/u;
const GROUPED = /^\d(?:[\s.\p{Pd}]?\d){6,}[\s.\p{Pd}]?[\dXx]$/u;
/** An identifier in an address, behind one of the usual labels. */
const NAMED_IN_ADDRESS = /(?:gnd|pnd|swd|gkd|nid|idn)[^\p{L}\d]{0,3}([1-9]\d{0,9}-?[\dX])(?![\dX])/iu;
/** An identifier among other words, behind or before its label: "Normdaten (Person): GND: 118649043 (lobid, OGND)". */
const NAMED_IN_TEXT =
  /(?<![\p{L}\d])(?:(?:gnd|pnd|swd|gkd|de-?588)(?:[\s-]?(?:id|nr|no|nummer)\b)?[^\p{L}\d]{0,3}([1-9]\d{0,9}-?[\dX])(?![\p{L}\d-])|([1-9]\d{0,9}-?[\dX])[^\p{L}\d]{0,3}(?:gnd|pnd|swd|gkd)(?![\p{L}\d]))/iu;
/** Item numbers of Wikidata, and at least seven digits, perhaps in groups. */
const VALUE = String.raw`(Q\d{3,}|\d(?:[\s-]?[\dX]){6,})`;
/** A value beside a word that may name its scheme: "VIAF 315557683, Belohlawek", "Q105681743 (Wikidata)". */
const LABEL_AND_VALUE = new RegExp(
  String.raw`(?<![\p{L}\d])(\p{L}{3,20})(?:[\s-](?:id|nr|no|nummer))?[^\p{L}\d]{1,3}${VALUE}(?![\p{L}\d])`,
  'giu',
);
const VALUE_AND_LABEL = new RegExp(String.raw`(?<![\p{L}\d])${VALUE}[^\p{L}\d]{1,3}(\p{L}{3,20})(?![\p{L}\d])`, 'giu');
const SCHEME = /^https?:\/\//iu;
const BARE_ADDRESS =
  /^(?:www\.[\w-]+(?:\.[\w-]+)+|(?:[\w-]+\.)+(?:info|de|org|com|net|eu|at|ch|edu|gov|fr|it|uk|nl|network)(?=\/))(?:\/\S*)?$/iu;

/** Readings of a text that may contain an identifier, the text itself first; a name has no other reading. */
export function identifierReadings(text: string): readonly string[] {
  if (!MAY_BE_WRAPPED.test(text)) return [text];
  const bare = unwrap(text);
  const readings = [text, bare, bare.replace(CODE_IN_BRACKETS, '$1 ').replace(SCHEME_AND_VALUE, '$1 ')];
  if (!isWebAddress(bare)) readings.push(...labelledValues(bare));
  else if (bare.includes('#')) readings.push(bare.slice(0, bare.indexOf('#')));
  return [...new Set(readings)];
}

/** Each value among other words, written behind its label; whether the label names a scheme is checked by the caller. */
function labelledValues(text: string): readonly string[] {
  const before = matches(LABEL_AND_VALUE, text).map(([, label, value]) => `${label} ${value}`);
  const behind = matches(VALUE_AND_LABEL, text).map(([, value, label]) => `${label} ${value}`);
  return [...before, ...behind];
}

/** GND identifiers in a reading: the reading itself, its digits without blanks, or the one in an address or behind a label. */
export function gndIdsIn(reading: string): readonly GndId[] {
  if (!/\d/u.test(reading)) return [];
  const texts = [reading];
  if (GROUPED.test(reading) && !parseGndId(reading).ok) texts.push(reading.replace(/[^\dXx]/gu, ''));
  const named = isWebAddress(reading)
    ? NAMED_IN_ADDRESS.exec(decodePercent(reading) ?? reading)
    : NAMED_IN_TEXT.exec(reading);
  // The hyphen before the check character was typed as a blank.
  const [, digits, check] = /^(\d{1,9}) ([\dXx])$/u.exec(reading) ?? [];
  if (digits !== undefined) texts.push(`${digits}-${check}`);
  texts.push(...(named ?? []).slice(1).filter((id) => id !== undefined));
  const ids = texts.map(parseGndId).flatMap((parsed) => (parsed.ok ? [parsed.id] : []));
  return [...new Set(ids)];
}

/** Whether the whole text is a web address, apart from marks around it, so that it has no words to search for. */
export function isAddressQuery(text: string): boolean {
  return MAY_BE_WRAPPED.test(text) && isWebAddress(unwrap(text));
}

function isWebAddress(text: string): boolean {
  return (SCHEME.test(text) && !/\s/u.test(text)) || BARE_ADDRESS.test(text);
}

function unwrap(text: string): string {
  let [bare, before] = [HREF.exec(text)?.[1] ?? text, ''];
  while (bare !== before) {
    before = bare;
    bare = withoutBrackets(bare.replace(BEFORE, '').replace(BEHIND, '')).replace(LABEL, '');
  }
  return bare === '' ? text : bare;
}

/** Removes brackets around an address, but not those within it: "…/wiki/Dexippos_(Philosoph)". */
function withoutBrackets(text: string): string {
  const opened = depths(text);
  const isAround = text.startsWith('(') && text.endsWith(')') && opened.indexOf(0) === text.length - 1;
  if (isAround) return text.slice(1, -1);
  const last = opened.at(-1) ?? 0;
  if (text.endsWith(')') && last < 0) return text.slice(0, -1);
  return text.startsWith('(') && last > 0 ? text.slice(1) : text;
}

/** The number of brackets that are open behind each character. */
function depths(text: string): number[] {
  let depth = 0;
  return Array.from({ length: text.length }, (_, at) => {
    depth += Number(text[at] === '(') - Number(text[at] === ')');
    return depth;
  });
}

/** The text around an identifier or address: invisible characters, marks, brackets, announcements and labels are removed. */
import { ANNOUNCEMENT, FOREIGN_BEGINNINGS, LABEL_TAIL, MARKS } from './identifier-forms.ts';
import { decodePercent, stripInvisible } from './text.ts';
import { MAX_ADDRESS_LENGTH } from './web-address.ts';

/** Longest text, other than an address, in which identifiers are sought among words. */
export const MAX_SENTENCE = 300;
/** Most layers of marks around an identifier, and around a longer text, which may only be an address. */
const MAX_LAYERS = 24;
const MAX_LAYERS_OF_LONG = 4;

/**
 * Plain texts that an identifier or address in a text may be, the text itself first: without marks around it, with its
 * scheme as the first word, each value among other words behind its label. A name is only itself.
 */
export function plainTexts(input: string): readonly string[] {
  const text = plainText(input);
  if (!MAY_BE_WRAPPED.test(text)) return [text];
  const bare = unwrap(text);
  const texts = [text, bare, withLabel(bare)];
  if (isWebAddress(bare)) {
    if (bare.includes('#')) texts.push(bare.slice(0, bare.indexOf('#')));
  } else if (bare.length <= MAX_SENTENCE) texts.push(...labelledValues(bare));
  return [...new Set(texts)];
}

/** Whether the whole text is a web address, apart from marks around it, so that it has no words to search for. */
export function isAddress(input: string): boolean {
  const text = plainText(input);
  return MAY_BE_WRAPPED.test(text) && isWebAddress(unwrap(text));
}

const PLAIN_ASCII = /^[ -~]*$/;

/**
 * Makes a pasted text plain: composed, without invisible characters, with ASCII digits and hyphens, and decoded where it
 * is percent-encoded as a whole. Empty if it is longer than any identifier or address.
 */
export function plainText(input: string): string {
  if (input.length > MAX_ADDRESS_LENGTH) return '';
  let text = PLAIN_ASCII.test(input) ? input.trim() : stripInvisible(input).normalize('NFC').trim();
  for (let round = 0; round < 2 && text.includes('%') && !/\s|^<?https?:\//iu.test(text); round += 1) {
    text = decodePercent(text)?.trim() ?? text;
  }
  // Addresses are kept, because they may contain words in other scripts; ASCII is plain already.
  if (PLAIN_ASCII.test(text) || /^<?https?:/iu.test(text)) return text;
  if (!/[\p{Nd}\uFF21-\uFF5A]/u.test(text)) return text;
  return text
    .replace(/[\uFF01-\uFF5E]+/gu, (wide) => wide.normalize('NFKC'))
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/(?<=\d)[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D](?=[\dX])/giu, '-')
    .replace(/(?<=\d[\s-]?)[ХхΧχ]$/u, 'X');
}

/** The ASCII digit for a digit of any script: in Unicode, digits are in runs of ten that begin with zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 128) return digit;
  let first = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** Texts that may contain an identifier or address: those with a digit, or a dot between letters. */
const MAY_BE_WRAPPED = /\d|[\p{L}\p{N}]\.\p{L}{2}/u;
const HREF = /\bhref\s{0,3}=\s{0,3}["']?([^"'\s>]+)/iu;
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 160 || code === 8239;
/** Tests for a mark or a blank, by code unit. */
const testOf = (marks: string) => {
  const codes = new Set(Array.from(marks, (mark) => mark.charCodeAt(0)));
  return (code: number) => isBlank(code) || codes.has(code);
};
const isBefore = testOf(MARKS.before);
const isBehind = testOf(MARKS.behind);

/** Removes marks, brackets and announcements around an identifier or address. */
export function unwrap(text: string): string {
  const whole = HREF.exec(text)?.[1] ?? text;
  let bare = whole;
  const layers = text.length > MAX_SENTENCE ? MAX_LAYERS_OF_LONG : MAX_LAYERS;
  for (let layer = 0; layer < layers; layer += 1) {
    const inner = withoutBrackets(withoutMarks(bare)).replace(ANNOUNCEMENT, '');
    if (inner === bare) break;
    bare = inner;
  }
  return bare === '' ? text : bare;
}

function withoutMarks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBefore(text.charCodeAt(from))) from += 1;
  while (to > from && isBehind(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const [OPEN, CLOSE] = [40, 41];

/** Removes brackets around a text, but not those within it: "…/wiki/Dexippos_(Philosoph)". */
function withoutBrackets(text: string): string {
  let [from, to] = [0, text.length];
  if (text.charCodeAt(0) !== OPEN && text.charCodeAt(to - 1) !== CLOSE) return text;
  let [depth, closed] = [0, -1];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    depth += Number(code === OPEN) - Number(code === CLOSE);
    if (depth === 0 && closed < 0) closed = at;
  }
  for (; depth > 0 && text.charCodeAt(from) === OPEN; depth -= 1) from += 1;
  for (; depth < 0 && text.charCodeAt(to - 1) === CLOSE; depth += 1) to -= 1;
  const isAround = from === 0 && closed > 0 && closed === text.length - 1 && text.charCodeAt(0) === OPEN;
  return isAround ? text.slice(1, -1) : text.slice(from, to);
}

/** An organisation's code in brackets, as in MARC subfields. */
const CODE_IN_BRACKETS = /^\(([\p{L}][\p{L}\d-]{0,30})\)\s*(?=\S)/u;
/** "viaf/24602065", "GND|118540238". */
const SCHEME_AND_VALUE = /^([\p{L}][\p{L}\d-]{1,20})[/|](?=[^/\s])/u;

/** The text with its scheme as the first word. */
function withLabel(bare: string): string {
  const text = FOREIGN_BEGINNINGS.reduce((rest, [form, label]) => rest.replace(form, label), bare);
  return text.replace(CODE_IN_BRACKETS, '$1 ').replace(SCHEME_AND_VALUE, '$1 ');
}

/** Item numbers of Wikidata, and at least seven digits, perhaps in groups. */
const VALUE = String.raw`(Q\d{3,11}|\d(?:[\s-]?[\dX]){6,31})`;
/** A value beside a word that may name its scheme: "VIAF 315557683, Belohlawek", "Q105681743 (Wikidata)". */
const LABEL_AND_VALUE = new RegExp(
  String.raw`(?<![\p{L}\d])(\p{L}{3,20})(?:[\s-](?:${LABEL_TAIL}))?[^\p{L}\d]{1,3}${VALUE}(?![\p{L}\d])`,
  'giu',
);
const VALUE_AND_LABEL = new RegExp(String.raw`(?<![\p{L}\d])${VALUE}[^\p{L}\d]{1,3}(\p{L}{3,20})(?![\p{L}\d])`, 'giu');

/** Each value among other words, written behind its label; whether the label names a scheme is checked by the caller. */
function labelledValues(text: string): readonly string[] {
  const labelled = [...text.matchAll(LABEL_AND_VALUE)].map(([, label, value]) => `${label} ${value}`);
  return [...labelled, ...[...text.matchAll(VALUE_AND_LABEL)].map(([, value, label]) => `${label} ${value}`)];
}

const BARE_ADDRESS =
  /^(?:www\.[\w-]+(?:\.[\w-]+)+|(?:[\w-]+\.)+(?:info|de|org|com|net|eu|at|ch|edu|gov|fr|it|uk|nl|network)(?=\/))(?:\/\S*)?$/iu;

export function isWebAddress(text: string): boolean {
  return (/^https?:\/\//iu.test(text) && !/\s/u.test(text)) || BARE_ADDRESS.test(text);
}

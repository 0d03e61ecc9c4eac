/** Splits lists of identifiers and addresses at any separators. */
import { hasValidCheckDigit, isGndId } from './gnd-id.ts';
import { GND_LABEL, LABEL_TAIL, RECORD_LABEL } from './identifier-forms.ts';
import { MAX_ADDRESS_LENGTH } from './web-address.ts';

/** Most labels and words before one number. */
const MAX_LABELS = 4;
/** Most characters of a label, with the marks around it. */
const MAX_LABEL = 45;
const [OTHER, BLANK, HARD] = [0, 1, 2];
/** Blanks, and separators that stand between values, whatever is beside them. */
const CLASSES = new Uint8Array(0x10000);
for (const character of ' \f\v\u00A0\u1680\u2028\u2029\u202F\u205F\u3000') CLASSES[character.charCodeAt(0)] = BLANK;
for (let code = 0x2000; code <= 0x200a; code += 1) CLASSES[code] = BLANK;
for (const character of ',;|\r\n\t') CLASSES[character.charCodeAt(0)] = HARD;
const classAt = (text: string, at: number) => (at < text.length ? CLASSES[text.charCodeAt(at)] : HARD);
const BAR = 0x7c;
const LABEL = new RegExp(
  String.raw`^[^\p{L}\d]{0,3}(?:(?:${GND_LABEL}|${RECORD_LABEL})(?:[_-]?(?:${LABEL_TAIL}))?|[a-z][\w-]{0,30}(?=\s?[:=]))[^\p{L}\d]{0,3}$`,
  'iu',
);
/** A word behind a scheme that says that its identifier follows: `ORCID iD:`. */
const TAIL = new RegExp(String.raw`^(?:${LABEL_TAIL})[.:=]{0,2}$`, 'iu');
const WORD = /^[^\d,;|]{1,40}$/u;
const ADDRESS = /^[<("']{0,3}(?:https?:|www\.)/iu;
/** A word in brackets behind a number: `118540238 (Tp)`. */
const REMARK = /[^\S\r\n\t]{1,3}[([][\p{L}. ]{1,30}[)\]](?=[\s,;|]|$)/uy;
/** The beginning of a value, as it follows a separator in an address, which may itself contain the separator. */
const NEXT =
  /(?:[<("']{0,2}https?:|[a-z][\w-]{0,30}:\S|\(?DE-588|Q[1-9]\d{0,11}(?![^\s,;|])|[a-z]{0,3}[\dX-]{6,30}(?![^\s,;|]))/iuy;
/** The usual value, for which no other expression is tried: digits up to a separator, with no decimals behind it. */
const DIGITS = /\d{7,}(?:-?[\dX])?(?=[;|\r\n\t]|,(?!0)|$)/uy;
/** Digits in groups, and numbers of spreadsheets with a decimal comma. */
const GROUPS: readonly RegExp[] = [
  /\d{4}(?: \d{4}){2} \d{3}[\dX](?![^\s,;|])/iuy,
  /\d{1,3}(?: \d{3}){2,3}(?![^\s,;|])/uy,
  /\d{1,3}(?: \d{3}){2} \d{2}[\dX](?![^\s,;|])/iuy,
  /\d{5,8} [\dX](?![^\s,;|])/iuy,
  /\d,\d{5,9}E\+?\d{1,2}(?![^\s,;|])/iuy,
  /\d{8,10},0{1,3}(?![^\s,;|])/uy,
];

/**
 * Splits at commas, semicolons, bars, white space and line ends. A label (`GND`, `(DE-588)`, `viaf:`) and a single word
 * belong to the number behind them, and an address may contain commas.
 * @param most values that are wanted; the rest of the text is not read
 * @returns the values in their order, as they were written, with one blank for each run of blanks; `isCut` if there are more
 */
export function splitIdentifiers(text: string, most: number = Number.POSITIVE_INFINITY) {
  const values: string[] = [];
  /** Labels, or a word, that wait for a number. */
  let waiting:
    | { readonly from: number; readonly to: number; readonly labels: number; readonly count: number }
    | undefined;
  const release = () => {
    // Without a number behind them, words are values of their own.
    if (waiting !== undefined) values.push(...text.slice(waiting.from, waiting.to).split(/\s+/u));
    waiting = undefined;
  };
  let at = 0;
  while (at < text.length && values.length <= most) {
    const kind = classAt(text, at);
    if (kind !== OTHER) {
      if (kind === HARD) release();
      at += 1;
      continue;
    }
    DIGITS.lastIndex = at;
    const isPlain = DIGITS.test(text);
    const end = isPlain ? DIGITS.lastIndex : endOfValue(text, at);
    const token = text.slice(at, Math.min(end, at + MAX_LABEL));
    const isWord = !isPlain && WORD.test(token) && !ADDRESS.test(token);
    if (isWord || (!isPlain && LABEL.test(token))) {
      const isLabel = LABEL.test(token);
      const continues = waiting !== undefined && waiting.count < MAX_LABELS && (waiting.labels > 0 || TAIL.test(token));
      if (!continues) release();
      const { from, labels, count } = waiting ?? { from: at, labels: 0, count: 0 };
      waiting = { from, to: end, labels: labels + Number(isLabel), count: count + 1 };
    } else {
      values.push(text.slice(waiting?.from ?? at, end).replace(/\s+/gu, ' '));
      waiting = undefined;
    }
    at = end;
  }
  release();
  const isCut = values.length > most;
  return { values: isCut ? values.slice(0, most) : values, isCut };
}

/** End of the value that begins at a place. */
function endOfValue(text: string, from: number): number {
  const grouped = endOfGroups(text, from);
  if (grouped !== undefined) return withRemark(text, grouped);
  const isAddress = ADDRESS.test(text.slice(from, from + 12));
  for (let at = from; ; at += 1) {
    const kind = classAt(text, at);
    if (kind === OTHER) continue;
    const isKept =
      kind === HARD &&
      at < text.length &&
      at - from < MAX_ADDRESS_LENGTH &&
      ((text.charCodeAt(at) === BAR && isLabelled(text, from, at)) ||
        (isAddress && ',;|'.includes(text.charAt(at)) && !endsHere(text, at)));
    if (!isKept) return withRemark(text, at);
  }
}

/** Whether a bar follows a label: `DNB|118540238`, also at the end of an address. */
function isLabelled(text: string, from: number, bar: number): boolean {
  const before = text.slice(Math.max(from, bar - 12), bar);
  return LABEL.test(before.slice(before.lastIndexOf('/') + 1));
}

/** Whether an address ends at a separator: a value, a blank or nothing follows. */
function endsHere(text: string, separator: number): boolean {
  let at = separator;
  while (at < separator + MAX_LABEL && at < text.length && ',;|'.includes(text.charAt(at))) at += 1;
  NEXT.lastIndex = at;
  return classAt(text, at) !== OTHER || NEXT.test(text);
}

function endOfGroups(text: string, from: number): number | undefined {
  const code = text.charCodeAt(from);
  if (code < 48 || code > 57) return undefined;
  for (const [place, form] of GROUPS.entries()) {
    form.lastIndex = from;
    const piece = form.exec(text)?.[0];
    if (piece === undefined) continue;
    const number = piece.replaceAll(' ', '').toUpperCase();
    const hyphenated = `${number.slice(0, -1)}-${number.slice(-1)}`;
    const isNumber =
      place === 0 || place > 3 || [number, hyphenated].some((id) => isGndId(id) && hasValidCheckDigit(id));
    if (isNumber) return from + piece.length;
  }
  return undefined;
}

function withRemark(text: string, end: number): number {
  if (classAt(text, end) !== BLANK) return end;
  REMARK.lastIndex = end;
  return REMARK.test(text) ? REMARK.lastIndex : end;
}

/** Reads identifiers as people write them: a text becomes readings, each with its scheme, value and certainty. */
import { FOREIGN_CODE, FOREIGN_FORMS, FOREIGN_LABEL, GND_HOSTS, GND_LABEL, GND_PATHS, GND_SEGMENTS, LABEL_TAIL, RECORD_LABEL } from './identifier-forms.ts'; // prettier-ignore
import { isWebAddress, MAX_SENTENCE, plainText, plainTexts, unwrap } from './identifier-text.ts';
import { checkDigit, type GndId, hasValidCheckDigit, isGndId } from './gnd-id.ts';
import { decodePercent } from './text.ts';
import { MAX_ADDRESS_LENGTH } from './web-address.ts';

/**
 * `certain`: the text is the identifier in a usual form. `likely`: the identifier is a part of the text, or was written
 * with letters for digits, or without its hyphen behind a label; its check digit is right. `possible`: a guess,
 * which is only suggested.
 */
type Certainty = 'certain' | 'likely' | 'possible';

interface Reading {
  /** `gnd`, a scheme of identifiers, or `url` for the address of a link. */
  readonly scheme: string;
  /** The value in the form of the scheme. */
  readonly value: string;
  readonly certainty: Certainty;
}

/** Readings of a plain text as an identifier of another scheme or an address, `scheme:value`; several if it is ambiguous. */
export type Identify = (text: string) => readonly string[];

/** Reasons why a text is not a GND identifier, as the coverage report names them. */
export const INVALID_REASONS = ['missing_hyphen', 'foreign_identifier', 'bad_characters', 'bad_length'] as const;
export type InvalidReason = (typeof INVALID_REASONS)[number];

export type ParsedGndId =
  | { readonly ok: true; readonly id: GndId }
  | {
      readonly ok: false;
      readonly reason: InvalidReason;
      /** Identifiers that may be meant, best first; the GND may not have them. */
      readonly candidates: readonly GndId[];
    };

/** All readings of a text, the most certain first. @param identify reads other schemes */
export function readIdentifiers(text: string, identify: Identify): readonly Reading[] {
  const readings = gndReadings(text).map(({ id, certainty }): Reading => ({ scheme: 'gnd', value: id, certainty }));
  const isGnd = readings.some(({ certainty }) => certainty !== 'possible');
  for (const [place, plain] of plainTexts(text).entries()) {
    const keys = identify(plain).filter((key) => !isGnd || !key.startsWith('url:'));
    for (const key of keys) {
      const colon = key.indexOf(':');
      const [scheme, value] = [key.slice(0, colon), key.slice(colon + 1)];
      const isNumber = isGnd && /^[\dX\s-]+$/iu.test(plain);
      const certainty = keys.length > 1 || isNumber ? 'possible' : place > 2 ? 'likely' : 'certain';
      readings.push({ scheme, value, certainty });
    }
    if (keys.length > 0) break;
  }
  return readings.toSorted((a, b) => ORDER.indexOf(a.certainty) - ORDER.indexOf(b.certainty));
}
const ORDER: readonly Certainty[] = ['certain', 'likely', 'possible'];

/** Reads a text that should be one GND identifier. */
export function readGndId(text: string): ParsedGndId {
  // Nearly all identifiers are canonical.
  if (isGndId(text)) return { ok: true, id: text };
  const readings = gndReadings(text);
  const read = new Set(readings.flatMap(({ id, certainty }) => (certainty === 'possible' ? [] : [id])));
  const [id, other] = read;
  if (id !== undefined && other === undefined) return { ok: true, id };
  if (other !== undefined) return { ok: false, reason: 'bad_characters', candidates: [...read] };
  return { ok: false, reason: reasonFor(text), candidates: readings.map((reading) => reading.id) };
}

/** The GND identifier in a text; undefined where there is none, or more than one. */
export function gndIdIn(text: string): GndId | undefined {
  const parsed = readGndId(text);
  return parsed.ok ? parsed.id : undefined;
}

/** The GND identifier that a text is in a usual form; undefined if that is not certain. */
export function certainGndId(text: string): GndId | undefined {
  if (isGndId(text)) return text;
  const [first, other] = gndReadings(text);
  return other === undefined && first?.certainty === 'certain' ? first.id : undefined;
}

/** GND identifiers in a text, the most certain first, and mere guesses. */
export function gndIdsIn(text: string): { readonly ids: readonly GndId[]; readonly guesses: readonly GndId[] } {
  const readings = gndReadings(text);
  const of = (isGuess: boolean) =>
    readings.flatMap(({ id, certainty }) => ((certainty === 'possible') === isGuess ? id : []));
  return { ids: of(false), guesses: of(true) };
}

/** The text without the GND identifiers in it, and without their labels. */
export function withoutGndIds(text: string): string {
  const parts = gndReadings(text).filter(({ certainty }) => certainty !== 'possible');
  return parts.reduce((rest, { part }) => (rest.includes(part) ? rest.replace(part, ' ') : ''), text);
}

/** Whether a text is an identifier of another scheme than the GND, or an address of something else. */
export function isForeign(text: string): boolean {
  return !readGndId(text).ok && plainTexts(text).some((plain) => identifyWellKnown(plain).length > 0);
}

/** Whether the whole text is an identifier in a usual form, of the GND or of a well-known scheme. */
export function isIdentifier(text: string): boolean {
  return (
    certainGndId(text) !== undefined ||
    identifyWellKnown(unwrap(plainText(text))).some((key) => !key.startsWith('url:'))
  );
}

/** Reads the forms of other schemes that are known without the curation. */
function identifyWellKnown(text: string): readonly string[] {
  for (const [scheme, form] of FOREIGN_FORMS) {
    const value = form.exec(text)?.[1];
    if (value !== undefined) return [`${scheme}:${scheme === 'url' ? value : value.replace(/[\s-]/gu, '')}`];
  }
  return [];
}

interface GndReading {
  readonly id: GndId;
  /** Part of the text that is the identifier, as it is written. */
  readonly part: string;
  readonly certainty: Certainty;
}

const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu;
const TAIL = String.raw`(?:[\s_-]{0,2}(?:${LABEL_TAIL})(?![a-z])\.?)?`;
const LABELLED = new RegExp(
  String.raw`^(?:urn:|info:)?[({[]{0,2}(${GND_LABEL}|${RECORD_LABEL})[)}\]]{0,2}${TAIL}[\s:=|/_.-]{0,6}(?=\S)`,
  'iu',
);
/** A number behind a label, somewhere in a text. */
const NUMBER = String.raw`([1-9]\d{0,9}-?[\dX]|0\d{7}[\dX])(?![\p{L}\d])`;
const NAMED_IN_TEXT = new RegExp(
  String.raw`(?<![\p{L}\d])(${GND_LABEL}|${RECORD_LABEL})${TAIL}[^\p{L}\d]{0,3}${NUMBER}(?!-\d)`,
  'giu',
);
const NAMED_BEHIND = new RegExp(
  String.raw`(?<![\p{L}\d-])${NUMBER}[^\p{L}\d]{0,3}(?:${GND_LABEL})(?![\p{L}\d])`,
  'giu',
);
const NAMED_IN_ADDRESS = new RegExp(
  String.raw`(?<!\p{L})(${GND_LABEL}|${RECORD_LABEL}|${GND_SEGMENTS})(?:[^\p{L}\d]?(?:${LABEL_TAIL})(?![a-z]))?[^\p{L}\d]{0,3}${NUMBER}`,
  'giu',
);
/** A number without a label among words; its check digit must be right. */
const BESIDE = /(?<![\p{L}\d]|\d[-.,])([1-9]\d{5,9}-?[\dX])(?![\p{L}\d]|[-.,]\d)/giu;
const GND_HOST = new RegExp(String.raw`^(?:[a-z]{0,6}:)?\/{0,3}(?:www\.)?(?:${GND_HOSTS})(?=[/?]|$)`, 'iu');
const GND_ADDRESS = /^(?:[a-z]{0,6}:)?\/{0,3}(?:www\.)?d-nb\.info\/{1,3}gnd\/{1,3}/iu;
const OWN_PATH = new RegExp(String.raw`\/(?:${GND_PATHS})(?:\/[\w/-]{0,40})?\?`, 'iu');
const PARAMETER = /[?&](?:ids?|q|query)=([^&#]{1,300})/giu;
const GROUPED = /^\d(?:[\s.-]?\d){6,10}[\s.-]?[\dX]$/iu;

/** Readings of a text as a GND identifier, the most certain first, each identifier once. */
function gndReadings(input: string): readonly GndReading[] {
  if (isGndId(input)) return [{ id: input, part: input, certainty: 'certain' }];
  const text = plainText(input);
  if (!/\d/u.test(text)) return [];
  const bare = unwrap(text);
  const readings: GndReading[] = [];
  const offer = (id: GndId | undefined, part: string, certainty: Certainty) => {
    if (id !== undefined && readings.every((one) => one.id !== id)) readings.push({ id, part, certainty });
  };
  if (isWebAddress(bare) || GND_HOST.test(bare)) offerFromAddress(bare, offer);
  else {
    offerFromText(bare, offer);
    if (readings.length === 0 && bare !== text) offerFromText(text, offer);
  }
  return readings;
}

type Offer = (id: GndId | undefined, part: string, certainty: Certainty) => void;

function offerFromAddress(address: string, offer: Offer): void {
  const decoded = (decodePercent(decodePercent(address) ?? address) ?? address).replace(DASHES, '-');
  const isGndHost = GND_HOST.test(decoded);
  if (GND_ADDRESS.test(decoded)) {
    const [segment = ''] = decoded.replace(GND_ADDRESS, '').split(/[/?#>\s]/u);
    const number = numberIn(segment.replace(/\.(?:html?|json|ttl|rdf|lds)$/iu, ''), 'gnd');
    return offer(number?.id, address, number?.certainty ?? 'possible');
  }
  for (const [, label = '', number = ''] of decoded.matchAll(NAMED_IN_ADDRESS)) {
    const read = numberIn(number, label);
    if (read !== undefined) offer(read.id, address, isGndHost ? read.certainty : weaker(read.certainty));
  }
  if (!isGndHost && !OWN_PATH.test(decoded)) return;
  for (const [, value = ''] of decoded.matchAll(PARAMETER)) {
    const sentence = value.replaceAll('+', ' ');
    if (!isWebAddress(sentence)) offerFromText(sentence, (id, _, certainty) => offer(id, address, weaker(certainty)));
  }
}

function offerFromText(text: string, offer: Offer): void {
  const [labelled = '', label] = LABELLED.exec(text) ?? [];
  const value = unwrap(text.slice(labelled.length));
  const whole = numberIn(value, label);
  if (whole !== undefined && whole.certainty !== 'possible') return offer(whole.id, text, whole.certainty);
  // Control characters show that the text is no sentence.
  if (text.length <= MAX_SENTENCE && !/[^\P{Cc}\s]/u.test(text)) offerFromWords(text, offer);
  if (whole !== undefined) offer(whole.id, text, 'possible');
}

/** Numbers among words: those with a label, or else those that a check digit confirms. */
function offerFromWords(text: string, offer: Offer): void {
  let isNamed = false;
  const named = [...text.matchAll(NAMED_IN_TEXT)].map(([part, label, number = '']) => [part, label, number] as const);
  const behindNumber = [...text.matchAll(NAMED_BEHIND)].map(([part, number = '']) => [part, 'gnd', number] as const);
  for (const [part, label, number] of [...named, ...behindNumber]) {
    const read = numberIn(number, label);
    isNamed ||= read !== undefined;
    offer(read?.id, part, read === undefined ? 'possible' : weaker(read.certainty));
  }
  if (isNamed) return;
  const isOther = FOREIGN_LABEL.test(text) || FOREIGN_CODE.test(text);
  for (const [, number = ''] of isOther ? [] : text.matchAll(BESIDE)) offer(checked(number), number, 'likely');
}

const weaker = (certainty: Certainty): Certainty => (certainty === 'certain' ? 'likely' : certainty);

function canonical(number: string): GndId | undefined {
  const id = number.replace(DASHES, '-').replace(/x$/u, 'X');
  return isGndId(id) ? id : undefined;
}

/** The identifier if its check digit is right. */
function checked(number: string): GndId | undefined {
  const id = canonical(number);
  return id !== undefined && hasValidCheckDigit(id) ? id : undefined;
}

/** A number alone, in any of the ways in which people and spreadsheets write it. @param label in front of it, if any */
function numberIn(text: string, label?: string): { readonly id: GndId; readonly certainty: Certainty } | undefined {
  const id = canonical(text);
  if (id !== undefined) return { id, certainty: 'certain' };
  const written = fromSpreadsheet(text);
  if (written !== undefined) return { id: written, certainty: 'certain' };
  const plain = text.replace(DASHES, '-');
  if (plain.length > 24) return undefined;
  const split = /^\d{1,9} [\dX]$/iu.test(plain) ? checked(plain.replace(' ', '-')) : undefined;
  const grouped = GROUPED.test(plain) ? checked(plain.replace(/[\s.-]/gu, '')) : undefined;
  const spaced = /^\d{1,9} ?- ?[\dX]$/iu.test(plain) ? canonical(plain.replaceAll(' ', '')) : undefined;
  const joined = split ?? grouped ?? spaced;
  // Hyphens and dots group numbers of other kinds as well.
  if (joined !== undefined)
    return { id: joined, certainty: joined === grouped && /[.-]/u.test(plain) ? 'likely' : 'certain' };
  const repaired = withDigits(plain) ?? checked(plain.replace(/^0+/u, ''));
  if (repaired !== undefined) return { id: repaired, certainty: 'likely' };
  const hyphenated = /^[1-9]\d{0,7}[\dX]$/iu.test(plain) ? canonical(plain.replace(/.$/u, '-$&')) : undefined;
  if (hyphenated !== undefined) {
    const isSure = label !== undefined && plain.length > 5 && hasValidCheckDigit(hyphenated);
    return { id: hyphenated, certainty: isSure ? 'likely' : 'possible' };
  }
  // A record number of the DNB: the digits of an old subject or place, padded with zeros, with another check digit.
  if (/^0\d{7}[\dX]$/iu.test(plain)) {
    const digits = plain.slice(0, -1).replace(/^0+/u, '');
    const candidate = canonical(`${digits}-${checkDigit(digits, true)}`);
    const isSure = label !== undefined && /^(?:idn|de-?101)$/iu.test(label);
    return candidate && { id: candidate, certainty: isSure ? 'likely' : 'possible' };
  }
  if (FOREIGN_LABEL.test(plain) || FOREIGN_CODE.test(plain)) return undefined;
  const cleaned = plain.toUpperCase().replace(/[^\dX-]/gu, '');
  return cleaned !== plain && isGndId(cleaned) ? { id: cleaned, certainty: 'possible' } : undefined;
}

/** `118540238.0` and `1.18540238E8`, as spreadsheets write numbers. */
function fromSpreadsheet(text: string): GndId | undefined {
  const [, whole] = /^(\d{8,10})[.,]0{1,9}$/u.exec(text) ?? [];
  if (whole !== undefined) return canonical(whole);
  const [, first = '', rest = '', exponent] = /^(\d)[.,](\d{1,9})E\+?(\d{1,2})$/iu.exec(text) ?? [];
  const digits = Number(exponent) < rest.length ? '' : first + rest.padEnd(Number(exponent), '0');
  return digits.length > 10 ? undefined : checked(digits);
}

/** The identifier with digits for letters that look the same: `l` and `I` for 1, `O` for 0. */
function withDigits(text: string): GndId | undefined {
  if (!/[loi]/iu.test(text) || (text.match(/\d/gu)?.length ?? 0) < 5) return undefined;
  return checked(text.replace(/[li]/giu, '1').replace(/o/giu, '0'));
}

function reasonFor(input: string): InvalidReason {
  const text = unwrap(plainText(input) || input.slice(0, MAX_ADDRESS_LENGTH).trim());
  const upper = text.replace(DASHES, '-').toUpperCase();
  if (/^[1-9]\d{0,7}[\dX]$/u.test(upper)) return 'missing_hyphen';
  const isOther =
    FOREIGN_CODE.test(text) || FOREIGN_LABEL.test(text.slice(0, MAX_SENTENCE)) || /^0\d{7}[\dX]$/u.test(upper);
  if (isOther || plainTexts(text).some((plain) => identifyWellKnown(plain).length > 0)) return 'foreign_identifier';
  return !/^[\dX-]*$/u.test(upper) || /X./u.test(upper) ? 'bad_characters' : 'bad_length';
}

/** Reads one line of a BEACON list into links. Switches in the register determine the meaning of its columns. */
import type { Match, Relation } from '../../../core/model/link.ts';
import type { BeaconSwitches } from '../register/register.ts';
import { cleanText, decodeCharacterReferences } from '../../../core/model/text.ts';
import { findAddressFlaw, firstAddress, looksLikeWebAddress, repairAddress } from './addresses.ts';
import { type BeaconDefect, beaconDefect } from './beacon-defects.ts';
import { hasWrongCheckDigit, readSourceIds } from './beacon-source-id.ts';
import { LIMITS, type Statement } from './reader.ts';

/** Rules for reading lines, from the header of the list and the switches in the register. */
export interface LinkRules {
  readonly relation: Relation;
  /** Degree of the match of all links, from #RELATION. */
  readonly match: Match | undefined;
  /** Makes addresses by the pattern in `targetOverride`, else in #TARGET; undefined without a usable pattern. */
  readonly fill: FillPattern | undefined;
  readonly targetToken: NonNullable<BeaconSwitches['targetToken']>;
  readonly secondColumn: BeaconSwitches['secondColumn'];
  /** #MESSAGE, for links without an annotation. */
  readonly message: string | undefined;
}

interface Columns {
  readonly second: string;
  readonly third: string;
}

/** A whole web address, or a token for the pattern; if the token is undefined, the GND ID fills the pattern. */
type Target = { readonly address: string } | { readonly token: string | undefined } | undefined;

/**
 * Appends the links of one line, and the defects of its parts, to `out`.
 * @returns the reason why the line yields nothing
 */
export function readLinkLine(text: string, line: number, rules: LinkRules, out: Statement[]): BeaconDefect | undefined {
  const note = (reason: BeaconDefect): void => void out.push(beaconDefect(reason, line, text));
  const tokens = text.split('|');
  const source = readSourceIds(tokens[0] ?? '');
  if (source.flaw !== undefined) return source.flaw;
  const columns = { second: tokens[1]?.trim() ?? '', third: tokens[2]?.trim().replace(/\s+/g, ' ') ?? '' };
  const target = chooseTarget(columns, tokens.length, rules);
  if (target === undefined) return 'no_target';
  const glued = !('address' in target) && target.token === undefined && endsInIdentifier(columns);
  const urls: string[] = [];
  for (const id of source.ids) {
    const raw = 'address' in target ? firstAddress(target.address) : (rules.fill?.(target.token ?? id) ?? '');
    const url = repairAddress(raw);
    const flaw = findAddressFlaw(url);
    if (flaw !== undefined) return flaw;
    if (url !== raw) note('repaired_url');
    urls.push(url);
  }
  if ('address' in target && firstAddress(target.address) !== target.address) note('several_urls');
  if (source.repaired) note('repaired_id');
  if (source.partial) note('partial_ids');
  if (hasWrongCheckDigit(source.ids)) note('check_digit');
  if (glued) note('glued_lines');
  const second: SecondColumn = glued ? {} : readSecondColumn(columns, tokens.length, rules, note);
  if (rules.message !== undefined && second.annotation === undefined) second.message = rules.message;
  source.ids.forEach((gnd, index) => {
    const { relation, match } = rules;
    out.push({ kind: 'link', gnd, url: urls[index] ?? '', relation, ...(match && { match }), ...second });
  });
  return undefined;
}

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * Follows the specification (§3.3), but a whole address takes precedence over a pattern, and the switch `targetToken`
 * over both.
 */
function chooseTarget({ second, third }: Columns, tokens: number, rules: LinkRules): Target {
  const hasPattern = rules.fill !== undefined;
  if (rules.targetToken === 'source' && hasPattern) return { token: undefined };
  if (third !== '') {
    if (looksLikeWebAddress(third) || ABSOLUTE.test(third)) return { address: third };
    // The third column of a joined line is not a token for the pattern.
    if (hasPattern)
      return { token: rules.targetToken === 'auto' && endsInIdentifier({ second, third }) ? undefined : third };
    return /^(?:[a-z][a-z\d+.-]*:|www\.)\S+$/i.test(third) ? { address: third } : undefined;
  }
  if (tokens === 2 && !hasPattern && ABSOLUTE.test(second)) return { address: second };
  return rules.targetToken !== 'third' && hasPattern ? { token: undefined } : undefined;
}

/** Whether the next line was joined to the label: `Kloster "1061008592|Werke`. */
function endsInIdentifier({ second, third }: Columns): boolean {
  return third !== '' && !looksLikeWebAddress(third) && /[^\d-](?:1\d{7,8}[\dX]|[1-9]\d{3,7}-[\dX])$/.test(second);
}

/** The parts of a link that come from the second column or the header. */
interface SecondColumn {
  hits?: number;
  annotation?: string;
  message?: string;
}

function readSecondColumn(
  { second }: Columns,
  tokens: number,
  rules: LinkRules,
  note: (reason: BeaconDefect) => void,
): SecondColumn {
  if (second === '' || rules.secondColumn === 'ignore') return {};
  if (rules.secondColumn === 'count') {
    const digits = second.replace(/(?<=\d)[ .,'’](?=\d{3}(?:\D|$))/g, '');
    if (isCount(digits)) return { hits: Number(digits) };
    note('bad_count');
    return {};
  }
  if (rules.secondColumn === undefined && isCount(second)) return { hits: Number(second) };
  // In a line of two columns, an address is not a label: without a pattern it is the target.
  if (tokens === 2 && looksLikeWebAddress(second)) return {};
  const annotation = cleanText(decodeCharacterReferences(second));
  if (rules.secondColumn === undefined && /^\(?\d{1,3}(?:[ .,'’]?\d{3})*\)?$/.test(annotation)) note('odd_count');
  if (annotation.length <= LIMITS.textLength) return annotation === '' ? {} : { annotation };
  note('label_too_long');
  return {};
}

function isCount(text: string): boolean {
  return /^\d{1,12}$/.test(text);
}

/** Makes an address from a token. */
type FillPattern = (token: string) => string;

const PLACEHOLDER = /(\{\+?ID\})/i;
/** Placeholders of other programs: `$PND`, `$1`, `${id}`, `{PND}`, `%s`, `<ID>`, `[ID]`. */
const OTHER_PLACEHOLDER = /\$\{[^{}]*\}|\{[^{}]*\}|\$\w+|\$$|%s|<[^<>]*>|\[(?:id|gnd|pnd)\]/gi;
/** Names of placeholders that stand for the identifier. */
const IDENTIFIER_NAME = /^\W*(?:\+?id|(?:gnd|pnd|gkd|swd)(?:[-_ ]?(?:id|nr|nummer|number))?|identifier|[01]|s)\W*$/i;
/** Encoded braces. */
const ENCODED = /%7[BD]/gi;

/**
 * Reads the placeholders that people write in #TARGET. `odd_placeholder`: others than `{ID}`, which stand for the
 * identifier beyond doubt. `unknown_placeholder`: at least one does not, so that the pattern makes no address.
 */
export function readPlaceholders(stated: string): {
  readonly pattern: string;
  readonly flaw?: 'odd_placeholder' | 'unknown_placeholder';
} {
  const decoded = stated.replace(ENCODED, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  const placeholders = decoded.match(OTHER_PLACEHOLDER) ?? [];
  const hasOwn = PLACEHOLDER.test(decoded);
  // Beside {ID}, square brackets are those of a form: `Suche[GND]={ID}`.
  const others = placeholders.filter((text) => !/^\{\+?ID\}$/i.test(text) && !(hasOwn && text.startsWith('[')));
  if (others.length === 0)
    return placeholders.length === 0 || decoded === stated
      ? { pattern: stated }
      : { pattern: decoded, flaw: 'odd_placeholder' };
  if (others.length < placeholders.length || others.some((text) => !IDENTIFIER_NAME.test(text)))
    return { pattern: '', flaw: 'unknown_placeholder' };
  return { pattern: decoded.replace(OTHER_PLACEHOLDER, '{ID}'), flaw: 'odd_placeholder' };
}

/**
 * Compiles a pattern. Replaces `{ID}` by the percent-encoded token, and `{+ID}` by the token with unchanged reserved
 * characters and percent triplets (RFC 6570 §3.2.3). A pattern without a placeholder gets `{ID}` at its end.
 * @returns undefined for a pattern with an unknown placeholder, and for a placeholder alone, the default, which means
 * that lines have whole addresses
 */
export function compilePattern(pattern: string): FillPattern | undefined {
  const parts = (PLACEHOLDER.test(pattern) ? pattern : `${pattern}{ID}`).split(PLACEHOLDER);
  const fixed = parts.filter((_, index) => index % 2 === 0).join('');
  if (fixed.trim() === '' || /\{[^{}]*\}/.test(fixed)) return undefined;
  return (token) => {
    const plain = /^[\w.~-]*$/.test(token);
    let filled = '';
    // No iterator, because this runs for every line of a list.
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index] ?? '';
      if (index % 2 === 0) filled += part;
      else if (plain) filled += token;
      else filled += part.startsWith('{+') ? encodeReserved(token) : encodeAll(token);
    }
    return filled;
  };
}

/** Percent-encodes all but unreserved characters. RFC 3986 §2.3 */
function encodeAll(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Percent-encodes all but unreserved and reserved characters and existing percent triplets. */
function encodeReserved(text: string): string {
  return text
    .toWellFormed()
    .split(/(%[\dA-F]{2})/i)
    .map((part, index) => (index % 2 === 1 ? part : encodeURI(part).replaceAll('%5B', '[').replaceAll('%5D', ']')))
    .join('');
}

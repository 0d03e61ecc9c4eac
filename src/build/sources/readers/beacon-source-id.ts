/** Reads GND identifiers from the first column of a BEACON line, and repairs mistakes where this is safe. */
import { GND_URI_PREFIX, type GndId, hasValidCheckDigit, isGndId } from '../../../core/model/gnd-id.ts';
import { isAddress } from '../../../core/model/identifier-text.ts';
import { certainGndId, readGndId } from '../../../core/model/read-identifiers.ts';
import { decodePercent } from '../../../core/model/text.ts';

type SourceIdFlaw = 'empty_id' | 'no_gnd_id' | 'foreign_id' | 'glued_ids';

interface SourceIds {
  /** Identifiers in the order of the column. */
  readonly ids: readonly GndId[];
  /** Reason why there is no identifier. */
  readonly flaw?: SourceIdFlaw;
  /** Whether more than the usual wrapping (URI, `(DE-588)`, slash, blanks) was removed. */
  readonly repaired: boolean;
  /** Whether the column also has texts that are not identifiers. */
  readonly partial: boolean;
}

/** The GND's address, once or several times, with a complete or damaged scheme. */
const URI_PREFIXES = /^(?:(?:[a-z]{0,6}:)?\/{0,2}(?:www\.)?d-nb\.info\/+gnd\/+)+/i;
const USUAL_PREFIX = /^https?:\/\/(?:www\.)?d-nb\.info\/gnd\/$/i;
const USUAL_WRAPPING = /^\(DE-588\)\s*|^gnd:\s*|\/(?:about.*)?$/gi;
/** Texts that programs write instead of an empty value. */
const NOTHING = /^(?:null|none|nil|undefined|n\/?a|[-?]+|https?:\/{0,2}|https?:\/\/d-nb\.info\/gnd\/*)?$/i;
const INNER_URI = /d-nb\.info\/+gnd\//i;
/** Two numbers without anything between them. */
const TWO_NUMBERS = /^[\dX]{17,}$/i;
/** Longest column that is read. */
const MAX_LENGTH = 500;
/** Nothing, or the name of a register, which some lists write after the identifier: `119243040;PND`. */
const NO_PIECE = /^(?:GND|PND|GKD|SWD)?$/i;
/** Local identifiers of other systems, such as HP01986442. */
const LOCAL_NUMBER = /^(?!gnd|pnd|gkd|swd)[a-z]{2,6}[_-]?\d{4,}$/i;

/**
 * Reads the first column: a GND ID in any usual spelling, or several separated by `;`. Repairs a lower-case x, one
 * trailing punctuation mark, and a damaged or doubled URI prefix. Never adds a check digit or a hyphen.
 */
export function readSourceIds(column: string): SourceIds {
  const token = column.trim();
  if (isGndId(token)) return { ids: [token], repaired: false, partial: false };
  const parts = token.split(';').map((part) => part.trim());
  const pieces = (parts.length > 1 ? parts.filter((part) => !NO_PIECE.test(part)) : parts).map(readPiece);
  const read = pieces.filter((piece) => typeof piece !== 'string');
  const flaw = pieces.find((piece) => typeof piece === 'string');
  if (read.length === 0) return { ids: [], flaw: flaw ?? 'empty_id', repaired: false, partial: false };
  const repaired = parts.length > 1 || read.some((piece) => piece.repaired);
  return { ids: [...new Set(read.map(({ id }) => id))], repaired, partial: flaw !== undefined };
}

/** Whether any of the identifiers has a wrong check digit. */
export function hasWrongCheckDigit(ids: readonly GndId[]): boolean {
  return !ids.every(hasValidCheckDigit);
}

function readPiece(piece: string): { readonly id: GndId; readonly repaired: boolean } | SourceIdFlaw {
  if (piece.length > MAX_LENGTH) return 'no_gnd_id';
  const prefix = URI_PREFIXES.exec(piece)?.[0] ?? '';
  const token = piece.slice(prefix.length);
  const rest = (decodePercent(token) ?? token).trim();
  if (NOTHING.test(rest)) return 'empty_id';
  if (INNER_URI.test(rest)) return prefix === '' ? 'foreign_id' : 'glued_ids';
  if (TWO_NUMBERS.test(rest)) return 'glued_ids';
  const address = prefix === '' ? '' : GND_URI_PREFIX;
  const id = certainGndId(address + rest);
  if (id !== undefined) {
    const usual = prefix === '' || USUAL_PREFIX.test(prefix);
    return { id, repaired: !usual || rest.replace(USUAL_WRAPPING, '') !== id };
  }
  const parsed = readGndId(rest);
  const foreign = isAddress(rest) || (!parsed.ok && parsed.reason === 'foreign_identifier');
  return foreign || LOCAL_NUMBER.test(rest) ? 'foreign_id' : 'no_gnd_id';
}

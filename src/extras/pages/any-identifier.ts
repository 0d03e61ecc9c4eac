/** Recognises identifiers and web addresses of any scheme in the lists of people. */
import { type Kind, looksLikeGnd } from './coverage-list.ts';

const FOREIGN =
  /^<?(?:Q[1-9]\d*|https?:\/\/\S+|(?:wikidata|viaf|isni|orcid|lccn|lcnaf|idref|geonames)\s?[:\s]\s?\S[^,]*|(?:\d{4}[- ]?){3}\d{3}[\dX]|n[a-z]{0,2} ?\d{8,10}|\d{6,22})>?$/iu;

/** Whether the text is an identifier of another scheme than the GND, or an address. */
export function looksForeign(text: string): boolean {
  return FOREIGN.test(text) && !looksLikeGnd(text);
}

/** Values that `/resolve` reads. A value may contain a blank, and an address a comma. */
export const ANY_IDENTIFIER: Kind = {
  header: /gnd|viaf|wikidata|qid|isni|orcid|lccn|identifier|kennung|nummer|\bids?\b|uri|url|link/i,
  looksLike: (text) => {
    const value = text.trim();
    return looksForeign(value) || looksLikeGnd(value);
  },
  tokensOf(text) {
    const pieces = text
      .split(/[;|\t\r\n]|,\s/u)
      .flatMap((piece) => (/^\s*<?https?:/i.test(piece) ? [piece] : piece.split(',')))
      .map((piece) => piece.trim());
    return pieces.flatMap((piece) => (piece === '' ? [] : valuesIn(piece)));
  },
};

/** The values in a piece of text. A piece without values counts as one value, so that it gets a verdict. */
function valuesIn(piece: string): readonly string[] {
  const whole = [piece.replace(/\s+/gu, ' ').toWellFormed().normalize('NFC')];
  if (ANY_IDENTIFIER.looksLike(piece)) return whole;
  const parts = piece.split(/\s+/u);
  return parts.length > 1 && parts.every((part) => ANY_IDENTIFIER.looksLike(part)) ? parts : whole;
}

/** Recognises identifiers and web addresses of any scheme in the lists of people. */
import { isForeign } from '../../core/model/read-identifiers.ts';
import { GND_IDENTIFIER, type Kind, looksLikeGnd } from './coverage-list.ts';

/** A number that may be an identifier of some scheme. */
const NUMBER = /^\d{6,22}$/u;

/** Whether the text is an identifier of another scheme than the GND, or an address. */
function looksForeign(text: string): boolean {
  const value = text.trim();
  return !looksLikeGnd(value) && (NUMBER.test(value) || isForeign(value));
}

/** Values that `/resolve` reads. */
export const ANY_IDENTIFIER: Kind = {
  header: /gnd|viaf|wikidata|qid|isni|orcid|lccn|identifier|kennung|nummer|\bids?\b|uri|url|link/i,
  looksLike: (text) => looksForeign(text) || looksLikeGnd(text),
  tokensOf: (text) => GND_IDENTIFIER.tokensOf(text),
};

/** The beginning of a web page, reduced to the few facts that tell a page about something from a page about nothing. */
import { hash } from 'node:crypto';

/** Bytes of a page that are read. */
export const PAGE_BYTES = 16 * 1024;

export interface PageFacts {
  /** Hash of the text without mark-up, numbers and the words of the address: equal for pages that say the same of everything. */
  readonly fingerprint: string;
  /** The page says of itself that there is nothing at the address. */
  readonly missing?: true;
  /** The page asks for a proof that the visitor is a person. */
  readonly challenge?: true;
  /** The page has next to no text: a script draws it, and without running it nothing can be told. */
  readonly empty?: true;
}

/** Texts of a title or heading that mean that nothing is there. */
const MISSING =
  /\b(?:404|410)\b|not found|no longer (?:available|exists?)|does ?n[o']t exist|nicht gefunden|nicht vorhanden|existiert nicht|nicht mehr (?:verfügbar|vorhanden)|introuvable|non trovata|no encontrad[ao]/i;
const CHALLENGE =
  /just a moment|attention required|are you a (?:robot|human)|captcha|verify(?:ing)? (?:that )?you are|access denied|zugriff verweigert|bot protection/i;
/** A page with fewer characters of text than this is drawn by its script, if it has one. */
const MIN_TEXT = 40;

/** @param beginning at most {@link PAGE_BYTES} of the page @param address that was asked for */
export function readPage(beginning: Uint8Array, address: string): PageFacts {
  const html = new TextDecoder().decode(beginning);
  const heads = [...html.matchAll(/<(title|h1)\b[^>]*>([^<]{0,300})/gi)].map((match) => match[2] ?? '').join(' ');
  const text = textOf(html);
  const fingerprint = hash('sha256', withoutAddress(text, address), 'hex').slice(0, 16);
  if (CHALLENGE.test(heads)) return { fingerprint, challenge: true };
  if (MISSING.test(heads)) return { fingerprint, missing: true };
  return text.length < MIN_TEXT && /<script\b/i.test(html) ? { fingerprint, empty: true } : { fingerprint };
}

/** Title, headings and running text in lower case, with single blanks. */
function textOf(html: string): string {
  return html
    .replace(/<(script|style|noscript|template)\b[^>]*>[^]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<!--[^]*?(?:-->|$)/g, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Error pages and parked domains repeat the address, a number or the time. */
function withoutAddress(text: string, address: string): string {
  const { hostname, pathname, search } = new URL(address);
  const words = `${hostname} ${pathname} ${search}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const own = new Set(words.filter((word) => word.length > 2));
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !/\d/.test(word) && !own.has(word))
    .join(' ');
}

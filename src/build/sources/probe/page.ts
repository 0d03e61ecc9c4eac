/** Facts about the beginning of a web page that distinguish real content from error pages and parked domains. */
import { hash } from 'node:crypto';
import type { PageFacts } from './observations.ts';

/** Number of bytes of a page that are read. */
export const PAGE_BYTES = 16 * 1024;

/** Texts in the title or first headings of a missing page. */
const MISSING =
  /\b(?:404|410)\b|not found|no longer (?:available|exists?)|does ?n[o']t exist|nicht gefunden|nicht vorhanden|existiert nicht|nicht mehr (?:verfügbar|vorhanden)|introuvable|non trovata|no encontrad[ao]/i;
const CHALLENGE =
  /just a moment|attention required|are you a (?:robot|human)|captcha|verify(?:ing)? (?:that )?you are|access denied|zugriff verweigert|bot protection|^(?:log ?in|sign in|anmeld(?:en|ung)|cookie consent|maintenance|wartungs(?:arbeiten|modus))$|(?:under|scheduled) maintenance/i;
const PARKED =
  /domain (?:name )?(?:is |may be )?(?:for sale|parked)|(?:buy|get) this domain|(?:parked|expired) domain|domain (?:steht|ist) (?:zum verkauf|zu verkaufen)|domain kaufen/i;
/** Length of text, in UTF-16 units, below which a page with a script or frame counts as drawn by it. */
const MIN_TEXT = 40;
/** Elements that scripts of web applications fill. */
const APPLICATION =
  /<(?:div|main)\b[^>]{0,200}\bid=["']?(?:root|app|__next|__nuxt|q-app|ember-app)["'\s>]|<app-root\b/i;

/** @param beginning at most {@link PAGE_BYTES} of the page @param address of the request */
export function readPage(beginning: Uint8Array, address: string): PageFacts {
  const html = new TextDecoder().decode(beginning);
  const heads = [...html.matchAll(/<(title|h1)\b[^<>]*>([^<]{0,300})/gi)].map((match) => match[2]?.trim() ?? '');
  const text = textOf(html);
  const fingerprint = hash('sha256', withoutAddress(text, address), 'hex').slice(0, 16);
  if (heads.some((head) => CHALLENGE.test(head))) return { fingerprint, challenge: true };
  if (heads.some((head) => MISSING.test(head))) return { fingerprint, missing: true };
  if (heads.some((head) => PARKED.test(head))) return { fingerprint, parked: true };
  const isDrawn = text.length < MIN_TEXT && /<(?:script|i?frame)\b/i.test(html);
  const isCut = beginning.byteLength >= PAGE_BYTES;
  return isDrawn || isCut || APPLICATION.test(html) ? { fingerprint, empty: true } : { fingerprint };
}

/** Title, headings and running text in lower case, with single blanks. */
function textOf(html: string): string {
  return html
    .replace(/<(script|style|noscript|template)\b[^<>]*>[^]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<!--[^]*?(?:-->|$)/g, ' ')
    .replace(/<[^<>]*(?:>|$|(?=<))/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Removes words of the address and words with digits, which generic pages repeat: addresses, numbers, times. */
function withoutAddress(text: string, address: string): string {
  const { hostname, pathname, search } = new URL(address);
  const words = `${hostname} ${pathname} ${search}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const own = new Set(words.filter((word) => word.length > 2));
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !/\d/.test(word) && !own.has(word))
    .join(' ');
}

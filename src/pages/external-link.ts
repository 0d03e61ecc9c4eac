/** Links that leave this site. */
import { html, type Html, type Part } from './html.ts';

/** Nothing but the web: what else an address might start is shown, not linked. */
export function externalLink(url: string, content: Part): Html {
  if (!/^https?:\/\//i.test(url)) return html`${content}`;
  return html`<a href="${url}" rel="noopener noreferrer external">${content}</a>`;
}

/** `de.wikipedia.org`; the text itself when it is no address. */
export function hostOf(url: string): string {
  return /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? url;
}

/** An address as people read it: without scheme, percent-decoded where that is possible. */
export function readableAddress(url: string): string {
  const bare = url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
}

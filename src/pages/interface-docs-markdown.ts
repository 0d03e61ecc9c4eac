/** The little of Markdown that the description of the interface uses: paragraphs, bold, code and links. */
import { externalLink } from './external-link.ts';
import { html, type Html, type Part } from './html.ts';

export interface Paragraph {
  /** The bold words that a paragraph opens with, without their full stop. */
  readonly heading?: string;
  readonly text: string;
}

export function paragraphsOf(markdown: string): readonly Paragraph[] {
  return markdown
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [whole, heading] = /^\*\*([^*]+?)\.?\*\* /.exec(part) ?? [];
      return whole === undefined || heading === undefined
        ? { text: part }
        : { heading, text: part.slice(whole.length) };
    });
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+|\/[^\s)]*)\)/g;

/** Everything else is text. */
export function inline(text: string): Html {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, words, address = ''] = match;
    parts.push(text.slice(end, match.index));
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(html`<strong>${strong}</strong>`);
    else
      parts.push(
        address.startsWith('/') ? html`<a href="${address}">${words ?? address}</a>` : externalLink(address, words),
      );
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return html`${parts}`;
}

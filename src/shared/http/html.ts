/** Templates of HTML that escape every text: markup comes from templates only. */
import { memo } from '../../core/model/memo.ts';

/** Markup made by {@link html}; any other value in a template is text. */
export interface Html {
  readonly markup: string;
}

export type Part = Html | string | number | false | undefined | readonly Part[];

/** A template that escapes all values but {@link Html}; it joins lists, and leaves out false and undefined. */
export function html(template: TemplateStringsArray, ...values: readonly Part[]): Html {
  const literals = tightened(template);
  let markup = literals[0] ?? '';
  for (let i = 0; i < values.length; i += 1) markup += markupOf(values[i]) + (literals[i + 1] ?? '');
  return { markup };
}

/** The literals of a template without indentation: it would make up a tenth of a page. */
function tightened(template: TemplateStringsArray): readonly string[] {
  return memo(template, 'tightened', () => template.map((literal) => literal.replace(/\s*\n\s*/g, '\n')));
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map(markupOf).join('');
}

/** Text that is safe in elements and in quoted attributes. */
export function escapeText(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character) : text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A `script` element with data for programs; `<` is escaped, so no text in the data can end the element. */
export function dataBlock(type: 'application/ld+json' | 'application/json', value: unknown): Html {
  const json = JSON.stringify(value).replace(/</g, '\\u003c');
  return { markup: `<script type="${type}">${json}</script>` };
}

/** Parts that scripts of pages share: texts in the language of the page, elements, names of categories. */
import { address } from './address.ts';
import { element } from './element.ts';
import type { InUse } from './source-check-worker.ts';

/** A text, or its forms for one and for many. */
type Text = string | { readonly one: string; readonly many: string };

export const data: Readonly<
  Record<'verdicts' | 'tones' | 'reasons' | 'types' | 'categories', Readonly<Record<string, string>>>
> & {
  readonly text: Readonly<Record<string, Text>>;
  language: 'de' | 'en';
  query: string;
  /** Whether the data are an excerpt of the GND: then an unknown identifier may be right. */
  isExcerpt: boolean;
  /** Entries of the examples of the page, one a line. */
  examples: readonly string[];
  check: InUse;
} = JSON.parse(globalThis.document?.querySelector('main script[type="application/json"]')?.textContent ?? '{}');
export const { verdicts, tones, reasons, types } = data;

/** Language tag (BCP 47) with which pages format numbers and dates. */
export const tag = data.language === 'en' ? 'en-GB' : 'de-DE';
const format = new Intl.NumberFormat(tag);
export const number = (value: number) => format.format(value);
const plural = new Intl.PluralRules(tag);

/** A text of the page. @param values values for the placeholders in braces; numbers are formatted, and `n` decides the plural */
export function t(key: string, values: Readonly<Record<string, string | number>> = {}) {
  const text = data.text[key] ?? '';
  const form = typeof text === 'string' ? text : text[plural.select(Number(values['n'])) === 'one' ? 'one' : 'many'];
  return form.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? number(value) : value;
  });
}

export const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

export const badge = (verdict: string) =>
  element('span', { class: `badge ${tones[verdict] ?? ''}` }, verdicts[verdict] ?? verdict);

export function entityLink(id: string, name: string) {
  return element('a', { href: `${address('/gnd/')}${encodeURIComponent(id)}${data.query}` }, name);
}

/** @param name name of the file */
export function saveAs(content: Blob, name: string) {
  const url = URL.createObjectURL(content);
  element('a', { href: url, download: name }).click();
  // The browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What scripts share that write into a page: its texts in its language, its elements, the names of categories and sources. */
import { address } from './address.js';

/** @import { InUse } from './source-check-worker.js' */

/** @type {Readonly<Record<'text' | 'verdicts' | 'tones' | 'reasons' | 'types', Readonly<Record<string, string>>>> & { language: 'de' | 'en', query: string, writer: string, check: InUse }} */
export const data = JSON.parse(
  globalThis.document?.querySelector('main script[type="application/json"]')?.textContent ?? '{}',
);
export const { verdicts, tones, reasons, types, language, writer } = data;

/** Labels by key, filled by the API's register. @type {Record<'categories' | 'sources', Map<string, string>>} */
export const names = { categories: new Map(), sources: new Map() };

const format = new Intl.NumberFormat(language);
export const number = (/** @type {number} */ value) => format.format(value);

/**
 * A text of the page.
 * @param {string} key
 * @param {Readonly<Record<string, string | number>>} [values] for what stands in braces; numbers are formatted
 */
export function t(key, values = {}) {
  return (data.text[key] ?? '').replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? number(value) : value;
  });
}

/**
 * @template {HTMLElement} T
 * @param {string} id
 */
export const byId = (id) => /** @type {T} */ (document.getElementById(id));

/**
 * An element with its attributes and children; texts are texts.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Readonly<Record<string, string>>} [attributes]
 * @param {readonly (Node | string)[]} [children]
 */
export function element(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {string} id @param {string} name */
export function entityLink(id, name) {
  return element('a', { href: `${address('/gnd/')}${encodeURIComponent(id)}${data.query}` }, [name]);
}

/** @param {Blob} content @param {string} name of the file */
export function saveAs(content, name) {
  const url = URL.createObjectURL(content);
  element('a', { href: url, download: name }).click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

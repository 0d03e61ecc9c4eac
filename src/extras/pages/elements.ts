/** Elements of several pages: tables, icons, definition lists, folding lists, links to other sites. */
import type { Label } from '../../core/model/entity.ts';
import { GND_URI_PREFIX } from '../../core/model/gnd-id.ts';
import { TYPE_LABELS } from '../../core/model/type-labels.ts';
import { assetPath, readAsset } from './assets.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { labelOf, type Locale, type Plural } from '../../shared/http/locale.ts';
import { pathWith } from './path-with.ts';
import layout from './texts/layout.json' with { type: 'json' };

interface Table {
  readonly className: string;
  /** Name of the container in which a table that is wider than a phone moves sideways; without it there is none. */
  readonly name?: string;
  /** Heads of the columns. */
  readonly head: readonly Part[];
  /** Columns of numbers, from 0. */
  readonly numbers?: readonly number[];
  /** The column that the rows are sorted by. */
  readonly sorted?: { readonly column: number; readonly direction: 'ascending' | 'descending' };
  /** Cells; the first of each row is its head. */
  readonly rows: readonly (readonly Part[])[];
}

/** A table. On a narrow screen rows become blocks with cells that name their columns; roles keep it a table. */
export function table({ className, name, head, numbers = [], sorted, rows }: Table): Html {
  const style = (column: number) => numbers.includes(column) && html` class="number"`;
  const order = (column: number) => sorted?.column === column && html` aria-sort="${sorted.direction}"`;
  const labels = head.map((name) => html` data-label="${{ markup: html`${name}`.markup.replace(/<[^>]*>/g, '') }}"`);
  const content = html`<table class="${className}" role="table">
    <thead role="rowgroup">
      <tr role="row">
        ${head.map((name, column) => html` <th scope="col" role="columnheader" ${style(column)}${order(column)}>${name}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        ([first, ...cells]) =>
          html`<tr role="row">
            <th scope="row" role="rowheader">${first}</th>
            ${cells.map((cell, index) => html` <td role="cell" ${style(index + 1)}${labels[index + 1]}>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
  if (name === undefined) return content;
  return html`<div class="table-scroll" role="group" tabindex="0" aria-label="${name}">${content}</div>`;
}

/** The name of a type for people; that of the ontology is unusual for places. */
export function typeWord(type: string): Label {
  return type === 'PlaceOrGeographicName' ? layout.place : labelOf(TYPE_LABELS, type);
}

/** An icon next to a name, hidden from screen readers. @param name type or category; unknown ones get a common icon */
export function icon(name: string, { address }: Locale): Html {
  const id = ICONS.has(name) ? name : 'other';
  return html`<svg class="icon" aria-hidden="true"><use href="${address(assetPath('icons.svg'))}#${id}" /></svg>`;
}
const ICONS: ReadonlySet<string | undefined> = new Set(
  [...readAsset('icons.svg').matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id),
);

/** The icon of a type on a background: readers recognise the kind of an entity before they read its name. */
export function mark(type: string, locale: Locale): Html {
  return html`<span class="mark">${icon(type, locale)}</span>`;
}

/** A line of code that may break between the parts of an address; the copied text has no breaks. */
export function breakable(code: string): Html {
  const { markup } = html`${code}`;
  return {
    markup: markup
      .replace(/(?<=[\w.}])(?:\/|\?)(?=[\w{])|(?<=\d),(?=\d)/g, '$&<wbr>')
      .replace(/&amp;(?=\w+=)/g, '<wbr>&amp;'),
  };
}

export interface PageHead {
  /** Name of its mark. */
  readonly icon: string;
  /** A picture in place of the mark. */
  readonly picture?: Html | false;
  /** By default that of the window. */
  readonly title?: Part;
  /** The kind of thing that is shown, in a line above the title. */
  readonly kind?: Part;
  /** A sentence below the title. */
  readonly lead?: Part;
  /** An identifier to be copied, below it. */
  readonly number?: Part;
  /** A remark in small print below it. */
  readonly note?: Part;
  /** Whether the thing in the title does not exist; its mark is then an outline. */
  readonly isGone?: boolean;
}

/** The beginning of every page: a mark, as for an entity, and the title. */
export function pageHead(head: PageHead, locale: Locale): Html {
  const { icon: name, picture, title, kind, lead, number, note, isGone = false } = head;
  const isLong = /\p{L}{19}/u.test(html`${title}`.markup);
  return html`<header class="page-head${isGone && ' gone'}">
    ${picture || mark(name, locale)}
    <div>
      ${kind !== undefined && html`<p class="kind">${kind}</p>`}
      <h1 ${isLong && html`class="long"`}>${title}</h1>
      ${lead !== undefined && html`<p class="lead">${lead}</p>`}
      ${number !== undefined && html`<p class="soft">${number}</p>`} ${note && html`<p class="note soft">${note}</p>`}
    </div>
  </header>`;
}

/** A text with a part in the place of its gap. */
export function filled(text: string, part: Part): Html {
  const [before = '', after = ''] = text.split(/\{\w+\}/);
  return html`${before}${part}${after}`;
}

/** Joins parts with a separator, for example commas. */
export function joined(parts: readonly Part[], separator = ' · '): Html {
  return html`${parts.map((part, index) => html`${index > 0 && separator}${part}`)}`;
}

/** A part of a page, named by its heading. */
export function section(id: string, heading: Part, ...content: readonly Part[]): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${content.map((part) => html`${part} `)}
  </section>`;
}

/** Links to the parts of a page, or to other pages. */
export function linkRow(name: string, links: readonly (readonly [href: string, content: Part])[]): Html {
  return html`<nav class="jump" aria-label="${name}">
    <ul>
      ${links.map(([href, content]) => html`<li><a href="${href}">${content}</a></li>`)}
    </ul>
  </nav>`;
}

/** Attributes of an element whose text can be copied. */
export function copying({ t }: Locale): Html {
  return html`data-copy="${t(layout.copy)}" data-copied="${t(layout.copied)}"`;
}

/** Texts for a script of the page, in its language. */
export const textsForScript = (labels: Readonly<Record<string, Label | Plural>>, { t }: Locale) =>
  Object.fromEntries(
    Object.entries(labels).map(([key, text]) => [
      key,
      'one' in text ? { one: t(text.one), many: t(text.many) } : t(text),
    ]),
  );

/** Code. @param label its name for screen readers @param caption its name for all @param attributes further ones of its element */
export function codeFigure(text: string, label: string, caption?: Part, attributes?: Html): Html {
  return html`<figure class="code">
    ${caption !== undefined && html`<figcaption>${caption}</figcaption>`}
    <pre tabindex="0" aria-label="${label}" ${attributes}><code>${breakable(text)}</code></pre>
  </figure>`;
}

export const codeToCopy = (text: string, label: string, locale: Locale, caption?: Part): Html =>
  codeFigure(text, label, caption, copying(locale));

export type Definition = readonly [term: Label | Html, value: Part];

/** Pairs of a term and its value; pairs without a value are left out. @param className class of the list */
export function definitionList(className: string, definitions: readonly Definition[], { t }: Locale): Html {
  return html`<dl class="${className}">
    ${definitions
      .filter(([, value]) => value !== undefined && value !== false)
      .map(
        ([term, value]) =>
          html`<div>
            <dt>${'markup' in term ? term : t(term)}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;
}

interface Folding {
  /** Number of visible items; a single further one is shown, too. */
  readonly visible: number;
  /** Text that opens the rest. @param hidden number of items */
  readonly summary: (hidden: number) => string;
  readonly className?: string;
}

export function plainList(items: readonly Part[], className = ''): Html {
  return html`<ul class="${`plain-list ${className}`.trim()}">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;
}

/** A part of which only the summary is visible at first. */
export function folded(summary: Part, ...content: readonly Part[]): Html {
  return html`<details>
    <summary>${summary}</summary>
    ${content}
  </details>`;
}

/** A list that shows its beginning and folds the rest. */
export function foldedList(items: readonly Part[], { visible, summary, className = '' }: Folding): Html {
  const list = (part: readonly Part[]) => plainList(part, className);
  if (items.length <= visible + 1) return list(items);
  return html`${list(items.slice(0, visible))}
    <details class="fold">
      <summary>${summary(items.length - visible)}</summary>
      ${list(items.slice(visible))}
    </details>`;
}

/** A link to the page of an entity. */
export function entityLink(gnd: string, name: Part, { link }: Locale): Html {
  return html`<a href="${link(`/gnd/${encodeURIComponent(gnd)}`)}"
    >${typeof name === 'string' ? html`<bdi>${name}</bdi>` : name}</a
  >`;
}

/** A link to the record in the GND. */
export const recordLink = (gnd: string, name: Part = `GND\u00A0${gnd}`) => externalLink(GND_URI_PREFIX + gnd, name);

/** The record in the catalogue of the Deutsche Nationalbibliothek. */
export const dnbAddress = (gnd: string) =>
  `https://portal.dnb.de/opac.htm?method=simpleSearch&cqlMode=true&query=${encodeURIComponent(`nid=${gnd}`)}`;

/** Everything with a name or a GND identifier in the same catalogue. */
export const dnbSearch = (q: string) =>
  `https://portal.dnb.de/opac.htm?${new URLSearchParams({ method: 'simpleSearch', query: q }).toString()}`;

/** Blanks, and signs that have a meaning in a query to lobid-gnd, such as that of a field: `Nathan: Drama`. */
const OPERATORS = /[\s\\/:()[\]{}"^~*?!<>=|&+]+/g;

/** A search for the words of a text in the whole GND. https://lobid.org/gnd/api @param types classes of the GND ontology; none means all */
export const gndSearch = (text: string, types: readonly string[]) =>
  pathWith('https://lobid.org/gnd/search', {
    q: text.replace(OPERATORS, ' ').trim(),
    filter: types.map((type) => `type:${type}`).join(' OR '),
  });

/** Largest number of records in one search, so that its address stays short enough for every browser. */
export const MAX_RECORDS = 50;

/** A search in the whole GND for the records with these identifiers, at most `MAX_RECORDS`; it shows their names. */
export const gndRecords = (gnds: readonly string[]) =>
  pathWith('https://lobid.org/gnd/search', { q: `gndIdentifier:(${gnds.join(' OR ')})`, size: String(gnds.length) });

/** A link to the page of a source. */
export function sourceLink(key: string, title: Label, { t, link }: Locale): Html {
  return html`<a href="${link(`/sources/${encodeURIComponent(key)}`)}">${t(title)}</a>`;
}

/** A link to another site. Addresses with other schemes than http and https are shown without a link. */
export function externalLink(url: string, content: Part, title?: string): Html {
  if (!/^https?:\/\//i.test(url)) return html`${content}`;
  const tip = title !== undefined && html` title="${title}"`;
  return html`<a href="${url}" ${tip} rel="noopener noreferrer external">${content}</a>`;
}

/** Says that deleted identifiers are unknown, where the data have none: their source is missing. @param deletions number of them */
export function noDeletions(deletions: number, { t }: Locale): string | false {
  return deletions === 0 && t(layout.noDeletions);
}

/** The host of an address, e.g. `de.wikipedia.org`; any other text unchanged. */
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

/** The field that keeps the chosen language when a form is sent. */
export function languageField({ isChosen, language }: Locale): Html | false {
  return isChosen && html`<input type="hidden" name="lang" value="${language}" />`;
}

/** The documents of the SeeAlso interface: lists as JSON, HTML and XHTML, and descriptions of the interface. */
import { redirect } from '../../core/http/answer.ts';
import type { Language } from '../../shared/http/locale.ts';
import type { Answer } from '../../core/http/door.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { SeeAlsoLink } from './rows.ts';

/** `Cache-Control` with the lifetime of the original service. */
export const CACHE = 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=86400';

/** @param url address in the data; it is encoded as browsers do */
export const redirectToLink = (url: string): Answer => redirect(302, new URL(url).href, CACHE);

/** The URI of an entity, with `http:` as clients expect it. They link to it, or test whether it is empty. */
export const seeAlsoUri = (gnd: string): string => `http://d-nb.info/gnd/${gnd}`;

/** The URI and three parallel lists. @param uri empty for a text that is not a GND identifier */
export function simpleList(uri: string, rows: readonly SeeAlsoLink[]): readonly unknown[] {
  return [uri, rows.map(({ label }) => label), rows.map(({ description }) => description), rows.map(({ url }) => url)];
}

const SEVERAL = { de: 'Mehrere Verweise', en: 'Several links' };
const ALL = { de: 'Alle Verweise mit ihren Quellen', en: 'All links with their sources' };
const EMPTY = { de: 'Keine Verweise', en: 'No links' };
/** Reasons why there are no links; the text that was sent follows. */
const REASONS = {
  none: {
    de: 'Zu dieser GND-Nummer ist hier kein Verweis bekannt:',
    en: 'No link is known here for this GND identifier:',
  },
  invalid: { de: 'Das ist keine GND-Nummer:', en: 'This is not a GND identifier:' },
};

/** A document with one `ul`: clients count `<li id=` in its text. @param sourcesUrl address with `format=sources` */
export function choiceDocument(rows: readonly SeeAlsoLink[], sourcesUrl: string, language: Language): string {
  const numbers = new Map<string, number>();
  const items = rows.map(({ list, url, label }) => {
    const number = (numbers.get(list) ?? 0) + 1;
    numbers.set(list, number);
    return html`<li id="${list}${number}"><a href="${url}">${label}</a></li>`;
  });
  const content = html`<ul>
      ${items}
    </ul>
    <p><a href="${sourcesUrl}">${ALL[language]}</a></p>`;
  return htmlDocument(language, SEVERAL[language], content);
}

export function emptyDocument(id: string, reason: keyof typeof REASONS, language: Language): string {
  return htmlDocument(language, EMPTY[language], html`<p>${REASONS[reason][language]} ${id}</p>`);
}

function htmlDocument(language: Language, title: string, content: Html): string {
  const { markup } = html`<html lang="${language}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="robots" content="noindex" />
      <title>${title}</title>
    </head>
    <body>
      <h1>${title}</h1>
      ${content}
    </body>
  </html>`;
  return `<!DOCTYPE html>\n${markup}\n`;
}

/** XML without a document type: one block per list. Clients select blocks by the name of the list in their `id`. */
export function sourcesDocument(uri: string, rows: readonly SeeAlsoLink[], language: Language): Html {
  const results = [...Map.groupBy(rows, ({ list }) => list)].map(([list, group]) => {
    const [first] = group;
    return html`<div class="result ${group.length === 1 ? 'single' : 'multi'}" id="resgrp${list}">
      <h2 class="label" id="head${list}">
        <a href="${first?.url}" title="${first?.description}">${first?.label}</a>
      </h2>
      <div class="synopsis" id="syn${list}">
        ${
          group.length > 1 &&
          html`<ul>
            ${group.map(({ url, label }) => html`<li><a href="${url}">${label}</a></li>`)}
          </ul>`
        }
      </div>
    </div>`;
  });
  return html`<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="${language}" lang="${language}">
    <head>
      <title>${uri}</title>
    </head>
    <body>
      <h1><a href="${uri}">${uri}</a></h1>
      <div id="results">${results}</div>
    </body>
  </html>`;
}

/** The formats for an identifier, as unAPI lists them. @param id absent where the request has none */
export function unapiDocument(id: string | undefined): Html {
  const formats = html`<format
      name="seealso"
      type="text/javascript"
      docs="http://www.gbv.de/wiki/SeeAlso_Simple_Specification"
    />
    <format name="redirect" type="text/html" />
    <format name="sources" type="application/xhtml+xml" />
    <format name="opensearchdescription" type="application/opensearchdescription+xml" />
    <format name="beacon" type="text/plain" />`;
  return id === undefined ? html`<formats>${formats}</formats>` : html`<formats id="${id}">${formats}</formats>`;
}

/** OpenSearch 1.1. @param serviceUrl address of this list, without a query */
export function openSearchDocument(serviceUrl: string): Html {
  const template = `${serviceUrl}?id={searchTerms}&format=seealso&callback={callback}`;
  return html`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
    <ShortName>GND Links</ShortName>
    <Description>Links from GND entities to other sites, by GND identifier</Description>
    <Url type="text/javascript" template="${template}" />
    <Url type="text/html" template="${`${serviceUrl}?id={searchTerms}&format=redirect`}" />
    <Query role="example" searchTerms="118540238" />
    <InputEncoding>UTF-8</InputEncoding>
    <OutputEncoding>UTF-8</OutputEncoding>
  </OpenSearchDescription>`;
}

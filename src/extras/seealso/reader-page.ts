/** The page for people who open an address of SeeAlso in a browser: the same links, under the name of the entity. */
import { hash } from 'node:crypto';
import { page } from '../../core/http/answer.ts';
import type { Answer } from '../../core/http/door.ts';
import { html } from '../../core/http/html.ts';
import type { Parameter } from '../../core/http/parameters.ts';
import type { Label } from '../../core/model/entity.ts';
import type { Language } from './formats.ts';
import type { SeeAlsoLink } from './rows.ts';

/** Whether a browser opens the answer as a page. Programs do not send `Sec-Fetch-Dest`, and get their usual answer. */
export const isOpened: Parameter<boolean> = {
  in: 'query',
  description: 'Ignored: `Sec-Fetch-Dest` says whether the answer is opened as a page.',
  varies: 'Sec-Fetch-Dest',
  schema: { type: 'string' },
  read: (_, __, { headers }) => ['document', 'iframe', 'frame'].includes(String(headers['sec-fetch-dest'])),
};

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif;' +
  'color:light-dark(#1a1f26,#e8eaed);background:light-dark(#fff,#14171b)}' +
  'body{margin:0 auto;padding:1.5rem 1rem;max-width:44rem;border-top:4px solid light-dark(#00549f,#8ec3ff)}' +
  'h1{font-size:1.75rem;line-height:1.2;margin:0}p{margin:.25rem 0}.kind{color:light-dark(#535d68,#a8b0ba)}' +
  'header{margin-bottom:1.5rem}ul{list-style:none;padding:0;margin:0}' +
  'li{padding:.5rem 0;border-top:1px solid light-dark(#d8dee5,#363d45)}a{color:light-dark(#00549f,#8ec3ff)}' +
  'a:focus-visible{outline:3px solid;outline-offset:2px;border-radius:2px}' +
  'li a{font-weight:600;text-decoration:none}li a:hover{text-decoration:underline}' +
  'small{display:block;color:light-dark(#535d68,#a8b0ba)}';
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors *`;

const WORDS = {
  de: { none: 'Keine Verweise', own: 'Alles dazu, mit Quellen', links: 'Verweise' },
  en: { none: 'No links', own: 'All about it, with sources', links: 'Links' },
} as const;

interface Opened {
  readonly gnd: string;
  readonly name: string;
  readonly typeLabel?: Label;
  readonly description?: string;
  readonly rows: readonly SeeAlsoLink[];
  /** Address of the page about the entity; undefined where no pages are served. */
  readonly page: string | undefined;
  readonly language: Language;
}

export function readerPage({ gnd, name, typeLabel, description, rows, page: own, language }: Opened): Answer {
  const words = WORDS[language];
  const items = rows.map(
    ({ url, label, description }) =>
      html`<li>
        <a href="${url}" rel="noopener"><bdi>${label}</bdi></a>
        ${description !== '' && html`<small>${description}</small>`}
      </li>`,
  );
  const { markup } = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${name}</title>
        ${{ markup: `<style>${STYLE}</style>` }}
      </head>
      <body>
        <main>
          <header>
            ${typeLabel && html`<p class="kind">${typeLabel[language]} · GND ${gnd}</p>`}
            <h1><bdi>${name}</bdi></h1>
            ${description !== undefined && html`<p><bdi lang="de">${description}</bdi></p>`}
            ${own !== undefined && html`<p><a href="${own}">${words.own}</a></p>`}
          </header>
          ${
            items.length === 0
              ? html`<p>${words.none}</p>`
              : html`<ul aria-label="${words.links}">
                  ${items}
                </ul>`
          }
        </main>
      </body>
    </html>`;
  return page(markup, { headers: { 'content-security-policy': POLICY } });
}

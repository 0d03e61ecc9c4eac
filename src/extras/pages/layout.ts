/** The frame of all pages: head, search box, navigation, footer, content security policy. */
import type { Answer } from '../../core/http/door.ts';
import { ICON_PATH } from '../../core/interface/well-known/well-known.ts';
import { assetPath } from './assets.ts';
import { joined, languageField, type PageHead, pageHead, readableAddress, textsForScript } from './elements.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { type Language, LANGUAGES, type Locale } from '../../shared/http/locale.ts';
import texts from './texts/layout.json' with { type: 'json' };

export interface Document {
  readonly locale: Locale;
  /** Title of the window, before the name of the site. Absent on the home page. */
  readonly title?: string;
  readonly description?: string;
  /** Path of this page, with its query but without `lang`. */
  readonly path: string;
  /** The beginning of the page, where `main` has none. */
  readonly heading?: PageHead;
  readonly main: Html;
  /** Text in the search box. */
  readonly q?: string;
  /** Scripts of this page in addition to those of all pages, e.g. `coverage.js`. */
  readonly scripts?: readonly string[];
  /** Further elements of the head. */
  readonly head?: Html;
  readonly status?: number;
  /** `Cache-Control` in place of the door's. */
  readonly cacheControl?: string;
  /** Origins that pictures may be loaded from, separated by blanks. */
  readonly pictures?: string;
  /** Whether a script on the page starts workers. */
  readonly hasThreads?: boolean;
  /** False on the home page, which has its own large search box. */
  readonly hasSearch?: boolean;
}

export const SITE = texts.site;
/** Longest text of a search, in characters. */
const MAX_TEXT = 200;

/** The content security policy: no inline scripts or styles, and nothing from other hosts. */
const policy = ({ hasThreads = false, pictures = '' }: Document) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${pictures}`.trimEnd(),
    "connect-src 'self'",
    ...(hasThreads ? ['worker-src blob:'] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const TEXT = texts.page;

const NAMES: Readonly<Record<Language, string>> = { de: 'Deutsch', en: 'English' };

export function documentAnswer(document: Document): Answer {
  const { status = 200, cacheControl } = document;
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(`<!doctype html>${wholeDocument(document).markup}`),
    ...(status !== 200 ? { cacheControl: 'no-store' } : cacheControl !== undefined && { cacheControl }),
    headers: {
      'content-security-policy': policy(document),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'content-language': document.locale.language,
      // Browsers request the style at once, not after the document.
      link: `<${document.locale.address(assetPath('style.css'))}>; rel=preload; as=style`,
    },
  };
}

/** The scripts stand last: otherwise they arrive beside the style and delay the first paint on a slow line. */
function wholeDocument(document: Document): Html {
  const { locale, title, description, path, heading, main, q, scripts = [], head, hasSearch = true } = document;
  const { t, link, address, to } = locale;
  const openSearch = to('openSearch');
  const site = t(SITE);
  const { origin } = new URL(locale.absolute('/'));
  const canonical = origin + link(path);
  return html`<html lang="${locale.language}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>${title === undefined ? site : `${title} · ${site}`}</title>
      ${description !== undefined && html`<meta name="description" content="${description}" />`}
      <meta name="color-scheme" content="light dark" />
      <link rel="stylesheet" href="${address(assetPath('style.css'))}" />
      <link rel="icon" href="${address(ICON_PATH)}" type="image/svg+xml" />
      <link rel="canonical" href="${canonical}" />
      ${
        openSearch !== undefined &&
        html`<link rel="search" type="application/opensearchdescription+xml" href="${openSearch}" title="${site}" />`
      }
      ${LANGUAGES.map((language) => html`<link rel="alternate" hreflang="${language}" href="${origin}${link(path, language)}" />`)}
      <link rel="alternate" hreflang="x-default" href="${locale.absolute(path)}" />
      <meta property="og:title" content="${title ?? site}" />
      ${head}
    </head>
    <body>
      <a class="skip" href="#main">${t(TEXT.skip)}</a>
      <header class="site-header">
        <a class="site-name" href="${link('/')}"
          ><svg class="icon" aria-hidden="true"><use href="${address(assetPath('icons.svg'))}#site" /></svg>${site}</a
        >
        ${hasSearch && searchForm(locale, q)}
        <nav class="site-nav" aria-label="${t(TEXT.navigation)}">
          <ul>
            ${Object.entries(texts.navigation).map(
              ([section, label]) =>
                html`<li>
                  <a href="${link(section)}" ${isWithin(path, section) && html` aria-current="page"`}>${t(label)}</a>
                </li>`,
            )}
          </ul>
        </nav>
        <nav class="languages" aria-label="${t(TEXT.languages)}">
          <ul>
            ${LANGUAGES.map((language) => html`<li><a href="${link(path, language)}" lang="${language}" hreflang="${language}" ${language === locale.language && html` aria-current="true"`}>${NAMES[language]}</a></li>`)}
          </ul>
        </nav>
      </header>
      <main id="main" tabindex="-1">${heading && pageHead({ title, ...heading }, locale)} ${main}</main>
      ${footer(locale)}
      ${['site.js', ...scripts].map((name) => html`<script type="module" src="${address(assetPath(name))}"></script>`)}
    </body>
  </html>`;
}

/** @param contact an e-mail address, or an address with a scheme */
export const contactAddress = (contact: string): string => (/^[a-z]+:/.test(contact) ? contact : `mailto:${contact}`);

/** A link to the same, named by its address as people write it. */
export const contactLink = (contact: string): Html =>
  html`<a href="${contactAddress(contact)}"><bdi>${readableAddress(contact.replace(/^mailto:/, ''))}</bdi></a>`;

function footer({ t, link, operator, isExcerpt }: Locale): Html {
  const { contact, imprint, privacy, accessibility, pictures, isDemonstration } = operator;
  const links = [
    html`<a href="${link('/about')}">${t(TEXT.about)}</a>`,
    html`<a href="${link('/docs')}">${t(TEXT.documentation)}</a>`,
    contact !== undefined && html`<a href="${contactAddress(contact)}">${t(TEXT.contact)}</a>`,
    imprint !== undefined && html`<a href="${imprint}">${t(TEXT.imprint)}</a>`,
    html`<a href="${privacy ?? link('/privacy')}">${t(TEXT.privacyNotice)}</a>`,
    html`<a href="${accessibility ?? link('/accessibility')}">${t(TEXT.accessibility)}</a>`,
  ];
  const notice = isDemonstration === true ? TEXT.demonstration : isExcerpt ? TEXT.excerpt : undefined;
  return html`<footer class="site-footer">
    <p>${joined(links.filter((part) => part !== false))}</p>
    <p>
      ${notice !== undefined && html`<strong>${t(notice)}</strong> `}${t(TEXT.licence)}
      ${t(pictures === 'show' ? TEXT.privacyWithPictures : TEXT.privacy)}
    </p>
  </footer>`;
}

/** The search form; `site.js` adds suggestions to it. @param text text in the box, cut to the longest search @param mistake id of the element that says what is wrong with it */
export function searchForm(locale: Locale, text = '', mistake?: string): Html {
  const { t, address } = locale;
  const q = Array.from(text.replace(/\p{Cc}/gu, ' ').trim()).slice(0, MAX_TEXT);
  return html`<form
    id="search"
    class="search"
    role="search"
    action="${address('/search')}"
    method="get"
    data-words="${JSON.stringify(textsForScript(texts.suggestions, locale))}"
    data-icons="${address(assetPath('icons.svg'))}"
  >
    <label class="visually-hidden" for="q">${t(TEXT.searchLabel)}</label>
    <input
      id="q"
      name="q"
      type="search"
      value="${q.join('')}"
      placeholder="${t(TEXT.searchHint)}"
      required
      minlength="2"
      maxlength="${MAX_TEXT}"
      ${mistake !== undefined && html`aria-invalid="true" aria-describedby="${mistake}"`}
      autocomplete="off"
      spellcheck="false"
    />
    ${languageField(locale)}
    <button type="submit">${t(TEXT.search)}</button>
  </form>`;
}

/** Pages below an entry of the navigation. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  '/use': ['/docs', '/files', '/problems'],
};

function isWithin(path: string, section: string): boolean {
  const [bare = ''] = path.split('?');
  return [section, ...(BELOW[section] ?? [])].some((one) => bare === one || bare.startsWith(`${one}/`));
}

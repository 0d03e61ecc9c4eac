/** What all pages have in common: head, search box, navigation, footer, the policy of what a page may load. */
import type { Label } from '../model/entity.ts';
import type { PageAnswer, PageRequest } from '../http/page.ts';
import { assetPath } from './assets.ts';
import { html, type Html } from './html.ts';
import { inLanguage, type Language, LANGUAGES, linkTo, type Speech, speechOf } from './language.ts';

export interface Document {
  readonly speech: Speech;
  /** For the window; the name of the site follows. Absent on the home page. */
  readonly title?: string;
  readonly description?: string;
  /** Of this page, with its query but without `lang`. */
  readonly path: string;
  readonly main: Html;
  /** Text in the search box. */
  readonly q?: string;
  /** Scripts of this page beside those of all, e.g. `coverage.js`. */
  readonly scripts?: readonly string[];
  /** Further elements of the head. */
  readonly head?: Html;
  readonly status?: number;
  /** How long it may be kept; five minutes if absent. */
  readonly cacheControl?: string;
  /** False on the home page, which has a large one of its own. */
  readonly hasSearch?: boolean;
}

export const SITE: Label = { de: 'GND-Verweise', en: 'GND Links' };

/** No inline script or style, nothing from elsewhere: what a page needs comes along with the service. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const NAVIGATION: readonly (readonly [path: string, label: Label])[] = [
  ['/coverage', { de: 'Liste prüfen', en: 'Check a list' }],
  ['/sources', { de: 'Quellen', en: 'Sources' }],
  ['/docs', { de: 'Schnittstelle', en: 'Interface' }],
  ['/status', { de: 'Status', en: 'Status' }],
];

const TEXT = {
  skip: { de: 'Zum Inhalt', en: 'Skip to content' },
  search: { de: 'Suchen', en: 'Search' },
  searchLabel: { de: 'Name, Nummer oder Adresse', en: 'Name, identifier or address' },
  suggestions: { de: 'Vorschläge', en: 'Suggestions' },
  noSuggestion: { de: 'Keine Vorschläge', en: 'No suggestions' },
  oneSuggestion: { de: '1 Vorschlag', en: '1 suggestion' },
  manySuggestions: { de: '{n} Vorschläge', en: '{n} suggestions' },
  navigation: { de: 'Bereiche', en: 'Sections' },
  languages: { de: 'Sprache', en: 'Language' },
  licence: {
    de: 'Daten der GND: CC0. Verweise: je nach Quelle.',
    en: 'Data of the GND: CC0. Links: depending on their source.',
  },
  privacy: {
    de: 'Keine Cookies, keine Aufrufe Dritter, keine Nutzerverfolgung.',
    en: 'No cookies, no third-party requests, no tracking.',
  },
} as const satisfies Record<string, Label>;

const NAMES: Readonly<Record<Language, string>> = { de: 'Deutsch', en: 'English' };

export function documentAnswer(document: Document): PageAnswer {
  const { status = 200, cacheControl = 'public, max-age=300' } = document;
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(`<!doctype html>${wholeDocument(document).markup}`),
    cacheControl: status === 200 ? cacheControl : 'no-store',
    headers: {
      'content-security-policy': POLICY,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'content-language': document.speech.language,
      vary: 'Accept-Encoding, Accept-Language',
    },
  };
}

/** The language of a request, and a function that takes texts in it. */
export function speaking(request: Pick<PageRequest, 'query' | 'acceptLanguage'>): {
  readonly speech: Speech;
  readonly say: (label: Label) => string;
} {
  const speech = speechOf(request);
  return { speech, say: (label) => inLanguage(label, speech) };
}

function wholeDocument({
  speech,
  title,
  description,
  path,
  main,
  q,
  scripts = [],
  head,
  hasSearch = true,
}: Document): Html {
  const say = (label: Label) => inLanguage(label, speech);
  const site = say(SITE);
  const inTheOther = (language: Language) => linkTo(path, { language, isChosen: true });
  return html`<html lang="${speech.language}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>${title === undefined ? site : `${title} · ${site}`}</title>
      ${description !== undefined && html`<meta name="description" content="${description}" />`}
      <meta name="color-scheme" content="light dark" />
      <link rel="stylesheet" href="${assetPath('style.css')}" />
      <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
      ${LANGUAGES.map((language) => html`<link rel="alternate" hreflang="${language}" href="${inTheOther(language)}" />`)}
      ${['site.js', ...scripts].map((name) => html`<script type="module" src="${assetPath(name)}"></script>`)} ${head}
    </head>
    <body>
      <a class="skip" href="#main">${say(TEXT.skip)}</a>
      <header class="site-header">
        <a class="site-name" href="${linkTo('/', speech)}">${site}</a>
        ${hasSearch && searchForm(speech, q)}
        <nav class="site-nav" aria-label="${say(TEXT.navigation)}">
          <ul>
            ${NAVIGATION.map(
              ([address, label]) =>
                html`<li>
                  <a href="${linkTo(address, speech)}" ${isWithin(path, address) && html` aria-current="page"`}
                    >${say(label)}</a
                  >
                </li>`,
            )}
          </ul>
        </nav>
        <nav class="languages" aria-label="${say(TEXT.languages)}">
          <ul>
            ${LANGUAGES.map((language) => html`<li><a href="${inTheOther(language)}" lang="${language}" hreflang="${language}" ${language === speech.language && html` aria-current="true"`}>${NAMES[language]}</a></li>`)}
          </ul>
        </nav>
      </header>
      <main id="main" tabindex="-1">${main}</main>
      <footer class="site-footer"><p>${say(TEXT.licence)} ${say(TEXT.privacy)}</p></footer>
    </body>
  </html>`;
}

/** The suggestions of `site.js` attach themselves to it. */
export function searchForm(speech: Speech, q = ''): Html {
  const say = (label: Label) => inLanguage(label, speech);
  return html`<form
    class="search"
    role="search"
    action="/search"
    method="get"
    data-suggestions="${say(TEXT.suggestions)}"
    data-none="${say(TEXT.noSuggestion)}"
    data-one="${say(TEXT.oneSuggestion)}"
    data-many="${say(TEXT.manySuggestions)}"
  >
    <label class="visually-hidden" for="q">${say(TEXT.searchLabel)}</label>
    <input
      id="q"
      name="q"
      type="search"
      value="${q}"
      placeholder="${say(TEXT.searchLabel)}"
      required
      minlength="2"
      maxlength="200"
      autocomplete="off"
      spellcheck="false"
    />
    ${speech.isChosen && html`<input type="hidden" name="lang" value="${speech.language}" />`}
    <button type="submit">${say(TEXT.search)}</button>
  </form>`;
}

function isWithin(path: string, section: string): boolean {
  const [bare = ''] = path.split('?');
  return bare === section || bare.startsWith(`${section}/`);
}

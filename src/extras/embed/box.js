/** The element `<gnd-links gnd="…">`: the links of an entity on any page, in the page's own light DOM and style. */
import { createRequests } from '../client/client-requests.js';

/** @import { LinksAnswer } from '../../core/snapshot/links-answer.ts' */
/** @typedef {LinksAnswer['links']['categories'][number]} Category */
/** @typedef {Category['items'][number]} Link */

const BASE = import.meta.url.replace(/\/embed\/.*$/, '');
const CREDIT = {
  de: { locale: 'de', more: 'Mehr dazu: GND-Verweise', date: ' · Datenstand ', sources: 'Quellen und Lizenzen' },
  en: { locale: 'en-GB', more: 'More: GND Links', date: ' · Data as of ', sources: 'Sources and licences' },
};
const ask = createRequests({ baseUrl: BASE, attempts: 3 });
/** Answers for the entities on the page, by address. @type {Map<string, Promise<LinksAnswer>>} */
const answers = new Map();

/** Rules of the page override this style sheet. Unlike inline style, a page's Content-Security-Policy permits it. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(`gnd-links[hidden]{display:none}
:where(gnd-links){display:block;margin:var(--gnd-links-margin,1em 0)}
:where(.gnd-links-list){margin:0;display:grid;gap:var(--gnd-links-gap,0);grid-template-columns:var(--gnd-links-columns,fit-content(40%) 1fr)}
:where(.gnd-links-narrow){grid-template-columns:1fr;row-gap:0}
:where(.gnd-links-category,.gnd-links-items){margin:0;padding:.35em 0;border-top:var(--gnd-links-rule,1px solid color-mix(in srgb,currentColor 18%,transparent))}
:where(.gnd-links-category:first-child,.gnd-links-category:first-child+.gnd-links-items){border:0}
:where(.gnd-links-category){padding-inline-end:1em;color:var(--gnd-links-category-color,color-mix(in srgb,currentColor 78%,transparent))}
:where(.gnd-links-narrow>.gnd-links-category){padding:.35em 0 0}
:where(.gnd-links-narrow>.gnd-links-items){padding:0 0 .35em;border:0}
:where(.gnd-links-item){display:inline-block}
:where(.gnd-links-item:not(:last-child)){margin-inline-end:var(--gnd-links-item-gap,1em)}
:where(.gnd-links-link,.gnd-links-source){color:var(--gnd-links-link-color,revert-layer)}
:where(.gnd-links-credit){margin:var(--gnd-links-credit-margin,.5em 0 0);font-size:var(--gnd-links-credit-size,.875em)}`);
/** Width in em below which names of categories are placed above their links: side by side, long words would not fit. */
const NARROW_EM = 24;
/** Observes widths: a list may be narrow on a wide screen. A container query would give floating boxes no width. */
const widths = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries)
    target.classList.toggle(
      'gnd-links-narrow',
      contentRect.width < NARROW_EM * parseFloat(getComputedStyle(target).fontSize),
    );
});

/** Largest number of links; infinite for a text that is no number. @param {string | null} text */
const limitOf = (text) => (/^\d+$/.test(text?.trim() ?? '') ? Number(text) : Infinity);

/** @param {string} gnd @param {string} keys for the service to check @returns {Promise<LinksAnswer>} */
function answerFor(gnd, keys) {
  const path = `/embed/${encodeURIComponent(gnd)}?form=json${keys}`;
  const answer =
    answers.get(path) ??
    /** @type {Promise<LinksAnswer>} */ (ask(path)).catch((error) => {
      // A later request, of another element or of this one, may succeed.
      answers.delete(path);
      throw error;
    });
  answers.set(path, answer);
  return answer;
}

/**
 * @param {string} tag @param {string} name of its class @param {readonly (Node | string)[]} children
 * @param {Readonly<Record<string, string>>} [attributes]
 */
function make(tag, name, children, attributes = {}) {
  const element = document.createElement(tag);
  element.className = `gnd-links-${name}`;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** @param {string} url @returns {URL | undefined} undefined for a text that is no address of the web */
function webAddress(url) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed : undefined;
}

class GndLinks extends HTMLElement {
  static observedAttributes = ['gnd', 'lang', 'include', 'exclude', 'limit', 'credit'];
  /** The child nodes of the element before links replaced them. @type {readonly Node[] | undefined} */
  #fallback;
  /** Number of the newest change; answers to earlier changes are dropped. */
  #turn = 0;
  /** Whether the element has been in or near the viewport; before that, nothing is requested. */
  #isNear = false;
  static #watch = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) /** @type {GndLinks} */ (target).#come();
    },
    { rootMargin: '400px' },
  );

  connectedCallback() {
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    this.#fallback ??= [...this.childNodes];
    if (this.#isNear) void this.#update();
    // The element stays visible until then, because a hidden element never enters the viewport.
    else GndLinks.#watch.observe(this);
  }

  attributeChangedCallback() {
    if (this.isConnected && this.#isNear) void this.#update();
  }

  #come() {
    GndLinks.#watch.unobserve(this);
    this.#isNear = true;
    void this.#update();
  }

  async #update() {
    const turn = (this.#turn += 1);
    const gnd = this.getAttribute('gnd')?.trim();
    if (!this.textContent?.trim() && !this.firstElementChild) this.hidden = true;
    // Waits until all attributes of one change are set.
    await Promise.resolve();
    const keys = ['include', 'exclude'].flatMap((name) => {
      const value = this.getAttribute(name)?.trim();
      return value ? [`&${name}=${encodeURIComponent(value)}`] : [];
    });
    /** Errors of the attributes, for the author of the page. @type {readonly { detail: string }[]} */
    let errors = [];
    const answer = gnd
      ? await answerFor(gnd, keys.join('')).catch(({ problem }) => {
          errors = problem?.errors ?? [];
          return undefined;
        })
      : undefined;
    if (turn !== this.#turn || !this.isConnected) return;
    this.#show(answer);
    if (errors.length === 0) return;
    this.replaceChildren(...errors.map(({ detail }) => make('p', 'error', [detail])));
    this.hidden = false;
  }

  /** @param {LinksAnswer | undefined} answer */
  #show(answer) {
    const language = (this.lang || this.closest('[lang]')?.getAttribute('lang'))?.startsWith('de') ? 'de' : 'en';
    const byCategory = /** @type {Record<string, number>} */ ({});
    const rows = [];
    let left = limitOf(this.getAttribute('limit'));
    for (const { category, label, items } of answer?.links.categories ?? []) {
      const chosen = items.filter((link) => this.#isChosen(category, link)).slice(0, left);
      left -= chosen.length;
      if (chosen.length === 0) continue;
      byCategory[category] = chosen.length;
      rows.push(make('dt', 'category', [label[language]], { 'data-category': category, lang: language }));
      rows.push(
        make(
          'dd',
          'items',
          chosen.flatMap((link) => [this.#item(link), ' ']),
        ),
      );
    }
    const shown = Object.values(byCategory).reduce((sum, number) => sum + number, 0);
    if (answer && shown > 0) {
      const list = make('dl', 'list', rows);
      widths.observe(list);
      this.replaceChildren(list, ...this.#credit(answer, language));
    } else this.replaceChildren(...(this.#fallback ?? []));
    this.hidden = !this.textContent?.trim() && !this.firstElementChild;
    const detail = { gnd: answer?.entity.gnd, total: answer?.links.total ?? 0, shown, byCategory };
    this.dispatchEvent(new CustomEvent('gnd-links', { bubbles: true, detail }));
  }

  /** @param {string} category @param {Link} link */
  #isChosen(category, { url, collection }) {
    const named = (/** @type {string} */ attribute) => {
      const keys =
        this.getAttribute(attribute)
          ?.split(/[\s,]+/)
          .filter(Boolean) ?? [];
      return keys.length === 0 ? undefined : keys.includes(category) || keys.includes(collection);
    };
    const address = webAddress(url);
    const isElsewhere = address !== undefined && address.hostname !== location.hostname;
    return isElsewhere && named('include') !== false && named('exclude') !== true;
  }

  /** @param {Link} link */
  #item({ url, label, collection, hits, annotation }) {
    const title = annotation === undefined ? undefined : { title: annotation };
    const attributes = { href: url, rel: 'noopener', 'data-collection': collection, ...title };
    const count = hits !== undefined && hits > 1 ? [make('span', 'hits', [` (${hits})`])] : [];
    return make('span', 'item', [make('a', 'link', [label], attributes), ...count]);
  }

  /** @param {LinksAnswer} answer @param {'de' | 'en'} language */
  #credit({ entity: { gnd }, snapshot }, language) {
    if (this.getAttribute('credit') === 'off') return [];
    const { locale, more, date, sources } = CREDIT[language];
    const link = (/** @type {string} */ text, /** @type {string} */ path) =>
      make('a', 'source', [text], { href: BASE + path, rel: 'noopener' });
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(snapshot.date),
    );
    const line = [link(more, `/gnd/${gnd}`), date + day + ' · ', link(sources, '/sources')];
    return [make('p', 'credit', line, { lang: language })];
  }
}

if (!customElements.get('gnd-links')) customElements.define('gnd-links', GndLinks);

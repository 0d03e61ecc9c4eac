/** Improvements by script on all pages: suggestions while typing, and the language that was chosen last. */
import { address } from './address.ts';
import { tryStorage } from './storage.ts';
import type { SearchAnswer } from '../../../core/interface/search-schema.ts';
import { CHOSEN_AMONG, literalFirst } from '../../../shared/suggestions.ts';
type Suggestion = SearchAnswer['items'][number];

const PAUSE_MS = 180;
const COUNT = 8;
const language = document.documentElement.lang as 'de' | 'en';
let client: ReturnType<typeof import('../../client/client.js').createClient> | undefined;

rememberLanguage();
for (const form of document.querySelectorAll<HTMLFormElement>('form.search')) suggest(form);

/** Remembers a language only after a reader has used the switch; nothing leaves the browser. */
function rememberLanguage() {
  const KEY = 'language';
  const kept = tryStorage((storage) => storage.getItem(KEY));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    link.addEventListener('click', () => tryStorage((storage) => storage.setItem(KEY, link.hreflang)));
    const page = new URL(location.href);
    if (link.hreflang === language || link.hreflang !== kept || page.searchParams.has('lang')) continue;
    page.searchParams.set('lang', link.hreflang);
    location.replace(page);
  }
}

/** The combobox pattern of the ARIA Authoring Practices: focus stays in the box, arrow keys move through the list. */
function suggest(form: HTMLFormElement) {
  const input = form.elements.namedItem('q') as HTMLInputElement;
  const { list, status } = addList(form, input);
  let shown: readonly Suggestion[] = [];
  let active = -1;
  /** The text for which the suggestions were made. */
  let asked = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request = new AbortController();

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MS);
  });
  input.addEventListener('blur', close);
  form.addEventListener('submit', close);
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const handled = keys[event.key]?.();
    if (handled) event.preventDefault();
  });
  // The box keeps the focus, because losing it closes the list.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role=option]') : null;
    if (option !== null) open([...list.children].indexOf(option));
  });

  /** Each function returns whether the key had an effect. */
  const keys: Record<string, () => boolean> = {
    ArrowDown: () => (list.hidden ? show(shown) : move(active + 1)),
    ArrowUp: () => (list.hidden ? show(shown) : move(active - 1)),
    Enter: () => !list.hidden && open(active),
    Escape: () => !list.hidden && close(),
  };

  async function ask() {
    const q = input.value.trim();
    request.abort();
    if (q === asked) return;
    asked = q;
    if (Array.from(q).length < 2) {
      forget();
      return;
    }
    request = new AbortController();
    const { signal } = request;
    try {
      const service = await loadClient();
      const { items: hits } = await service.search(q, { limit: CHOSEN_AMONG, signal });
      if (signal.aborted || document.activeElement !== input) return;
      const items = literalFirst(hits, q).slice(0, COUNT);
      fill(items);
      status.textContent = countSentence(form, items.length);
    } catch {
      // The next letter aborted the request, or there was no answer: the form works without suggestions.
      if (!signal.aborted) forget();
    }
  }

  function forget() {
    status.textContent = '';
    fill([]);
  }

  function fill(items: readonly Suggestion[]) {
    shown = items;
    const lines = [...items.map((item) => suggestionLine(form, item)), allHitsLine(form, asked)];
    for (const [index, line] of lines.entries()) line.id = `${list.id}-${index}`;
    list.replaceChildren(...lines);
    if (!show(items)) close();
  }

  function show(items: readonly Suggestion[]) {
    if (items.length === 0) return false;
    list.hidden = false;
    input.ariaExpanded = 'true';
    move(-1);
    return true;
  }

  function close() {
    list.hidden = true;
    input.ariaExpanded = 'false';
    move(-1);
    return true;
  }

  /** Beyond the last line and before the first one, the box itself is chosen. */
  function move(to: number) {
    const { length } = list.children;
    active = to < -1 ? length - 1 : to >= length ? -1 : to;
    input.removeAttribute('aria-activedescendant');
    for (const [index, element] of [...list.children].entries()) {
      element.ariaSelected = String(index === active);
      if (index !== active) continue;
      input.setAttribute('aria-activedescendant', element.id);
      element.scrollIntoView({ block: 'nearest' });
    }
    return true;
  }

  function open(index: number) {
    const chosen = shown[index];
    if (chosen === undefined && index === shown.length) form.requestSubmit();
    if (chosen === undefined) return index === shown.length;
    close();
    goTo(chosen);
    return true;
  }
}

/** Adds an empty list of suggestions, and a line for screen readers. */
function addList(form: HTMLFormElement, input: HTMLInputElement) {
  const list = document.createElement('ul');
  const status = document.createElement('div');
  list.className = 'suggestions';
  list.id = `${input.id}-suggestions`;
  list.role = 'listbox';
  list.ariaLabel = form.dataset['suggestions'] ?? '';
  list.hidden = true;
  status.className = 'visually-hidden';
  status.role = 'status';
  form.append(list, status);
  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.ariaExpanded = 'false';
  input.setAttribute('aria-controls', list.id);
  return { list, status };
}

function suggestionLine(form: HTMLFormElement, suggestion: Suggestion) {
  const { type, typeLabel, preferredName, displayName, description, linkCount, matched } = suggestion;
  const { icons = '', link = '', links = '', matchedBy = '' } = form.dataset;
  // The line shows none of these fields, so it names the value that matched.
  const isElsewhere = ['variantName', 'formerId', 'identifier', 'url'].includes(matched.field);
  const why = isElsewhere ? matchedBy.replace('{value}', () => matched.value) : '';
  const element = document.createElement('li');
  const name = document.createElement('bdi');
  const more = document.createElement('span');
  element.role = 'option';
  name.textContent = displayName ?? preferredName;
  more.className = 'soft';
  more.dir = 'auto';
  more.textContent = [
    typeLabel[language],
    description,
    why,
    linkCount === 1 ? link : links.replace('{n}', `${linkCount}`),
  ]
    .filter(Boolean)
    .join(' · ');
  const mark = document.createElement('span');
  mark.className = 'mark';
  mark.append(iconOf(icons, type));
  element.append(mark, name, more);
  return element;
}

/** The last line, which leads to all hits. */
function allHitsLine({ dataset }: HTMLFormElement, q: string) {
  const element = document.createElement('li');
  element.role = 'option';
  element.className = 'all';
  element.textContent = (dataset['all'] ?? '').replace('{q}', () => q);
  return element;
}

function countSentence({ dataset }: HTMLFormElement, count: number) {
  const { none = '', one = '', many = '' } = dataset;
  return count === 0 ? none : count === 1 ? one : many.replace('{n}', String(count));
}

/** Opens the page of an entity, in the language of this page. */
function goTo({ gnd }: Suggestion) {
  const page = new URL(address(`/gnd/${encodeURIComponent(gnd)}`));
  const lang = new URLSearchParams(location.search).get('lang');
  if (lang !== null) page.searchParams.set('lang', lang);
  location.assign(page);
}

/** Loads the client only when somebody types, because most readers do not. */
async function loadClient() {
  const { createClient } = await import('../../client/client.js');
  client ??= createClient({ baseUrl: address(''), attempts: 1 });
  return client;
}

/** @param icons address of the file with all icons */
function iconOf(icons: string, name: string) {
  const SVG = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  icon.classList.add('icon');
  icon.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `${icons}#${name}`);
  icon.append(use);
  return icon;
}

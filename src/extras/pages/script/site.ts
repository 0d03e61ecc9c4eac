/** The script of all pages: suggestions while typing. */
import { address } from './address.ts';
import { element } from './element.ts';
import type layout from '../texts/layout.json';
import type { SearchAnswer } from '../../../core/interface/search-schema.ts';
import { CHOSEN_AMONG, literalFirst } from '../../../shared/suggestions.ts';
import { subtitleIn } from '../entity-dates.ts';
import { naturalName } from '../titles.ts';
type Suggestion = SearchAnswer['items'][number];
type Words = Readonly<Record<keyof (typeof layout)['suggestions'], string>>;

const PAUSE_MS = 180;
const COUNT = 8;
const language = document.documentElement.lang as 'de' | 'en';
let client: ReturnType<typeof import('../../client/client.js').createClient> | undefined;

for (const form of document.querySelectorAll<HTMLFormElement>('form.search')) suggest(form);

/** Asks for suggestions when somebody pauses while typing. */
function suggest(form: HTMLFormElement) {
  const input = form.elements.namedItem('q') as HTMLInputElement;
  const { icons = '', words: texts = '' } = form.dataset;
  const words = JSON.parse(texts) as Words;
  const { list, status } = addList(form, input, words);
  const { fill, close } = createListbox(form, input, list);
  /** The text for which the suggestions were made. */
  let query = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request = new AbortController();

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MS);
  });
  input.addEventListener('blur', close);
  form.addEventListener('submit', close);

  async function ask() {
    const q = input.value.trim();
    request.abort();
    if (q === query) return;
    query = q;
    if (Array.from(q).length < 2) {
      show([]);
      return;
    }
    request = new AbortController();
    const { signal } = request;
    try {
      const service = await loadClient();
      const { items: hits } = await service.search(q, { limit: CHOSEN_AMONG, signal });
      if (signal.aborted || document.activeElement !== input) return;
      const items = literalFirst(hits, q).slice(0, COUNT);
      show(items);
      status.textContent = countSentence(words, items.length);
    } catch {
      // The next letter aborted the request, or there was no answer: the form works without suggestions.
      if (!signal.aborted) show([]);
    }
  }

  function show(items: readonly Suggestion[]) {
    status.textContent = '';
    const last = element('li', { role: 'option', class: 'all' }, filled(words.all, query));
    fill(items, [...items.map((item) => suggestionLine(item, icons, words)), last]);
  }
}

/** The combobox pattern of the ARIA Authoring Practices: focus stays in the box, arrow keys move through the list. */
function createListbox(form: HTMLFormElement, input: HTMLInputElement, list: HTMLElement) {
  let shown: readonly Suggestion[] = [];
  let active = -1;

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
    ArrowDown: () => (list.hidden ? show() : move(active + 1)),
    ArrowUp: () => (list.hidden ? show() : move(active - 1)),
    Enter: () => !list.hidden && open(active),
    Escape: () => !list.hidden && close(),
  };

  /** @param lines one for each suggestion, and one for all hits */
  function fill(items: readonly Suggestion[], lines: readonly HTMLElement[]) {
    shown = items;
    for (const [index, line] of lines.entries()) line.id = `${list.id}-${index}`;
    list.replaceChildren(...lines);
    if (!show()) close();
  }

  function show() {
    if (shown.length === 0) return false;
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
    for (const [index, line] of [...list.children].entries()) {
      line.ariaSelected = String(index === active);
      if (index !== active) continue;
      input.setAttribute('aria-activedescendant', line.id);
      line.scrollIntoView({ block: 'nearest' });
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

  return { fill, close };
}

/** Adds an empty list of suggestions, and a line for screen readers. */
function addList(form: HTMLFormElement, input: HTMLInputElement, { title }: Words) {
  const id = `${input.id}-suggestions`;
  const list = element('ul', { class: 'suggestions', id, role: 'listbox', 'aria-label': title, hidden: '' });
  const status = element('div', { class: 'visually-hidden', role: 'status' });
  form.append(list, status);
  const roles = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': id };
  for (const [name, value] of Object.entries(roles)) input.setAttribute(name, value);
  return { list, status };
}

/** @param icons address of the file with all icons */
function suggestionLine(suggestion: Suggestion, icons: string, words: Words) {
  const { type, typeLabel, linkCount, matched } = suggestion;
  // The line shows none of these fields, so it names the value that matched.
  const isElsewhere = ['variantName', 'formerId', 'identifier', 'url'].includes(matched.field);
  const why = isElsewhere ? filled(words.matchedBy, matched.value) : '';
  const count = linkCount === 1 ? words.link : filled(words.links, `${linkCount}`);
  const facts = [typeLabel[language], subtitleIn(suggestion, { language }), why, count].filter(Boolean).join(' · ');
  return element(
    'li',
    { role: 'option' },
    element('span', { class: 'mark' }, iconOf(icons, type)),
    element('bdi', {}, naturalName(suggestion)),
    element('span', { class: 'soft', dir: 'auto' }, facts),
  );
}

/** A text with a value in its only gap. */
const filled = (text: string, value: string) => text.replace(/\{\w+\}/, () => value);

function countSentence({ none, one, many }: Words, count: number) {
  return count === 0 ? none : count === 1 ? one : filled(many, `${count}`);
}

/** Opens the page of an entity, in the language of this page. */
function goTo({ gnd }: Suggestion) {
  const lang = new URLSearchParams(location.search).get('lang');
  location.assign(address(`/gnd/${encodeURIComponent(gnd)}${lang === null ? '' : `?lang=${lang}`}`));
}

/** Loads the client only when somebody types, because most readers do not. */
async function loadClient() {
  const { createClient } = await import('../../client/client.js');
  client ??= createClient({ baseUrl: address(''), attempts: 1 });
  return client;
}

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

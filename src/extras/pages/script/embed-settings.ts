/** Sets the attributes of the box, shows the result, and writes the snippet to copy. */
import { element } from './page.ts';

/** The attributes, each with an example. */
const EXAMPLES = {
  gnd: '118540238',
  lang: 'de',
  include: 'biography',
  exclude: 'dewiki',
  limit: '5',
  credit: 'off',
};
const ATTRIBUTES = Object.keys(EXAMPLES);
const snippet = document.querySelector('pre code');
const written = snippet?.textContent ?? '';
const script = /src="([^"]+)"/.exec(written)?.[1];

if (snippet !== null && script !== undefined) {
  const box = document.createElement('gnd-links');
  box.setAttribute('gnd', '118540238');
  const fields = Object.entries(EXAMPLES).map(([name, placeholder]) => {
    const value = box.getAttribute(name) ?? '';
    const input = element('input', { name, value, placeholder, autocomplete: 'off', spellcheck: 'false' });
    return element('label', {}, `${name} `, input);
  });
  const form = element('form', { class: 'card states' }, ...fields);
  const result = element('div', { class: 'card preview' }, box);
  document.querySelector('.try')?.append(form, result);
  form.addEventListener('input', () => update(form, box, snippet));
  form.addEventListener('submit', (event) => event.preventDefault());
  // Loads the script from the host of this page, whatever the host in the snippet.
  void import(new URL(`../..${new URL(script).pathname.replace(/^.*(?=\/embed\/)/, '')}`, import.meta.url).href);
}

function update(form: HTMLFormElement, box: Element, shown: Element) {
  let attributes = '';
  for (const name of ATTRIBUTES) {
    const given = new FormData(form).get(name);
    const value = typeof given === 'string' ? given.trim() : '';
    if (value === '') box.removeAttribute(name);
    else if (box.getAttribute(name) !== value) box.setAttribute(name, value);
    if (value !== '') attributes += ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
  }
  shown.textContent = written.replace(/<gnd-links[^>]*>/, `<gnd-links${attributes.replaceAll('$', '$$$$')}>`);
}

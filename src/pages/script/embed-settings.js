/** Sets the attributes of the box, shows what comes of them, and writes the snippet to copy. */

const ATTRIBUTES = ['gnd', 'lang', 'include', 'exclude', 'limit', 'credit'];
const snippet = document.querySelector('pre code');
const written = snippet?.textContent ?? '';
const script = /src="([^"]+)"/.exec(written)?.[1];

if (snippet !== null && script !== undefined) {
  const form = document.createElement('form');
  form.className = 'card settings';
  const box = document.createElement('gnd-links');
  box.setAttribute('gnd', '118540238');
  for (const name of ATTRIBUTES) form.append(field(name, box.getAttribute(name) ?? ''));
  const result = document.createElement('div');
  result.className = 'card';
  result.append(box);
  (snippet.closest('figure') ?? snippet.closest('pre'))?.before(form, result);
  form.addEventListener('input', () => update(form, box, snippet));
  form.addEventListener('submit', (event) => event.preventDefault());
  // Of this service, wherever the snippet says that it is reached.
  void import(new URL(`../..${new URL(script).pathname.replace(/^.*(?=\/embed\/)/, '')}`, import.meta.url).href);
}

/** @param {string} name @param {string} value */
function field(name, value) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.name = name;
  input.value = value;
  input.autocomplete = 'off';
  input.spellcheck = false;
  label.append(`${name} `, input);
  return label;
}

/** @param {HTMLFormElement} form @param {Element} box @param {Element} shown */
function update(form, box, shown) {
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

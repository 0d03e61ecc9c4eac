/** Sends the form of an address from within the page and shows the answer below it. */

/** Of a long answer so many characters are shown. */
const SHOWN = 100_000;

for (const form of document.querySelectorAll('form.try')) {
  const answer = form.nextElementSibling;
  if (form instanceof HTMLFormElement && answer instanceof HTMLElement) listen(form, answer);
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} answer
 */
function listen(form, answer) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, answer);
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} answer
 */
async function send(form, answer) {
  const target = targetOf(form);
  answer.hidden = true;
  answer.setAttribute('aria-busy', 'true');
  fill(answer, 'curl', `curl '${(form.dataset['base'] ?? '') + target.replaceAll("'", '%27')}'`);
  try {
    const begin = performance.now();
    const response = await fetch(target, { cache: 'no-cache' });
    const bytes = await response.arrayBuffer();
    const took = performance.now() - begin;
    const { lang } = document.documentElement;
    fill(answer, 'status', `${response.status} ${response.statusText}`.trim());
    fill(answer, 'time', took.toLocaleString(lang, { maximumFractionDigits: 0 }));
    fill(answer, 'size', bytes.byteLength.toLocaleString(lang));
    fill(answer, 'ratelimit', response.headers.get('ratelimit') ?? '–');
    fill(answer, 'ratelimit-policy', response.headers.get('ratelimit-policy') ?? '–');
    const text = readable(new TextDecoder().decode(bytes), response.headers.get('content-type') ?? '');
    fill(answer, 'body', text.slice(0, SHOWN));
    show(answer, 'cut', text.length > SHOWN);
    show(answer, 'failed', false);
  } catch {
    for (const name of ['status', 'time', 'size', 'ratelimit', 'ratelimit-policy', 'body']) fill(answer, name, '');
    show(answer, 'cut', false);
    show(answer, 'failed', true);
  }
  answer.removeAttribute('aria-busy');
  answer.hidden = false;
}

/**
 * The address that the fields make; those that are empty are left out.
 * @param {HTMLFormElement} form
 */
function targetOf(form) {
  let path = form.dataset['path'] ?? '';
  const query = new URLSearchParams();
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    const { name, value } = field;
    if (field.dataset['in'] === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (field.dataset['in'] === 'query' && value !== '') query.set(name, value);
  }
  return query.size === 0 ? path : `${path}?${query.toString().replaceAll('%2C', ',')}`;
}

/**
 * @param {string} text
 * @param {string} type
 */
function readable(text, type) {
  if (!/\bjson\b/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/**
 * @param {HTMLElement} answer
 * @param {string} name
 */
function slot(answer, name) {
  const found = answer.querySelector(`[data-slot="${name}"]`);
  return found instanceof HTMLElement ? found : undefined;
}

/**
 * @param {HTMLElement} answer
 * @param {string} name
 * @param {string} text
 */
function fill(answer, name, text) {
  const place = slot(answer, name);
  if (place !== undefined) place.textContent = text;
}

/**
 * @param {HTMLElement} answer
 * @param {string} name
 * @param {boolean} isShown
 */
function show(answer, name, isShown) {
  const place = slot(answer, name);
  if (place !== undefined) place.hidden = !isShown;
}

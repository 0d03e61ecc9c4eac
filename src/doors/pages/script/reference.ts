/**
 * Draws the description of the API on request, and adds what the renderer lacks: colours, names of fields, keyboard
 * use.
 */
const button = document.querySelector<HTMLButtonElement>('#draw');
const template = document.querySelector<HTMLTemplateElement>('#drawn');
let renderer: Element | null = null;
const dark = matchMedia('(prefers-color-scheme: dark)');
const style = new CSSStyleSheet();
style.replaceSync(`
  :host, * {
    --bg: var(--paper); --input-bg: var(--paper);
    --bg2: var(--paper-raised); --bg3: var(--paper-raised);
    --fg: var(--ink); --fg2: var(--ink); --code-fg: var(--ink); --inline-code-fg: var(--ink);
    --fg3: var(--ink-soft); --light-fg: var(--ink-soft); --placeholder-color: var(--ink-soft);
    --primary-color: var(--accent); --blue: var(--accent); --purple: var(--accent);
    --primary-color-invert: var(--on-accent);
    --green: var(--good); --red: var(--bad); --orange: var(--warn); --brown: var(--warn);
  }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  /* Every address answers them alike, as the text above says. */
  .m-endpoint:has(> .endpoint-head:is(.head, .options)) { display: none; }
  /* For a mouse only; every operation can be opened by itself. */
  .operations-root > div:has(> span[style*=pointer]) { display: none; }
`);

dark.addEventListener('change', paint);
button?.toggleAttribute('hidden', false);
button?.addEventListener('click', draw, { once: true });
// The fragment of an address leads to its operation.
addEventListener('hashchange', drawPart);
drawPart();

function drawPart() {
  if (location.hash.startsWith('#get-')) draw();
}

function draw() {
  if (renderer !== null || template === null) return;
  document.querySelector('#main > main')?.replaceWith(template.content);
  renderer = document.querySelector('rapi-doc');
  paint();
  void customElements.whenDefined('rapi-doc').then(() => watch(renderer?.shadowRoot));
  void import(new URL('rapidoc-min.js', import.meta.url).href);
}

function paint() {
  renderer?.setAttribute('theme', dark.matches ? 'dark' : 'light');
}

/** Watches a shadow root of the renderer, which draws piece by piece into several of them. */
function watch(root: ShadowRoot | null | undefined) {
  if (!root) return;
  root.adoptedStyleSheets.push(style);
  const known = new Set<ShadowRoot>();
  const visit = () => {
    for (const part of root.querySelectorAll('*')) {
      if (part.matches('input, select, textarea') && part.ariaLabel === null) part.ariaLabel = nameOf(part);
      if (part.matches('summary') && part instanceof HTMLElement) makeButton(part);
      if (part.shadowRoot === null || known.has(part.shadowRoot)) continue;
      known.add(part.shadowRoot);
      watch(part.shadowRoot);
    }
  };
  new MutationObserver(visit).observe(root, { childList: true, subtree: true });
  visit();
}

function nameOf(field: Element) {
  return field.getAttribute('data-pname') ?? field.getAttribute('name') ?? field.id;
}

/** Makes a button of the head of an operation, which otherwise opens by mouse only. */
function makeButton(head: HTMLElement) {
  head.ariaExpanded = String(head.classList.contains('expanded'));
  if (head.role === 'button') return;
  head.role = 'button';
  head.tabIndex = 0;
  head.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    head.click();
  });
}

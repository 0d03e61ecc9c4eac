/** The script of the page of an entity: a filter for links, and the picture after consent. */
import { tryStorage } from './storage.ts';

/** Key under which the browser remembers the host whose pictures may be loaded. */
const PICTURES = 'pictures';

const row = document.querySelector<HTMLElement>('.link-filter');
const field = row?.querySelector('input');
field?.addEventListener('input', () => filter(field.value));
row?.toggleAttribute('hidden', false);

for (const button of document.querySelectorAll<HTMLElement>('button[data-picture]')) offerPicture(button);

// A click elsewhere or Escape closes notes that lie over the page.
document.addEventListener('click', ({ target }) => closeNotes(target instanceof Node ? target : null));
document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeNotes(null));

function closeNotes(clicked: Node | null) {
  for (const note of document.querySelectorAll<HTMLDetailsElement>('details.why[open]')) {
    if (!note.contains(clicked)) note.open = false;
  }
}

/** Asks for consent once per host; only the browser remembers it. */
function offerPicture(button: HTMLElement) {
  const { picture: src = '', name = '', host } = button.dataset;
  const forget = button.closest('figure')?.querySelector<HTMLElement>('[data-forget]');
  const show = () => {
    const picture = new Image();
    picture.alt = name;
    picture.referrerPolicy = 'no-referrer';
    picture.src = src;
    button.replaceWith(picture);
    forget?.toggleAttribute('hidden', false);
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    if (host !== undefined) tryStorage((storage) => storage.setItem(PICTURES, host));
    show();
  });
  forget?.addEventListener('click', () => {
    tryStorage((storage) => storage.removeItem(PICTURES));
    forget.hidden = true;
  });
  if (host !== undefined && tryStorage((storage) => storage.getItem(PICTURES)) === host) show();
}

/** Shows the lines that contain the text, with the heading of their group. */
function filter(text: string) {
  const wanted = folded(text.trim());
  let shown = 0;
  for (const section of document.querySelectorAll<HTMLElement>('section.links')) {
    for (const group of section.querySelectorAll<HTMLElement>(':scope > ul > li')) {
      const [head, ...lines] = group.querySelectorAll<HTMLElement>('.line');
      const isNamed = folded(head?.textContent ?? '').includes(wanted);
      const kept = lines.filter((line) => isNamed || folded(line.textContent ?? '').includes(wanted));
      for (const line of lines) line.closest('li')?.toggleAttribute('hidden', !kept.includes(line));
      for (const fold of group.querySelectorAll('details.fold')) fold.toggleAttribute('open', wanted !== '');
      group.hidden = !isNamed && kept.length === 0;
      if (!group.hidden) shown += Math.max(1, kept.length);
    }
    section.hidden = section.querySelector(':scope > ul > li:not([hidden])') === null;
  }
  const status = row?.querySelector<HTMLElement>('[role=status]');
  const { one = '', many = '' } = status?.dataset ?? {};
  if (status) status.textContent = wanted === '' ? '' : (shown === 1 ? one : many).replace('{n}', String(shown));
}

function folded(text: string) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

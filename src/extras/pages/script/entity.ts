/** The script of the page of an entity: notes that lie over the page, and the picture after consent. */
import { tryStorage } from './storage.ts';

/** Key under which the browser remembers the host whose pictures may be loaded. */
const PICTURES = 'pictures';

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

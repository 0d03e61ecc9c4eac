/** The script of the page of an entity: notes that lie over the page, and the picture after a click. */
import { element } from './element.ts';

for (const button of document.querySelectorAll<HTMLElement>('button[data-picture]')) {
  const { picture: src = '', name: alt = '' } = button.dataset;
  button.hidden = false;
  button.addEventListener('click', () => {
    button.replaceWith(element('img', { referrerpolicy: 'no-referrer', alt, src }));
  });
}

// A click elsewhere or Escape closes notes that lie over the page.
document.addEventListener('click', ({ target }) => closeNotes(target instanceof Node ? target : null));
document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeNotes(null));

function closeNotes(clicked: Node | null) {
  for (const note of document.querySelectorAll<HTMLDetailsElement>('details.why[open]')) {
    if (!note.contains(clicked)) note.open = false;
  }
}

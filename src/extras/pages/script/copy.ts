/** Adds a copy button to each text with `data-copy`, if the browser allows pages to copy. */
import { element } from './element.ts';

/** Milliseconds for which a button reports success. */
const SUCCESS_MS = 2000;
/** Longest text in the name of a button, in characters. */
const MAX_NAME = 60;

// Browsers have no clipboard if the connection is not secure.
if (navigator.clipboard !== undefined) {
  for (const text of document.querySelectorAll<HTMLElement>('[data-copy]')) text.after(copyButton(text));
}

function copyButton(copied: HTMLElement) {
  const { copy = '', copied: done = '' } = copied.dataset;
  const text = copied.textContent.trim();
  const word = element('span', { 'aria-live': 'polite' }, copy);
  const name = element('span', { class: 'visually-hidden' }, text.length > MAX_NAME ? '' : ` ${text}`);
  const button = element('button', { type: 'button', class: 'quiet small copy' }, word, name);
  button.addEventListener('click', async () => {
    try {
      // The text may have changed since the page was loaded.
      await navigator.clipboard.writeText(copied.textContent.trim());
    } catch {
      // The reader or the browser refused; the text can still be selected.
      return;
    }
    word.textContent = done;
    setTimeout(() => (word.textContent = copy), SUCCESS_MS);
  });
  return button;
}

/** Adds a copy button to each text with `data-copy`, if the browser allows pages to copy. */

/** Milliseconds for which a button reports success. */
const SUCCESS_MS = 2000;
/** Longest text in the name of a button, in characters. */
const MAX_NAME = 60;

// Browsers have no clipboard if the connection is not secure.
if (navigator.clipboard !== undefined) {
  for (const element of document.querySelectorAll('[data-copy]')) {
    if (element instanceof HTMLElement) element.after(copyButton(element));
  }
}

function copyButton(element: HTMLElement) {
  const { copy = '', copied = '' } = element.dataset;
  const text = element.textContent.trim();
  const word = document.createElement('span');
  word.ariaLive = 'polite';
  word.textContent = copy;
  const what = document.createElement('span');
  what.className = 'visually-hidden';
  what.textContent = text.length > MAX_NAME ? '' : ` ${text}`;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet small copy';
  button.append(word, what);
  button.addEventListener('click', async () => {
    try {
      // The text may have changed since the page was loaded.
      await navigator.clipboard.writeText(element.textContent.trim());
    } catch {
      // The reader or the browser refused; the text can still be selected.
      return;
    }
    word.textContent = copied;
    setTimeout(() => (word.textContent = copy), SUCCESS_MS);
  });
  return button;
}

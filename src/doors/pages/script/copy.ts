/** Puts a button beside what is worth copying, where the browser lets pages copy. */

/** How long a button says that it did, in milliseconds. */
const SAID = 2000;
/** A longer text says more than a button should. */
const MAX_NAME = 60;

// Absent where the connection is not secure.
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
      // It may have been written anew.
      await navigator.clipboard.writeText(element.textContent.trim());
    } catch {
      // Refused by the reader or the browser: the text can still be selected.
      return;
    }
    word.textContent = copied;
    setTimeout(() => (word.textContent = copy), SAID);
  });
  return button;
}

/** The notice that a pasted list has foreign identifiers, with a button that resolves them. */
import { address } from './address.ts';
import { foreignIn, resolveAll } from './coverage-foreign.ts';
import { byId, saveAs, t } from './page.ts';

/** @returns a function to be called with each new text */
export function foreignNotice(): (text: string) => void {
  let foreign: readonly string[] = [];
  const button = byId('resolve');

  /** Saves the result as a file; the list in the form stays. */
  async function resolve() {
    const headers = { 'content-type': 'text/plain' };
    const post = (path: string, body: string) => fetch(address(path), { method: 'POST', headers, body });
    button.setAttribute('aria-disabled', 'true');
    let failure = '';
    try {
      const pause = (ms: number) => new Promise((done) => void setTimeout(done, ms));
      saveAs(await resolveAll(foreign, post, pause), 'gnd-resolve.csv');
    } catch {
      failure = t('notResolved');
    }
    byId('ids-error').textContent = failure;
    byId('ids-error').hidden = failure === '';
    button.removeAttribute('aria-disabled');
  }

  button.addEventListener('click', () => button.ariaDisabled === 'true' || void resolve());
  return (text) => {
    foreign = foreignIn(text);
    byId('foreign').hidden = foreign.length === 0;
    byId('foreign')
      .querySelector('p')
      ?.replaceChildren(t('foreign', { n: foreign.length }));
  };
}

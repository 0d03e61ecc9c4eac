/** The notice that what was pasted are identifiers of others, with a button that has them resolved. */
import { address } from './address.ts';
import { foreignIn, resolveAll } from './coverage-foreign.ts';
import { byId, saveAs, t } from './page.ts';

/** @returns a function that is told of every text */
export function foreignNotice(): (text: string) => void {
  let foreign: readonly string[] = [];
  const button = byId('resolve');

  /** Without a way back: what is resolved is another list. */
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

/** The form: what was typed, pasted, dropped or chosen, and where in it the identifiers are. */

/** @typedef {import('./coverage-list.js').Choice} Choice */
/** @typedef {import('./coverage-list.js').Reading} Reading */

/** How long typing rests before it is read again, in milliseconds. */
const REST_MS = 250;

/**
 * @param {object} parts
 * @param {typeof import('./coverage-list.js')} parts.list
 * @param {typeof import('./coverage-table.js')} parts.tools
 * @param {import('./coverage-table.js').Speech} parts.speech
 * @param {<T extends HTMLElement>(id: string) => T} parts.byId
 */
export function createInput({ list, tools, speech, byId }) {
  const { text, language } = speech;
  const number = new Intl.NumberFormat(language);
  const form = /** @type {HTMLFormElement} */ (byId('coverage-form'));
  const field = /** @type {HTMLTextAreaElement} */ (byId('ids'));
  const fileInput = /** @type {HTMLInputElement} */ (byId('file'));
  const column = /** @type {HTMLSelectElement} */ (byId('column'));
  const error = byId('ids-error');
  const chosen = byId('file-chosen');
  /** @type {string | undefined} */
  let fileText;
  /** @type {Reading} */
  let reading = list.readPasted('');
  let lastRead = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;

  function readAgain() {
    clearTimeout(resting);
    lastRead = fileText ?? field.value;
    reading = list.readPasted(lastRead);
    offerColumns();
    count();
  }

  function offerColumns() {
    const { columns, best } = reading;
    const everything = list.idsOf(reading, 'everything').length;
    const lookalikes = list.idsOf(reading, 'lookalikes').length;
    /** @type {(readonly [Choice, string])[]} */
    const choices = columns.map(({ index, name, hits, filled }) => {
      const values = { column: index + 1, name, hits: number.format(hits), filled: number.format(filled) };
      return [index, tools.fill(text['inColumn'] ?? '', values)];
    });
    choices.push(['everything', tools.fill(text['everything'] ?? '', { n: number.format(everything) })]);
    if (lookalikes < everything) {
      choices.push(['lookalikes', tools.fill(text['lookalikes'] ?? '', { n: number.format(lookalikes) })]);
    }
    column.replaceChildren(
      ...choices.map(([value, label]) => tools.element('option', { value: String(value) }, [label])),
    );
    column.value = String(best);
    // A plain list leaves nothing to choose.
    const isPlain = columns.length === 0 && lookalikes > 0 && best === 'everything';
    column.closest('p')?.toggleAttribute('hidden', choices.length < 2 || isPlain);
  }

  function ids() {
    const { value } = column;
    return list.idsOf(reading, value === 'everything' || value === 'lookalikes' ? value : Number(value));
  }

  function count() {
    const all = ids();
    const { distinct } = list.distinctOf(all);
    const requests = list.batchesOf(distinct, (id) => id).length;
    const values = { ids: all.length, distinct: distinct.length, requests };
    const formatted = Object.fromEntries(Object.entries(values).map(([key, n]) => [key, number.format(n)]));
    const said = [tools.fill(text['recognised'] ?? '', formatted)];
    if (reading.header !== undefined) {
      const header = reading.header.join(' | ').slice(0, 80);
      said.push(tools.fill(text['header'] ?? '', { header }));
    }
    byId('recognised').textContent = said.join(' ');
    byId('reading').hidden = all.length === 0 && reading.columns.length === 0;
    if (all.length > 0) complain('');
  }

  /** @param {string} sentence empty for none */
  function complain(sentence) {
    error.textContent = sentence;
    error.hidden = sentence === '';
    field.toggleAttribute('aria-invalid', false);
    if (sentence !== '') field.setAttribute('aria-invalid', 'true');
  }

  /** @param {File | undefined} file */
  async function take(file) {
    if (file === undefined) return;
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      complain(tools.fill(text['unreadable'] ?? '', { name: file.name }));
      return;
    }
    const content = list.decodeText(bytes);
    if (content === undefined) {
      complain(tools.fill(text['notText'] ?? '', { name: file.name }));
      return;
    }
    fileText = content;
    const lines = content.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '').length;
    const said = tools.fill(text['fileChosen'] ?? '', { name: file.name, lines: number.format(lines) });
    chosen.querySelector('span')?.replaceChildren(said);
    setFile(true);
    complain('');
    readAgain();
    byId('file-remove').focus();
  }

  /** @param {boolean} isThere */
  function setFile(isThere) {
    chosen.hidden = !isThere;
    field.disabled = isThere;
    if (!isThere) fileText = undefined;
    fileInput.value = '';
  }

  field.addEventListener('input', () => {
    clearTimeout(resting);
    resting = setTimeout(readAgain, REST_MS);
  });
  column.addEventListener('change', count);
  byId('choose').addEventListener('click', () => fileInput.click());
  fileInput.addEventListener('change', () => void take(fileInput.files?.[0]));
  byId('file-remove').addEventListener('click', () => {
    setFile(false);
    readAgain();
    field.focus();
  });
  form.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    form.classList.add('dropping');
  });
  for (const end of ['dragleave', 'drop']) form.addEventListener(end, () => form.classList.remove('dropping'));
  form.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    void take(file);
  });

  // The browser's own demand does not know of files.
  field.required = false;
  form.noValidate = true;
  if (field.value !== '') readAgain();

  return {
    /** @param {(ids: readonly string[]) => void} submitted */
    onSubmit(submitted) {
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        if ((fileText ?? field.value) !== lastRead) readAgain();
        const all = ids();
        if (all.length > 0) submitted(all);
        else {
          complain(text['nothing'] ?? '');
          field.focus();
        }
      });
    },
  };
}

/** The script of the form: reads typed, pasted, dropped or chosen text, and finds the identifiers in it. */
import { type Choice, idsByRow, type Kind, type Reading, readPasted } from '../coverage-list.ts';
import { NotText, readListFile } from './list-file.ts';
import type { List } from './list-table.ts';
import { element } from './element.ts';
import { byId, t } from './page.ts';

/** Milliseconds without typing after which the text is read again. */
const REST_MS = 250;

/** @param kind of identifiers to look for @param submitted called with each list; the first may be in the address of the page */
export function createInput(kind: Kind, submitted: (list: List) => void) {
  const form = byId<HTMLFormElement>('coverage-form');
  const field = byId<HTMLTextAreaElement>('ids');
  const column = byId<HTMLSelectElement>('column');
  const namesColumn = document.getElementById('names-column') as HTMLSelectElement | null;
  let fileText: string | undefined;
  let reading: Reading = readPasted('', kind);
  let lastRead = '';
  let resting: ReturnType<typeof setTimeout> | undefined;

  function readAgain() {
    clearTimeout(resting);
    lastRead = fileText ?? field.value;
    reading = readPasted(lastRead, kind);
    offerColumns(reading, kind, column, namesColumn);
    count();
  }

  function list(): List {
    const { value } = column;
    const choice = value === 'everything' || value === 'lookalikes' ? value : Number(value);
    const names = namesColumn?.value ? Number(namesColumn.value) : undefined;
    return { reading, ids: idsByRow(reading, choice, kind), names };
  }

  function count() {
    const all = list().ids.flat();
    byId('recognised').textContent = recognised(reading, all);
    byId('reading').hidden = all.length === 0 && reading.columns.length === 0;
    if (all.length > 0) showError(field, '');
  }

  createFileChooser(form, field, (text) => {
    fileText = text;
    readAgain();
  });
  field.addEventListener('input', () => {
    clearTimeout(resting);
    resting = setTimeout(readAgain, REST_MS);
  });
  // Reading moves the button; between press and release it must not move, because the click would be lost.
  form.querySelector('[type=submit]')?.addEventListener('pointerdown', () => clearTimeout(resting));
  column.addEventListener('change', count);

  // When somebody returns to the page, the browser fills the field after this script has run.
  globalThis.addEventListener('pageshow', () => field.value !== lastRead && readAgain());

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if ((fileText ?? field.value) !== lastRead) readAgain();
    const given = list();
    if (given.ids.some((own) => own.length > 0)) submitted(given);
    else {
      showError(field, t('nothing'));
      field.focus();
    }
  });
  for (const part of document.querySelectorAll('[data-with-script]')) part.toggleAttribute('hidden', false);
  if (field.defaultValue !== '') form.requestSubmit();
}

/**
 * Lets people choose or drop a file instead of filling the text field.
 * @param took called with the text of the file, and with undefined when the file is removed again
 */
function createFileChooser(form: HTMLFormElement, field: HTMLTextAreaElement, took: (text?: string) => void) {
  const input = byId<HTMLInputElement>('file');
  const chosen = byId('file-chosen');

  function set(text?: string) {
    field.disabled = text !== undefined;
    chosen.hidden = !field.disabled;
    input.value = '';
    showError(field, '');
    took(text);
  }

  async function take(file: File | undefined) {
    if (file === undefined) return;
    try {
      const text = await readListFile(file);
      const n = text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '').length;
      chosen.querySelector('span')?.replaceChildren(t('fileChosen', { name: file.name, n }));
      set(text);
      byId('file-remove').focus();
    } catch (problem) {
      showError(field, t(problem instanceof NotText ? 'notText' : 'unreadable', { name: file.name }));
    }
  }

  byId('choose').addEventListener('click', () => input.click());
  input.addEventListener('change', () => void take(input.files?.[0]));
  byId('file-remove').addEventListener('click', () => {
    set();
    field.focus();
  });
  acceptDropped(form, (file) => void take(file));
}

function offerColumns(reading: Reading, kind: Kind, column: HTMLSelectElement, namesColumn: HTMLSelectElement | null) {
  const { columns, best } = reading;
  const everything = idsByRow(reading, 'everything', kind).flat().length;
  const lookalikes = idsByRow(reading, 'lookalikes', kind).flat().length;
  const choices: (readonly [Choice, string])[] = columns.map(({ index, name, hits, filled }) => {
    return [index, t('inColumn', { column: index + 1, name, hits, filled })];
  });
  choices.push(['everything', t('everything', { n: everything })]);
  if (lookalikes < everything) {
    choices.push(['lookalikes', t('lookalikes', { n: lookalikes })]);
  }
  fill(column, choices, best);
  // A plain list has only one reading, so there is nothing to choose.
  const isPlain = columns.length === 0 && lookalikes > 0 && best === 'everything';
  column.closest('p')?.toggleAttribute('hidden', choices.length < 2 || isPlain);
  if (namesColumn === null) return;
  const named = columns.map(({ index, name }) => [index, t('column', { column: index + 1, name })] as const);
  fill(namesColumn, [['', t('noNames')], ...named], reading.names ?? '');
  namesColumn.closest('p')?.toggleAttribute('hidden', columns.length < 2);
}

/** Fills a choice with its options. */
function fill(select: HTMLSelectElement, options: readonly (readonly [Choice | '', string])[], chosen: Choice | '') {
  select.replaceChildren(...options.map(([value, label]) => element('option', { value: String(value) }, label)));
  select.value = String(chosen);
}

/** Sentences about what was found in a text. */
function recognised({ headLines, header }: Reading, all: readonly string[]): string {
  const repeated = all.length - new Set(all).size;
  const sentences = [
    t('recognised', { n: all.length }),
    repeated > 0 && t('repeated', { n: repeated }),
    headLines !== undefined && t('beacon', { n: headLines }),
    header !== undefined && t('header', { header: header.join(' | ').slice(0, 80) }),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' · ');
}

/** @param sentence empty to remove the message */
function showError(field: HTMLTextAreaElement, sentence: string) {
  const error = byId('ids-error');
  error.textContent = sentence;
  error.hidden = sentence === '';
  field.ariaInvalid = error.hidden ? null : 'true';
}

function acceptDropped(form: HTMLFormElement, take: (file: File) => void) {
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
    take(file);
  });
}

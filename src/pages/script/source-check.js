/** The check of a new version of a list: takes the file, has it read beside the page, and writes down what was found. */
import { byId, data, element, number, reasons, t, verdicts } from './page.js';

/** @import { Count, Finding } from './source-check-worker.js' */
/** @import { ValidationResult } from '../../fetch/plausibility.ts' */
/** @typedef {{ result?: ValidationResult } & ReturnType<Count['finish']>} Answer */

/** Characters of a header field that are shown. */
const MAX_VALUE = 500;
const TONES = { accepted: 'good', unchanged: 'good', held: 'warn', failed: 'bad' };

const input = /** @type {HTMLInputElement} */ (byId('check-file'));
const progress = /** @type {HTMLProgressElement} */ (byId('check-progress'));
/** @type {Worker | undefined} */
let worker;

byId('check').hidden = false;
input.addEventListener('change', () => {
  const [file] = input.files ?? [];
  if (file !== undefined) check(file);
});

/** @param {File} file */
function check(file) {
  worker?.terminate();
  worker = new Worker(new URL('source-check-worker.js', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => {
    if ('share' in data) progress.value = data.share;
    else show(data, file.name);
  });
  worker.addEventListener('error', () => say(t('unreadable', { name: file.name })));
  worker.postMessage({ file, ...data.check });
  byId('check-answer').replaceChildren();
  say(t('reading', { name: file.name }));
  progress.hidden = false;
}

/** @param {string} sentence */
function say(sentence) {
  progress.hidden = true;
  byId('check-status').textContent = sentence;
}

/** @param {Answer} answer @param {string} name */
function show({ result, ...found }, name) {
  say(t(result?.verdict ?? 'unreadable', { name }));
  byId('check-status').className = `notice ${TONES[result?.verdict ?? 'failed']}`;
  if (result === undefined) return;
  const why = verdicts[result.reason ?? ''];
  if (why !== undefined) byId('check-status').append(` ${why}`);
  byId('check-answer').replaceChildren(...(found.statements + found.unreadable > 0 ? report(found) : []));
}

/** @param {Omit<Answer, 'result'>} found */
function report({ ids, statements, unreadable, declaredDate, findings, fields }) {
  const { entities, links } = data.check.scope;
  const beside = (/** @type {number} */ now, /** @type {number} */ before) => t('of', { now, before });
  const numbers = [
    [t('entities'), beside(ids, entities)],
    [t('links'), beside(statements, links)],
    [t('unusable'), number(unreadable)],
    ...(declaredDate === undefined ? [] : [[t('declared'), declaredDate]]),
  ];
  const conspicuous = Object.entries(findings).toSorted(([, a], [, b]) => b.count - a.count);
  return [
    table(t('numbers'), [], numbers),
    element('h3', {}, [t('defects')]),
    ...(conspicuous.length === 0 ? [t('none')] : conspicuous.map(finding)),
    table(
      t('fields'),
      [t('field'), t('value')],
      Object.entries(fields).map(([key, value]) => [key, value.slice(0, MAX_VALUE)]),
    ),
  ];
}

/** What costs links stands open. @param {[string, Finding]} entry */
function finding([reason, { severity, count, examples }]) {
  const items = examples.map(({ line = 0, excerpt = '' }) =>
    element('li', {}, [t('line', { line }), ' ', element('code', {}, [excerpt])]),
  );
  const summary = t('finding', { n: count, reason: reasons[reason] ?? reason, effect: t(severity) });
  return element('details', severity === 'record' ? { open: '' } : {}, [
    element('summary', {}, [summary]),
    element('ul', { class: 'plain-list' }, items),
  ]);
}

/** @param {string} caption @param {readonly string[]} head @param {readonly (readonly (string | Node)[])[]} rows */
function table(caption, head, rows) {
  const body = rows.map(([first = '', ...cells]) =>
    element('tr', {}, [element('th', { scope: 'row' }, [first]), ...cells.map((cell) => element('td', {}, [cell]))]),
  );
  const names = head.map((name) => element('th', { scope: 'col' }, [name]));
  const whole = element('table', {}, [
    element('caption', {}, [caption]),
    ...(head.length === 0 ? [] : [element('thead', {}, [element('tr', {}, names)])]),
    element('tbody', {}, body),
  ]);
  return element('div', { class: 'table-scroll', role: 'group', tabindex: '0', 'aria-label': caption }, [whole]);
}

/** Checks a new version of a list: passes the file to a worker, and shows the findings. */
import { element } from './element.ts';
import { byId, data, number, reasons, t, verdicts } from './page.ts';
import type { CheckAnswer, CheckFinding } from './source-check-worker.ts';

/** Characters of a header field that are shown. */
const MAX_VALUE = 500;
/** Findings with more lines are folded. */
const MAX_OPEN = 20;
const TONES = { accepted: 'good', unchanged: 'good', held: 'warn', failed: 'bad' } as const;

const input = byId<HTMLInputElement>('check-file');
const progress = byId<HTMLProgressElement>('check-progress');
let worker: Worker | undefined;

byId('check').hidden = false;
input.addEventListener('change', () => {
  const [file] = input.files ?? [];
  if (file !== undefined) check(file);
});

function check(file: File) {
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

function say(sentence: string, className = '') {
  progress.hidden = true;
  byId('check-status').textContent = sentence;
  byId('check-status').className = className;
}

function show({ result, ...report }: CheckAnswer, name: string) {
  const { verdict, reason = '' } = result ?? { verdict: 'failed' };
  const sentences = [t(result === undefined ? 'unreadable' : verdict, { name }), verdicts[reason] ?? ''];
  say(sentences.join(' ').trim(), `notice ${TONES[verdict]}`);
  if (report.statements + report.unreadable > 0) byId('check-answer').replaceChildren(...partsOf(report));
}

function partsOf({ ids, statements, unreadable, findings, header }: Omit<CheckAnswer, 'result'>) {
  const { fields, declaredDate } = header;
  const { scope } = data.check;
  const numbers = [
    [t('entities'), number(ids)],
    [t('links'), number(statements)],
    [t('unusable'), number(unreadable)],
    [t('declared'), declaredDate ?? '–'],
    [t('inUse'), t('of', scope)],
  ];
  const conspicuous = Object.entries(findings).toSorted(([, a], [, b]) => b.count - a.count);
  return [
    list(numbers),
    element('h3', {}, t('defects')),
    ...(conspicuous.length === 0 ? [t('none')] : conspicuous.map(finding)),
    element('h3', {}, t('fields')),
    list(Object.entries(fields)),
  ];
}

/** @param pairs of a name and its value */
function list(pairs: readonly (readonly string[])[]) {
  const rows = pairs.map(([name = '', value = '']) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value.slice(0, MAX_VALUE))),
  );
  return element('dl', { class: 'fact-list' }, ...rows);
}

/** A finding; it is open if it costs links and is short. */
function finding([reason, { severity, count, examples }]: [string, CheckFinding]) {
  const items = examples.map(({ line = 0, excerpt = '' }) =>
    element('li', {}, t('line', { line }), ' ', element('code', {}, excerpt)),
  );
  const summary = t('finding', {
    n: count,
    reason: (reasons[reason] ?? reason).replace(/\.$/, ''),
    effect: t(severity),
  });
  return element(
    'details',
    severity === 'record' && examples.length <= MAX_OPEN ? { open: '' } : {},
    element('summary', {}, summary),
    element('ul', { class: 'plain-list' }, ...items),
  );
}

/** The table of checks of `/status`, with the reasons of those that do not pass. */
import type { StatusAnswer } from '../../core/interface/register-schemas.ts';
import { LAG_MINUTES } from '../../core/interface/completeness.ts';
import type { Label } from '../../core/model/entity.ts';
import { FAILURES } from '../../core/snapshot/run-log.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import { table } from './elements.ts';
import { wordingIn } from './source-words.ts';
import texts from './texts/status.json' with { type: 'json' };

const TEXT = texts.page;
/** Style of a status. */
export const BADGES = { pass: 'good', warn: 'warn', fail: 'bad' } as const;
type Check = StatusAnswer['checks'][number];
type Ended = ReturnType<typeof failedRuns>[number]['last'];

/** Name of a check for people. */
export const nameOf = (check: string, { t }: Locale) =>
  t(entryOf<(typeof texts.checks)['store']>(texts.checks, check)?.name ?? { de: check, en: check });

/**
 * @param lacking sentence about missing sources of the GND, with which the check of freshness is shown as failed
 * @param newestFiles the snapshot of the newest files, where there are any
 */
export function checksOf(
  report: StatusAnswer,
  lacking: string | undefined,
  newestFiles: string | undefined,
  locale: Locale,
): Html {
  const { t } = locale;
  const rows = report.checks.map((check) => {
    const words = entryOf<(typeof texts.checks)['store']>(texts.checks, check.name);
    const isUnknown = { files: newestFiles === undefined, updates: report.updates?.update === undefined };
    const unknown = check.status === 'pass' && entryOf<boolean>(isUnknown, check.name) === true;
    const isLacking = check.name === 'freshness' && lacking !== undefined;
    const [tone, label] = isLacking ? ['bad', texts.why.incomplete] : [BADGES[check.status], texts.health[check.status].label]; // prettier-ignore
    const badge = html`<span class="badge ${tone}">${t(label)}</span>`;
    const reasons =
      check.status === 'pass' ? [] : [...reasonsOf(check, report, newestFiles, locale), isLacking && lacking];
    return [
      html`${nameOf(check.name, locale)} ${words && html`<small>${t(words.explanation)}</small>`}`,
      html`<span
          >${unknown ? html`<span class="badge">${t(check.name === 'files' ? texts.why.noFiles : texts.why.noUpdate)}</span>` : badge}
          ${valueOf(check, locale)}</span
        >
        ${reasons.map((reason) => html`<small>${reason}</small> `)}`,
    ];
  });
  return html`<h3 id="checks">${t(TEXT.checks)}</h3>
    ${table({ className: 'checks', name: t(TEXT.checks), head: [t(TEXT.check), t(TEXT.result)], rows })}`;
}

/** Why a check does not pass, in sentences of the page; where it has none, in that of the API, which is English. */
function reasonsOf(
  { name, output, status, observedValue = 0 }: Check,
  report: StatusAnswer,
  newestFiles: string | undefined,
  locale: Locale,
): readonly Part[] {
  const { t, day, moment, count } = locale;
  const reasons: Part[] = [];
  if (name === 'freshness') reasons.push(html`<a href="#sources">${t(texts.why.sources)}</a>`);
  if (name === 'limiter') reasons.push(t(texts.why.limiter));
  if (name === 'files' && observedValue > 0) reasons.push(count(observedValue, texts.damaged));
  if (name === 'files' && newestFiles !== undefined && newestFiles !== report.snapshot.id)
    reasons.push(t(texts.why.otherFiles, { files: newestFiles }));
  if (name === 'store' && status === 'fail') reasons.push(t(texts.why.store));
  if (name === 'updates') {
    for (const { sentence, last } of failedRuns(report, locale)) reasons.push(sentence, ...failureOf(last, locale));
    for (const [kind, { overdue, nextDue = '' }] of runsOf(report))
      if (overdue)
        reasons.push(t(kind === 'update' ? texts.why.overdue : texts.why.overdueOther, { kind, at: moment(nextDue) }));
  }
  if (name === 'completeness' && report.completeness !== undefined) {
    const { unreadByReason = {}, held, harvestedThrough, lagMinutes } = report.completeness;
    const unread = Object.values(unreadByReason).reduce((sum, n) => sum + n, 0);
    if (unread > 0) reasons.push(count(unread, texts.unread));
    if (held > 0) reasons.push(`${count(held, texts.held)}.`);
    if (lagMinutes > LAG_MINUTES) reasons.push(t(texts.why.until, { day: day(harvestedThrough) }));
  }
  return reasons.length > 0 ? reasons : [inEnglish(output, locale)];
}

/** Why a run failed, with the particulars that the run log has in English. */
function failureOf({ reason = '', detail }: Ended, locale: Locale): readonly Part[] {
  const sentence = entryOf<Label>(texts.failures, reason);
  return [sentence && locale.t(sentence), detail !== entryOf<string>(FAILURES, reason) && inEnglish(detail, locale)];
}

/** The runs that failed last, each with a sentence that names it. */
export function failedRuns(report: StatusAnswer, { t, moment }: Locale) {
  return runsOf(report).flatMap(([kind, { last }]) => {
    if (last?.outcome !== 'failed') return [];
    const sentence = kind === 'update' ? texts.why.failed : texts.why.failedOther;
    return [{ sentence: t(sentence, { kind, at: moment(last.at) }), last }];
  });
}

const runsOf = ({ updates = {} }: StatusAnswer) =>
  Object.entries(updates).flatMap(([kind, run]) => (run === undefined ? [] : [[kind, run] as const]));

function inEnglish(text: string | undefined, locale: Locale): Part {
  return text !== undefined && wordingIn({ text, language: 'en' }, locale);
}

/** Checks with a value that the page states elsewhere. */
const STATED: ReadonlySet<string> = new Set(['freshness', 'completeness', 'files']);

function valueOf({ name, observedValue, observedUnit = '' }: Check, { number }: Locale): string {
  if (observedValue === undefined || STATED.has(name)) return '';
  return `${number(Math.round(10 * observedValue) / 10)} ${observedUnit}`;
}

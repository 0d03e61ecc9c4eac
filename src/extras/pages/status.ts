/** `/status`: the health of the service and its data, for people. */
import type { SourcesAnswer, StatusAnswer } from '../../core/interface/register-schemas.ts';
import { QUOTAS, QUOTA_NAMES, type QuotaName } from '../../core/quotas/quota-table.ts';
import { FRESHNESS_STATES } from '../../core/model/source.ts';
import { type Definition, definitionList, joined, section, sourceLink, table } from './elements.ts';
import type { Door } from '../../core/http/door.ts';
import { readLatest } from '../../shared/dumps/dump-folder.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { bodyIfAny } from './internal-call.ts';
import { pageDoor } from './page-door.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import type { Locale, Plural } from '../../shared/http/locale.ts';
import { statusOf } from './register.ts';
import { BADGES, checksOf, failedRuns, nameOf } from './status-checks.ts';
import {
  ageIn,
  byTrouble,
  countByState,
  explanationOf,
  firstDayOf,
  isMissing,
  isTrouble,
  type ListedSource,
  stateBadge,
  stateOf,
  STATES,
  troubleOf,
  versionOf,
} from './source-words.ts';
import words from './texts/source-words.json' with { type: 'json' };
import texts from './texts/status.json' with { type: 'json' };

const TEXT = texts.page;
/** Number of visible sources that are not fresh. A single further one is shown. */
const MAX_SOURCES = 6;
/** The list of all sources with a problem, with reasons. */
const TROUBLED = '/sources?state=troubled&order=state';
/** The list of the sources among them that have no version in use. */
const MISSING = '/sources?state=missing';

/** @param dumps folder of dumps, where there is one */
export function statusPage(dumps?: string): Door {
  return pageDoor({
    name: 'statusPage',
    path: '/status',
    summary: 'State of the service and its data',
    parameters: {},
    dependsOn: 'moment',
    cacheControl: 'no-store',
    examples: ['/status'],
    async answer(_, { call, doors, store }, locale) {
      const { t, address } = locale;
      const { status, report } = await statusOf(call);
      // The status must be shown even when nothing else can be read.
      const sources = (await bodyIfAny<SourcesAnswer>(call, '/api/v1/sources'))?.sources ?? [];
      const lacking = lackingRecords(sources, locale);
      const { headline, text, isWarned } = effectOf(report, sources, lacking !== undefined, locale);
      const newestFiles = dumps === undefined ? undefined : await readLatest(dumps);
      return {
        title: t(TEXT.title),
        description: t(TEXT.description),
        heading: { icon: 'status' },
        main: html`<p class="health notice ${BADGES[report.status]}">
            <strong>${t(headline)}</strong><br />
            ${text} ${isWarned && html`<a href="#checks">${t(TEXT.checksBelow)}</a>`} ${lacking}
          </p>
          ${section('data', t(TEXT.data), dataOf(report, locale))} ${sourcesOf(sources, store.snapshot, locale)}
          ${section('operator', t(TEXT.operator), operatorsOf(report, locale), checksOf(report, lacking, newestFiles, locale))}
          ${section('quotas', t(TEXT.quotas), html`<p>${t(TEXT.quotasText)} ${siteText(report.limits, locale)} ${t(TEXT.refused)}</p>`, quotaTable(report.limits, doors, locale))}
          <p><a href="${address('/api/v1/status')}">${t(TEXT.json)}</a></p>`,
        status,
      };
    },
  });
}

/**
 * The effect of the status on answers; headline and sentences always agree.
 * @returns `isWarned`: whether the checks have the details
 */
function effectOf(report: StatusAnswer, sources: readonly ListedSource[], isLacking: boolean, locale: Locale) {
  const { status, notFresh, checks } = report;
  const { t, count } = locale;
  // A lack of records is shown as one, not as a notice.
  const notices = checks.filter((check) => check.status === 'warn' && !(isLacking && check.name === 'freshness'));
  const names = notices.map(({ name }) => nameOf(name, locale)).join(', ');
  const warnings = [
    ...failedRuns(report, locale).map(({ sentence }) => sentence),
    ...(notices.length > 0 ? [count(notices.length, texts.notices, { names })] : []),
  ].join(' ');
  if (notFresh.length === 0 || status === 'fail') {
    const text = status === 'warn' ? warnings : t(texts.health[status].text);
    return { headline: texts.health[status].headline, text, isWarned: status === 'warn' };
  }
  const areOthersFine = checks.every((check) => check.status === 'pass' || check.name === 'freshness');
  const answers = sources.some(isMissing) ? texts.incomplete : texts.complete;
  const headline = areOthersFine ? answers : texts.health[status].headline;
  return { headline, text: html`${troubledIn(report, sources, locale)} ${warnings}`, isWarned: notices.length > 0 };
}

/**
 * The sentence about the sources with a problem: their number, their states, and what is in use instead. Without an answer of
 * `/api/v1/sources` the numbers are those of the status, which does not say what is in use.
 */
function troubledIn({ sources: reported }: StatusAnswer, sources: readonly ListedSource[], locale: Locale): Html {
  const { t, count, number, link } = locale;
  const isKnown = sources.length > 0;
  const counted = isKnown ? countByState(sources) : FRESHNESS_STATES.map((state) => [state, reported[state]] as const);
  const all = counted.reduce((sum, [, n]) => sum + n, 0);
  const troubled = counted.filter(([state, n]) => n > 0 && isTrouble(state));
  const states = troubled.map(([state, n]) => `${number(n)} ${t(STATES[state].label)}`).join(', ');
  const n = troubled.reduce((sum, [, one]) => sum + one, 0);
  const missing = sources.filter(isMissing).length;
  const former = n - missing;
  const sentence = html`<a href="${link(TROUBLED)}">${count(n, texts.troubled, { all: count(all, texts.units.sources), states })}</a>`; // prettier-ignore
  if (!isKnown) return html`${sentence}.`;
  const effects = [
    ...(missing > 0 ? [html`<a href="${link(MISSING)}">${count(missing, texts.missing)}</a>`] : []),
    ...(former > 0 ? [former === n ? t(texts.allFormer) : t(texts.former, { n: former })] : []),
  ];
  return html`${sentence}: ${joined(effects, '; ')}.`;
}

/** A sentence that names the sources of records that are missing: without them, changes of the GND are not seen. */
function lackingRecords(sources: readonly ListedSource[], { t, count, language }: Locale): string | undefined {
  const titles = sources.filter((source) => source.kind !== 'links' && isMissing(source)).map(({ title }) => t(title));
  if (titles.length === 0) return undefined;
  return count(titles.length, texts.lacking, { titles: new Intl.ListFormat(language).format(titles) });
}

/** The contents of the data, and their age. */
function dataOf(report: StatusAnswer, locale: Locale): Html {
  const { snapshot, entityDecisions, updates } = report;
  const { t, number, day, moment } = locale;
  const { entities, links, redirects } = snapshot.counts;
  const { withheld, without } = entityDecisions;
  const { lastSuccess, nextDue } = updates?.update ?? {};
  const outcome = texts.outcomes[lastSuccess?.outcome === 'built' ? 'built' : 'unchanged'];
  return definitionList(
    'fact-list',
    [
      [TEXT.date, `${day(snapshot.date)} (${ageIn(snapshot.ageDays, locale)})`],
      [TEXT.updated, isOfUpdate(report) && lastSuccess && t(outcome, { at: moment(lastSuccess.at) })],
      [TEXT.nextUpdate, nextDue && moment(nextDue)],
      [TEXT.entities, number(entities)],
      [TEXT.links, number(links)],
      [TEXT.redirects, number(redirects)],
      [TEXT.withheld, withheld + without > 0 && t(TEXT.withheldCounts, { withheld, without })],
    ],
    locale,
  );
}

/** Whether the last update may have built the data: one that is under way, or that reached no server, has no success yet. */
function isOfUpdate({ snapshot, updates }: StatusAnswer): boolean {
  const { last, lastSuccess, running } = updates?.update ?? {};
  const mayBeLater = running !== undefined || last?.reason === 'unreachable';
  return lastSuccess === undefined || lastSuccess.at >= snapshot.builtAt || mayBeLater;
}

/** By which version and run the data were made, and how complete their changes are. */
function operatorsOf(report: StatusAnswer, locale: Locale): Html {
  const { snapshot, updates, completeness, release } = report;
  const { t, moment } = locale;
  const { lastSuccess } = updates?.update ?? {};
  const built = html`<time datetime="${snapshot.builtAt}">${moment(snapshot.builtAt)}</time>`;
  const earlierUpdate = !isOfUpdate(report) && lastSuccess && t(TEXT.builtLater, { at: moment(lastSuccess.at) });
  return definitionList(
    'fact-list',
    [
      [TEXT.snapshot, html`<code>${snapshot.id}</code>`],
      [TEXT.built, [built, earlierUpdate]],
      ...(completeness === undefined ? [] : completenessOf(completeness, locale)),
      [TEXT.release, release],
    ],
    locale,
  );
}

/** The completeness of the harvested changes. */
function completenessOf(report: NonNullable<StatusAnswer['completeness']>, locale: Locale): readonly Definition[] {
  const { t, day, count } = locale;
  const { harvestedThrough, auditedThrough, missed, dump } = report;
  const found = (n: number, words: Plural) => (n === 0 ? t(TEXT.nothingMissed) : count(n, words));
  const counts = [dump?.missedByType, dump?.outdatedByType].flatMap((byType = {}) => Object.values(byType));
  const lost = counts.reduce((sum, n) => sum + n, 0);
  const result = found(missed, texts.missed);
  // Where one source of several was not audited yet, audits of others may have found missed records.
  const notYet = missed === 0 ? t(TEXT.notAudited) : t(TEXT.notAuditedBut, { result });
  return [
    [TEXT.changes, day(harvestedThrough)],
    [
      TEXT.audited,
      auditedThrough === undefined ? notYet : t(TEXT.auditedThrough, { date: day(auditedThrough), result }),
    ],
    [TEXT.compared, dump && t(TEXT.comparedOn, { date: day(dump.date), result: found(lost, texts.outdated) })],
  ];
}

/** The first sources with a problem, with days and reasons, in the order of the page to which `TROUBLED` leads. */
function sourcesOf(sources: readonly ListedSource[], snapshot: Snapshot, locale: Locale): Html | false {
  const { t, link, day, compare } = locale;
  const troubled = sources.filter((source) => isTrouble(stateOf(source)));
  const rows = troubled
    .toSorted((a, b) => compare(t(a.title), t(b.title)))
    .toSorted(byTrouble)
    .slice(0, troubled.length > MAX_SOURCES + 1 ? MAX_SOURCES : undefined)
    .map((source) => {
      const { key, title } = source;
      const first = firstDayOf(source);
      const reason = troubleOf(source, snapshot, locale) ?? explanationOf(source, locale);
      return [sourceLink(key, title, locale), stateBadge(stateOf(source), locale), first && day(first), reason, versionOf(source, locale)]; // prettier-ignore
    });
  if (rows.length === 0) return false;
  const head = [t(TEXT.source), t(TEXT.state), t(TEXT.since), t(TEXT.reason), t(words.version)];
  const all = html`<a href="${link(TROUBLED)}">${t(TEXT.allSources, { n: troubled.length })}</a>`;
  return section(
    'sources',
    t(TEXT.sources),
    table({ className: 'troubled', name: t(TEXT.sources), head, rows }),
    html`<p>${rows.length > 1 && t(TEXT.order)} ${rows.length < troubled.length && all}</p>`,
  );
}

/** The quotas of the doors that are served. */
function quotaTable(limits: StatusAnswer['limits'], doors: readonly Door[], locale: Locale): Html {
  const { t, link } = locale;
  const names = QUOTA_NAMES.filter((name) => doors.some(({ quota }) => quota?.name === name));
  const rows = names.map((name) => {
    return [html`<a href="${link('/docs')}#quotas">${t(QUOTAS[name].label)}</a>`, quotaIn(limits[name], locale)];
  });
  const head = [t(TEXT.endpoint), t(TEXT.quota)];
  return table({ className: 'quotas', name: t(TEXT.quotas), head, rows });
}

/** The quota of an IPv6 /48: the same multiple for all quotas. */
function siteText({ links: { quota, site } }: StatusAnswer['limits'], { t }: Locale): string | undefined {
  return site === undefined ? undefined : t(TEXT.site, { n: site / quota });
}

/** A quota in words; without its window, where the burst makes more in a window impossible. */
export function quotaIn({ quota, windowSeconds, burst }: StatusAnswer['limits'][QuotaName], { t }: Locale): string {
  const isReached = burst * windowSeconds > quota;
  return t(isReached ? TEXT.perWindow : TEXT.perSecond, { n: quota, seconds: windowSeconds, burst });
}

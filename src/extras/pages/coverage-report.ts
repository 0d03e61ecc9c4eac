/** The report on a list for pages without scripts. */
import { categoriesInReadingOrder } from '../../shared/lookup/reading-order.ts';
import type { CoverageAnswer, CoverageRowValue } from '../../core/interface/coverage-schema.ts';
import type { SourcesAnswer } from '../../core/interface/register-schemas.ts';
import type { Label } from '../../core/model/entity.ts';
import { scrollable, table, typeWord } from './elements.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import texts from './texts/coverage.json' with { type: 'json' };

const TEXT = texts.page;
const VERDICT_TEXT: Readonly<Record<CoverageRowValue['verdict'], Label>> = texts.verdicts;

/** Class that gives the badge of a verdict its colour. */
export const VERDICT_TONE: Readonly<Record<CoverageRowValue['verdict'], 'good' | 'merged' | 'warn' | 'bad'>> = {
  covered: 'good',
  no_links: 'warn',
  redirected: 'merged',
  deleted: 'bad',
  withheld: 'warn',
  unknown: 'bad',
  invalid: 'bad',
};

/** Labels of categories, by key. */
type Labels = Readonly<Record<string, Label>>;

/** @param pathOf path of the report on some identifiers */
export function coverageReport(
  { snapshot, summary, items }: CoverageAnswer,
  categories: SourcesAnswer['categories'],
  locale: Locale,
  pathOf: (ids: readonly string[]) => string,
): Html {
  const { t, day, number } = locale;
  const labels: Labels = Object.fromEntries(categories.map(({ key, label }) => [key, label]));
  const { requested, distinct } = summary;
  const head = [TEXT.number, TEXT.finding, TEXT.entity, TEXT.links, TEXT.categories].map((label) => t(label));
  const rows = table({
    className: 'coverage-table',
    head,
    numbers: [3],
    rows: items.map((row) => cellsOf(row, labels, locale)),
  });
  return html`<section aria-labelledby="report-title">
    <h2 id="report-title">${t(TEXT.result)}</h2>
    <p>${t(TEXT.summaryLine, { requested, distinct, date: day(snapshot.date) })}</p>
    <ul class="row plain-list">
      ${verdictCounts(items).map(([verdict, n]) => html`<li>${badge(verdict, locale)} ${number(n)}</li>`)}
    </ul>
    ${onward(items, snapshot.date, pathOf, locale)} ${scrollable(t(TEXT.rows), rows)}
  </section>`;
}

/** Links to the report as files, and to the corrected list. */
function onward(
  items: CoverageAnswer['items'],
  date: string,
  pathOf: (ids: readonly string[]) => string,
  { t, link, to }: Locale,
): Html {
  const query = pathOf(items.map(({ input }) => input)).replace(/^[^?]*/, '');
  const download = `${to('coverage')}${query}`;
  const resolvePage = to('resolvePage', { ids: items.map(({ input }) => input).join('\n') });
  const corrected = link(pathOf(items.map(({ input, suggestion }) => suggestion ?? input)));
  return html`<p class="row">
    <span>${t(TEXT.download)}</span>
    <a class="button quiet" href="${download}&format=csv" download aria-label="${t(TEXT.csv)}">CSV</a>
    <a
      class="button quiet"
      href="${download}&format=json"
      download="gnd-coverage-${date}.json"
      aria-label="${t(TEXT.json)}"
      >JSON</a
    >
    ${resolvePage !== undefined && items.some(({ reason }) => reason === 'foreign_identifier') && html`<a class="button quiet" href="${resolvePage}">${t(TEXT.resolveAll)}</a>`}
    ${items.some(({ suggestion }) => suggestion !== undefined) && html`<a class="button quiet" href="${corrected}">${t(TEXT.acceptAll)}</a>`}
  </p>`;
}

function cellsOf(row: CoverageRowValue, labels: Labels, locale: Locale): readonly Part[] {
  const { t, number } = locale;
  const { input, links, byCategory = {}, sources = [] } = row;
  const inOrder = categoriesInReadingOrder(Object.entries(byCategory).map(([category, n]) => ({ category, n })));
  const counts = inOrder.map(({ category, n }) => `${t(labelOf(labels, category))} ${number(n)}`);
  const from = sources.length > 0 && html`<small>${t(texts.script.sourceCount, { n: sources.length })}</small>`;
  const found = [findingOf(row, locale), entityOf(row, locale), links !== undefined && number(links)];
  return [html`<code>${input}</code>`, ...found, [counts.join(' · '), from]];
}

function findingOf({ verdict, reason, suggestion, successors = [] }: CoverageRowValue, locale: Locale): Html {
  const { t } = locale;
  const why = reason && html`<div>${t(labelOf(texts.reasons, reason))}</div>`;
  const meant = suggestion && html`<div>${t(TEXT.suggestion)}: ${entityLink(suggestion, suggestion, locale)}</div>`;
  const others = successors.map((id) => html` ${entityLink(id, id, locale)}`);
  return html`${badge(verdict, locale)}${why}${meant}${others.length > 0 && html`<div>${t(TEXT.successors)}:${others}</div>`}`;
}

function entityOf({ gnd, preferredName, type }: CoverageRowValue, locale: Locale): Html {
  const name = gnd !== undefined && preferredName !== undefined && entityLink(gnd, preferredName, locale);
  return html`${name}${type && html`<small>${locale.t(typeWord(type))}</small>`}`;
}

function entityLink(id: string, name: string, { link }: Locale): Html {
  return html`<a href="${link(`/gnd/${id}`)}"><bdi>${name}</bdi></a>`;
}

function badge(verdict: CoverageRowValue['verdict'], { t }: Locale): Html {
  return html`<span class="badge ${VERDICT_TONE[verdict]}">${t(VERDICT_TEXT[verdict])}</span>`;
}

function verdictCounts(items: readonly CoverageRowValue[]) {
  const verdicts = Object.keys(VERDICT_TEXT) as CoverageRowValue['verdict'][];
  return verdicts
    .map((verdict) => [verdict, items.filter((row) => row.verdict === verdict).length] as const)
    .filter(([, n]) => n > 0);
}

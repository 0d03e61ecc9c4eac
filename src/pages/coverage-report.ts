/** The report of a list as the page shows it without scripts. */
import type { CoverageAnswer, CoverageRowValue } from '../api/coverage-schema.ts';
import { TYPE_LABELS } from '../api/type-labels.ts';
import type { Label } from '../model/entity.ts';
import type { Categories } from './coverage.ts';
import { REASON_TEXT, SCRIPT_TEXT, TEXT, VERDICT_TEXT, VERDICT_TONE } from './coverage-text.ts';
import { html, type Html } from './html.ts';
import { dayIn, inLanguage, linkTo, numberIn, type Speech } from './language.ts';
import { fill } from './phrase.ts';

/** Of categories, by key. */
type Labels = ReadonlyMap<string, string>;

/** @param pathOf address of the report on other identifiers */
export function coverageReport(
  { snapshot, summary, items }: CoverageAnswer,
  categories: Categories,
  speech: Speech,
  pathOf: (ids: readonly string[]) => string,
): Html {
  const say = (label: Label) => inLanguage(label, speech);
  const labels: Labels = new Map(categories.map(({ key, label }) => [key, say(label)]));
  const ids = items.map(({ input }) => input);
  const corrected = items.map(({ input, suggestion }) => suggestion ?? input);
  const number = (n: number) => numberIn(n, speech);
  const { requested, distinct } = summary;
  const date = dayIn(snapshot.date, speech);
  const inTotal = fill(TEXT.summaryLine, { requested: number(requested), distinct: number(distinct), date }, speech);
  const download = pathOf(ids).replace(/^[^?]*/, '/api/v1/coverage');
  const file = `gnd-coverage-${snapshot.date}.json`;
  return html`<section aria-labelledby="report-title">
    <h2 id="report-title">${say(TEXT.result)}</h2>
    <p>${inTotal}</p>
    <ul class="coverage-verdicts">
      ${tally(items).map(([verdict, n]) => html`<li>${badge(verdict, say)} ${number(n)}</li>`)}
    </ul>
    <p class="coverage-actions">
      <span>${say(TEXT.download)}</span>
      <a class="button quiet" href="${download}&format=csv" download aria-label="${say(TEXT.csv)}">CSV</a>
      <a class="button quiet" href="${download}&format=json" download="${file}" aria-label="${say(TEXT.json)}">JSON</a>
      ${items.some(({ suggestion }) => suggestion !== undefined) && html`<a class="button quiet" href="${linkTo(pathOf(corrected), speech)}">${say(TEXT.acceptAll)}</a>`}
    </p>
    <div class="table-scroll" role="region" aria-label="${say(TEXT.rows)}" tabindex="0">
      <table class="coverage-table">
        <thead>
          <tr>
            <th scope="col">${say(TEXT.number)}</th>
            <th scope="col">${say(TEXT.finding)}</th>
            <th scope="col">${say(TEXT.entity)}</th>
            <th scope="col" class="number">${say(TEXT.links)}</th>
            <th scope="col">${say(TEXT.categories)}</th>
          </tr>
        </thead>
        <tbody>
          ${items.map((row) => rowOf(row, labels, speech))}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** There may be a hundred: without blanks between the cells. */
function rowOf(row: CoverageRowValue, labels: Labels, speech: Speech): Html {
  const cells = [html`<code>${row.input}</code>`, findingOf(row, speech), entityOf(row, speech)];
  const links = html`<td class="number">${row.links !== undefined && numberIn(row.links, speech)}</td>`;
  const categories = html`<td>${byCategory(row, labels, speech)}${sourcesOf(row, speech)}</td>`;
  return html`<tr>
    ${cells.map((cell) => html`<td>${cell}</td>`)}${links}${categories}
  </tr>`;
}

function findingOf({ verdict, reason, suggestion, successors = [] }: CoverageRowValue, speech: Speech): Html {
  const say = (label: Label) => inLanguage(label, speech);
  const why = reason && html`<div>${say(REASON_TEXT[reason] ?? { de: reason, en: reason })}</div>`;
  const meant = suggestion && html`<div>${say(TEXT.suggestion)}: ${entityLink(suggestion, suggestion, speech)}</div>`;
  const heirs = successors.map((id) => html` ${entityLink(id, id, speech)}`);
  return html`${badge(verdict, say)}${why}${meant}${heirs.length > 0 && html`<div>${say(TEXT.successors)}:${heirs}</div>`}`;
}

function entityOf({ gnd, preferredName, type }: CoverageRowValue, speech: Speech): Html {
  const name = gnd !== undefined && preferredName !== undefined && entityLink(gnd, preferredName, speech);
  return html`${name}${type && html`<small>${inLanguage(TYPE_LABELS[type] ?? { de: type, en: type }, speech)}</small>`}`;
}

function entityLink(id: string, name: string, speech: Speech): Html {
  return html`<a href="${linkTo(`/gnd/${id}`, speech)}"><bdi>${name}</bdi></a>`;
}

function sourcesOf({ sources = [] }: CoverageRowValue, speech: Speech): Html | undefined {
  if (sources.length === 0) return undefined;
  return html`<small>${fill(SCRIPT_TEXT.sourceCount, { n: numberIn(sources.length, speech) }, speech)}</small>`;
}

function byCategory({ byCategory: counts = {} }: CoverageRowValue, labels: Labels, speech: Speech): string {
  return Object.entries(counts)
    .map(([key, n]) => `${labels.get(key) ?? key} ${numberIn(n, speech)}`)
    .join(' · ');
}

function badge(verdict: CoverageRowValue['verdict'], say: (label: Label) => string): Html {
  return html`<span class="badge ${VERDICT_TONE[verdict]}">${say(VERDICT_TEXT[verdict])}</span>`;
}

function tally(items: readonly CoverageRowValue[]): readonly (readonly [CoverageRowValue['verdict'], number])[] {
  const verdicts = Object.keys(VERDICT_TEXT) as CoverageRowValue['verdict'][];
  return verdicts
    .map((verdict) => [verdict, items.filter((row) => row.verdict === verdict).length] as const)
    .filter(([, n]) => n > 0);
}

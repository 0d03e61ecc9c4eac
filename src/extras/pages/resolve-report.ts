/** The report on a list that was resolved, for pages without scripts. */
import type { Label } from '../../core/model/entity.ts';
import { TYPE_LABELS } from '../../core/model/type-labels.ts';
import { html, type Html, type Part } from '../../core/http/html.ts';
import { labelOf, type Locale } from '../../core/http/locale.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import type { Target } from '../../core/snapshot/targets.ts';
import { candidatesOf, disputedNames, type ResolvedValue } from '../../core/interface/lookup/resolve-values.ts';
import { externalLink, scrollable, table } from './elements.ts';
import { type Choice, VERDICT_TONE } from './resolve-form.ts';
import coverageTexts from './texts/coverage.json' with { type: 'json' };
import texts from './texts/resolve.json' with { type: 'json' };

const TEXT = texts.page;
const { entity: ENTITY, finding: FINDING, download: DOWNLOAD } = coverageTexts.page;

/** The body of `/resolve`. */
export interface ResolveAnswer {
  readonly snapshot: Pick<Snapshot, 'id' | 'date'>;
  readonly summary: { readonly requested: number; readonly found: number };
  readonly items: readonly ResolvedValue[];
}

interface Asked {
  /** The query of the address, with its question mark. */
  readonly query: string;
  readonly choices: readonly Choice[];
}

export function resolveReport({ snapshot, summary, items }: ResolveAnswer, { query, choices }: Asked, locale: Locale) {
  const { t, day, to } = locale;
  const labels = Object.fromEntries(choices);
  const { requested, found } = summary;
  const rows = table({
    className: 'coverage-table',
    head: [TEXT.value, FINDING, ENTITY, TEXT.targets].map((label) => t(label)),
    rows: items.map((row) => [
      html`<code>${row.input}</code>`,
      findingOf(row, locale),
      entitiesOf(row, locale),
      targetsOf(row, labels, locale),
    ]),
  });
  const file = `${to('resolve')}${query}`;
  return html`<section aria-labelledby="report-title">
    <h2 id="report-title">${t(TEXT.result)}</h2>
    <p>${t(TEXT.summary, { requested, found, date: day(snapshot.date) })}</p>
    <p class="row">
      <span>${t(DOWNLOAD)}</span>
      <a class="button quiet" href="${file}&format=csv" download>CSV</a>
      <a class="button quiet" href="${file}&format=json" download="gnd-resolve-${snapshot.date}.json">JSON</a>
    </p>
    ${scrollable(t(TEXT.result), rows)}
  </section>`;
}

function findingOf(row: ResolvedValue, { t }: Locale): Part {
  const { verdict } = row;
  const reason = 'reason' in row && row.reason !== undefined && t(labelOf(texts.reasons, row.reason));
  const suggestion =
    'suggestion' in row && row.suggestion !== undefined && t(texts.script.suggestion, { value: row.suggestion });
  const merged =
    row.verdict === 'found' && row.redirectedFrom !== undefined && t(texts.script.merged, { gnd: row.redirectedFrom });
  return html`<span class="badge ${VERDICT_TONE[verdict]}">${t(texts.verdicts[verdict])}</span>
    ${[reason, suggestion, merged].map((line) => line && html`<div>${line}</div>`)}
    ${disputedNames(row).length > 0 && html`<div>${disputed(t(texts.script.conflict))}</div>`}`;
}

const disputed = (text: string) => html`<span class="badge warn">${text}</span>`;

function entitiesOf(row: ResolvedValue, { t, link }: Locale): Part {
  return candidatesOf(row).map(
    ({ gnd, preferredName, type }) =>
      html`<div>
        <a href="${link(`/gnd/${gnd}`)}"><bdi>${preferredName}</bdi></a>
        <span class="soft">${t(labelOf(TYPE_LABELS, type))}</span>
      </div>`,
  );
}

/** One line for each scheme. Contradictory identifiers are marked; none of them is preferred. */
function targetsOf(row: ResolvedValue, labels: Readonly<Record<string, Label>>, { t }: Locale): Part {
  const targets = row.verdict === 'found' ? (row.targets ?? {}) : {};
  const lines = Object.entries(targets).filter(([, list]) => list.length > 0);
  const valueOf = (target: Target): Html =>
    html` ${externalLink(target.url, target.collection === undefined ? target.value : target.url)}
    ${target.conflict && disputed(t(texts.script.conflict))}`;
  return lines.map(
    ([name, list]) =>
      html`<div>
        <span class="soft">${t(labelOf(labels, name))}</span>
        ${
          list.length === 1
            ? list.map(valueOf)
            : html`<ul>
                ${list.map((target) => html`<li>${valueOf(target)}</li>`)}
              </ul>`
        }
      </div>`,
  );
}

/** The use of a source's records: how many were read, accepted and rejected, with reasons and decisions. */
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import reasons from '../keeper/texts/reasons.json' with { type: 'json' };
import { type Definition, definitionList, scrollable, table } from './elements.ts';
import { exampleTable } from '../keeper/report.ts';
import { reportTable } from './source-keeper.ts';
import { decisionList } from './source-decisions.ts';
import { type ListedSource, rejectedShare, shareIn } from './source-words.ts';
import texts from './texts/source.json' with { type: 'json' };

const TEXT = texts.page;
const REJECTIONS = reasons.rejections;
/** Reasons whose examples are identifiers or classes. Other examples are pieces of records, which may name anybody. */
const SHOWN: ReadonlySet<string> = new Set([
  'no_gnd_identifier',
  'no_preferred_name',
  'no_target',
  'no_leader',
  'not_an_authority',
  'status_contradicted',
  'self_redirect',
  'unknown_class',
  'no_mapping',
]);

export function importOf(source: ListedSource, notes: SourceNote | undefined, locale: Locale): Html {
  const { t, number } = locale;
  const { read, accepted, rejected, sha256 } = source.import;
  const reasons = Object.entries(rejected).toSorted(([, a], [, b]) => b - a);
  const refused = reasons.reduce((sum, [, count]) => sum + count, 0);
  const facts: readonly Definition[] = [
    [TEXT.read, number(read)],
    [TEXT.accepted, number(accepted)],
    [TEXT.rejected, `${number(refused)} (${shareIn(rejectedShare(source.import), locale)})`],
    [TEXT.checksum, sha256 !== undefined && html`<code>${sha256}</code>`],
  ];
  const rows = reasons.map(([reason, count]) => [
    html`${t(labelOf(REJECTIONS, reason))} ${Object.hasOwn(REJECTIONS, reason) && html`<code>${reason}</code>`}`,
    number(count),
    shareIn(read === 0 ? undefined : Math.min(1, count / read), locale),
  ]);
  // The report for the keeper of a list has them.
  const known = (source.origin.format === 'beacon' ? [] : (notes?.examples ?? [])).filter(({ reason }) => SHOWN.has(reason)); // prettier-ignore
  const examples = exampleTable(known, locale);
  const head = [t(TEXT.rejectionReason), t(TEXT.number), t(TEXT.share)];
  return html`<p class="soft">${t(TEXT.importText)}</p>
    ${definitionList('fact-list', facts, locale)}
    ${
      rows.length === 0
        ? html`<p>${t(TEXT.noRejections)}</p>`
        : html`<h3>${t(TEXT.why)}</h3>
            ${scrollable(t(TEXT.why), table({ className: 'rejections', head, numbers: [1, 2], rows }))}`
    }
    ${examples && reportTable('lines', examples, locale)} ${decisionList(notes?.decisions ?? [], locale)}
    ${
      source.contradictions !== undefined &&
      html`<p>${t(TEXT.contradictions)}</p>
        <ul lang="en">
          ${source.contradictions.map((sentence) => html`<li>${sentence}</li>`)}
        </ul>`
    }`;
}

/** On the page of a source: the decisions of the curators about its links, with their reasons. */
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { DecisionNote } from '../../core/snapshot/build-notes.ts';
import { entityLink, externalLink, scrollable, table } from './elements.ts';
import texts from './texts/source.json' with { type: 'json' };

const TEXT = texts.decisions;

export function decisionList(decisions: readonly DecisionNote[], locale: Locale): Html | false {
  const { t, day, count } = locale;
  const applied = decisions.filter(({ links }) => links > 0);
  if (applied.length === 0) return false;
  const verdicts = (['refused', 'moved', 'relation'] as const).flatMap((verdict) => {
    const links = applied.reduce((sum, one) => sum + (one.verdict === verdict ? one.links : 0), 0);
    return links === 0 ? [] : [count(links, TEXT.counts[verdict])];
  });
  const rows = applied.map(({ gnd, url, verdict, to, reason, by, since }) => [
    entityLink(gnd, gnd, locale),
    [url !== undefined && externalLink(url, url), to !== undefined && html` → ${externalLink(to, to)}`],
    t(TEXT.verdicts[verdict]),
    html`${reason} <small>${by}, ${day(since)}</small>`,
  ]);
  const head = [t(TEXT.entity), t(TEXT.link), t(TEXT.verdict), t(TEXT.reason)];
  return html`<details>
    <summary>${verdicts.join(', ')}</summary>
    <p class="soft">${t(TEXT.text)}</p>
    ${scrollable(t(TEXT.title), table({ className: 'decisions', head, rows }))}
  </details>`;
}

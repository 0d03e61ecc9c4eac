/** On the page of a source: the decisions of the curators about its links, with their reasons. */
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { DecisionNote } from '../../core/snapshot/build-notes.ts';
import { entityLink, externalLink, folded, table } from './elements.ts';
import texts from './texts/source.json' with { type: 'json' };

const TEXT = texts.decisions;

export function decisionList(decisions: readonly DecisionNote[], locale: Locale): Html | false {
  const { t, day } = locale;
  const applied = decisions.filter(({ links }) => links > 0);
  if (applied.length === 0) return false;
  const rows = applied.map(({ gnd, url, verdict, to, reason, by, since }) => [
    entityLink(gnd, gnd, locale),
    [url !== undefined && externalLink(url, url), to !== undefined && html` → ${externalLink(to, to)}`],
    t(TEXT.verdicts[verdict]),
    html`${reason} <small>${by}, ${day(since)}</small>`,
  ]);
  const head = [t(TEXT.entity), t(TEXT.link), t(TEXT.verdict), t(TEXT.reason)];
  const content = table({ className: 'decisions', name: t(TEXT.title), head, rows });
  return folded(`${t(TEXT.title)} (${applied.length})`, html`<p class="soft">${t(TEXT.text)}</p>`, content);
}

/** Identifiers of an entity in other data sets, for copying, and links to other pages about its record. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import {
  breakable,
  copying,
  type Definition,
  definitionList,
  dnbAddress,
  externalLink,
  foldedList,
  joined,
} from './elements.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { abbreviated, groupedIsni } from './identifier-words.ts';
import texts from './texts/entity.json' with { type: 'json' };

const TEXT = texts.page;
const VISIBLE_IDS = 4;

/** Collections whose addresses end with the identifier. */
const SCHEMES = ['wikidata', 'viaf', 'isni', 'orcid', 'lcnaf', 'geonames'];

/** @param merged the former identifier at whose address the page is shown */
export function identifierList({ entity, links }: LinksAnswer, merged: string | undefined, locale: Locale): Html {
  const { t, count } = locale;
  const { gnd, uri, formerIds } = entity;
  const copyable = (content: Html) => html`<span class="copyable" ${copying(locale)}>${content}</span>`;
  const others = formerIds.filter((id) => id !== merged).map((id) => html`<code>${id}</code>`);
  const former =
    merged === undefined ? others : [html`<strong><code>${merged}</code></strong> ${t(TEXT.asked)}`, ...others];
  const fold = { visible: VISIBLE_IDS, summary: (n: number) => count(n, texts.moreIds) };
  const items = links.categories.flatMap((category) => category.items);
  const foreign = SCHEMES.map((collection): Definition => {
    const own = items.filter((link) => link.collection === collection && link.relation === 'sameAs');
    const values = own.map(({ url }) => copyable(externalLink(url, html`<code>${identifierIn(url)}</code>`)));
    const term = abbreviated(own[0]?.label ?? '');
    return [{ de: term, en: term }, values.length > 0 && values];
  });
  const rows: readonly Definition[] = [
    [TEXT.uri, copyable(externalLink(uri, html`<code>${breakable(uri)}</code>`))],
    ...foreign,
    [former.length === 1 ? TEXT.formerId : TEXT.formerIds, former.length > 0 && foldedList(former, fold)],
  ];
  const onward = [
    externalLink(dnbAddress(gnd), t(TEXT.dnb)),
    externalLink(`https://explore.gnd.network/gnd/${gnd}`, 'GND Explorer'),
    externalLink(`https://lobid.org/gnd/${gnd}`, 'lobid-gnd'),
  ];
  return html`${definitionList('entity-list', rows, locale)}
    <p>${t(TEXT.onward)} ${joined(onward)}</p>`;
}

/** The last part of the address. */
const identifierIn = (url: string) => groupedIsni(url.replace(/[/#]+$/, '').replace(/^.*[/=:]/, ''));

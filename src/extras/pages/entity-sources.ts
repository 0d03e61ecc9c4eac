/** The sources of the links of an entity, with their dates and contacts for reports of mistakes. */
import { reportAddress } from '../../shared/lookup/report-address.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { externalLink, foldedList, joined, sourceLink } from './elements.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { Register } from './register.ts';
import { contactIn } from './source-contact.ts';
import { datedIn, dateOf, isOld, type ListedSource, stateBadge, stateOf } from './source-words.ts';
import texts from './texts/entity.json' with { type: 'json' };

type Sources = Register['byKey'];

const TEXT = texts.sources.page;

const MORE = texts.sources.more;
/** Number of visible sources; further ones are folded. */
const VISIBLE = 6;

/** Words about the sources of a link, by their keys. */
export interface Attribution {
  /** Their names and dates: `Kalliope, Stand 13.10.2026`. */
  readonly names: (keys: readonly string[]) => Html;
  /** The name of one of them. */
  readonly name: (key: string) => string;
  /** `Liste von 2011`, where all of them are two years old or more: the year of the newest; the linked site may well be up to date. */
  readonly age: (keys: readonly string[]) => string | false;
}

export function createAttribution(sources: Sources, locale: Locale): Attribution {
  const one = (key: string) => attribution(key, sources.get(key), locale);
  return {
    names: (keys) => joined(keys.map(one)),
    name: (key) => locale.t(sources.get(key)?.title ?? { de: key, en: key }),
    age(keys) {
      const asserting = keys.flatMap((key) => sources.get(key) ?? []);
      const date = ({ freshness }: ListedSource) => freshness.declaredDate ?? '';
      const newest = asserting.toSorted((a, b) => (date(a) < date(b) ? -1 : 1)).at(-1);
      if (newest === undefined || !asserting.every(({ freshness }) => isOld(freshness))) return false;
      return locale.t(newest.kind === 'links' ? TEXT.list : TEXT.source, { year: date(newest).slice(0, 4) });
    },
  };
}

/** Whether a source is out of date, has a newer version that is held back, or is failing and older than the data. */
const isBehind = (freshness: ListedSource['freshness'], dataDate: string) =>
  freshness.state === 'stale' ||
  freshness.state === 'held' ||
  (freshness.state === 'failing' && (dateOf(freshness) ?? '') < dataDate);

function attribution(key: string, source: ListedSource | undefined, locale: Locale): Html {
  const link = sourceLink(key, source?.title ?? { de: key, en: key }, locale);
  return joined([link, ...datedIn(source?.freshness ?? {}, TEXT.stated, locale)], ', ');
}

/** Every source of the page once, with the links that it names; sources with most links come first. @param listed sources in the snapshot, with their contacts */
export function sourceList(
  { entity, links, snapshot }: LinksAnswer,
  sources: Sources,
  listed: Snapshot['sources'],
  locale: Locale,
): Html {
  const items = links.categories.flatMap((category) => category.items);
  const reportOf = (source: string, urls: readonly string[]) => {
    const wrong = { gnd: entity.gnd, name: entity.preferredName, source, urls, snapshot: snapshot.id };
    const asserting = sources.get(source);
    const note = listed.find(({ key }) => key === source);
    // Nobody changes a completed source any more.
    const isCompleted = asserting !== undefined && stateOf(asserting) === 'completed';
    const contact = isCompleted ? undefined : contactIn(note, asserting?.kind ?? 'links');
    return reportAddress(wrong, [contact, locale.operator.contact, asserting?.origin.homepage]);
  };
  const all = [...new Set(items.flatMap(({ assertedBy }) => assertedBy))]
    .map((key) => ({ key, own: items.filter(({ assertedBy }) => assertedBy.includes(key)) }))
    .toSorted((a, b) => b.own.length - a.own.length)
    .map(({ key, own }) => {
      const urls = own.map(({ url }) => url);
      return { key, labels: own.map(({ label }) => label), report: reportOf(key, urls) };
    });
  const isReported = all.some(({ report }) => report !== undefined);
  return html`<p class="soft">${locale.t(TEXT.explain)}${!isReported && html` ${locale.t(TEXT.nobody)}`}</p>
    ${foldedList(
      all.map(({ key, labels, report }) => {
        const source = sources.get(key);
        const isMarked = source !== undefined && isBehind(source.freshness, snapshot.date);
        return html`${attribution(key, source, locale)} ${isMarked && stateBadge(stateOf(source), locale)}
          <div class="soft">
            ${locale.count(labels.length, texts.links)}:
            ${counted(labels, locale)}${isReported && html` · ${reportLink(report, locale)}`}
          </div>`;
      }),
      { visible: VISIBLE, className: 'source-list', summary: (n) => locale.count(n, MORE) },
    )}`;
}

/** Each label once, with its number where there are several: `Wikidata, Wikisource (2)`. */
function counted(labels: readonly string[], { number }: Locale): Html {
  const groups = [...Map.groupBy(labels, (label) => label)];
  return joined(groups.map(([label, { length }]) => html`<bdi>${label}</bdi>${length > 1 && ` (${number(length)})`}`));
}

/** The sources that describe the entity, each with its date; when its record was changed; the day of the data. */
export function recordLine(
  { entity: { describedBy = [], modified }, snapshot }: Pick<LinksAnswer, 'entity' | 'snapshot'>,
  { byKey }: Pick<Register, 'byKey'>,
  locale: Locale,
): Html {
  const { t, day } = locale;
  const named = describedBy.map((key) => attribution(key, byKey.get(key), locale));
  const describedLine = named.length > 0 && html`${t(TEXT.describedBy)} ${joined(named)}<br />`;
  const changedLine = modified !== undefined && html`${t(TEXT.modified, { date: day(modified) })}<br />`;
  return html`<p class="soft">${describedLine}${changedLine}${t(TEXT.data, { date: day(snapshot.date) })}</p>`;
}

function reportLink(address: string | undefined, locale: Locale): Html {
  if (address === undefined) return html`${locale.t(TEXT.nobody)}`;
  if (/^https?:/i.test(address)) return externalLink(address, locale.t(TEXT.report));
  return html`<a href="${address}">${locale.t(TEXT.report)}</a>`;
}

/** The sources of the links of an entity, with their dates and contacts for reports of mistakes. */
import { reportAddress } from '../../shared/lookup/report-address.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { externalLink, foldedList, joined, sourceLink } from './elements.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import type { Register } from './register.ts';
import { datedIn, dateOf, type ListedSource } from './source-words.ts';
import texts from './texts/entity.json' with { type: 'json' };

type Sources = Register['byKey'];

const TEXT = texts.sources.page;

const LINKS = texts.sources.links;
const MORE = texts.sources.more;
/** Number of visible sources; further ones are folded. */
const VISIBLE = 6;

/** Words about the sources of a link, by their keys. */
export interface Attribution {
  /** Their names and dates: `Kalliope, Stand 13.10.2026`. */
  readonly names: (keys: readonly string[]) => Html;
  /** The name of one of them. */
  readonly name: (key: string) => string;
  /** `veraltet, Stand 13.10.2026`; false where one of them is up to date, or cannot be fetched but is as new as the data. */
  readonly age: (keys: readonly string[]) => string | false;
}

/** @param dataDate day of the data */
export function createAttribution(sources: Sources, dataDate: string, locale: Locale): Attribution {
  const one = (key: string) => attribution(key, sources.get(key), locale);
  return {
    names: (keys) => joined(keys.map(one)),
    name: (key) => locale.t(sources.get(key)?.title ?? { de: key, en: key }),
    age(keys) {
      const states = keys.map((key) => sources.get(key)?.freshness ?? {});
      if (!states.every((one) => isBehind(one, dataDate))) return false;
      const newest = states.toSorted((a, b) => ((dateOf(a) ?? '') < (dateOf(b) ?? '') ? -1 : 1)).at(-1) ?? {};
      const { state, declaredDate, observedSince }: Freshness = newest;
      if (state === 'stale' && declaredDate === undefined && observedSince !== undefined)
        return locale.t(TEXT.unchanged, { date: locale.day(observedSince) });
      return [locale.t(TEXT.stale), ...datedIn(newest, TEXT.stated, locale)].join(', ');
    },
  };
}

type Freshness = Partial<ListedSource['freshness']>;

/** Whether a source is out of date, or failing and older than the data. */
const isBehind = (freshness: Freshness, dataDate: string) =>
  freshness.state === 'stale' || (freshness.state === 'failing' && (dateOf(freshness) ?? '') < dataDate);

function attribution(key: string, source: ListedSource | undefined, locale: Locale): Html {
  const link = sourceLink(key, source?.title ?? { de: key, en: key }, locale);
  return joined([link, ...datedIn(source?.freshness ?? {}, TEXT.stated, locale)], ', ');
}

/** Every source of the page once; sources with most links come first. @param listed sources in the snapshot, with their contacts */
export function sourceList(
  { entity, links, snapshot }: LinksAnswer,
  sources: Sources,
  listed: Snapshot['sources'],
  locale: Locale,
): Html {
  const urlsOf = new Map<string, string[]>();
  for (const { assertedBy, url } of links.categories.flatMap(({ items }) => items)) {
    for (const key of assertedBy) urlsOf.set(key, [...(urlsOf.get(key) ?? []), url]);
  }
  const sorted = [...urlsOf].toSorted(([, a], [, b]) => b.length - a.length);
  const reportOf = (source: string, urls: readonly string[]) => {
    const wrong = { gnd: entity.gnd, name: entity.preferredName, source, urls, snapshot: snapshot.id };
    const contact = listed.find(({ key }) => key === source)?.contact;
    return reportAddress(wrong, [contact, locale.operator.contact, sources.get(source)?.origin.homepage]);
  };
  const all = sorted.map(([key, urls]) => ({ key, urls, report: reportOf(key, urls) }));
  const isReported = all.some(({ report }) => report !== undefined);
  return html`<p class="soft">${locale.t(TEXT.explain)}${!isReported && html` ${locale.t(TEXT.nobody)}`}</p>
    ${foldedList(
      all.map(({ key, urls, report }) => {
        const source = sources.get(key);
        const freshness: Freshness = source?.freshness ?? {};
        const { state = 'fresh' } = freshness;
        const isMarked = state === 'held' || isBehind(freshness, snapshot.date);
        return html`${attribution(key, source, locale)}
          ${isMarked && html` <span class="badge warn">${locale.t(labelOf(TEXT, state))}</span>`}
          <div class="soft">
            ${locale.count(urls.length, LINKS)}${isReported && html` · ${reportLink(report, locale)}`}
          </div>`;
      }),
      { visible: VISIBLE, className: 'source-list', summary: (n) => locale.count(n, MORE) },
    )}`;
}

/** The sources that describe the entity, each with its date; when its record was changed; the day of the data. */
export function recordLine(
  { entity: { describedBy = [], modified }, snapshot }: Pick<LinksAnswer, 'entity' | 'snapshot'>,
  { byKey }: Pick<Register, 'byKey'>,
  locale: Locale,
): Html {
  const { t, day } = locale;
  const named = describedBy.map((key) => attribution(key, byKey.get(key), locale));
  const changed = modified === undefined ? [] : [t(TEXT.modified, { date: day(modified) })];
  const days = [...changed, t(TEXT.data, { date: day(snapshot.date) })].join(' · ');
  return html`<p class="soft">${named.length > 0 && html`${t(TEXT.describedBy)} ${joined(named)}<br />`}${days}</p>`;
}

function reportLink(address: string | undefined, locale: Locale): Html {
  if (address === undefined) return html`${locale.t(TEXT.nobody)}`;
  if (/^https?:/i.test(address)) return externalLink(address, locale.t(TEXT.report));
  return html`<a href="${address}">${locale.t(TEXT.report)}</a>`;
}

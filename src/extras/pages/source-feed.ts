/** `/sources.atom` and `/sources/{key}/feed.atom`: feeds with news of all sources and of one source. */
import { text } from '../../core/http/answer.ts';
import { ATOM, atomFeed } from '../../core/http/atom.ts';
import type { Door } from '../../core/http/door.ts';
import { problem } from '../../core/http/problems.ts';
import { languageParameter, localeFor, type Locale } from '../../core/http/locale.ts';
import { lenient } from '../../core/http/parameters.ts';
import { door } from '../../core/http/door.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { SITE } from './layout.ts';
import { segment } from './page-door.ts';
import { byTime, type News, newsOfCollection, newsOfSource } from '../keeper/news.ts';
import texts from '../keeper/texts/keeper.json' with { type: 'json' };

/** Largest number of entries in the feed of all sources. */
const MAX_ENTRIES = 100;

const common = { audience: 'programs', work: 'light', dependsOn: 'day', cacheControl: 'public, max-age=3600' } as const;

export function sourceFeeds(): readonly Door[] {
  return [
    door({
      ...common,
      path: '/sources.atom',
      summary: 'News of all sources as an Atom feed',
      parameters: lenient({ lang: languageParameter }),
      examples: ['/sources.atom', '/sources.atom?lang=en'],
      answer({ lang }, context) {
        const locale = localeFor(lang, context);
        const { snapshot } = context.store;
        const entries = [
          ...snapshot.sources.flatMap((source) =>
            newsOfSource(source, locale).map((news) =>
              entryOf(news, locale.t(source.title), `/sources/${source.key}`, source.key, locale),
            ),
          ),
          ...snapshot.collections.flatMap((collection) =>
            newsOfCollection(collection, locale).map((news) =>
              entryOf(news, '', `/collections/${collection.key}`, '', locale),
            ),
          ),
        ];
        return feed('/sources.atom', locale.t(texts.page.feedOfAll), entries, snapshot, locale);
      },
    }),
    door({
      ...common,
      path: '/sources/{key}/feed.atom',
      summary: 'News of one source as an Atom feed',
      parameters: lenient({ key: segment('Key of the source.', 'gnd-persons'), lang: languageParameter }),
      examples: ['/sources/gnd-persons/feed.atom'],
      answer({ key, lang }, context) {
        const locale = localeFor(lang, context);
        const { snapshot } = context.store;
        const source = snapshot.sources.find((one) => one.key === key);
        if (source === undefined) return problem('not_found');
        const own = snapshot.collections.filter((collection) => source.scope.collections.includes(collection.key));
        const news = [...newsOfSource(source, locale), ...own.flatMap((one) => newsOfCollection(one, locale))];
        const entries = news.map((one) => entryOf(one, '', `/sources/${key}`, '', locale));
        const title = locale.t(texts.page.feedOf, { title: locale.t(source.title) });
        return feed(`/sources/${encodeURIComponent(key)}/feed.atom`, title, entries, snapshot, locale);
      },
    }),
  ];
}

/** @param scope prefix that makes keys of several sources unique in one feed; empty in the feed of one source */
function entryOf({ id, at, kind, title, reason }: News, name: string, path: string, scope: string, locale: Locale) {
  const key = scope === '' ? id : `${scope}-${id}`;
  const headline = name === '' ? title : `${name}: ${title}`;
  return {
    id,
    at,
    kind,
    key,
    title: headline,
    link: locale.absolute(path),
    ...(reason !== undefined && { summary: reason }),
  };
}

/** A feed without gains and losses of lists: they need no action. */
function feed(
  path: string,
  title: string,
  entries: readonly ReturnType<typeof entryOf>[],
  { date }: Snapshot,
  locale: Locale,
) {
  const shown = entries
    .filter(({ kind }) => kind !== 'changed')
    .toSorted(byTime)
    .slice(0, MAX_ENTRIES);
  const { t, absolute, language } = locale;
  const body = atomFeed({
    address: absolute(path),
    title,
    author: t(SITE),
    language,
    begun: `${date}T00:00:00Z`,
    entries: shown,
  });
  return text(body, { contentType: ATOM });
}

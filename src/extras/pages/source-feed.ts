/** `/sources/{key}/feed.atom`: a feed with news of one source. */
import { atomFeed } from '../../shared/http/atom.ts';
import { door } from '../../core/http/door.ts';
import { problem } from '../../core/http/problems.ts';
import { languageParameter, localeFor } from '../../shared/http/locale.ts';
import { lenient } from '../../core/http/parameters.ts';
import { newsOf } from '../keeper/news.ts';
import texts from '../keeper/texts/keeper.json' with { type: 'json' };
import { SITE } from './layout.ts';
import { segment } from './page-door.ts';

export const sourceFeed = door({
  path: '/sources/{key}/feed.atom',
  summary: 'News about one source as an Atom feed',
  audience: 'programs',
  work: 'light',
  dependsOn: 'day',
  cacheControl: 'public, max-age=3600',
  parameters: lenient({ key: segment('Key of the source.', 'gnd-persons'), lang: languageParameter }),
  examples: ['/sources/gnd-persons/feed.atom'],
  answer({ key, lang }, context) {
    const locale = localeFor(lang, context);
    const { t, absolute, language } = locale;
    const { snapshot } = context.store;
    const source = snapshot.sources.find((one) => one.key === key);
    if (source === undefined) return problem('not_found');
    const entries = newsOf(source, snapshot.collections, locale)
      // Gains and losses of a list need no action.
      .filter(({ kind }) => kind !== 'changed')
      .map(({ id, at, title, reason }) => {
        const link = absolute(`/sources/${key}`);
        return { at, key: id, title, link, ...(reason !== undefined && { summary: reason.text }) };
      });
    return atomFeed({
      address: absolute(`/sources/${encodeURIComponent(key)}/feed.atom`),
      title: t(texts.page.feedOf, { title: t(source.title) }),
      author: t(SITE),
      language,
      begun: `${snapshot.date}T00:00:00Z`,
      entries,
    });
  },
});

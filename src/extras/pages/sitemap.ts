/** `/sitemap.xml` and its files: the addresses of all entities, for search engines. https://www.sitemaps.org/protocol.html */
import { setImmediate } from 'node:timers/promises';
import { text } from '../../core/http/answer.ts';
import type { Answer, Door } from '../../core/http/door.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import { SITEMAP_ENTRIES } from '../../core/snapshot/build-notes.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { escapeText } from '../../shared/http/html.ts';
import { pageDoor, segment } from './page-door.ts';
import { problemAnswer } from './problem-answer.ts';

/** Paths of pages other than those of entities. */
const PATHS = ['/', '/coverage', '/sources', '/docs', '/about', '/privacy', '/accessibility'];
/** Cost of a file: it has some 3 MB. */
const FILE_COST = 10;
/** Number of entities that are read at a time, a divisor of the entries of a file; other requests get their turn in between. */
const SLICE = 2_000;

const COMMON = { dependsOn: 'snapshot', cacheControl: 'public, max-age=3600' } as const;

export const sitemapPages: readonly Door[] = [
  pageDoor({
    ...COMMON,
    name: 'sitemap',
    path: '/sitemap.xml',
    summary: 'The files of the sitemap',
    parameters: {},
    quota: { name: 'coverage' },
    examples: ['/sitemap.xml'],
    async answer(_, { store }, { absolute }) {
      const starts = await startsOf(store);
      const files = ['pages', ...starts.keys()].map((name) => `/sitemaps/${name}.xml`);
      const items = files.map((path) => `<sitemap><loc>${escapeText(absolute(path))}</loc></sitemap>`);
      return xml('sitemapindex', items);
    },
  }),
  pageDoor({
    ...COMMON,
    path: '/sitemaps/{file}',
    summary: 'Addresses of entities, for search engines',
    parameters: { file: segment('`pages.xml`, or a number.', '0.xml') },
    quota: { name: 'coverage', cost: (_, { limits }) => Math.min(FILE_COST, limits.coverage.burst) },
    examples: ['/sitemaps/pages.xml', '/sitemaps/0.xml'],
    async answer({ file }, { store }, locale) {
      if (file === 'pages.xml') return urls(PATHS, locale);
      const [, digits = '-1'] = /^(\d{1,6})\.xml$/.exec(file) ?? [];
      const starts = await startsOf(store);
      const from = starts[Number(digits)];
      if (from === undefined) {
        return problemAnswer({ locale, path: `/sitemaps/${encodeURIComponent(file)}`, code: 'not_found' });
      }
      return urls(await pathsFrom(store, from), locale);
    },
  }),
];

/** First entity of each file; without notes of the build there is only one file. */
async function startsOf(store: Store): Promise<readonly GndId[]> {
  return (await store.notes())?.sitemap ?? store.entityIds(undefined, 1);
}

/** The paths of a whole file from its first entity on. */
async function pathsFrom(store: Store, from: GndId): Promise<readonly string[]> {
  const paths: string[] = [];
  let next: GndId | undefined = from;
  while (next !== undefined && paths.length < SITEMAP_ENTRIES) {
    const ids: readonly GndId[] = await store.entityIds(next, SLICE + 1);
    paths.push(...ids.slice(0, SLICE).map((id) => `/gnd/${id}`));
    next = ids[SLICE];
    await setImmediate();
  }
  return paths;
}

function urls(paths: readonly string[], { absolute }: Locale): Answer {
  return xml(
    'urlset',
    paths.map((path) => `<url><loc>${escapeText(absolute(path))}</loc></url>`),
  );
}

function xml(root: 'sitemapindex' | 'urlset', items: readonly string[]): Answer {
  const content = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${root}>\n`;
  return text(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`, { contentType: 'application/xml; charset=utf-8' });
}

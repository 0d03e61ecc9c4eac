/** `/sitemap.xml` and its files: the addresses of all entities, for search engines. https://www.sitemaps.org/protocol.html */
import { setImmediate } from 'node:timers/promises';
import type { PageAnswer } from '../http/page.ts';
import type { GndId } from '../model/gnd-id.ts';
import type { Store } from '../store/store.ts';
import { escapeText } from './html.ts';
import type { SitePage, SiteRequest } from './internal-call.ts';
import { problemAnswer } from './problem-answer.ts';

/** Pages that are no entities. */
const PATHS = ['/', '/coverage', '/sources', '/docs', '/about'];
const FILE_ENTRIES = 50_000;
/** Entities that are read at a time; other requests come in between. */
const SLICE = 2_000;

export function sitemapPages(): readonly SitePage[] {
  return [
    {
      path: '/sitemap.xml',
      quota: 'coverage',
      async answer({ locale, store }) {
        const starts = await startsOf(store());
        const files = ['pages', ...starts.keys()].map((name) => `/sitemaps/${name}.xml`);
        const items = files.map((path) => `<sitemap><loc>${escapeText(locale.absolute(path))}</loc></sitemap>`);
        return xml('sitemapindex', items);
      },
    },
    {
      path: '/sitemaps/{file}',
      quota: 'coverage',
      async answer(request) {
        const { segment, locale, store } = request;
        if (segment === 'pages.xml') return urls(PATHS, request);
        const [, digits = '-1'] = /^(\d{1,6})\.xml$/.exec(segment) ?? [];
        const opened = store();
        const starts = await startsOf(opened);
        const from = starts[Number(digits)];
        if (opened === undefined || from === undefined) {
          return problemAnswer({ locale, path: `/sitemaps/${encodeURIComponent(segment)}`, code: 'not_found' });
        }
        return urls(await pathsFrom(opened, from, starts[Number(digits) + 1]), request);
      },
    },
  ];
}

/** Where the build left no notes, one file has as many as it may. */
async function startsOf(store: Store | undefined): Promise<readonly GndId[]> {
  return (await store?.notes())?.sitemap ?? (await store?.entityIds(undefined, 1)) ?? [];
}

/** @param end the first entity of the next file */
async function pathsFrom(store: Store, from: GndId, end: GndId | undefined): Promise<readonly string[]> {
  const paths: string[] = [];
  let next: GndId | undefined = from;
  while (next !== undefined && paths.length < FILE_ENTRIES) {
    const ids: readonly GndId[] = await store.entityIds(next, Math.min(SLICE, FILE_ENTRIES - paths.length) + 1);
    const own = ids.slice(0, SLICE);
    const last = end === undefined ? -1 : own.indexOf(end);
    paths.push(...(last === -1 ? own : own.slice(0, last)).map((id) => `/gnd/${id}`));
    next = last === -1 ? ids[SLICE] : undefined;
    await setImmediate();
  }
  return paths.slice(0, FILE_ENTRIES);
}

function urls(paths: readonly string[], { locale }: SiteRequest): PageAnswer {
  return xml(
    'urlset',
    paths.map((path) => `<url><loc>${escapeText(locale.absolute(path))}</loc></url>`),
  );
}

function xml(root: 'sitemapindex' | 'urlset', items: readonly string[]): PageAnswer {
  const text = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${root}>\n`;
  return {
    contentType: 'application/xml; charset=utf-8',
    body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
    cacheControl: 'public, max-age=3600',
  };
}

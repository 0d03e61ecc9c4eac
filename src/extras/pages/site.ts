/** All pages for people, with their assets. */
import type { Door } from '../../core/http/door.ts';
import type { Installation } from '../../core/interface/installation.ts';
import { assetDoors } from './assets.ts';
import { coveragePage } from './coverage.ts';
import { docsPages } from './docs.ts';
import { entityPage } from './entity.ts';
import { jsonDoor } from './entity-json.ts';
import { relationsPage } from './entity-relations.ts';
import { filesPages } from './files.ts';
import { homePage } from './home.ts';
import { keysPage } from './keys.ts';
import { problemPages } from './problem.ts';
import { resolvePage } from './resolve.ts';
import { resultsPage } from './results.ts';
import { sitemapPages } from './sitemap.ts';
import { sourceFeed } from './source-feed.ts';
import { sourcePage } from './source.ts';
import { sourcesPage } from './sources.ts';
import { statusPage } from './status.ts';
import { thumbnailDoors } from './thumbnail.ts';
import { usePage } from './use.ts';

export function doors(installation: Installation): readonly Door[] {
  const { dumps, operator } = installation;
  const thumbnails = operator?.pictures === 'off' ? undefined : installation.thumbnails;
  return [
    homePage,
    // The more specific address comes first.
    jsonDoor,
    relationsPage(installation),
    ...thumbnailDoors(thumbnails),
    entityPage({ ...installation, thumbnails }),
    resultsPage,
    coveragePage,
    resolvePage,
    sourcesPage,
    sourceFeed,
    sourcePage(dumps),
    usePage(dumps),
    ...filesPages(dumps),
    keysPage,
    ...docsPages,
    ...problemPages(),
    statusPage(dumps),
    ...sitemapPages,
    ...assetDoors(),
  ];
}

/** All pages for people, with their assets. */
import type { Door } from '../../core/http/door.ts';
import type { Installation } from '../../core/interface/installation.ts';
import { assetDoors } from './assets.ts';
import { coveragePages } from './coverage.ts';
import { uploadDoor } from './coverage-upload.ts';
import { collectionPage } from './collection.ts';
import { docsPages } from './docs.ts';
import { entityPage } from './entity.ts';
import { entityFiles } from './entity-files.ts';
import { relationsPage } from './entity-relations.ts';
import { filesPages } from './files.ts';
import { homePage } from './home.ts';
import { keysPage } from './keys.ts';
import { problemPages } from './problem.ts';
import { createRegister } from './register.ts';
import { resolvePage } from './resolve.ts';
import { resultsPage } from './results.ts';
import { sitemapPages } from './sitemap.ts';
import { sourceFeeds } from './source-feed.ts';
import { sourcePage } from './source.ts';
import { sourcesPage } from './sources.ts';
import { statusPage } from './status.ts';
import { usePage } from './use.ts';

export function doors(installation: Installation): readonly Door[] {
  const { dumps } = installation;
  const register = createRegister();
  return [
    homePage(),
    // The more specific address comes first.
    ...entityFiles(),
    relationsPage(),
    entityPage(register, installation),
    resultsPage(register),
    ...coveragePages(register),
    uploadDoor,
    resolvePage(),
    sourcesPage(register),
    ...sourceFeeds(),
    sourcePage(register, dumps),
    usePage(),
    ...filesPages(dumps),
    keysPage(register),
    collectionPage(register, dumps),
    ...docsPages(),
    ...problemPages(),
    statusPage(register),
    ...sitemapPages(),
    ...assetDoors(),
  ];
}

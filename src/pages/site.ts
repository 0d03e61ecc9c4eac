/** All pages for people, and what they load. */
import type { Page } from '../http/page.ts';
import { assetPages } from './assets.ts';
import { coveragePages } from './coverage.ts';
import { homePage } from './home.ts';
import { interfaceDocsPages } from './interface-docs.ts';
import { problemPages } from './problem.ts';
import { sourcePage } from './source.ts';
import { sourcesPage } from './sources.ts';
import { statusPage } from './status.ts';
import { entityPage } from './entity.ts';
import { resultsPage } from './results.ts';

export function sitePages(): readonly Page[] {
  return [
    homePage(),
    entityPage(),
    resultsPage(),
    ...coveragePages(),
    sourcesPage(),
    sourcePage(),
    ...interfaceDocsPages(),
    ...problemPages(),
    statusPage(),
    ...assetPages(),
  ];
}

/** All pages for people, and what they load. */
import type { Page, ProblemPage } from '../http/page.ts';
import { speechOf } from './language.ts';
import { problemAnswer } from './problem-answer.ts';
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

/** What a person sees when a page is refused before it is asked. */
export const siteProblemPage: ProblemPage = ({ code, status }, { path, query, acceptLanguage }) =>
  problemAnswer({ speech: speechOf({ query, acceptLanguage }), path, code, status });

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

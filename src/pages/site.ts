/** All pages for people, and what they load. */
import { boxPages } from '../embed/box-files.ts';
import type { Page, PageRequest, ProblemPage } from '../http/page.ts';
import { assetPages } from './assets.ts';
import { coveragePages } from './coverage.ts';
import { docsPages } from './docs.ts';
import { entityPage } from './entity.ts';
import { entityFiles } from './entity-files.ts';
import { homePage } from './home.ts';
import { CallRefused, type SitePage } from './internal-call.ts';
import { localeOf, type Operator } from './locale.ts';
import { problemAnswer, problemAnswerOf } from './problem-answer.ts';
import { problemPages } from './problem.ts';
import { createRegister } from './register.ts';
import { resultsPage } from './results.ts';
import { sitemapPages } from './sitemap.ts';
import { sourcePage } from './source.ts';
import { sourcesPage } from './sources.ts';
import { statusPage } from './status.ts';

export interface Site {
  readonly pages: readonly Page[];
  /** What a person sees when a request is refused before it comes to a page, or leads to none. */
  readonly problemPage: ProblemPage;
}

/** @param operator whom the footer of every page names @param dumps folder of dumps, where there are any */
export function createSite(operator?: Operator, dumps?: string): Site {
  const register = createRegister();
  const pages: readonly SitePage[] = [
    homePage(),
    // The more particular address first.
    ...entityFiles(),
    entityPage(register),
    resultsPage(register),
    ...coveragePages(register),
    sourcesPage(register),
    sourcePage(register, dumps),
    ...docsPages(),
    ...problemPages(),
    statusPage(register),
    ...sitemapPages(),
  ];
  return {
    pages: [...pages.map((page) => withLocale(page, operator)), ...assetPages(), ...boxPages()],
    problemPage({ code, status }, { path: asked, ...request }) {
      // Two slashes at the beginning of a link would lead to another host.
      const path = asked.replace(/^\/*/, '/');
      return problemAnswer({ locale: localeOf(request, operator), path, code, status });
    },
  };
}

/** Whatever the API refuses while a page is made, people are told by a page. */
function withLocale({ path, quota, answer }: SitePage, operator?: Operator): Page {
  return {
    path,
    ...(quota && { quota }),
    async answer(request) {
      const { segment = '', query, call, store } = request;
      const locale = localeOf(request, operator);
      try {
        return await answer({ segment, query, locale, call, store });
      } catch (error) {
        if (error instanceof CallRefused) return problemAnswerOf(error.answer, locale, pathOf(path, request));
        throw error;
      }
    },
  };
}

/** Of the page that was asked for, without the language. */
function pathOf(pattern: string, { segment = '', query }: Pick<PageRequest, 'segment' | 'query'>): string {
  const values = new URLSearchParams(query);
  values.delete('lang');
  const path = pattern.replace(/\{\w+\}/, encodeURIComponent(segment));
  return values.size === 0 ? path : `${path}?${values.toString()}`;
}

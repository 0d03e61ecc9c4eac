/** Asks a page of the site without a server: what the API answers is up to the test. */
import type { PageAnswer, PageRequest } from '../../src/http/page.ts';
import { createSite } from '../../src/pages/site.ts';
import { pageRequest } from '../http/ask-page.ts';
import { readPage } from './reading.ts';

const site = createSite();

/** @param path as the page has it, e.g. `/problems/{slug}`; of another site, @param pages */
export async function answerOf(
  path: string,
  request: Partial<PageRequest>,
  { pages } = site,
): Promise<PageAnswer & { readonly page: ReturnType<typeof readPage> }> {
  const answer = await pages.find((page) => page.path === path)?.answer(pageRequest(request.segment, request));
  if (answer === undefined) throw new Error(`There is no page ${path}.`);
  return { ...answer, page: readPage(Buffer.from(answer.body).toString()) };
}

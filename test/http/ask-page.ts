/** Requests for pages, made without a server. */
import type { Page, PageAnswer, PageRequest } from '../../src/http/page.ts';

/** @param request what the page is to see, beyond an address without anything */
export function pageRequest(segment?: string, request: Partial<PageRequest> = {}): PageRequest {
  return {
    segment,
    query: '',
    acceptLanguage: undefined,
    baseUrl: 'https://links.example.org',
    store: () => undefined,
    call: async (path) => Promise.reject(new Error(`${path} was asked for`)),
    ...request,
  };
}

export async function askPage(page: Page | undefined, segment?: string): Promise<PageAnswer | undefined> {
  return page?.answer(pageRequest(segment));
}

/** `/favicon.ico`, which browsers ask for whatever they open: a letter with three lines that lead out of it. */
import type { Page, PageAnswer } from './page.ts';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#00549f"/>' +
  '<g fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round">' +
  '<path d="M15 11.5a6 6 0 1 0 1 6h-4.5"/><path d="M20 11l6-3M20.5 16h6.5M20 21l6 3"/></g></svg>';

const ANSWER: PageAnswer = {
  contentType: 'image/svg+xml',
  body: Buffer.from(ICON),
  shared: true,
  cacheControl: 'public, max-age=86400',
};

export const iconPage: Page = { path: '/favicon.ico', answer: () => ANSWER };

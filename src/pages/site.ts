/** All pages for people, and what they load. */
import type { Page } from '../http/page.ts';
import { assetPages } from './assets.ts';

export function sitePages(): readonly Page[] {
  return [...assetPages()];
}

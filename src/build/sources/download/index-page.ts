/** Finds the newest dated file that a listing page links to, for dumps without a permanent name. */
import { readFile } from 'node:fs/promises';
import { download, type DownloadOptions, removePart } from './download.ts';
import { DownloadFailed } from './download-failure.ts';
import { compileExpression } from '../expression.ts';
import { decodePercent } from '../../../core/model/text.ts';
import type { IndexPage } from '../register/register.ts';

/** Largest listing page in bytes; real ones are far smaller. */
const MAX_PAGE = 5_000_000;

/**
 * The link with the greatest date: the first group of the pattern, compared as text. Links to other hosts are skipped,
 * because only the host of the page is registered.
 * @returns undefined when no link matches
 */
export function newestLink(html: string, pageUrl: string, pattern: string): string | undefined {
  const named = compileExpression(pattern);
  const page = new URL(pageUrl);
  let newest: { readonly date: string; readonly url: string } | undefined;
  for (const [, double, single, bare] of html.matchAll(
    /\bhref\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'>]{1,2000}))/gi,
  )) {
    const target = decodeAmpersand(double ?? single ?? bare ?? '').trim();
    if (!URL.canParse(target, page.href)) continue;
    const url = new URL(target, page);
    url.hash = '';
    if (!/^https?:$/.test(url.protocol) || url.host !== page.host) continue;
    const date = named.exec((decodePercent(url.pathname) ?? url.pathname) + url.search)?.[1];
    if (date !== undefined && (newest === undefined || date > newest.date)) newest = { date, url: url.href };
  }
  return newest?.url;
}

/**
 * Fetches the page, and returns the address of the newest file.
 * @param scratch path of a temporary file
 * @throws DownloadFailed, with `not_listed` when no link of the page matches
 */
export async function findNewest(index: IndexPage, scratch: string, options: DownloadOptions): Promise<string> {
  try {
    const page = await download({ url: index.url, target: scratch, maximumBytes: MAX_PAGE }, options);
    const url = newestLink(await readFile(scratch, 'utf8'), page.url, index.pattern);
    if (url === undefined)
      throw new DownloadFailed('not_listed', 'The listing page has no link to a file of the expected kind.');
    return url;
  } finally {
    await removePart(scratch);
  }
}

function decodeAmpersand(text: string): string {
  return text.replaceAll(/&(?:amp|#38|#x26);/gi, '&');
}

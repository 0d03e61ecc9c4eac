/** What all addresses of reconciliation answer with: JSON, JSONP where a callback is named, in the language of the client. */
import type { Problem } from '../../api/problems.ts';
import type { PageAnswer } from '../../http/page.ts';
import type { ServiceRequest } from '../../http/service.ts';
import { type Locale, localeOf } from '../../pages/locale.ts';
import { isCallback, jsonp } from '../seealso/formats.ts';
import { refuse } from './shapes.ts';

const KEEP = 'public, max-age=300, stale-while-revalidate=3600';
/** A field replaces the constant one of its name. */
export const VARY = { vary: 'Accept-Encoding, Accept-Language' } as const;

export function localeFor({ query, headers, baseUrl }: ServiceRequest): Locale {
  return localeOf({ query, acceptLanguage: headers['accept-language'], baseUrl });
}

/** @param callback as it was sent */
export function jsonAnswer(value: unknown, { method, query }: ServiceRequest): PageAnswer | Problem {
  const callback = new URLSearchParams(query).get('callback');
  const cacheControl = method === 'GET' ? KEEP : 'no-store';
  if (callback === null)
    return { contentType: 'application/json', body: Buffer.from(JSON.stringify(value)), cacheControl, headers: VARY };
  if (!isCallback(callback))
    return refuse('The callback may have letters, digits and _ $ . [ ] only, at most 128 in all.');
  const body = Buffer.from(jsonp(callback, value));
  return { contentType: 'text/javascript; charset=utf-8', body, cacheControl, headers: VARY };
}

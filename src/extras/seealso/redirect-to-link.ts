/** A redirect to a link of the data, and the `Cache-Control` of the answers of SeeAlso. */
import { redirect } from '../../core/http/answer.ts';
import type { Answer } from '../../core/http/door.ts';

/** `Cache-Control` with the lifetime of the original service. */
export const CACHE = 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=86400';

/** @param url address in the data; it is encoded as browsers do */
export const redirectToLink = (url: string): Answer => redirect(302, new URL(url).href, CACHE);

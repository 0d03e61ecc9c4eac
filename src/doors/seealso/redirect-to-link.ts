/** A redirect to a link of the data, and how long clients may keep the answers of SeeAlso. */
import { redirect } from '../../http/answer.ts';
import type { Answer } from '../../http/door.ts';

/** As long as the original let clients keep its answers. */
export const CACHE = 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=86400';

/** @param url of the data; the field takes it as a browser would ask for it */
export const redirectToLink = (url: string): Answer => redirect(302, new URL(url).href, CACHE);

/** The pages for tests in a browser: each kind of page, in every state that the sample allows. */
import type { Expected } from './looking.ts';

export interface Walked extends Expected {
  /** Limit for the page and its style, compressed, in bytes. */
  readonly maxSent?: number;
  /** Path with query, without `lang`. */
  readonly path: string;
}

export const WALKED: readonly Walked[] = [
  { path: '/' },
  { path: '/gnd/118540238' },
  { path: '/gnd/185932576' },
  { path: '/gnd/4065105-8' },
  { path: '/gnd/4053309-8/relations?group=practised' },
  { path: '/gnd/2031351-2' },
  { path: '/gnd/1010346326' },
  { path: '/gnd/118650130' },
  { path: '/gnd/118999990', status: 404 },
  { path: '/gnd/178066737', status: 410 },
  { path: '/gnd/nonsense', status: 400 },
  { path: '/embed/118540238' },
  { path: '/embed/118540239', status: 404 },
  { path: '/embed/178066737', status: 410 },
  { path: '/search?q=bach' },
  { path: '/search?q=bach&type=Person&limit=3' },
  { path: '/search?q=gothe' },
  { path: '/search?q=bach+komponist+qqqqqqq' },
  { path: '/search?q=qqqqqqq' },
  { path: '/search' },
  { path: '/coverage' },
  { path: '/coverage?ids=118540238,4065105-8,1012979490,178066737,5036103-X,11854023Y' },
  { path: '/resolve/table' },
  { path: '/resolve/table?ids=Q5879,viaf:24602065,118540239,Goethe,178066737&to=viaf,isni,links:biography' },
  { path: '/sources' },
  { path: '/sources?q=nothing' },
  { path: '/sources?state=stale&order=age' },
  { path: '/sources/kalliope' },
  { path: '/sources/nothing', status: 404 },
  { path: '/status' },
  { path: '/use' },
  { path: '/docs' },
  { path: '/docs/keys' },
  { path: '/about' },
  { path: '/about?gnd=118540238' },
  { path: '/privacy' },
  { path: '/accessibility' },
  // All of the interface on one page, which is painted while it arrives.
  { path: '/docs/reference', maxBytes: 168_000, maxSent: 34_500 },
  { path: '/docs/embed' },
  { path: '/docs/add-a-list' },
  { path: '/docs/promise' },
  { path: '/docs/reconciliation' },
  { path: '/docs/relations' },
  { path: '/docs/resolve' },
  { path: '/docs/seealso' },
  { path: '/docs/migrate' },
  { path: '/problems' },
  { path: '/problems/rate-limited' },
];

/** One look at an address: a HEAD request, and for pages a GET request for the beginning. Follows redirects itself. */
import { DownloadFailed } from '../download/download-failure.ts';
import { beginningOf, type HttpClient, type ClientResponse, REDIRECTS } from '../download/http-client.ts';
import type { Observation, PageFacts } from './observations.ts';
import { PAGE_BYTES, readPage } from './page.ts';
import type { Pace } from '../download/pace.ts';
import type { Robots } from './robots.ts';

export interface LookOptions {
  readonly http: HttpClient;
  readonly pace: Pace;
  readonly robots: Robots;
  readonly signal?: AbortSignal;
}

type LookOutcome = Pick<Observation, 'status' | 'failure' | 'final' | 'permanent' | 'page'>;

const MAX_HOPS = 6;
const TOTAL_MS = 30_000;
/** Statuses after which no GET follows: it would only burden the host. */
const NO_GET: ReadonlySet<number> = new Set([401, 407, 429, 451, 500, 502, 503, 504]);

/** Failures of hosts are outcomes, not errors. @throws the reason of the signal */
export async function look(address: string, options: LookOptions): Promise<LookOutcome> {
  try {
    const target = new URL(address);
    target.hash = '';
    const head = await follow(target, 'HEAD', options);
    head.response.close();
    const isPage = /html|^$/i.test(head.response.field('content-type') ?? '');
    const { status } = head.response;
    if (NO_GET.has(status) || (status >= 200 && status < 300 && !isPage)) return outcomeOf(address, head);
    const got = await follow(head.url, 'GET', options);
    const { body } = got.response;
    const beginning = await beginningOf(body, PAGE_BYTES, true).finally(() => got.response.close());
    const page = readPage(beginning, address);
    const permanent = head.permanent && got.permanent;
    return outcomeOf(address, { ...got, permanent }, page);
  } catch (error) {
    if (error instanceof DownloadFailed) return { failure: error.reason };
    throw error;
  }
}

interface Reached {
  readonly response: ClientResponse;
  readonly url: URL;
  readonly permanent: boolean;
}

async function follow(from: URL, method: 'HEAD' | 'GET', options: LookOptions): Promise<Reached> {
  const { http, pace, robots, signal } = options;
  const visited = new Set<string>();
  let permanent = true;
  for (let url = from; ;) {
    if (visited.has(url.href) || visited.size > MAX_HOPS)
      throw new DownloadFailed('redirect_loop', 'The server redirects in a circle, or too often.');
    visited.add(url.href);
    if (!(await robots.allow(url, signal))) throw new DownloadFailed('robots', 'The host forbids the probe.');
    const fields = { accept: 'text/html, */*;q=0.5' };
    const { href } = url;
    const send = () => http.get(href, { method, redirects: 'manual', fields, totalMs: TOTAL_MS, signal });
    const response = await pace.ask(url.host, send, signal);
    const location = response.field('location');
    if (!REDIRECTS.has(response.status) || location === undefined)
      return { response, url: new URL(response.url), permanent };
    response.close();
    if (!URL.canParse(location, url.href))
      throw new DownloadFailed('bad_redirect', 'The redirect leads to no address.');
    permanent &&= response.status === 301 || response.status === 308;
    url = new URL(location, url);
    if (!/^https?:$/.test(url.protocol)) throw new DownloadFailed('unsupported_scheme', 'The redirect leaves the web.');
    url.hash = '';
  }
}

function outcomeOf(address: string, { response, url, permanent }: Reached, page?: PageFacts): LookOutcome {
  const isElsewhere = url.href !== new URL(address).href.replace(/#.*$/, '');
  return {
    status: response.status,
    ...(isElsewhere && { final: url.href }),
    ...(isElsewhere && permanent && { permanent: true as const }),
    ...(page && { page }),
  };
}

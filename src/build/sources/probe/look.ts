/** One look at an address: a HEAD request, and for pages a GET request for the beginning. */
import { DownloadFailed } from '../download/download-failure.ts';
import { beginningOf, followRedirects, type HttpClient } from '../download/http-client.ts';
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
const FIELDS = { accept: 'text/html, */*;q=0.5' };
/** Statuses after which no GET follows: it would only burden the host. */
const NO_GET: ReadonlySet<number> = new Set([401, 407, 429, 451, 500, 502, 503, 504]);

/** Failures of hosts are outcomes, not errors. @throws the reason of the signal */
export async function look(address: string, options: LookOptions): Promise<LookOutcome> {
  try {
    const head = await follow(new URL(address), 'HEAD', options);
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

type Reached = Awaited<ReturnType<typeof follow>>;

/** Robots.txt and pace hold for each address on the way. @returns `permanent`: whether all redirects were permanent */
async function follow(from: URL, method: 'HEAD' | 'GET', { http, pace, robots, signal }: LookOptions) {
  const request = { method, redirects: 'manual', fields: FIELDS, totalMs: TOTAL_MS, signal } as const;
  const statuses: number[] = [];
  const response = await followRedirects(from.href, MAX_HOPS, async (url) => {
    if (!(await robots.allow(url, signal)))
      throw new DownloadFailed('robots', 'The robots.txt of the host does not allow the request.');
    const answer = await pace.ask(url.host, () => http.get(url.href, request), signal);
    statuses.push(answer.status);
    return answer;
  });
  const permanent = statuses.slice(0, -1).every((status) => status === 301 || status === 308);
  return { response, url: new URL(response.url), permanent };
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

/** Verdicts on the addresses of one collection: each by itself, and by comparison with the others. */
import { getDomain } from 'tldts';
import type { Observation } from './observations.ts';

/** `parked`: the address leads to a page that has nothing to do with the collection. `blocked`: it may well be alive. */
export type Verdict = 'ok' | 'moved' | 'gone' | 'parked' | 'blocked' | 'unknown';

/** Different addresses with the same page, from which on the page is taken for one about nothing. */
const MIN_ALIKE = 3;
/** Share of a collection from which on such a page stands for the whole collection. */
const PARKED_SHARE = 0.5;

const BLOCKED: ReadonlySet<number> = new Set([401, 403, 407, 429, 451]);

/**
 * @param looks the newest observation of each address of one collection
 * @param resolves whether names of other hosts were resolved: otherwise an unknown host says nothing
 * @returns a verdict for each address
 */
export function judge(looks: readonly Observation[], resolves: boolean): ReadonlyMap<string, Verdict> {
  const verdicts = new Map(looks.map((look) => [look.url, judgeAlone(look, resolves)]));
  const pages = looks.filter((look) => isAlive(verdicts.get(look.url)) && look.page !== undefined);
  const answered = looks.filter(({ status }) => status !== undefined).length;
  const alike = Map.groupBy(pages, ({ page, final }) => `${page?.fingerprint} ${domainOf(final)}`);
  for (const group of alike.values()) {
    if (group.length < MIN_ALIKE) continue;
    for (const { url, page } of group) verdicts.set(url, verdictOnAlike(page, group.length / answered));
  }
  return verdicts;
}

const isAlive = (verdict: Verdict | undefined): boolean => verdict === 'ok' || verdict === 'moved';

/** An empty page is drawn by a script, and then it is the same for every address of a site that is alive. */
function verdictOnAlike(page: Observation['page'], share: number): Verdict {
  if (page?.empty === true) return 'unknown';
  return share >= PARKED_SHARE ? 'parked' : 'gone';
}

function judgeAlone({ url, status, failure, final, permanent, page }: Observation, resolves: boolean): Verdict {
  if (failure === 'host_not_found') return resolves ? 'gone' : 'unknown';
  if (status === undefined) return 'unknown';
  if (page?.challenge === true || BLOCKED.has(status)) return 'blocked';
  if (status === 404 || status === 410) return 'gone';
  if (status < 200 || status >= 300) return 'unknown';
  if (page?.missing === true) return 'gone';
  return final === undefined ? 'ok' : judgeRedirect(new URL(url), new URL(final), permanent === true);
}

/** A resolver such as doi.org leads to other domains, but never to their front page. */
function judgeRedirect(from: URL, to: URL, permanent: boolean): Verdict {
  const isOtherDomain = domainOf(from.href) !== domainOf(to.href);
  if (isFrontPage(to) && !isFrontPage(from)) return isOtherDomain ? 'parked' : 'gone';
  const isSamePage = !isOtherDomain && from.pathname === to.pathname && from.search === to.search;
  return permanent && !isSamePage ? 'moved' : 'ok';
}

const isFrontPage = ({ pathname, search }: URL): boolean =>
  /^\/(?:(?:index|home|default)\.\w+|de\/?|en\/?)?$/i.test(pathname) && search === '';

/** The registrable domain, else the host; empty without an address. */
function domainOf(address: string | undefined): string {
  if (address === undefined) return '';
  const { hostname } = new URL(address);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

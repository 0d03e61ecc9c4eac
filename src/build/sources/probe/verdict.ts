/** Judges the addresses of one collection: each one alone, then in comparison with the others. */
import { getDomain } from 'tldts';
import type { Observation } from './observations.ts';

/** `parked`: the page is not about the collection. `blocked`: the host refuses the probe, but may be alive. */
export type LookVerdict = 'ok' | 'moved' | 'gone' | 'parked' | 'blocked' | 'unknown';

/** Smallest number of addresses with the same page for which it counts as an error page. */
const MIN_ALIKE = 3;
/** Smallest share of addresses with such a page for which they count as parked. */
const PARKED_SHARE = 0.5;

const BLOCKED: ReadonlySet<number> = new Set([401, 403, 407, 429, 451]);

/**
 * @param looks the newest observation of each address of one collection
 * @param isOnline whether any host has ever answered; otherwise an unknown host may be a fault of the probe's network
 * @returns a verdict for each address
 */
export function judge(looks: readonly Observation[], isOnline: boolean): ReadonlyMap<string, LookVerdict> {
  const verdicts = new Map(looks.map((look) => [look.url, judgeAlone(look, isOnline)]));
  const pages = looks.filter((look) => isAlive(verdicts.get(look.url)) && look.page !== undefined);
  const answered = looks.filter(({ status }) => status !== undefined).length;
  const groups = Map.groupBy(pages, ({ page, final }) => `${page?.fingerprint} ${domainOf(final)}`);
  const alike = [...groups.values()].filter(({ length }) => length >= MIN_ALIKE).flat();
  const read = alike.filter(({ page }) => page?.empty !== true);
  for (const { url } of alike) verdicts.set(url, 'unknown');
  for (const { url } of read) verdicts.set(url, read.length >= PARKED_SHARE * answered ? 'parked' : 'gone');
  return verdicts;
}

const isAlive = (verdict: LookVerdict | undefined): boolean => verdict === 'ok' || verdict === 'moved';

function judgeAlone({ url, status, failure, final, permanent, page }: Observation, isOnline: boolean): LookVerdict {
  if (failure === 'host_not_found') return isOnline ? 'gone' : 'unknown';
  if (status === undefined) return 'unknown';
  if (page?.challenge === true || BLOCKED.has(status)) return 'blocked';
  if (status === 404 || status === 410) return 'gone';
  if (status < 200 || status >= 300) return 'unknown';
  if (page?.missing === true) return 'gone';
  if (page?.parked === true) return 'parked';
  return final === undefined ? 'ok' : judgeRedirect(new URL(url), new URL(final), permanent === true);
}

/** Redirects to a front page are suspicious: a resolver such as doi.org leads to pages within other domains. */
function judgeRedirect(from: URL, to: URL, permanent: boolean): LookVerdict {
  const isOtherDomain = domainOf(from.href) !== domainOf(to.href);
  if (GATE.test(to.pathname) && !GATE.test(from.pathname)) return 'blocked';
  if (isFrontPage(to) && !isFrontPage(from)) return isOtherDomain ? 'parked' : 'gone';
  const isSamePage = !isOtherDomain && from.pathname === to.pathname && from.search === to.search;
  return permanent && !isSamePage ? 'moved' : 'ok';
}

/** Paths of pages that ask for a login or for consent. */
const GATE = /\/(?:login|log-in|signin|sign-in|sso|shibboleth|consent|anmeld(?:en|ung))(?:[/.]|$)/i;

const isFrontPage = ({ pathname, search }: URL): boolean =>
  /^\/(?:(?:index|home|default)\.\w+|de\/?|en\/?)?$/i.test(pathname) && search === '';

/** The registrable domain, else the host; empty without an address. */
function domainOf(address: string | undefined): string {
  if (address === undefined) return '';
  const { hostname } = new URL(address);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

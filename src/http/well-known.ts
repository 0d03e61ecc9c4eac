/** Documents at addresses that programs know: icon, catalogue of interfaces, rules for crawlers, security contact. */
import { llmsText } from './llms-text.ts';
import type { Page, PageAnswer } from './page.ts';

export interface WellKnownOptions {
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: () => string;
  /** Address of a person who takes reports of vulnerabilities; without it there is no security.txt. */
  readonly securityContact?: string;
  readonly now: () => Date;
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#00549f"/>' +
  '<g fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round">' +
  '<path d="M15 11.5a6 6 0 1 0 1 6h-4.5"/><path d="M20 11l6-3M20.5 16h6.5M20 21l6 3"/></g></svg>';
const ICON_PAGE: PageAnswer = {
  contentType: 'image/svg+xml',
  body: Buffer.from(ICON),
  shared: true,
  cacheControl: 'public, max-age=86400',
};

/** `/favicon.ico`, which browsers request for every site. */
export const iconPage: Page = { path: '/favicon.ico', answer: () => ICON_PAGE };

const DAILY = 'public, max-age=86400';
const HOURLY = 'public, max-age=3600';
const CATALOG_PATH = '/.well-known/api-catalog';
const SECURITY_PATH = '/.well-known/security.txt';
/** Half of what RFC 9116 §2.5.5 recommends at most. */
const SECURITY_DAYS = 182;

export function wellKnownPages({ baseUrl, securityContact, now }: WellKnownOptions): readonly Page[] {
  const pages: Page[] = [
    { path: '/robots.txt', answer: remembered(baseUrl, (base) => plainText(robotsText(base), DAILY)) },
    { path: CATALOG_PATH, answer: remembered(baseUrl, catalogAnswer) },
    { path: '/llms.txt', answer: remembered(baseUrl, (base) => plainText(llmsText(base), HOURLY)) },
  ];
  if (securityContact === undefined) return pages;
  const state = () => `${now().toISOString().slice(0, 10)} ${baseUrl()}`;
  const security = (of: string) => plainText(securityText(securityContact, of.slice(0, 10), of.slice(11)), DAILY);
  return [...pages, { path: SECURITY_PATH, answer: remembered(state, security) }];
}

/**
 * The last document again until what it depends on changes: whoever gets the same object may keep its compressed forms.
 * @param make gets the state
 */
function remembered(state: () => string, make: (state: string) => PageAnswer): () => PageAnswer {
  let last: { readonly state: string; readonly answer: PageAnswer } | undefined;
  return () => {
    const current = state();
    if (last?.state !== current) last = { state: current, answer: make(current) };
    return last.answer;
  };
}

function plainText(text: string, cacheControl: string): PageAnswer {
  return { contentType: 'text/plain; charset=utf-8', body: Buffer.from(text), shared: true, cacheControl };
}

/** Pages may be indexed; answers are for programs, and every one of a million would be asked for. RFC 9309 */
function robotsText(baseUrl: string): string {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  return `User-agent: *\nDisallow: ${prefix}/api/\nAllow: ${prefix}/api/v1/openapi.json\nSitemap: ${baseUrl}/sitemap.xml\n`;
}

/** RFC 9727, in the form of RFC 9264 with the relations of RFC 8631. */
function catalogAnswer(baseUrl: string): PageAnswer {
  const json = (path: string) => [{ href: baseUrl + path, type: 'application/json' }];
  const page = (path: string) => [{ href: baseUrl + path, type: 'text/html' }];
  const catalog = {
    linkset: [
      {
        anchor: `${baseUrl}/api/v1/`,
        'service-desc': json('/api/v1/openapi.json'),
        'service-doc': page('/docs'),
        status: json('/api/v1/status'),
        license: [{ href: 'https://creativecommons.org/publicdomain/zero/1.0/' }],
      },
      {
        anchor: `${baseUrl}/reconcile`,
        'service-desc': json('/reconcile'),
        'service-doc': page('/docs/reconciliation'),
      },
      { anchor: `${baseUrl}/mcp`, 'service-doc': page('/docs/reconciliation') },
      { anchor: `${baseUrl}/resolve`, 'service-doc': page('/docs/resolve') },
      { anchor: `${baseUrl}/seealso/gnd`, 'service-doc': page('/docs/seealso') },
    ],
  };
  return {
    contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    body: Buffer.from(JSON.stringify(catalog)),
    shared: true,
    cacheControl: HOURLY,
    headers: { link: `<${baseUrl}${CATALOG_PATH}>; rel="api-catalog"` },
  };
}

/** RFC 9116. @param today `YYYY-MM-DD` */
function securityText(contact: string, today: string, baseUrl: string): string {
  const expires = new Date(Date.parse(today) + SECURITY_DAYS * 86_400_000).toISOString();
  // A web address in it must begin with https. §2.5.2
  const canonical = baseUrl.startsWith('https:') ? `Canonical: ${baseUrl}${SECURITY_PATH}\n` : '';
  return `Contact: ${contact}\nExpires: ${expires}\n${canonical}Preferred-Languages: de, en\n`;
}

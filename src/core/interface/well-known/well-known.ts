/**
 * Documents at well-known addresses: icon, list of interfaces, rules for crawlers, JSON-LD context, security contact.
 */
import { dayOf, daysBefore } from '../../model/days.ts';
import { json, text } from '../../http/answer.ts';
import { type Answer, type Context, type Dependence, type Door, door } from '../../http/door.ts';
import { lenient } from '../../http/parameters.ts';
import type { Installation } from '../installation.ts';
import { SERVICES_PATH, servicesDocument } from '../services.ts';
import { CONTEXT_PATH, CONTEXT_TYPE, linkedDataContext } from '../linked-data.ts';
import { llmsText } from './llms-text.ts';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#00549f"/>' +
  '<g fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round">' +
  '<path d="M15 11.5a6 6 0 1 0 1 6h-4.5"/><path d="M20 11l6-3M20.5 16h6.5M20 21l6 3"/></g></svg>';

const DAILY = 'public, max-age=86400';
const HOURLY = 'public, max-age=3600';
export const ICON_PATH = '/favicon.ico';
const CATALOG_PATH = '/.well-known/api-catalog';
const SECURITY_PATH = '/.well-known/security.txt';
/** Days of validity, half of the longest time that RFC 9116 §2.5.5 recommends. */
const SECURITY_DAYS = 182;

/** Documents that are served whatever doors are selected. */
export function wellKnownDoors({ operator: { securityContact } = {} }: Installation): readonly Door[] {
  const icon = Buffer.from(ICON);
  return [
    // Browsers request this icon from every site.
    documentDoor(ICON_PATH, 'The icon of the service', DAILY, () => ({
      contentType: 'image/svg+xml',
      body: icon,
    })),
    documentDoor('/robots.txt', 'Rules for crawlers', DAILY, (context) => text(robotsText(context))),
    documentDoor(CATALOG_PATH, 'The catalogue of interfaces', HOURLY, catalogAnswer),
    documentDoor('/llms.txt', 'Summary of the service for language models', HOURLY, (context) =>
      text(llmsText(context)),
    ),
    documentDoor(CONTEXT_PATH, 'JSON-LD context of the answers about entities', DAILY, ({ baseUrl, link }) =>
      json(linkedDataContext(baseUrl, link), { contentType: CONTEXT_TYPE }),
    ),
    documentDoor(
      SERVICES_PATH,
      'Description of the services outside /api/v1',
      HOURLY,
      ({ baseUrl, link, doors, operator }) =>
        json(servicesDocument({ baseUrl, link, doors, contact: operator.contact })),
    ),
    ...(securityContact === undefined
      ? []
      : [
          documentDoor(
            SECURITY_PATH,
            'Contact for reports of vulnerabilities',
            DAILY,
            (context) => text(securityText(securityContact, today(context), context.baseUrl)),
            // `day` would need a snapshot, but this document must be available without one.
            'file',
          ),
        ]),
  ];
}

/** A document without parameters. The same object is answered until it changes, so that its compressed forms are kept. */
function documentDoor(
  path: string,
  summary: string,
  cacheControl: string,
  make: (context: Context) => Answer,
  dependsOn: Dependence = 'release',
): Door {
  let last: { readonly state: string; readonly answer: Answer } | undefined;
  return door({
    path,
    summary,
    parameters: lenient({}),
    dependsOn,
    cacheControl,
    examples: [path],
    answer(_, context) {
      const state = `${context.baseUrl} ${dependsOn === 'file' ? today(context) : ''}`;
      if (last?.state !== state) last = { state, answer: { ...make(context), shared: true } };
      return last.answer;
    },
  });
}

/** `YYYY-MM-DD` */
function today({ clock }: Context): string {
  return dayOf(clock());
}

/** Rules for crawlers: pages may be indexed, but not the millions of answers for programs. RFC 9309 */
function robotsText({ baseUrl, link }: Context): string {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const sitemap = link('sitemap');
  const description = new URL(link('openapi') ?? baseUrl).pathname;
  const rules = `User-agent: *\nDisallow: ${prefix}/api/\nAllow: ${description}\n`;
  return sitemap === undefined ? rules : `${rules}Sitemap: ${sitemap}\n`;
}

/** RFC 9727, in the form of RFC 9264 with the relations of RFC 8631. */
function catalogAnswer({ baseUrl, link, doors: all }: Context): Answer {
  const described = (href: string) => [{ href, type: 'application/json' }];
  const openapi = link('openapi') ?? baseUrl;
  /** The page about an interface; where no pages are served, the description of the contract. */
  const documented = (href: string | undefined) =>
    href === undefined ? described(openapi) : [{ href, type: 'text/html' }];
  const extras = all.flatMap(({ path, announcement }) =>
    announcement === undefined || path.includes('{')
      ? []
      : {
          anchor: baseUrl + path,
          ...(announcement.isDescription && { 'service-desc': described(baseUrl + path) }),
          'service-doc': documented(link('document', { page: announcement.document })),
        },
  );
  const catalog = {
    linkset: [
      {
        anchor: `${baseUrl}/api/v1/`,
        'service-desc': described(openapi),
        'service-doc': documented(link('guide')),
        status: described(link('status') ?? baseUrl),
        license: [{ href: 'https://creativecommons.org/publicdomain/zero/1.0/' }],
      },
      ...extras,
    ],
  };
  return text(JSON.stringify(catalog), {
    contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    headers: { link: `<${baseUrl}${CATALOG_PATH}>; rel="api-catalog"` },
  });
}

/** RFC 9116. @param today `YYYY-MM-DD` */
function securityText(contact: string, today: string, baseUrl: string): string {
  const expires = daysBefore(Date.parse(today), -SECURITY_DAYS).toISOString();
  // The address in `Canonical` must begin with https. §2.5.2
  const canonical = baseUrl.startsWith('https:') ? `Canonical: ${baseUrl}${SECURITY_PATH}\n` : '';
  return `Contact: ${contact}\nExpires: ${expires}\n${canonical}Preferred-Languages: de, en\n`;
}

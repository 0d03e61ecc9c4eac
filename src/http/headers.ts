/** The header fields that never change: open to every web page, closed to everything else. */

/** CORS for anonymous data, and what a browser must not do with an answer; on every answer, errors included. */
export const CONSTANT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Content-Disposition, Server-Timing, X-Request-Id, Allow',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'Accept-Encoding',
} as const;

/** The same, flat. */
export const CONSTANT_FIELDS: readonly string[] = Object.entries(CONSTANT_HEADERS).flat();

/** Of a 304, which repeats only what a browser must know before it takes the answer that it has. */
export const UNCHANGED_FIELDS: readonly string[] = Object.entries(CONSTANT_HEADERS)
  .filter(([name]) => /^(?:access-control-|timing-|vary)/.test(name))
  .flat();

/** Answer to a preflight request; the wildcard is valid because there are no credentials. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
} as const;

const LICENCE = 'https://creativecommons.org/publicdomain/zero/1.0/';

/** `Link` of every answer of the interface. RFC 8288, RFC 8631 */
export function serviceLinks(baseUrl: string): string {
  if (written?.baseUrl !== baseUrl) {
    const links = [
      `<${baseUrl}/api/v1/openapi.json>; rel="service-desc"; type="application/json"`,
      `<${baseUrl}/docs>; rel="service-doc"; type="text/html"`,
      `<${LICENCE}>; rel="license"`,
    ];
    written = { baseUrl, links: links.join(', ') };
  }
  return written.links;
}

let written: { readonly baseUrl: string; readonly links: string } | undefined;

/** The header fields of the answers, as OpenAPI describes them. */

type Schema = Readonly<Record<string, unknown>>;

/** A field that is always present in the answers for which it is listed. */
const field = (description: string, example: string | number, schema: Schema = { type: 'string' }) => ({
  description,
  required: true,
  schema,
  example,
});

/** A field that only some of the answers have for which it is listed. */
const optional = (...of: Parameters<typeof field>) => ({ ...field(...of), required: false });

export const OPENAPI_HEADERS = {
  'Access-Control-Allow-Origin': field('Any web page may read the answer.', '*'),
  'API-Version': field('Version of the interface, which `info.version` also states.', '1.0.0'),
  Allow: field('The methods that the address accepts.', 'GET, HEAD, OPTIONS'),
  'Cache-Control': field('Time for which a cache may keep the answer.', 'public, max-age=300'),
  'Content-Disposition': optional(
    'File name of the table. The header field is only sent with `text/csv`.',
    'attachment; filename="gnd-coverage-2026-10-13.csv"',
  ),
  ETag: field(
    'Weak validator, which changes with the software, the data and the request.',
    'W/"20261013-3f9c2a7d.Zm9vYmFyYmF6"',
  ),
  'Last-Modified': field(
    'Time at which the data, or values that depend on the day, last changed.',
    'Wed, 14 Oct 2026 05:12:09 GMT',
  ),
  Link: field(
    'Links to the description, the documentation, the licence and the page with the same content. An answer about an entity also links to its canonical address and the JSON-LD context; a search also links to the next and the previous page.',
    '<https://example.org/api/v1/openapi.json>; rel="service-desc"; type="application/json"',
  ),
  RateLimit: field(
    'List of the quotas. For each, `r` is the number of requests left, and `t` is the number of seconds until its window ends. The quota with the fewest requests left applies.',
    '"links";r=599;t=60, "links-burst";r=299;t=1',
  ),
  'RateLimit-Policy': field(
    'List of the quotas. Each allows `q` requests in `w` seconds.',
    '"links";q=600;w=60, "links-burst";q=300;w=1',
  ),
  'Retry-After': field('Number of seconds to wait. The header field is sent with 429 and 503.', 17, {
    type: 'integer',
    minimum: 1,
  }),
  'Server-Timing': field('Time that the service spent on the answer, in milliseconds.', 'store;dur=0.4, total;dur=1.9'),
  Snapshot: optional(
    'Identifier of the snapshot on which the answer is based. The header field is absent while there is no snapshot.',
    '20261013-3f9c2a7d',
  ),
  'Timing-Allow-Origin': field('Any web page may read how long the answer took.', '*'),
  Vary: field('The answer depends on the content coding that the request accepts.', 'Accept-Encoding'),
  'X-Request-Id': field(
    'Identifier of the request. If the service keeps a log, the identifier is in it. After an internal error, it is also in `instance`.',
    '0d4c2a5e-5d2e-4c7e-9f57-3d6f0f5c9a11',
  ),
} as const;

type HeaderName = keyof typeof OPENAPI_HEADERS;

const EVERYWHERE = [
  'API-Version',
  'Snapshot',
  'Access-Control-Allow-Origin',
  'Cache-Control',
  'Timing-Allow-Origin',
  'Vary',
  'X-Request-Id',
] as const satisfies readonly HeaderName[];

/** Fields by kind of answer. */
export const RESPONSE_HEADERS = {
  options: ['API-Version', 'Snapshot', 'Access-Control-Allow-Origin', 'Timing-Allow-Origin', 'Vary', 'X-Request-Id'],
  answer: [...EVERYWHERE, 'Link', 'Server-Timing'],
  /** A 304 has no `Link`: in caches it would replace the `Link` of a page of results. */
  notModified: EVERYWHERE,
  validators: ['ETag', 'Last-Modified'],
  limited: ['RateLimit-Policy', 'RateLimit'],
  problem: [...EVERYWHERE, 'Link'],
} as const satisfies Record<string, readonly HeaderName[]>;

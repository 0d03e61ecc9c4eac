/** The header fields of the answers, as OpenAPI describes them. */

const field = (
  description: string,
  example: string,
  schema: Readonly<Record<string, unknown>> = { type: 'string' },
) => ({
  description,
  schema,
  example,
});

export const OPENAPI_HEADERS = {
  'Access-Control-Allow-Origin': field('Any web page may read the answer.', '*'),
  'Cache-Control': field('How long the answer may be kept.', 'public, max-age=300'),
  'Content-Disposition': field('File name of a table.', 'attachment; filename="gnd-coverage-2026-10-13.csv"'),
  ETag: field('Weak validator: changes with software, data and request.', 'W/"20261013-3f9c2a7d.Zm9vYmFyYmF6"'),
  'Last-Modified': field('When the data, or what depends on the day, last changed.', 'Wed, 14 Oct 2026 05:12:09 GMT'),
  Link: field(
    'Description, documentation and licence; the canonical address of an entity, the neighbouring pages of a search.',
    '<https://example.org/api/v1/openapi.json>; rel="service-desc"; type="application/json"',
  ),
  RateLimit: field('What is left of the quota (r) until the window ends (t seconds).', '"links";r=599;t=60'),
  'RateLimit-Policy': field('The quota: q requests in w seconds.', '"links";q=600;w=60'),
  'Retry-After': { ...field('Seconds to wait.', '17', { type: 'integer', minimum: 1 }), example: 17 },
  Vary: field('Answers are coded by negotiation.', 'Accept-Encoding'),
  'X-Request-Id': field(
    'Identifies the request in the records of the service.',
    '0d4c2a5e-5d2e-4c7e-9f57-3d6f0f5c9a11',
  ),
} as const;

type HeaderName = keyof typeof OPENAPI_HEADERS;

/** Which answers carry which fields. */
export const RESPONSE_HEADERS = {
  answer: ['Access-Control-Allow-Origin', 'Cache-Control', 'Link', 'Vary', 'X-Request-Id'],
  validators: ['ETag', 'Last-Modified'],
  limited: ['RateLimit-Policy', 'RateLimit'],
  problem: ['Access-Control-Allow-Origin', 'Cache-Control', 'Link', 'Vary', 'X-Request-Id'],
} as const satisfies Record<string, readonly HeaderName[]>;

/** The six endpoints, in the order of the description. */
import { coverageEndpoint } from './coverage.ts';
import type { Endpoint } from './endpoint.ts';
import { linksEndpoint } from './links.ts';
import { createOpenapiEndpoint } from './openapi-endpoint.ts';
import { searchEndpoint } from './search.ts';
import { sourcesEndpoint } from './sources.ts';
import { statusEndpoint } from './status.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  linksEndpoint,
  searchEndpoint,
  statusEndpoint,
  sourcesEndpoint,
  coverageEndpoint,
  createOpenapiEndpoint(() => ENDPOINTS),
];

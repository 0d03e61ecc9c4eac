/** `GET /api/v1/openapi.json`: the description of the interface. */
import { Type } from 'typebox';
import { type Endpoint, jsonResponse, type Prepared, type Response } from './endpoint.ts';
import { openapiDocument } from './openapi.ts';
import { refuseParameters } from './parameters.ts';
import { API_VERSION, byKey, named } from './schemas.ts';

/** The description itself is described no further. */
const OpenapiDocumentSchema = named('OpenapiDocument', {
  openapi: Type.String(),
  info: Type.Object({ title: Type.String(), version: Type.String() }),
  paths: byKey(Type.Object({}), 'The addresses of the interface.'),
});

const EXAMPLES = {
  beginning: {
    summary: 'How it begins',
    value: { openapi: '3.1.1', info: { title: 'GND Links', version: API_VERSION }, paths: {} },
  },
};

/** @param endpoints all of them, this one included; asked for when the first description is written */
export function createOpenapiEndpoint(endpoints: () => readonly Endpoint[]): Endpoint {
  let written: { readonly baseUrl: string; readonly response: Response } | undefined;

  const run: Prepared['run'] = async (_, deps) => {
    const baseUrl = deps.baseUrl();
    if (written?.baseUrl !== baseUrl) {
      const document = openapiDocument({ baseUrl, endpoints: endpoints(), contact: deps.contact });
      written = { baseUrl, response: jsonResponse(document, { shared: true }) };
    }
    return written.response;
  };

  return {
    operationId: 'getOpenapi',
    path: '/api/v1/openapi.json',
    summary: 'Description of this interface',
    description: 'This document: OpenAPI 3.1, generated from the schemas that the service itself works with.',
    parameters: [],
    answers: { 'application/json': { schema: OpenapiDocumentSchema, examples: EXAMPLES } },
    problems: ['invalid_request'],
    cacheControl: 'public, max-age=3600, stale-while-revalidate=86400',
    changesWith: 'snapshot',
    prepare: ({ query }) => refuseParameters(query) ?? { kind: 'prepared', normalised: '', certain: true, run },
  };
}

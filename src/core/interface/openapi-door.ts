/** `GET /api/v1/openapi.json`: the description of the interface. */
import { memo } from '../model/memo.ts';
import { Type } from 'typebox';
import { json } from '../http/answer.ts';
import { door } from '../http/door.ts';
import { strict } from '../http/parameters.ts';
import { API_VERSION, byKey, described, text, object } from '../model/schema.ts';
import { openapiDocument } from './openapi.ts';

/** Schema of the description; it leaves the contents open. */
const OpenapiDocumentSchema = described('OpenapiDocument', 'A description of an interface (OpenAPI 3.1).', {
  openapi: text('Version of OpenAPI.'),
  info: object('Name, version and rules of the interface.', {
    title: text('Name of the interface.'),
    version: text('Version of the interface.'),
  }),
  paths: byKey(Type.Object({}), 'The addresses of the interface.'),
});

const EXAMPLES = {
  beginning: {
    summary: 'Beginning of the document',
    value: { openapi: '3.1.1', info: { title: 'GND Links', version: API_VERSION }, paths: {} },
  },
};

export const openapiDoor = door({
  name: 'openapi',
  path: '/api/v1/openapi.json',
  summary: 'Description of this interface',
  parameters: strict({}),
  dependsOn: 'snapshot',
  isCertain: true,
  cacheControl: 'public, max-age=3600, stale-while-revalidate=86400',
  examples: ['/api/v1/openapi.json'],
  operation: {
    id: 'getOpenapi',
    description:
      'The answer is this description in OpenAPI 3.1, which is generated from the schemas that the service itself uses.',
    answers: { 'application/json': { schema: OpenapiDocumentSchema, examples: EXAMPLES } },
    problems: ['invalid_request'],
  },
  answer(_, { baseUrl, link, doors, operator: { contact } }) {
    // The same object is answered each time, because its compressed forms are kept with it.
    const write = () => json(openapiDocument({ baseUrl, link, doors, contact }), { shared: true });
    return memo(doors, 'openapi', write, [baseUrl, contact]);
  },
});

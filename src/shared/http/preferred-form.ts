/** Parameter that decides whether an address for people and programs leads to a page or to its data. */
import Negotiator from 'negotiator';
import type { Parameter } from '../../core/http/parameters.ts';

type Form = 'html' | 'json';

/** Media types by preference: a client that accepts everything gets the page. */
const MEDIA_TYPES = ['text/html', 'application/json', 'application/ld+json'];

export const preferredForm: Parameter<Form> = {
  in: 'query',
  description: '`json` redirects to the links, and `html` to the page. Without this parameter, `Accept` decides.',
  schema: { type: 'string', enum: ['html', 'json'] },
  example: 'json',
  varies: 'Accept',
  read([given], _, { headers: { accept } }) {
    if (given === 'html' || given === 'json') return given;
    // Browsers do not name JSON, so they need no negotiation.
    if (accept === undefined || !accept.includes('json')) return 'html';
    return new Negotiator({ headers: { accept } }).mediaType(MEDIA_TYPES)?.endsWith('json') === true ? 'json' : 'html';
  },
};

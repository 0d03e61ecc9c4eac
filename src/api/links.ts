/** `GET /api/v1/gnd/{gnd}/links`: an entity and where its links lead. */
import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { type GndId, type InvalidReason } from '../model/gnd-id.ts';
import type { Store } from '../store/store.ts';
import { type Dependencies, type Endpoint, jsonResponse, type Response } from './endpoint.ts';
import examples from './examples.json' with { type: 'json' };
import { type Diagnosis, diagnoseInvalid, diagnoseUnknown, readGndId } from './gnd-input.ts';
import { decodePercent } from '../model/text.ts';
import { refuseParameters } from './parameters.ts';
import { type Problem, problem } from './problems.ts';
import { type LinksAnswer, LinksAnswerSchema } from './schemas.ts';

const inflate = promisify(gunzip);

/** What a ready-made body may inflate to, in bytes; beyond it the snapshot is damaged. */
const MAX_BODY = 64 * 1024 * 1024;

export const linksEndpoint: Endpoint = {
  operationId: 'getLinks',
  path: '/api/v1/gnd/{gnd}/links',
  summary: 'An entity and its links',
  description:
    'Identity, type, names and selected attributes of a GND entity, and its curated links by category. ' +
    'The identifier of a merged record answers the surviving one, with `redirectedFrom`. ' +
    'An entity without links is answered with `total: 0`.',
  parameters: [
    {
      name: 'gnd',
      in: 'path',
      required: true,
      description:
        'GND identifier. Read leniently: surrounding blanks, lower-case `x`, the URI `https://d-nb.info/gnd/…` ' +
        '(percent-encoded), `(DE-588)…`, `gnd:…` and a dash for the hyphen are understood.',
      schema: { type: 'string' },
      example: '118540238',
    },
  ],
  answers: {
    'application/json': {
      schema: LinksAnswerSchema,
      examples: {
        entity: { summary: 'A person with links', value: examples.links },
        redirected: {
          summary: 'Asked for by the identifier of a merged record',
          value: { ...examples.links, requested: '1012979499', redirectedFrom: ['1012979499'] },
        },
      },
    },
  },
  problems: ['invalid_gnd_id', 'invalid_request', 'unknown_gnd_id', 'deleted_gnd_id'],
  limited: 'links',
  cacheControl: 'public, max-age=300, stale-while-revalidate=3600, stale-if-error=86400',
  changesWith: 'snapshot',

  prepare({ segment = '', query }) {
    const refused = refuseParameters(query);
    if (refused !== undefined) return refused;
    const text = decodePercent(segment);
    if (text === undefined) return malformed();
    const parsed = readGndId(text);
    return {
      kind: 'prepared',
      normalised: parsed.ok ? parsed.id : text,
      certain: false,
      run: (store, deps) =>
        parsed.ok ? answer(store, parsed.id, deps) : diagnoseInvalid(store, text, parsed).then(invalid),
    };
  },
};

async function answer(store: Store, id: GndId, deps: Dependencies): Promise<Response | Problem> {
  const found = await store.entity(id);
  if (found === undefined) return unknown(id, await diagnoseUnknown(store, id));
  if (found.kind === 'deleted') return deleted(id, found.successors);
  const survivor = found.kind === 'found' ? id : found.to;
  const links = [`<${deps.baseUrl()}/api/v1/gnd/${survivor}/links>; rel="canonical"`];
  if (found.kind === 'found') {
    return { contentType: 'application/json', body: found.answer, coded: 'gzip', links };
  }
  return jsonResponse(await asRedirected(found.answer, id), { links });
}

/** The survivor's ready-made body, said to be asked for by another identifier. */
async function asRedirected(body: Uint8Array, from: GndId): Promise<LinksAnswer> {
  const text = await inflate(body, { maxOutputLength: MAX_BODY });
  const { apiVersion, snapshot, conflicts, entity, links } = JSON.parse(text.toString()) as LinksAnswer;
  return { apiVersion, snapshot, conflicts, entity, requested: from, redirectedFrom: [from], links };
}

const REASONS: Readonly<Record<InvalidReason, string>> = {
  missing_hyphen: 'The hyphen before the last character is missing.',
  foreign_identifier: 'This is an identifier of another register.',
  bad_characters: 'A GND identifier has only digits, X and a hyphen.',
  bad_length: 'No GND identifier has this form.',
};

function malformed(): Problem {
  const detail = 'The path is not percent-encoded UTF-8.';
  return problem('invalid_gnd_id', { detail, errors: [{ parameter: 'gnd', code: 'malformed_encoding', detail }] });
}

function invalid({ reason = 'bad_length', suggestion }: Diagnosis): Problem {
  const why = REASONS[reason === 'check_digit' ? 'bad_length' : reason];
  const detail = suggestion === undefined ? why : `${why} Perhaps ${suggestion} was meant.`;
  return problem('invalid_gnd_id', {
    detail,
    errors: [{ parameter: 'gnd', code: reason, detail: why }],
    extensions: { reason, ...(suggestion && { suggestion }) },
  });
}

function unknown(id: GndId, diagnosis: Diagnosis): Problem {
  const { reason, suggestion } = diagnosis;
  const parts = [
    `No entity ${id} is in the data.`,
    reason && 'Its check digit is wrong.',
    suggestion && `Perhaps ${suggestion} was meant.`,
  ];
  const detail = parts.filter((part) => part !== undefined).join(' ');
  return problem('unknown_gnd_id', { detail, extensions: { gnd: id, ...diagnosis } });
}

function deleted(id: GndId, successors: readonly GndId[]): Problem {
  const detail =
    successors.length === 0
      ? `The record ${id} was deleted.`
      : `The record ${id} was split into ${successors.join(', ')}.`;
  return problem('deleted_gnd_id', { detail, extensions: { gnd: id, ...(successors.length > 0 && { successors }) } });
}

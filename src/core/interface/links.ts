/** `GET /api/v1/gnd/{gnd}/links`: an entity and its links. */
import type { GndId } from '../model/gnd-id.ts';
import { type InvalidReason, type ParsedGndId, readGndId } from '../model/read-identifiers.ts';
import { readAnswer } from '../snapshot/stored-answer.ts';
import { json } from '../http/answer.ts';
import { pageLink } from './page-link.ts';
import { type Context, door } from '../http/door.ts';
import { type Parameter, strict } from '../http/parameters.ts';
import examples from './examples.json' with { type: 'json' };
import { CONTEXT_PATH, CONTEXT_TYPE } from './linked-data.ts';
import { type Diagnosis, diagnoseInvalid, diagnoseUnknown } from './gnd-input.ts';
import { isProblem, type Problem, problem } from '../http/problems.ts';
import { type LinksAnswer, LinksAnswerSchema } from '../snapshot/links-answer.ts';
import type { Found, Redirected, Store } from '../snapshot/store.ts';

/** A parsed identifier; a malformed one has its text. */
type SentId = ParsedGndId & { readonly text?: string };

export const gndParameter: Parameter<SentId> = {
  in: 'path',
  required: true,
  description:
    'GND identifier in any common form: with spaces or quotation marks, with a label such as `(DE-588)` or `GND` in front, as a spreadsheet writes it, or inside a percent-encoded address, for example its URI or the address of a page in a catalogue or in this service.',
  schema: { type: 'string' },
  example: '118540238',
  read([text]) {
    if (text === undefined) return malformed();
    const parsed = readGndId(text);
    return parsed.ok ? parsed : { ...parsed, text };
  },
};

export const linksDoor = door({
  name: 'links',
  path: '/api/v1/gnd/{gnd}/links',
  summary: 'An entity and its links',
  parameters: strict({ gnd: gndParameter }),
  quota: { name: 'links' },
  dependsOn: 'snapshot',
  cacheControl: 'public, max-age=300, stale-while-revalidate=3600, stale-if-error=86400',
  examples: ['/api/v1/gnd/118540238/links'],
  operation: {
    id: 'getLinks',
    description:
      'The answer contains the type, the names and selected attributes of a GND entity, and its links by category. The identifier of a merged record leads to the surviving record, with `redirectedFrom`. If the entity has no links, `total` is 0.',
    answers: {
      'application/json': {
        schema: LinksAnswerSchema,
        examples: {
          entity: { summary: 'A person with links', value: examples.links },
          redirected: {
            summary: 'Request with the identifier of a merged record',
            value: { ...examples.links, requested: '1012979490', redirectedFrom: ['1012979490'] },
          },
        },
      },
    },
    problems: ['invalid_gnd_id', 'invalid_request', 'unknown_gnd_id', 'deleted_gnd_id', 'withheld_gnd_id'],
  },
  use: {
    group: 'programs',
    name: { de: 'Nachschlagen', en: 'Look up' },
    purpose: {
      de: 'Ein Portal oder Katalog erfährt, für wen oder was eine GND-Nummer steht und wo mehr darüber zu lesen ist.',
      en: 'The answer tells a portal or catalogue who or what a GND identifier stands for, and where to find more.',
    },
    example: (baseUrl) => `curl '${baseUrl}/api/v1/gnd/118540238/links'`,
    pages: [{ door: 'guide', fragment: 'examples' }],
  },
  async answer({ gnd: sent }, context) {
    const entity = await findEntity(sent, context.store);
    if (isProblem(entity)) return entity;
    const links = linksOf(entity.kind === 'found' ? entity.id : entity.to, context);
    return entity.kind === 'found'
      ? { contentType: 'application/json', body: entity.answer, coded: 'gzip', links }
      : json(asRedirected(entity.answer, entity.from), { links });
  },
});

/** The stored answer about an entity, or the problem if there is none. */
export async function findEntity(
  sent: SentId,
  store: Store,
): Promise<(Found & { readonly id: GndId }) | Redirected | Problem> {
  if (!sent.ok) return invalid(await diagnoseInvalid(store, sent.text ?? '', sent));
  const { id } = sent;
  const record = await store.entity(id);
  if (record === undefined) return unknown(id, await diagnoseUnknown(store, id));
  if (record.kind === 'deleted') return deleted(id, record.successors);
  if (record.kind === 'withheld') return problem('withheld_gnd_id', { extensions: { gnd: id } });
  return record.kind === 'found' ? { ...record, id } : record;
}

/** Members of `Link`: the canonical address, the page about the entity if pages are served, and the JSON-LD context. */
function linksOf(id: GndId, context: Context): readonly string[] {
  const canonical = `<${context.link('links', { gnd: id })}>; rel="canonical"`;
  const rdf = `<${context.baseUrl}${CONTEXT_PATH}>; rel="http://www.w3.org/ns/json-ld#context"; type="${CONTEXT_TYPE}"`;
  return [canonical, ...pageLink(context, 'entityPage', { gnd: id }), rdf];
}

/** The stored body of the surviving entity, with the requested identifier in it. */
function asRedirected(stored: Uint8Array, from: GndId): LinksAnswer {
  // The listed members keep the documented order; `rest` has all others.
  const { apiVersion, snapshot, conflicts, requested: _, links, ...rest } = readAnswer(stored);
  return { apiVersion, snapshot, conflicts, ...rest, requested: from, redirectedFrom: [from], links };
}

const REASONS: Readonly<Record<InvalidReason, string>> = {
  missing_hyphen: 'The hyphen before the last character is missing.',
  foreign_identifier: 'This is an identifier from another register.',
  bad_characters: 'A GND identifier may contain only digits, X and a hyphen.',
  bad_length: 'No GND identifier has this form.',
};

function malformed(): Problem {
  const detail = 'The path is not percent-encoded UTF-8.';
  return problem('invalid_gnd_id', { detail, errors: [{ parameter: 'gnd', code: 'malformed_encoding', detail }] });
}

function invalid({ reason = 'bad_length', suggestion, readings }: Diagnosis): Problem {
  const several = readings?.filter(({ scheme }) => scheme === 'gnd') ?? [];
  const named = readings?.map(({ scheme, value }) => `${scheme} ${value}`).join(', ');
  const why =
    several.length > 1
      ? `This may be several identifiers: ${named}.`
      : REASONS[reason === 'check_digit' ? 'bad_length' : reason] + (named ? ` Possible readings: ${named}.` : '');
  const detail = suggestion === undefined ? why : `${why} Perhaps ${suggestion} was meant.`;
  return problem('invalid_gnd_id', {
    detail,
    errors: [{ parameter: 'gnd', code: reason, detail: why }],
    extensions: { reason, ...(suggestion && { suggestion }), ...(readings && { readings }) },
  });
}

function unknown(id: GndId, diagnosis: Diagnosis): Problem {
  const { reason, suggestion } = diagnosis;
  const wrong = reason === undefined ? '' : ' The check digit is wrong.';
  const meant = suggestion === undefined ? '' : ` Perhaps ${suggestion} was meant.`;
  const detail = `The data contain no entity ${id}.${wrong}${meant}`;
  return problem('unknown_gnd_id', { detail, extensions: { gnd: id, ...diagnosis } });
}

const enumeration = new Intl.ListFormat('en-GB');

function deleted(id: GndId, successors: readonly GndId[]): Problem {
  const named = enumeration.format(successors);
  const end =
    successors.length === 0 ? 'deleted' : `${successors.length === 1 ? 'replaced by' : 'split into'} ${named}`;
  const detail = `The record ${id} was ${end}.`;
  return problem('deleted_gnd_id', { detail, extensions: { gnd: id, ...(successors.length > 0 && { successors }) } });
}

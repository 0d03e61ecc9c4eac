/**
 * `/resolve`: resolves identifiers of any scheme and web addresses to GND identifiers and other schemes, many at a
 * time.
 */
import { grouped } from '../../shared/numbers.ts';
import { pageLink } from '../../core/interface/page-link.ts';
import { json, redirect } from '../../core/http/answer.ts';
import { type Answer, type Context, type Door, door } from '../../core/http/door.ts';
import { format, type InputOf, lenient, type Parameter, wantsPage } from '../../core/http/parameters.ts';
import type { Sent } from '../../core/http/parameters.ts';
import { isProblem, type Problem, problem } from '../../core/http/problems.ts';
import { parameterError } from '../../core/http/query-string.ts';
import { headOf } from '../../core/model/schema.ts';
import { type Relation, RELATIONS } from '../../core/model/link.ts';
import { alsoInBody, MEDIA_TYPES, readIds } from '../../shared/lookup/read-body.ts';
import { readTargets } from '../../shared/lookup/read-targets.ts';
import { ResolveAnswerSchema } from './resolve-schema.ts';
import { resolveValues, VERDICTS, withTargets } from '../../shared/lookup/resolve-values.ts';
import { csvAnswer } from './resolve-csv.ts';

/** Largest number of values of one request, repetitions included. */
const MAX_VALUES = { GET: 100, POST: 1_000 } as const;
const TOO_LARGE = 'asks for more data than one answer can hold: send fewer values or targets';
const ONWARDS = {
  GET: `use POST for up to ${grouped(MAX_VALUES.POST)}`,
  POST: 'send the list in portions, one request for each',
} as const;

const ids: Parameter<readonly string[]> = {
  in: 'query',
  bodies: MEDIA_TYPES,
  required: true,
  isList: true,
  description:
    `Up to ${MAX_VALUES.GET} identifiers and web addresses, separated by commas, whitespace, semicolons or bars. ` +
    `A body may have up to ${MAX_VALUES.POST}: as a JSON list, in a form, or one per line.`,
  schema: { type: 'array', minItems: 1, items: { type: 'string' } },
  example: ['Q5879', 'viaf:24602065'],
  // A browser is redirected to the page for people; the door of that page reads the values.
  read: (_, __, sent) =>
    isForPeople(sent)
      ? []
      : readIds(sent, { most: MAX_VALUES[sent.method], what: 'identifiers', onwards: ONWARDS[sent.method] }),
};

/** Whether a browser sent the request without asking for a form of the answer. */
function isForPeople(sent: Sent): boolean {
  const given = new URLSearchParams(sent.query).getAll('format');
  return sent.method === 'GET' && (given[0] ?? 'html') === 'html' && wantsPage.read(given, 'format', sent) === true;
}

const written = alsoInBody(
  format(
    'Format of the answer. If it is `html`, or if `Accept` asks for HTML, the answer is a redirect to the page for lists.',
  ),
);
const formOfAnswer: Parameter<'json' | 'csv' | 'html'> = {
  ...written,
  varies: 'Accept',
  schema: { type: 'string', enum: ['json', 'csv', 'html'], default: 'json' },
  read: (values, name, sent) => (isForPeople(sent) ? 'html' : written.read(values, name, sent)),
};

const to: Parameter<readonly string[]> = alsoInBody({
  in: 'query',
  isList: true,
  description:
    'Targets to return for each entity: schemes (`viaf`, `lcnaf`, `isni`, `wikidata`, `gnd` …), `*` for all schemes, `links` for all links, or `links:biography` for the links of a category.',
  schema: { type: 'array', items: { type: 'string' } },
  example: ['viaf', 'isni'],
  read: wordsOf,
});

const relation: Parameter<readonly Relation[]> = alsoInBody({
  in: 'query',
  isList: true,
  description: 'Relation of the targets to the entity: `sameAs`, `about`, or both.',
  schema: { type: 'array', items: { type: 'string', enum: [...RELATIONS] }, default: ['sameAs'] },
  example: ['sameAs'],
  read(values, name) {
    const words = wordsOf(values);
    const relations = RELATIONS.filter((one) => words.includes(one));
    if (words.every((word) => relations.some((one) => one === word)))
      return words.length === 0 ? ['sameAs'] : relations;
    return parameterError(name, 'unknown_value', 'must be “sameAs”, “about”, or both');
  },
});

/** Words of a list with any separators. */
function wordsOf(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => value.split(/[\s,;]+/u)).filter((word) => word !== '');
}

const parameters = lenient({ format: formOfAnswer, ids, to, relation });

const resolveDoor = door({
  name: 'resolve',
  path: '/resolve',
  summary: 'Resolves many identifiers at a time into those of other registers, with sources and contradictions',
  methods: ['GET', 'POST'],
  parameters,
  quota: { name: 'resolve', cost: ({ ids: values }) => values.length },
  work: 'heavy',
  dependsOn: 'snapshot',
  cacheControl: 'public, max-age=60, stale-while-revalidate=600',
  examples: [
    '/resolve?ids=Q5879,gnd:118540238',
    '/resolve?ids=Q5879&to=viaf,isni',
    '/resolve?ids=Q5879&format=csv&to=*',
    { target: '/resolve', mediaType: 'application/json', body: '["Q5879", "https://viaf.org/viaf/24602065"]' },
    { target: '/resolve', mediaType: 'application/json', body: '{"ids": ["Q5879"], "to": ["viaf"]}' },
    { target: '/resolve', mediaType: 'application/x-www-form-urlencoded', body: 'ids=Q5879&to=viaf' },
    { target: '/resolve?format=csv', mediaType: 'text/plain', body: 'Q5879\n118540238\n' },
  ],
  service: {
    id: 'resolve',
    answers: { 'application/json': ResolveAnswerSchema, 'text/csv': undefined },
    redirects: true,
  },
  use: {
    group: 'lists',
    name: { de: 'Nummern zuordnen', en: 'Resolve identifiers' },
    purpose: {
      de: 'Der Dienst findet zu Listen mit Nummern aus VIAF, Wikidata, ISNI oder LCNAF die GND-Nummern und umgekehrt.',
      en: 'The service turns lists of VIAF, Wikidata, ISNI or LCNAF identifiers into GND identifiers, and the other way round.',
    },
    pages: [{ door: 'resolvePage' }, { door: 'document', values: { page: 'resolve' } }],
  },
  announcement: {
    document: 'resolve',
    hint: {
      name: 'Resolve',
      text: (baseUrl) =>
        `turns identifiers and addresses (GND, VIAF, Wikidata, ISNI, LCNAF …) into all other identifiers of the same entity, ` +
        `up to ${MAX_VALUES.GET} with GET \`${baseUrl}/resolve?ids=…&to=*\`, up to ${grouped(MAX_VALUES.POST)} with POST`,
    },
  },
  answer,
});

async function answer(
  { ids: values, to: names, relation: relations, format: form }: InputOf<typeof parameters>,
  context: Context,
): Promise<Answer | Problem> {
  const { store, target, link } = context;
  if (form === 'html') {
    const query = new URLSearchParams(target.split('?').slice(1).join('?'));
    // Browsers get the page instead, where pages are served.
    const page = link('resolvePage');
    query.delete('format');
    if (page === undefined) query.set('format', 'json');
    return redirect(303, `${page ?? link('resolve')}${query.size > 0 ? `?${query.toString()}` : ''}`);
  }
  const wanted = readTargets(store, names);
  if (isProblem(wanted)) return wanted;
  const plain = await resolveValues(store, values);
  const rows = wanted.length === 0 ? plain : await withTargets(store, plain, { wanted, relations });
  if (rows === undefined) {
    const error = parameterError('ids', 'too_large', TOO_LARGE);
    return problem('too_many_ids', { detail: error.detail, errors: [error], extensions: { received: values.length } });
  }
  if (form === 'csv') return csvAnswer(rows, wanted, store.snapshot);
  const shown = { ids: values.join('\n'), ...(names.length > 0 && { to: names.join(',') }) };
  const links = pageLink(context, 'resolvePage', shown);
  const counts = VERDICTS.map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length]);
  const summary = { requested: rows.length, ...Object.fromEntries(counts) };
  return json({ ...headOf(store.snapshot), summary, items: rows }, { links });
}

export const doors = (): readonly Door[] => [resolveDoor];

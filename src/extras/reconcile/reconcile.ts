/** The Reconciliation Service API, version 0.2, at `/reconcile`. */
import { memo } from '../../core/model/memo.ts';
import { Type } from 'typebox';
import { urlEncodedFields } from '../../shared/http/form-fields.ts';
import { parseJson } from '../../shared/http/json-text.ts';
import { type Answer, type Context, type Door, door } from '../../core/http/door.ts';
import { languageParameter, localeFor } from '../../shared/http/locale.ts';
import { type InputOf, lenient, type Parameter, type Sent } from '../../core/http/parameters.ts';
import { isProblem, type Problem } from '../../core/http/problems.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { matchBatch } from '../../shared/lookup/match-batch.ts';
import { type EntityRecord, recordOf } from '../../shared/lookup/record.ts';
import { callback, jsonOrScript } from '../../shared/http/jsonp.ts';
import { contradictionIn, costOf, extend } from './extend.ts';
import { manifest } from './manifest.ts';
import { candidateOf, queryOf } from './match-query.ts';
import { previewDoors } from './preview.ts';
import {
  BATCH_SIZE,
  readExtension,
  readQueries,
  refuse,
  refuseTooMany,
  type SentExtension,
  type SentQuery,
} from './shapes.ts';
import { propertiesDoor, suggestDoor } from './suggest.ts';
import { COMMON } from './types.ts';

const FORM = ['application/x-www-form-urlencoded', 'text/plain'];
const TOO_MUCH = 'The records of these identifiers are too large: ask for fewer identifiers.';
const TOO_LARGE =
  'The answer would be larger than 4 MiB: ask for fewer identifiers or properties, or for fewer values (“limit”).';

const queries: Parameter<Readonly<Record<string, SentQuery>> | undefined> = {
  in: 'query',
  bodies: FORM,
  description: `JSON object of up to ${BATCH_SIZE} queries, each under a name that the client chooses.`,
  schema: { type: 'string' },
  example: '{"q0":{"query":"Goethe"}}',
  read(_, name, sent) {
    const form = formOf(sent);
    if (isProblem(form)) return form;
    const queries = readField(form, name, readQueries);
    if (queries === undefined) return undefined;
    if (typeof queries === 'string') return refuse(queries);
    const entries = Object.entries(queries);
    const empty = entries.find(([, { query, properties = [] }]) => query === undefined && properties.length === 0);
    if (empty !== undefined)
      return refuse(`The query “${empty[0].slice(0, 100)}” has neither “query” nor “properties”.`);
    return entries.length > BATCH_SIZE ? refuseTooMany('queries') : queries;
  },
};

/** Request for data extension; ignored where there are queries. */
const extension: Parameter<SentExtension | undefined> = {
  in: 'query',
  bodies: FORM,
  description: `JSON object with up to ${BATCH_SIZE} identifiers (\`ids\`) and the wanted properties (\`properties\`).`,
  schema: { type: 'string' },
  example: '{"ids":["118540238"],"properties":[{"id":"dateOfBirth"}]}',
  read(_, name, sent) {
    const form = formOf(sent);
    if (isProblem(form) || form.values.has('queries')) return undefined;
    const extension = readField(form, name, readExtension);
    if (extension === undefined) return sent.body && refuse('The form must have a field “queries” or “extend”.');
    if (typeof extension === 'string') return refuse(extension);
    return extension.ids.length > BATCH_SIZE ? refuseTooMany('identifiers') : extension;
  },
};

const parameters = lenient({ queries, extend: extension, callback, lang: languageParameter });
type Input = InputOf<typeof parameters>;

/** https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/ */
const ReconciliationSchema = Type.Unsafe<object>({
  type: 'object',
  description: 'Manifest, results or extended records, as the Reconciliation Service API 0.2 defines them.',
});

const reconcileDoor = door({
  ...COMMON,
  path: '/reconcile',
  mayEndWithSlash: true,
  summary: 'Entities that match the names in a list',
  methods: ['GET', 'POST'],
  parameters,
  quota: { name: 'reconcile', isPatient: true, cost: costOfBatch },
  work: 'heavy',
  examples: [
    '/reconcile',
    `/reconcile?queries=${encodeURIComponent('{"q0":{"query":"Goethe"}}')}&lang=en`,
    {
      target: '/reconcile',
      mediaType: 'application/x-www-form-urlencoded',
      body: `extend=${encodeURIComponent('{"ids":["118540238"],"properties":[{"id":"dateOfBirth"}]}')}`,
    },
  ],
  service: { id: 'reconcile', answers: { 'application/json': ReconciliationSchema, 'text/javascript': undefined } },
  use: {
    group: 'lists',
    name: { de: 'OpenRefine', en: 'OpenRefine' },
    purpose: {
      de: 'OpenRefine findet mit diesem Dienst zu einer Spalte mit Namen die GND-Nummern: Wählen Sie „Abgleichen → Abgleich starten… → Standarddienst hinzufügen…“, und geben Sie diese Adresse ein.',
      en: 'With this service, OpenRefine finds the GND identifiers for a column of names: choose “Reconcile → Start reconciling… → Add standard service…”, and enter this address.',
    },
    example: (baseUrl) => `${baseUrl}/reconcile`,
    pages: [{ door: 'document', values: { page: 'reconciliation' } }],
  },
  announcement: {
    document: 'reconciliation',
    isDescription: true,
    placeholders: (baseUrl) => ({ reconcile: `${baseUrl}/reconcile` }),
    hint: {
      name: 'Reconciliation',
      text: (baseUrl) =>
        `the entities that match the names in a list, through the Reconciliation Service API at ${baseUrl}/reconcile (version 0.2, scores from 0 to 100, \`match\` only where no other entity can be meant)`,
    },
  },
  answer,
});

export const doors = (): readonly Door[] => [reconcileDoor, suggestDoor, propertiesDoor, ...previewDoors];

/** Cost of a request: one for each query and identifier, more for large records. */
async function costOfBatch({ queries: batch, extend: wanted }: Input, { store }: Pick<Context, 'store'>) {
  if (batch !== undefined) return Object.keys(batch).length;
  if (wanted === undefined) return 1;
  const contradiction = contradictionIn(wanted, store);
  if (contradiction !== undefined) return refuse(contradiction);
  return costOf(await recordsOf(wanted, store)) ?? wanted.ids.length;
}

/** Records that were read for the cost, and are used again for the answer. */
function recordsOf(wanted: SentExtension, store: Store): Promise<readonly EntityRecord[]> {
  return memo(wanted, 'records', () => Promise.all(wanted.ids.map((id) => recordOf(store, id))));
}

async function answer(input: Input, context: Context): Promise<Answer | Problem> {
  const { store, limits, release } = context;
  const locale = localeFor(input.lang, context);
  if (input.queries !== undefined) {
    const entries = Object.entries(input.queries);
    const matches = await matchBatch(
      store,
      entries.map(([, query]) => queryOf(query)),
    );
    const results = entries.map(([key], place) => [
      key,
      { result: (matches[place] ?? []).map((one) => candidateOf(one, locale)) },
    ]);
    return jsonOrScript(Object.fromEntries(results), input.callback);
  }
  if (input.extend !== undefined) {
    const records = await recordsOf(input.extend, store);
    if (costOf(records) === undefined) return refuse(TOO_MUCH);
    const extended = await extend(store, input.extend, records, locale);
    return extended === undefined ? refuse(TOO_LARGE) : jsonOrScript(extended, input.callback);
  }
  // A full batch must not cost more than the burst of the quota.
  const batchSize = Math.min(BATCH_SIZE, limits.reconcile.burst);
  return jsonOrScript(manifest(locale, context.link, release, batchSize), input.callback);
}

interface Form {
  readonly text: string;
  readonly values: URLSearchParams;
}

/** A form may have a megabyte, and is read once for all of its fields. */
const formOf = (sent: Sent): Form | Problem => memo(sent, 'form', () => readForm(sent));

function readForm(sent: Sent): Form | Problem {
  const text = sent.body === undefined ? sent.query : sent.body.bytes.toString();
  const values = urlEncodedFields(text);
  return isProblem(values) ? values : { text, values };
}

/**
 * Reads a field. Some clients send JSON that is not percent-encoded, with `+`, `%` and `&`: then the field is all text
 * after the name.
 * @returns undefined for an absent field, and a sentence for a value that cannot be read
 */
function readField<T>({ text, values }: Form, name: string, read: (value: unknown) => T | string) {
  const decoded = values.get(name);
  if (decoded === null) return undefined;
  const raw = text.slice(text.search(new RegExp(`(?:^|&)${name}=`)) + name.length + 1).replace(/^=/, '');
  for (const form of raw.startsWith('{') ? [raw, decoded] : [decoded, raw]) {
    const json = parseJson(form);
    if (json !== undefined) return read(json);
  }
  return `The field “${name}” does not contain JSON.`;
}

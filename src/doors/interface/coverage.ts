/** `GET /api/v1/coverage`: a verdict on each identifier of a list, with the number of its links. */
import { setImmediate } from 'node:timers/promises';
import { type GndId, gndUri, type ParsedGndId } from '../../model/gnd-id.ts';
import type { Category } from '../../model/source.ts';
import type { Coverage, CoverageEntry, Store } from '../../snapshot/store.ts';
import { coverageLines } from './coverage-csv.ts';
import { pageLink } from './page-link.ts';
import { csv, json } from '../../http/answer.ts';
import { type Answer, type Context, door } from '../../http/door.ts';
import { format, type Parameter, strict } from '../../http/parameters.ts';
import examples from './examples.json' with { type: 'json' };
import { diagnoseInvalid, diagnoseUnknown, readGndId } from './gnd-input.ts';
import { parameterError } from '../../http/query-string.ts';
import { type Problem, problem } from '../../http/problems.ts';
import {
  type CoverageAnswer,
  CoverageAnswerSchema,
  type CoverageRowValue,
  CoverageTable,
  FORMATS,
} from './coverage-schema.ts';
import { API_VERSION } from '../../model/schema.ts';

/** Largest number of identifiers per request, repetitions included. */
export const MAX_IDS = 100;

const ids: Parameter<readonly string[]> = {
  in: 'query',
  required: true,
  isList: true,
  description: `1 to ${MAX_IDS} GND identifiers, separated by comma, whitespace or semicolon in any mix; counted before repetitions are removed.`,
  schema: { type: 'array', minItems: 1, maxItems: MAX_IDS, items: { type: 'string', minLength: 1 } },
  example: ['118540238', '1012979499', '11854023Y'],
  read: readIds,
};

export const coverageDoor = door({
  path: '/api/v1/coverage',
  summary: 'Coverage report for a list of identifiers',
  audience: 'programs',
  parameters: strict(
    {
      ids,
      format: format(
        FORMATS,
        'Form of the report: `json` is answered as `application/json`, `csv` as `text/csv`. The `Accept` header plays no part.',
      ),
    },
    'invalid_coverage_request',
  ),
  quota: { name: 'coverage' },
  work: 'heavy',
  dependsOn: 'snapshot',
  isCertain: true,
  cacheControl: 'public, max-age=60, stale-while-revalidate=600',
  examples: ['/api/v1/coverage?ids=118540238,11854023Y', '/api/v1/coverage?ids=118540238&ids=4065105-8&format=csv'],
  use: {
    group: 'lists',
    name: { de: 'Eine Liste prüfen', en: 'Check a list' },
    purpose: {
      de: 'Für alle, die GND-Nummern in einer Tabelle haben: was zusammengelegt, gelöscht oder vertippt ist, und wohin Verweise führen.',
      en: 'For everybody with GND identifiers in a table: what was merged, deleted or mistyped, and where links lead.',
    },
    example: (baseUrl) => ({
      language: 'sh',
      text: `curl '${baseUrl}/api/v1/coverage?ids=118540238,1012979499,11854023Y&format=csv'`,
    }),
    page: '/coverage',
  },
  operation: {
    id: 'getCoverage',
    description:
      'One row per identifier, order and repetitions kept, with a verdict and, where there is an entity, its links by ' +
      'category. An identifier that is malformed or unknown is a verdict in its row, not an error. A request counts ' +
      'once against the quota, however many identifiers it has.',
    answers: {
      'application/json': {
        schema: CoverageAnswerSchema,
        examples: { mixed: { summary: 'Covered, merged and malformed', value: examples.coverage } },
      },
      'text/csv': {
        schema: CoverageTable,
        examples: { mixed: { summary: 'The same as a table', value: examples.coverageTable } },
      },
    },
    problems: ['missing_ids', 'too_many_ids', 'invalid_format', 'invalid_coverage_request'],
  },
  answer,
});

function readIds(values: readonly string[]): readonly string[] | Problem {
  // A blank behind a prefix belongs to the identifier.
  const joined = values.join('\n').replace(/(\(DE-588\)|\bgnd:)\s+/giu, '$1');
  const ids = joined.split(/[\s,;]+/u).filter((id) => id !== '');
  if (ids.length === 0) {
    return problem('missing_ids', {
      errors: [parameterError('ids', 'missing', 'must hold at least one GND identifier')],
    });
  }
  if (ids.length > MAX_IDS) {
    const error = parameterError('ids', 'too_many', `takes at most ${MAX_IDS} identifiers, not ${ids.length}`);
    const extensions = { maximum: MAX_IDS, received: ids.length };
    return problem('too_many_ids', { detail: error.detail, errors: [error], extensions });
  }
  return ids.map((id) => id.normalize('NFC'));
}

interface Asked {
  readonly ids: readonly string[];
  readonly format: (typeof FORMATS)[number];
}

async function answer({ ids: inputs, format: form }: Asked, context: Context): Promise<Answer> {
  const { store } = context;
  const report = await coverageAnswer(store, inputs);
  const { date, categories } = store.snapshot;
  if (form === 'csv') return csv(coverageLines(report.items, categories), `gnd-coverage-${date}.csv`);
  const asked = new URLSearchParams({ ids: inputs.join(',') });
  return json(report, { links: pageLink(context, '/coverage/report', `/coverage/report?${asked.toString()}`) });
}

/** The report on identifiers as they were sent. Long lists are read in portions, between which other requests have their turn. */
export async function coverageAnswer(store: Store, inputs: readonly string[]): Promise<CoverageAnswer> {
  const { id, date } = store.snapshot;
  const parsed = inputs.map(readGndId);
  const rows: CoverageRowValue[] = [];
  for (let from = 0; from < inputs.length; from += MAX_IDS) {
    if (from > 0) await setImmediate();
    const to = from + MAX_IDS;
    rows.push(...(await coverageRows(store, inputs.slice(from, to), parsed.slice(from, to))));
  }
  const summary = summarise(rows, inputs, parsed);
  return { apiVersion: API_VERSION, snapshot: { id, date }, summary, items: rows };
}

/** One row per identifier, in order. @param parsed the identifiers after parsing, in the same order */
export async function coverageRows(
  store: Store,
  inputs: readonly string[],
  parsed: readonly ParsedGndId[],
): Promise<readonly CoverageRowValue[]> {
  const ids = [...new Set(parsed.flatMap((result) => (result.ok ? [result.id] : [])))];
  const coverage = await store.coverage(ids);
  const found = new Map(ids.map((id, index) => [id, coverage[index]]));
  const rows: CoverageRowValue[] = [];
  // Most identifiers are those of entities; only the others need a second look-up.
  const others: Promise<void>[] = [];
  parsed.forEach((result, index) => {
    const input = inputs[index] ?? '';
    const row = result.ok
      ? wellFormedRow(store, input, result.id, found.get(result.id) ?? { kind: 'unknown' })
      : invalidRow(store, input, result);
    if (row instanceof Promise) others.push(row.then((other) => void (rows[index] = other)));
    else rows[index] = row;
  });
  await Promise.all(others);
  return rows;
}

async function invalidRow(
  store: Store,
  input: string,
  result: Extract<ParsedGndId, { ok: false }>,
): Promise<CoverageRowValue> {
  return { input, verdict: 'invalid', ...(await diagnoseInvalid(store, input, result)) };
}

async function unknownRow(store: Store, input: string, id: GndId): Promise<CoverageRowValue> {
  return { input, verdict: 'unknown', ...(await diagnoseUnknown(store, id)), gnd: id, uri: gndUri(id) };
}

function wellFormedRow(
  store: Store,
  input: string,
  id: GndId,
  coverage: Coverage,
): CoverageRowValue | Promise<CoverageRowValue> {
  switch (coverage.kind) {
    case 'unknown':
      return unknownRow(store, input, id);
    case 'deleted': {
      const { successors } = coverage;
      return { input, verdict: 'deleted', gnd: id, uri: gndUri(id), ...(successors.length > 0 && { successors }) };
    }
    case 'redirected':
      return entityRow(input, 'redirected', coverage.entry, store.snapshot.categories);
    case 'found': {
      const verdict = coverage.entry.links > 0 ? 'covered' : 'no_links';
      return entityRow(input, verdict, coverage.entry, store.snapshot.categories);
    }
  }
}

function entityRow(
  input: string,
  verdict: CoverageRowValue['verdict'],
  { gnd, type, preferredName, links, sources, byCategory: counts }: CoverageEntry,
  categories: readonly Category[],
): CoverageRowValue {
  const byCategory: Record<string, number> = {};
  const missingCategories: string[] = [];
  for (const { key } of categories) {
    const count = counts[key] ?? 0;
    if (count > 0) byCategory[key] = count;
    else missingCategories.push(key);
  }
  return { input, verdict, gnd, uri: gndUri(gnd), type, preferredName, links, byCategory, missingCategories, sources };
}

function summarise(
  rows: readonly CoverageRowValue[],
  inputs: readonly string[],
  parsed: readonly ParsedGndId[],
): CoverageAnswer['summary'] {
  const tally = (verdict: CoverageRowValue['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const identities = parsed.map((result, index) => (result.ok ? result.id : inputs[index]));
  return {
    requested: rows.length,
    distinct: new Set(identities).size,
    covered: tally('covered'),
    noLinks: tally('no_links'),
    redirected: tally('redirected'),
    deleted: tally('deleted'),
    unknown: tally('unknown'),
    invalid: tally('invalid'),
  };
}

/** `GET /api/v1/coverage`: a verdict on each identifier of a list, with the number of its links. */
import { readGndId } from '../model/read-identifiers.ts';
import { splitIdentifiers } from '../model/split-identifiers.ts';
import type { Store } from '../snapshot/store.ts';
import { coverageLines, coverageRows } from './coverage-rows.ts';
import { pageLink } from './page-link.ts';
import { csv, jsonWithList } from '../http/answer.ts';
import { door } from '../http/door.ts';
import { format, type Parameter, strict } from '../http/parameters.ts';
import examples from './examples.json' with { type: 'json' };
import { parameterError } from '../http/query-string.ts';
import { type Problem, problem } from '../http/problems.ts';
import { type CoverageAnswer, CoverageAnswerSchema, CoverageTable } from './coverage-schema.ts';
import { headOf } from '../model/schema.ts';

/** Largest number of identifiers per request, repetitions included. */
export const MAX_IDS = 100;

const ids: Parameter<readonly string[]> = {
  in: 'query',
  required: true,
  isList: true,
  description: `1 to ${MAX_IDS} GND identifiers, repetitions included, separated by any mix of commas, whitespace, semicolons and bars. A label such as \`(DE-588)\` belongs to the identifier that follows it.`,
  schema: { type: 'array', minItems: 1, maxItems: MAX_IDS, items: { type: 'string', minLength: 1 } },
  example: ['118540238', '1012979490', '11854023Y'],
  read: readIds,
};

export const coverageDoor = door({
  name: 'coverage',
  path: '/api/v1/coverage',
  summary: 'Coverage report for a list of identifiers',
  parameters: strict(
    {
      ids,
      format: format(
        'Format of the answer: `json` returns `application/json`, and `csv` returns `text/csv`. The header field `Accept` is ignored.',
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
      de: 'Die Listenprüfung zeigt, welche GND-Nummern einer Tabelle zusammengeführt, gelöscht oder vertippt sind, und zählt zu jeder Nummer die Verweise.',
      en: 'The list check shows which GND identifiers in a table were merged, deleted or mistyped, and counts the links of each.',
    },
    pages: [{ door: 'coveragePage' }],
  },
  operation: {
    id: 'getCoverage',
    description:
      'The answer has one row for each identifier, in the order of the request, repetitions included. A row contains a verdict and, if there is an entity, the number of its links in each category. A malformed or unknown identifier does not cause an error, only a verdict in its row. A request counts once against the quota, however many identifiers it contains.',
    answers: {
      'application/json': {
        schema: CoverageAnswerSchema,
        examples: {
          mixed: { summary: 'Three identifiers: one with links, one merged, one malformed', value: examples.coverage },
        },
      },
      'text/csv': {
        schema: CoverageTable,
        examples: { mixed: { summary: 'The same answer as a table', value: examples.coverageTable } },
      },
    },
    problems: ['missing_ids', 'too_many_ids', 'invalid_format', 'invalid_coverage_request'],
  },
  async answer({ ids: inputs, format: form }, context) {
    const { items, ...head } = await coverageAnswer(context.store, inputs);
    const { date, categories } = context.store.snapshot;
    if (form === 'csv') return csv(coverageLines(items, categories), `gnd-coverage-${date}.csv`);
    return jsonWithList(head, 'items', items, { links: pageLink(context, 'coveragePage', { ids: inputs.join('\n') }) });
  },
});

function readIds(values: readonly string[]): readonly string[] | Problem {
  const ids = splitIdentifiers(values.join('\n')).values;
  if (ids.length === 0) {
    return problem('missing_ids', {
      errors: [parameterError('ids', 'missing', 'must contain at least one GND identifier')],
    });
  }
  if (ids.length > MAX_IDS) {
    const error = parameterError('ids', 'too_many', `accepts at most ${MAX_IDS} identifiers, not ${ids.length}`);
    const extensions = { maximum: MAX_IDS, received: ids.length };
    return problem('too_many_ids', { detail: error.detail, errors: [error], extensions });
  }
  return ids.map((id) => id.normalize('NFC'));
}

/** @param inputs identifiers as they were sent, at most {@link MAX_IDS} */
export async function coverageAnswer(store: Store, inputs: readonly string[]): Promise<CoverageAnswer> {
  const parsed = inputs.map(readGndId);
  const items = await coverageRows(store, inputs, parsed);
  const distinct = new Set(parsed.map((result, index) => (result.ok ? result.id : inputs[index]))).size;
  const counts = { covered: 0, noLinks: 0, redirected: 0, deleted: 0, withheld: 0, unknown: 0, invalid: 0 };
  for (const { verdict } of items) counts[verdict === 'no_links' ? 'noLinks' : verdict] += 1;
  return { ...headOf(store.snapshot), summary: { requested: items.length, distinct, ...counts }, items };
}

/** `/resolve`: from identifiers and web addresses of others to the GND, many at a time. */
import { csvTable } from '../../api/coverage-csv.ts';
import { parameterError } from '../../api/parameters.ts';
import { type Problem, problem } from '../../api/problems.ts';
import type { PageAnswer } from '../../http/page.ts';
import type { Service, ServiceRequest } from '../../http/service.ts';
import type { Snapshot } from '../../store/store.ts';
import { readValues } from './read-values.ts';
import { resolveValues, type Row, VERDICTS } from './rows.ts';

const CACHE = 'public, max-age=60, stale-while-revalidate=600';
const FORMATS = ['json', 'csv'] as const;

export const resolveService: Service = {
  path: '/resolve',
  quota: 'resolve',
  accepts: ['application/json', 'text/plain'],
  heavy: true,
  async respond(request) {
    const format = readFormat(request);
    if (typeof format === 'object') return format;
    const values = readValues(request);
    if ('kind' in values) return values;
    const rows = await resolveValues(request.store, values);
    return format === 'csv' ? csvAnswer(rows, request.store.snapshot) : jsonAnswer(rows, request.store.snapshot);
  },
};

function readFormat({ query }: ServiceRequest): (typeof FORMATS)[number] | Problem {
  const value = new URLSearchParams(query).get('format') ?? 'json';
  const format = FORMATS.find((name) => name === value);
  if (format !== undefined) return format;
  return problem('invalid_format', { errors: [parameterError('format', 'unknown_value', 'takes “json” or “csv”')] });
}

function jsonAnswer(items: readonly Row[], { id, date }: Snapshot): PageAnswer {
  const counts = VERDICTS.map((verdict) => [verdict, items.filter((row) => row.verdict === verdict).length]);
  const summary = { requested: items.length, ...Object.fromEntries(counts) };
  const body = Buffer.from(JSON.stringify({ snapshot: { id, date }, summary, items }));
  return { contentType: 'application/json', body, cacheControl: CACHE };
}

/** New columns are only ever appended. */
const COLUMNS = ['input', 'verdict', 'reason', 'gnd', 'uri', 'type', 'preferredName', 'scheme', 'value'] as const;

function csvAnswer(rows: readonly Row[], { date }: Snapshot): PageAnswer {
  const lines = rows.map((row) => {
    const cells: Partial<Record<(typeof COLUMNS)[number], string>> = row;
    const candidates = row.verdict === 'ambiguous' ? row.candidates.map(({ gnd }) => gnd).join(' ') : '';
    return [...COLUMNS.map((column) => cells[column]), candidates];
  });
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    body: Buffer.from(csvTable([[...COLUMNS, 'candidates'], ...lines])),
    headers: { 'content-disposition': `attachment; filename="gnd-resolve-${date}.csv"` },
    cacheControl: CACHE,
  };
}

/** `POST /changes/for`: the changes of identifiers since a state of the data. */
import { join } from 'node:path';
import { csv, json } from '../../core/http/answer.ts';
import { type Answer, type Context, type Door, door } from '../../core/http/door.ts';
import { format, type InputOf, lenient, type Parameter, textParameter } from '../../core/http/parameters.ts';
import { isProblem, type Problem, problem } from '../../core/http/problems.ts';
import { parameterError } from '../../core/http/query-string.ts';
import { type Static, Type } from 'typebox';
import {
  counts,
  gndId,
  HEAD,
  headOf,
  type Immutable,
  list,
  named,
  SnapshotReference,
} from '../../core/model/schema.ts';
import { parseDatestamp } from '../../core/model/datestamp.ts';
import { type GndId, packGndId } from '../../core/model/gnd-id.ts';
import { findChanges, INDEX_CHUNK, type IndexedChange } from '../../shared/dumps/change-index.ts';
import { CHANGES_FOLDER, readChanges } from '../../shared/dumps/dump-folder.ts';
import type { Coverage, Store } from '../../core/snapshot/store.ts';
import { readGndId } from '../../core/model/read-identifiers.ts';
import { alsoInBody, MEDIA_TYPES, readIds } from '../../shared/lookup/read-body.ts';
import { type ChangesSince, changesSince, DATE, refusal } from './changes-since.ts';

/** Largest number of identifiers of a request. */
const MAX_IDS = 1000;
/** Most changes that are listed for an identifier: the newest. All changes are counted. */
const MAX_LISTED = 20;
/** Largest number of files that one request searches. */
const MAX_FILES = 1000;

const ids: Parameter<readonly string[]> = {
  in: 'query',
  bodies: MEDIA_TYPES,
  required: true,
  isList: true,
  description: `Up to ${MAX_IDS} GND identifiers: one per line, as a JSON list, or as “ids” of an object or a form.`,
  schema: { type: 'array', minItems: 1, items: { type: 'string' } },
  read: (_, __, sent) =>
    readIds(sent, { most: MAX_IDS, what: 'GND identifiers', onwards: 'send the list in portions' }),
};

export const since: Parameter<string> = alsoInBody({
  ...textParameter('Identifier of a snapshot, or a date. A date means the newest snapshot of that day or earlier.'),
  example: '2026-11-20',
  read([value = '']) {
    const state = value.trim();
    const isNoDay = DATE.test(state) && parseDatestamp(state) === undefined;
    return isNoDay ? parameterError('since', 'malformed', 'is not a valid date') : state;
  },
});

const parameters = lenient({ ids, since, format: alsoInBody(format('Format of the answer.')) });

const counted = {
  change: Type.String({ description: 'Kind of change.' }),
  linksAdded: Type.Integer({ minimum: 0 }),
  linksRemoved: Type.Integer({ minimum: 0 }),
  to: Type.Optional(Type.String({ description: 'The entity that the record was merged into.' })),
};
const ChangesForSchema = named('ChangesFor', {
  ...HEAD,
  since: SnapshotReference,
  summary: counts('Number of identifiers by kind of change.'),
  items: Type.Array(
    Type.Object({
      input: Type.String({ description: 'Identifier as it was sent.' }),
      gnd: Type.Optional(gndId('The entity that the identifier stands for now.')),
      ...counted,
      changes: list(
        'Changes to the entity, the newest last.',
        Type.Object({ snapshot: SnapshotReference, ...counted }),
      ),
      more: Type.Optional(Type.Literal(true, { description: '`true` if there are earlier changes.' })),
    }),
  ),
});

type Input = InputOf<typeof parameters>;

/** @param dumps folder of dumps; absent where there are none */
export function changesForDoor(dumps: string | undefined): Door {
  return door<Input>({
    path: '/changes/for',
    summary: 'Changes to identifiers since a given state of the data',
    methods: ['POST'],
    parameters,
    ...(dumps !== undefined && { quota: { name: 'resolve', cost: (input) => costOf(dumps, input) } }),
    work: 'heavy',
    dependsOn: 'moment',
    cacheControl: 'no-store',
    examples: [],
    service: { id: 'changesFor', answers: { 'application/json': ChangesForSchema, 'text/csv': undefined } },
    async answer(input, context) {
      if (dumps === undefined) return problem('not_found', { detail: 'This service does not publish changes.' });
      if (input.since !== '') return answerFrom(dumps, input, context);
      const error = parameterError('since', 'missing', 'must name a snapshot or a date');
      return problem('invalid_request', { detail: error.detail, errors: [error] });
    },
  });
}

/** One for each identifier, and one for each part of an index that is read. */
async function costOf(dumps: string, { ids: sent, since: from }: Input): Promise<number> {
  const chain = changesSince(await readChanges(dumps), from);
  if (isProblem(chain) || chain.changes.length > MAX_FILES) return sent.length;
  const parts = chain.changes.map(({ file: { lines } }) => Math.min(sent.length, Math.ceil(lines / INDEX_CHUNK)));
  return parts.reduce((sum, part) => sum + part, sent.length);
}

async function answerFrom(
  dumps: string,
  { ids: inputs, since: from, format: form }: Input,
  { store }: Context,
): Promise<Answer | Problem> {
  const chain = changesSince(await readChanges(dumps), from);
  if (isProblem(chain)) return chain;
  if (chain.changes.length > MAX_FILES)
    return refusal(
      `Since ${chain.since.id}, ${chain.changes.length} files of changes have been written; at most ${MAX_FILES} can be searched.`,
    );
  const items = await itemsOf(dumps, chain, inputs, store);
  if (items === undefined) return problem('not_ready', { detail: 'The files of changes are being replaced.' });
  const snapshot = chain.changes.at(-1)?.to ?? chain.since;
  if (form === 'csv') {
    const rows = items.map(({ input, change, gnd, to, linksAdded, linksRemoved, changes }) => {
      const last = changes.at(-1)?.snapshot.date;
      return [input, change, gnd, to, linksAdded, linksRemoved, last, snapshot.id];
    });
    return csv([COLUMNS, ...rows], `gnd-changes-${snapshot.date}.csv`);
  }
  const byOutcome = OUTCOMES.map((one) => [one, items.filter(({ change }) => change === one).length]);
  const summary = { requested: items.length, ...Object.fromEntries(byOutcome) };
  return json({ ...headOf(snapshot), since: chain.since, summary, items });
}

const COLUMNS = ['input', 'change', 'gnd', 'to', 'linksAdded', 'linksRemoved', 'date', 'snapshot'];
const OUTCOMES = ['changed', 'redirected', 'deleted', 'withheld', 'added', 'unchanged', 'unknown', 'invalid'] as const;

type Item = Immutable<Static<typeof ChangesForSchema>>['items'][number] & {
  readonly change: (typeof OUTCOMES)[number];
};

/** A change of an identifier, with the snapshot that made it. */
type DatedChange = IndexedChange & Pick<Item['changes'][number], 'snapshot'>;

/** Sums of an identifier while files are read. */
interface Sum {
  linksAdded: number;
  linksRemoved: number;
  changes: DatedChange[];
  more?: true;
}
const NONE: Sum = { linksAdded: 0, linksRemoved: 0, changes: [] };

/** Reads one file after the other, so that memory does not grow with their number. @returns undefined where an index is missing */
async function itemsOf(
  dumps: string,
  { changes }: ChangesSince,
  inputs: readonly string[],
  store: Store,
): Promise<readonly Item[] | undefined> {
  const parsed = inputs.map(readGndId);
  const own = [...new Set(parsed.flatMap((result) => (result.ok ? [result.id] : [])))];
  const coverage = await store.coverage(own);
  const records = new Map(own.map((id, place) => [id, coverage[place]]));
  const current = own.flatMap((id) => currentOf(records.get(id)) ?? []);
  const packed = [...new Set([...own, ...current].map(packGndId))].toSorted((a, b) => a - b);
  const sums = new Map<number, Sum>();
  for (const { file, to } of changes) {
    const indexed = await findChanges(join(dumps, CHANGES_FOLDER, file.name), packed, file.lines - 1);
    if (indexed === undefined) return undefined;
    for (const [id, change] of indexed) addTo(sums, id, { snapshot: to, ...change });
  }
  return inputs.map((input, place) => {
    const result = parsed[place];
    const id = result?.ok === true ? result.id : undefined;
    if (id === undefined) return { input, change: 'invalid', ...NONE };
    return itemOf(input, id, records.get(id), sums);
  });
}

function addTo(sums: Map<number, Sum>, id: number, change: DatedChange): void {
  const sum = sums.get(id) ?? { ...NONE, changes: [] };
  sum.linksAdded += change.linksAdded;
  sum.linksRemoved += change.linksRemoved;
  sum.changes.push(change);
  if (sum.changes.length > MAX_LISTED) {
    sum.changes.shift();
    sum.more = true;
  }
  sums.set(id, sum);
}

function currentOf(record: Coverage | undefined): GndId | undefined {
  return record !== undefined && 'entry' in record ? record.entry.gnd : undefined;
}

/** The item of an identifier. One that was redirected before the first change has the changes of its entity. */
function itemOf(input: string, id: GndId, record: Coverage | undefined, sums: ReadonlyMap<number, Sum>): Item {
  if (record?.kind === 'withheld') return { input, change: 'withheld', ...NONE };
  const gnd = currentOf(record);
  const sum = sums.get(packGndId(id)) ?? (gnd && sums.get(packGndId(gnd))) ?? NONE;
  const last = sum.changes.at(-1);
  const isKnown = record !== undefined && record.kind !== 'unknown';
  const change = last?.change ?? (isKnown ? 'unchanged' : 'unknown');
  return { input, change, gnd, to: last?.to && (gnd ?? last.to), ...sum };
}

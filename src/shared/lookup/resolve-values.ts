/** Resolves values: one verdict for each, with the entity that the value stands for, or the reason why there is none. */
import { setImmediate } from 'node:timers/promises';
import { diagnose, type CheckDigitDiagnosis } from './check-digits.ts';
import { MAX_ADDRESS_LENGTH } from '../../core/model/web-address.ts';
import type { EntityType } from '../../core/model/entity.ts';
import { type GndId, gndUri } from '../../core/model/gnd-id.ts';
import { readGndId } from '../../core/model/read-identifiers.ts';
import type { Resolution } from '../../core/search/resolve.ts';
import type { Coverage, Store } from '../../core/snapshot/store.ts';
import { type TargetQuestion, type Targets, targetsOf } from './targets.ts';

export const VERDICTS = ['found', 'ambiguous', 'unknown', 'unreadable'] as const;

/** An entity that a value may stand for. */
interface Candidate {
  readonly gnd: GndId;
  readonly uri: string;
  readonly type: EntityType;
  readonly preferredName: string;
  /** Scheme that the value was read as: a scheme of identifiers, `gnd`, or `url` for the address of a link. */
  readonly scheme: string;
  /** The value in the form of that scheme. */
  readonly value: string;
  /** The requested identifier, if its record was merged into this one. */
  readonly redirectedFrom?: string;
  /** Another candidate carries the same value, which only one entity can have. */
  readonly conflict?: true;
  /** Targets, if the request asks for them. */
  readonly targets?: Targets;
}

interface Reading {
  readonly scheme: string;
  readonly value: string;
}

type Verdict =
  | ({ readonly verdict: 'found' } & Candidate)
  | {
      readonly verdict: 'ambiguous';
      /** The best known first. */
      readonly candidates: readonly Candidate[];
      /** Set where there are more candidates. */
      readonly more?: true;
    }
  /** With scheme and value, if there is only one way to read the value. */
  | ({
      readonly verdict: 'unknown';
      readonly reason?: 'deleted' | 'withheld' | 'check_digit';
      /** Records that took over parts of the deleted record. */
      readonly successors?: readonly GndId[];
      readonly suggestion?: string;
    } & Partial<Reading>)
  | {
      readonly verdict: 'unreadable';
      readonly reason: 'too_long' | 'unusable_address' | 'no_identifier';
      readonly suggestion?: string;
    };

export type ResolvedValue = Verdict & {
  readonly input: string;
  /** All readings of the value, if there are several. */
  readonly readings?: readonly Reading[];
};

/** Number of values that are resolved in one turn of the event loop. */
const PORTION = 100;

/** One row for each value; order and repetitions are kept. */
export async function resolveValues(store: Store, inputs: readonly string[]): Promise<readonly ResolvedValue[]> {
  const rows: ResolvedValue[] = [];
  for (let from = 0; from < inputs.length; from += PORTION) {
    if (from > 0) await setImmediate();
    rows.push(...(await resolvePortion(store, inputs.slice(from, from + PORTION))));
  }
  return rows;
}

async function resolvePortion(store: Store, inputs: readonly string[]): Promise<readonly ResolvedValue[]> {
  const parsed = inputs.map(readGndId);
  const ids = [...new Set(parsed.flatMap((result) => (result.ok ? [result.id] : [])))];
  const [coverage, resolutions] = await Promise.all([store.coverage(ids), store.resolve(inputs)]);
  const records = new Map(ids.map((id, place) => [id, coverage[place]]));
  const unique = new Set(store.schemes.flatMap(({ scheme, isUnique }) => (isUnique ? [scheme] : [])));
  const rows = inputs.map((input, place): ResolvedValue => {
    const result = parsed[place];
    const gnd = result?.ok === true ? result.id : undefined;
    const resolution = resolutions[place] ?? NOTHING;
    const readings = readingsOf(gnd, resolution);
    return {
      input,
      ...verdictOn(input, gnd, gnd && records.get(gnd), resolution, unique),
      ...(readings.length > 1 && { readings: readings.map(partsOf) }),
    };
  });
  const missed = rows.flatMap(({ verdict }, place) =>
    verdict === 'unknown' || verdict === 'unreadable'
      ? [{ place, text: inputs[place] ?? '', readings: resolutions[place]?.keys ?? [] }]
      : [],
  );
  const diagnoses = missed.length === 0 ? [] : await diagnose(store, missed);
  const byPlace = new Map(missed.map(({ place }, order) => [place, diagnoses[order]]));
  return rows.map((row, place) => withDiagnosis(row, byPlace.get(place)));
}

const NOTHING: Resolution = { keys: [], matches: [], isCut: false };

/** Adds the diagnosis to a row without an entity; known values are right, whatever their check digits. */
function withDiagnosis(row: ResolvedValue, { reason, suggestion }: CheckDigitDiagnosis = {}): ResolvedValue {
  if (row.verdict === 'unknown' && row.reason === undefined) {
    return { ...row, ...(reason && { reason }), ...(suggestion && { suggestion }) };
  }
  return row.verdict === 'unreadable' && suggestion !== undefined ? { ...row, suggestion } : row;
}

/** @returns undefined where the records are too large for one answer */
export async function withTargets(
  store: Store,
  rows: readonly ResolvedValue[],
  question: TargetQuestion,
): Promise<readonly ResolvedValue[] | undefined> {
  const times = new Map<GndId, number>();
  for (const { gnd } of rows.flatMap(candidatesOf)) times.set(gnd, (times.get(gnd) ?? 0) + 1);
  const targets = await targetsOf(store, times, question);
  if (targets === undefined) return undefined;
  const extended = <C extends Candidate>(candidate: C): C => {
    const own = targets.get(candidate.gnd);
    return own === undefined ? candidate : { ...candidate, targets: own };
  };
  return rows.map((row) => {
    if (row.verdict === 'found') return extended(row);
    return row.verdict === 'ambiguous' ? { ...row, candidates: row.candidates.map(extended) } : row;
  });
}

/** The entities that a value may stand for. */
export function candidatesOf(row: ResolvedValue): readonly Candidate[] {
  if (row.verdict === 'found') return [row];
  return row.verdict === 'ambiguous' ? row.candidates : [];
}

/** Schemes with contradictory targets in the row, each once. */
export function disputedNames(row: ResolvedValue): readonly string[] {
  const names = candidatesOf(row).flatMap(({ conflict, scheme, targets = {} }) => [
    ...(conflict ? [scheme] : []),
    ...Object.keys(targets).filter((name) => targets[name]?.some((target) => target.conflict)),
  ]);
  return [...new Set(names)];
}

/** The readings of a value; not as an address if the address contains an identifier. */
function readingsOf(gnd: GndId | undefined, { keys }: Pick<Resolution, 'keys'>): readonly string[] {
  return [...(gnd === undefined ? [] : [`gnd:${gnd}`]), ...keys].filter(
    (key, place) => place === 0 || !key.startsWith('url:'),
  );
}

function verdictOn(
  input: string,
  gnd: GndId | undefined,
  record: Coverage | undefined,
  { keys, matches, isCut }: Resolution,
  unique: ReadonlySet<string>,
): Verdict {
  const own =
    gnd === undefined || record === undefined || !('entry' in record)
      ? []
      : [{ ...candidateOf(record.entry, `gnd:${gnd}`), ...(record.kind === 'redirected' && { redirectedFrom: gnd }) }];
  const others = matches.filter(({ card }) => card.gnd !== own[0]?.gnd).map(({ card, key }) => candidateOf(card, key));
  const candidates = [...own, ...contradicting(others, unique)];
  const [first, second] = candidates;
  if (first !== undefined && second === undefined) return { verdict: 'found', ...first };
  if (first !== undefined) return { verdict: 'ambiguous', candidates, ...(isCut && { more: true }) };
  const readings = readingsOf(gnd, { keys });
  const [only] = readings;
  if (only !== undefined) {
    return {
      verdict: 'unknown',
      ...(record?.kind === 'withheld' && { reason: 'withheld' as const }),
      ...(record?.kind === 'deleted' && {
        reason: 'deleted',
        ...(record.successors.length > 0 && { successors: record.successors }),
      }),
      ...(readings.length === 1 && partsOf(only)),
    };
  }
  if (input.length > MAX_ADDRESS_LENGTH) return { verdict: 'unreadable', reason: 'too_long' };
  return { verdict: 'unreadable', reason: /^<?https?:/i.test(input.trim()) ? 'unusable_address' : 'no_identifier' };
}

/** Marks candidates that share an identifier although it can belong to one entity only. */
function contradicting(candidates: readonly Candidate[], unique: ReadonlySet<string>): readonly Candidate[] {
  return candidates.map((candidate) => {
    const { scheme, value, gnd } = candidate;
    const isShared = candidates.some((one) => one.gnd !== gnd && one.scheme === scheme && one.value === value);
    return isShared && unique.has(scheme) ? { ...candidate, conflict: true as const } : candidate;
  });
}

function candidateOf(
  { gnd, type, preferredName }: Pick<Candidate, 'gnd' | 'type' | 'preferredName'>,
  key: string,
): Candidate {
  return { gnd, uri: gndUri(gnd), type, preferredName, ...partsOf(key) };
}

function partsOf(key: string): Reading {
  const colon = key.indexOf(':');
  return { scheme: key.slice(0, colon), value: key.slice(colon + 1) };
}

/** Finds merged, deleted, withheld, unknown, contradicting and missing identifiers of records, by comparison with a snapshot. */
import {
  candidatesOf,
  disputedNames,
  resolveValues,
  type ResolvedValue,
  withTargets,
} from '../../shared/lookup/resolve-values.ts';
import { gndIdIn } from '../../core/model/read-identifiers.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { allWanted } from '../../shared/lookup/targets.ts';
import { type AuditRecord, type StatedIdentifier, withoutRepetitions } from './audit-record.ts';

/** Kinds of findings with their meanings, in the order of the report. */
export const FINDINGS = {
  merged: 'GND identifiers of records that were merged; the column “detail” of the CSV file has the new identifier',
  deleted: 'GND identifiers of records that were deleted; the column “detail” of the CSV file has their successors',
  withheld: 'GND identifiers that the operator withholds; they need no correction',
  unknown:
    'identifiers that do not exist, or have a wrong check digit; the column “detail” of the CSV file has the identifier that was probably meant',
  unreadable: 'values that are not identifiers of their scheme, and records that are not XML',
  contradicts: 'identifiers of another entity; the column “detail” of the CSV file has its GND identifier',
  disputed: 'identifiers on which the sources contradict each other',
  missing: 'identifiers of the entity that are missing from the record',
  unlisted: 'identifiers that no source has; they need no correction',
} as const;
type FindingKind = keyof typeof FINDINGS;
/** Kinds of findings that call for no correction. */
export const HARMLESS: ReadonlySet<string> = new Set<FindingKind>(['withheld', 'unlisted']);

interface Finding {
  readonly place: string;
  readonly scheme: string;
  readonly value: string;
  readonly kind: FindingKind;
  /** The right identifier, the possible ones, or the sources that assert it. */
  readonly detail: string;
}

function finding(kind: FindingKind, more: Partial<Finding>): Finding {
  return { place: '', scheme: '', value: '', detail: '', ...more, kind };
}

/**
 * @param expected schemes whose identifiers are reported as missing, in the order of the report
 * @returns one list for each record
 */
export async function findingsOf(
  store: Store,
  records: readonly AuditRecord[],
  expected: readonly string[],
): Promise<readonly (readonly Finding[])[]> {
  const schemeOf = schemeNames(store);
  const stated = records.map(({ identifiers }) =>
    identifiers.filter(({ scheme, value }) => schemeOf.has(scheme) || (scheme === ADDRESS && /^https?:/i.test(value))),
  );
  const values = stated.flatMap((all) => all.map(({ scheme, value }) => asText(schemeOf.get(scheme) ?? '', value)));
  const plain = await resolveValues(store, values);
  const rows = await withTargets(store, plain, { wanted: allWanted(store.schemes), relations: ['sameAs'] });
  if (rows === undefined) {
    const half = Math.ceil(records.length / 2);
    if (half === records.length) return [[]];
    const parts = [records.slice(0, half), records.slice(half)];
    return (await Array.fromAsync(parts, (part) => findingsOf(store, part, expected))).flat();
  }
  let from = 0;
  return records.map(({ fault, isAlone }, place) => {
    if (fault !== undefined) return [finding('unreadable', { detail: fault })];
    const list = stated[place] ?? [];
    const own = list.flatMap((one, order): ResolvedIdentifier[] => {
      const row = rows[from + order] as ResolvedValue;
      const scheme = schemeOf.get(one.scheme) ?? schemeOf.get(schemeOfRow(row));
      return scheme === undefined ? [] : [{ ...one, scheme, row }];
    });
    from += list.length;
    return findingsOfRecord(withoutRepetitions(own), isAlone ? [] : expected);
  });
}

/** Source in `$2` of a field with an address; the address shows the scheme. */
const ADDRESS = 'uri';

/** The scheme in which a value was read. */
function schemeOfRow(row: ResolvedValue): string {
  if (row.verdict === 'ambiguous') return row.candidates[0]?.scheme ?? '';
  return row.verdict === 'unreadable' ? '' : (row.scheme ?? '');
}

/** Canonical schemes by each of their names. */
export function schemeNames({ schemes }: Pick<Store, 'schemes'>): ReadonlyMap<string, string> {
  const named = schemes.flatMap(({ scheme, names }) => names.map((name) => [name, scheme] as const));
  return new Map([...named, ['gnd', 'gnd']]);
}

function asText(scheme: string, value: string): string {
  if (scheme === 'gnd') return `gnd:${gndIdIn(value) ?? value}`;
  return /^https?:/i.test(value) ? value : `${scheme}:${value}`;
}

type ResolvedIdentifier = StatedIdentifier & { readonly row: ResolvedValue };

function findingsOfRecord(stated: readonly ResolvedIdentifier[], expected: readonly string[]): readonly Finding[] {
  const entities = new Set(
    stated.flatMap(({ scheme, row }) => (scheme === 'gnd' && row.verdict === 'found' ? [row.gnd] : [])),
  );
  const single = stated.flatMap(({ row }) => (row.verdict === 'found' ? [row] : []));
  const findings = stated.flatMap((one) => findingOf(one, entities) ?? []);
  const existing = entities.size > 0 ? single.filter(({ gnd }) => entities.has(gnd)) : single;
  const distinct = new Set(existing.map(({ gnd }) => gnd));
  if (entities.size === 0 && distinct.size > 1)
    findings.push(finding('contradicts', { scheme: 'gnd', detail: [...distinct].join(' ') }));
  const [entity] = existing;
  // Where identifiers belong to several entities, it is unclear which identifiers are missing.
  return entity === undefined || distinct.size > 1 ? findings : [...findings, ...missingFrom(stated, entity, expected)];
}

function findingOf(
  { scheme, value, place, row }: ResolvedIdentifier,
  entities: ReadonlySet<string>,
): Finding | undefined {
  const named = (kind: FindingKind, detail = ''): Finding => finding(kind, { place, scheme, value, detail });
  if (row.verdict === 'unreadable') return named('unreadable', row.suggestion);
  if (row.verdict === 'unknown') {
    if (row.reason === 'deleted') return named('deleted', row.successors?.join(' '));
    if (row.reason === 'withheld') return named('withheld');
    return named(scheme === 'gnd' || row.reason === 'check_digit' ? 'unknown' : 'unlisted', row.suggestion);
  }
  const candidates = candidatesOf(row).map(({ gnd }) => gnd);
  if (row.verdict === 'found' && row.redirectedFrom !== undefined) return named('merged', row.gnd);
  if (scheme === 'gnd') return entities.size > 1 ? named('contradicts', [...entities].join(' ')) : undefined;
  if (entities.size > 0 && !candidates.some((gnd) => entities.has(gnd)))
    return named('contradicts', candidates.join(' '));
  return disputedNames(row).includes(scheme) ? named('disputed', candidates.join(' ')) : undefined;
}

function missingFrom(
  stated: readonly ResolvedIdentifier[],
  { targets = {}, gnd }: Extract<ResolvedValue, { verdict: 'found' }>,
  expected: readonly string[],
): readonly Finding[] {
  const present = new Set(stated.map(({ scheme }) => scheme));
  return expected
    .filter((scheme) => !present.has(scheme))
    .flatMap((scheme) => {
      if (scheme === 'gnd') return finding('missing', { scheme, value: gnd });
      const undisputed = (targets[scheme] ?? []).filter(({ conflict }) => conflict !== true);
      return undisputed.map(({ value, assertedBy }) =>
        finding('missing', { scheme, value, detail: assertedBy.join(' ') }),
      );
    });
}

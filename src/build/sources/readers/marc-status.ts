/** Reads the status of a MARC record, its identifiers, and, if it is not a living one, redirects and deletions. */
import { type GndId, isGndIri, toGndId } from '../../../core/model/gnd-id.ts';
import { defect } from './defects.ts';
import { isGndNumber, type MarcRecord, subfield, subfields, valuesOf } from './marc-records.ts';
import type { Defect, Statement } from './reader.ts';

type MarcStatus = 'living' | 'deleted' | 'redirected';

/** Tags of the fields that this file reads. */
export const STATUS_FIELDS: readonly string[] = ['001', '005', '024', '035', '682'];

/**
 * Status of records that are gone, by position 5 of the leader: d deleted, x replaced by another, s split into several.
 * The DNB announces the end of a record a week before, by c (corrected) with field 682.
 */
const GONE: ReadonlyMap<string, 'deleted' | 'redirected'> = new Map([
  ['d', 'deleted'],
  ['x', 'redirected'],
  ['s', 'redirected'],
]);
const LIVING = /^[acno ]$/;

/** Texts of field 682 $i by status. */
const TEXTS: Readonly<Record<'deleted' | 'redirected', RegExp>> = {
  deleted: /^\s*l(?:oe|ö|o\u0308)schung/iu,
  redirected: /^\s*(?:umlenkung|aufspaltung)/iu,
};

/**
 * The status in the leader, or a defect: `no_leader`, `not_an_authority`, `unknown_status` (record).
 * @see https://www.loc.gov/marc/authority/adleader.html
 */
export function readStatus(record: MarcRecord): MarcStatus | Defect {
  const { leader = '', line } = record;
  const status = leader.charAt(5);
  const type = leader.charAt(6);
  if (status === '') return defect('no_leader', 'record', describeRecord(record), line);
  if (type !== 'z' && type !== ' ' && type !== '') {
    return defect('not_an_authority', 'record', describeRecord(record), line);
  }
  if (LIVING.test(status)) return 'living';
  return GONE.get(status) ?? defect('unknown_status', 'record', leader, line);
}

/**
 * Deletions of the identifiers of a record, older ones (035 $z) included, or redirects from them to the targets in 682.
 * Defects, with their line: `no_gnd_identifier`, `invalid_gnd_id`, `no_target` (record); `invalid_gnd_id` of an older
 * identifier (detail); `self_redirect`, `status_contradicted` (field 682 contradicts the leader, which counts; notice).
 */
export function readGone(record: MarcRecord, outcome: 'deleted' | 'redirected'): readonly Statement[] {
  const { line } = record;
  const defects: Defect[] = [];
  const report = (faultyText: string) => defects.push(defect('invalid_gnd_id', 'detail', faultyText, line));
  const gone = ownIdentifiers(record, report);
  if (gone.size === 0) return [identifierDefect(record, defects)];
  for (const older of parseAll(valuesOf(record, '035', 'z').filter(isGndNumber), report)) gone.add(older);
  if (isContradicted(record, outcome))
    defects.push(defect('status_contradicted', 'notice', describeRecord(record), line));
  const modified = modifiedOf(record);
  const dated = modified === undefined ? {} : { modified };
  const statements =
    outcome === 'deleted'
      ? [...gone].map((gnd) => ({ kind: 'deletion', gnd, ...dated }) as const)
      : redirects(gone, targets(record, report), record, dated);
  return [...statements, ...defects];
}

/** Local time of the last change, from field 005, `20181220145201.0`. */
export function modifiedOf(record: MarcRecord): string | undefined {
  const stamp = valuesOf(record, '005', '')[0]?.trim() ?? '';
  const [, year, month, day, hour, minute, second] = STAMP.exec(stamp) ?? [];
  if (year === undefined) return undefined;
  return hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

const STAMP = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:([01]\d|2[0-3])([0-5]\d)([0-5]\d))?/;

/** The identifiers of the record in 035 $a, else the first one in 024. */
export function ownIdentifiers(record: MarcRecord, report: (faultyText: string) => void): Set<GndId> {
  const own = parseAll(valuesOf(record, '035', 'a').filter(isGndNumber), report);
  if (own.size > 0) return own;
  const [identifier] = parseAll(fromField024(record), report);
  return new Set(identifier === undefined ? [] : [identifier]);
}

/** The defect of a record without a valid identifier. @param reported defects so far: an invalid identifier, if any */
export function identifierDefect(record: MarcRecord, [reported]: readonly Defect[]): Defect {
  if (reported !== undefined) return { ...reported, severity: 'record' };
  return defect('no_gnd_identifier', 'record', describeRecord(record), record.line);
}

/** Name of a record in defects: its identifier, else its record number at the DNB. */
export function describeRecord(record: MarcRecord): string {
  return valuesOf(record, '035', 'a').find(isGndNumber) ?? valuesOf(record, '001', '')[0] ?? '';
}

function redirects(
  gone: ReadonlySet<GndId>,
  to: ReadonlySet<GndId>,
  record: MarcRecord,
  dated: { readonly modified?: string },
): readonly Statement[] {
  const { line } = record;
  if (to.size === 0) return [defect('no_target', 'record', describeRecord(record), line)];
  return [...gone].flatMap((from) =>
    [...to].map((target) =>
      from === target
        ? defect('self_redirect', 'notice', from, line)
        : ({ kind: 'redirect', from, to: target, evidence: 'list', ...dated } as const),
    ),
  );
}

/** Since 2019 `$a 118540238 $2 gnd`, formerly `$a http://d-nb.info/gnd/118540238 $2 uri`. */
function fromField024(record: MarcRecord): readonly string[] {
  return record.fields
    .filter(({ tag }) => tag === '024')
    .flatMap((field) => {
      const source = subfield(field, '2')?.trim();
      const numbers = subfields(field, 'a');
      if (source === 'gnd') return numbers;
      return source === 'uri' ? numbers.filter(isGndIri) : [];
    });
}

/** Targets in `$0 (DE-588)…`, else in addresses, which may contain record numbers (DE-101) instead. */
function targets(record: MarcRecord, report: (faultyText: string) => void): ReadonlySet<GndId> {
  const numbers = valuesOf(record, '682', '0');
  const ids = parseAll(numbers.filter(isGndNumber), report);
  return ids.size > 0 ? ids : parseAll(numbers.filter(isGndIri), report);
}

function isContradicted(record: MarcRecord, outcome: 'deleted' | 'redirected'): boolean {
  const other = outcome === 'deleted' ? 'redirected' : 'deleted';
  const texts = [...valuesOf(record, '682', 'i'), ...valuesOf(record, '682', 'a')];
  return texts.some((text) => TEXTS[other].test(text)) && !texts.some((text) => TEXTS[outcome].test(text));
}

function parseAll(texts: readonly string[], report: (faultyText: string) => void): Set<GndId> {
  const ids = new Set<GndId>();
  for (const text of texts) {
    const id = toGndId(text);
    if (id === undefined) report(text);
    else ids.add(id);
  }
  return ids;
}

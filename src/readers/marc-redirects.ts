/** Reader of the DNB's dump of merged and deleted records, MARC21-XML (`authorities-gnd_umlenk_loesch`). */
import { parseGndId, type GndId } from '../model/gnd-id.ts';
import { defect } from './defects.ts';
import { type MarcRecord, readMarcRecords } from './marc-records.ts';
import type { Defect, Reader, Statement } from './reader.ts';
import { UnusableSource } from './reader.ts';

const WANTED: ReadonlySet<string> = new Set(['001', '024', '035', '682']);

/**
 * Leader, position 5, where it says that the record is gone: d deleted, x replaced by another; MARC has also s, split into
 * several. The DNB announces the end of a record a week before with c (corrected) and field 682.
 */
const GONE: Readonly<Record<string, 'deleted' | 'redirected'>> = { d: 'deleted', x: 'redirected', s: 'redirected' };
const LIVING = /^[acno ]$/;

/** What field 682 $i says. */
const TEXTS: Readonly<Record<'deleted' | 'redirected', RegExp>> = {
  deleted: /^\s*l(?:oe|ö|o\u0308)schung/iu,
  redirected: /^\s*(?:umlenkung|aufspaltung)/iu,
};

/**
 * A record deleted, or redirected to the target in field 682; the older identifiers that it bears (035 $z) share its lot.
 * Several targets become several redirects. Defects, with their line: `no_leader`, `unknown_status`, `not_an_authority`,
 * `no_gnd_identifier`, `invalid_gnd_id`, `no_target`, `record_too_large`, `too_many_fields` (record); `invalid_gnd_id` of an
 * identifier besides (detail); `living_record`, also one whose end is announced, `self_redirect`, `status_contradicted`
 * (682 tells another story than the leader, which is believed), `empty_record` (notice).
 *
 * @see https://www.loc.gov/marc/authority/adleader.html
 */
export const marcRedirectsReader: Reader = {
  format: 'marcxml-redirects',
  async *read(input) {
    let records = 0;
    for await (const items of readMarcRecords(input, WANTED)) {
      const batch: Statement[] = [];
      for (const item of items) {
        if (item.kind === 'record') {
          records += 1;
          batch.push(...readRecord(item));
        } else batch.push(item);
      }
      yield batch;
    }
    if (records === 0) throw new UnusableSource('no_records', 'It is XML and holds no MARC record.');
  },
};

function* readRecord(record: MarcRecord): Generator<Statement, void> {
  const { leader = '', line } = record;
  const status = leader.charAt(5);
  const type = leader.charAt(6);
  const named = describe(record);
  if (status === '') return yield defect('no_leader', 'record', named, line);
  if (type !== 'z' && type !== ' ' && type !== '') return yield defect('not_an_authority', 'record', named, line);
  if (LIVING.test(status)) return yield defect('living_record', 'notice', named, line);
  const lot = GONE[status];
  if (lot === undefined) return yield defect('unknown_status', 'record', leader, line);

  const faults: Defect[] = [];
  const report = (met: string) => faults.push(defect('invalid_gnd_id', 'detail', met, line));
  const gone = goneIdentifiers(record, report);
  if (gone.size === 0) {
    const [first] = faults;
    yield first === undefined ? defect('no_gnd_identifier', 'record', named, line) : { ...first, severity: 'record' };
    return;
  }
  if (isContradicted(record, lot)) faults.push(defect('status_contradicted', 'notice', named, line));
  if (lot === 'deleted') for (const gnd of gone) yield { kind: 'deletion', gnd };
  else yield* redirects(gone, targets(record, report), named, line);
  yield* faults;
}

function* redirects(
  gone: ReadonlySet<GndId>,
  to: ReadonlySet<GndId>,
  named: string,
  line: number,
): Generator<Statement> {
  if (to.size === 0) return yield defect('no_target', 'record', named, line);
  for (const from of gone) {
    for (const target of to) {
      if (from === target) yield defect('self_redirect', 'notice', from, line);
      else yield { kind: 'redirect', from, to: target, evidence: 'list' };
    }
  }
}

/** The record's own identifier first, then the older ones; none when it has none of its own. */
function goneIdentifiers(record: MarcRecord, report: (met: string) => void): ReadonlySet<GndId> {
  const own = parseAll(values(record, '035', 'a').filter(isGnd), report);
  if (own.size === 0) {
    const [identifier] = parseAll(fromField024(record), report);
    if (identifier === undefined) return own;
    own.add(identifier);
  }
  for (const older of parseAll(values(record, '035', 'z').filter(isGnd), report)) own.add(older);
  return own;
}

/** Since 2019 `$a 118540238 $2 gnd`, before `$a http://d-nb.info/gnd/118540238 $2 uri`. */
function fromField024(record: MarcRecord): readonly string[] {
  return record.fields
    .filter(({ tag }) => tag === '024')
    .flatMap(({ subfields }) => {
      const source = subfields.find(({ code }) => code === '2')?.value.trim();
      const numbers = subfields.filter(({ code }) => code === 'a').map(({ value }) => value);
      if (source === 'gnd') return numbers;
      return source === 'uri' ? numbers.filter(isGndAddress) : [];
    });
}

/** `(DE-588)…` where there is one, for the address beside it may be made of the number of the record (DE-101). */
function targets(record: MarcRecord, report: (met: string) => void): ReadonlySet<GndId> {
  const numbers = values(record, '682', '0');
  const found = parseAll(numbers.filter(isGnd), report);
  return found.size > 0 ? found : parseAll(numbers.filter(isGndAddress), report);
}

function isContradicted(record: MarcRecord, lot: 'deleted' | 'redirected'): boolean {
  const other = lot === 'deleted' ? 'redirected' : 'deleted';
  const texts = [...values(record, '682', 'i'), ...values(record, '682', 'a')];
  return texts.some((text) => TEXTS[other].test(text)) && !texts.some((text) => TEXTS[lot].test(text));
}

function parseAll(texts: readonly string[], report: (met: string) => void): Set<GndId> {
  const ids = new Set<GndId>();
  for (const text of texts) {
    const parsed = parseGndId(text);
    if (parsed.ok) ids.add(parsed.id);
    else report(text);
  }
  return ids;
}

function values({ fields }: MarcRecord, tag: string, code: string): readonly string[] {
  return fields
    .filter((field) => field.tag === tag)
    .flatMap(({ subfields }) => subfields.filter((subfield) => subfield.code === code).map(({ value }) => value));
}

/** Not (DE-588a), (DE-588b), (DE-588c): those are numbers of the files that were merged into the GND. */
function isGnd(text: string): boolean {
  return /^\s*\(DE-588\)/i.test(text);
}

function isGndAddress(text: string): boolean {
  return /^\s*https?:\/\/(?:www\.)?d-nb\.info\/gnd\//i.test(text);
}

/** What the report shows of a record: its identifier, else the number of the record at the DNB. */
function describe(record: MarcRecord): string {
  return values(record, '035', 'a').find(isGnd) ?? values(record, '001', '')[0] ?? '';
}

/** The record store as a file: atomic steps, removal of old records, and files of other programs. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { formatDatestamp, parseDatestamp } from '../../../src/core/model/datestamp.ts';
import { countDays } from '../../../src/build/sources/harvest/held-days.ts';
import {
  RECORD_STORE_FILE,
  type RecordStore,
  openRecordStore,
} from '../../../src/build/sources/harvest/record-store.ts';
import type { HarvestedRecord } from '../../../src/build/sources/harvest/response.ts';
import { temporaryDirectory } from '../../temporary.ts';

const REPOSITORY = { url: 'https://example.org/oai', metadataPrefix: 'MARC21-xml' };
const STATE = { granularity: 'YYYY-MM-DD', complete: '2026-10-02' } as const;

function storeIn(folder: string): RecordStore {
  return openRecordStore(join(folder, RECORD_STORE_FILE), REPOSITORY);
}

const record = (number: number, day: string, deleted = false): HarvestedRecord => ({
  identifier: `oai:example.org/${number}`,
  datestamp: day,
  deleted,
  ...(!deleted && { marc: `<record>Ä ${number}</record>` }),
});

it('days are counted from a few weeks ago, however old the datestamp of a record is', () => {
  using store = storeIn(temporaryDirectory());
  store.take([record(1, '0987-05-04'), record(2, '2026-09-30')], STATE);
  countDays(store, Date.parse('2026-10-02'));
  const days = store.audit.days('');
  expect(days.length).toBeLessThan(100);
  expect(days.at(-1)).toMatchObject({ day: '2026-10-01', records: 0 });
  expect(days.filter(({ records }) => records > 0)).toMatchObject([{ day: '2026-09-30', records: 1 }]);
});

describe('a record store', () => {
  it('stores an answer as a whole or not at all', () => {
    const folder = temporaryDirectory();
    const store = storeIn(folder);
    store.take([record(1, '2026-10-01')], STATE);
    const broken = { ...record(3, '2026-10-01'), datestamp: null as unknown as string };
    expect(() => store.take([record(2, '2026-10-01'), broken], { granularity: 'YYYY-MM-DD' })).toThrow(/NOT NULL/);
    store[Symbol.dispose]();
    using again = storeIn(folder);
    expect([...again.entries()].map(({ identifier }) => identifier)).toEqual(['oai:example.org/1']);
    expect(again.state()).toEqual(STATE);
  });

  it('returns records by identifier, unchanged', () => {
    using store = storeIn(temporaryDirectory());
    const numbers = [5, 10, 2, 7];
    store.take(
      numbers.map((number) => record(number, '2026-10-01', number === 7)),
      STATE,
    );
    expect([...store.entries()]).toEqual(
      ['10', '2', '5', '7'].map((number) => record(Number(number), '2026-10-01', number === '7')),
    );
  });

  it.each([
    ['later', '2026-10-02', 'new'],
    ['equal', '2026-10-01', 'new'],
    ['earlier', '2026-09-30', 'old'],
  ])('keeps the record with the latest datestamp when another one is %s', (_, day, kept) => {
    using store = storeIn(temporaryDirectory());
    store.take([{ ...record(1, '2026-10-01'), marc: 'old' }], STATE);
    store.take([{ ...record(1, day), marc: 'new' }], STATE);
    expect([...store.entries()]).toMatchObject([{ marc: kept }]);
  });

  it('removes records before a day, and keeps that day', () => {
    using store = storeIn(temporaryDirectory());
    store.take([record(1, '2026-10-01'), record(2, '2026-10-02'), record(3, '2026-10-01', true)], STATE);
    store.prune('2026-10-02', STATE);
    expect([...store.entries()].map(({ identifier }) => identifier)).toEqual(['oai:example.org/2']);
  });

  it('of a later release is refused, and not changed', () => {
    const folder = temporaryDirectory();
    const file = join(folder, RECORD_STORE_FILE);
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 1000; CREATE TABLE other (a)');
    db.close();
    expect(() => storeIn(folder)).toThrow(/cannot be read/);
    const same = new DatabaseSync(file);
    expect(same.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1000 });
    same.close();
  });
});

describe('a datestamp', () => {
  it.each([
    ['2026-10-13', '2026-10-13'],
    [' 2026-10-13T01:02:03Z\n', '2026-10-13T01:02:03Z'],
    ['2026-10-13T01:02:03.456Z', '2026-10-13T01:02:03Z'],
    ['2026-02-31', undefined],
    ['2026-10-13T25:00:00Z', undefined],
    ['2026-10-13T01:02:03+02:00', undefined],
    ['13.10.2026', undefined],
    ['', undefined],
  ])('%j is read as %j', (text, datestamp) => {
    expect(parseDatestamp(text)).toBe(datestamp);
  });

  it('is cut to the granularity', () => {
    const instant = Date.parse('2026-10-13T23:59:59.999Z');
    expect(formatDatestamp(instant, 'YYYY-MM-DD')).toBe('2026-10-13');
    expect(formatDatestamp(instant, 'YYYY-MM-DDThh:mm:ssZ')).toBe('2026-10-13T23:59:59Z');
  });
});

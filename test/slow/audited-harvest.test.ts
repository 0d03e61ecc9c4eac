/** A harvest with an audit: records that a list has omitted are found within days, with few and slow requests. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completenessOf } from '../../src/build/sources/harvest/completeness.ts';
import { expectedOn, HELD_RULE, isFarBelow } from '../../src/build/sources/harvest/held-days.ts';
import { openRecordStore, RECORD_STORE_FILE } from '../../src/build/sources/harvest/record-store.ts';
import { harvestPlace } from '../build/harvest/harvesting.ts';
import { fill, person, type Repository, text } from '../build/harvest/repository.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AUDIT = { requestsPerDay: 300, pauseMs: 0 };

/** Changes records in the course of a day. @returns their identifiers */
function liveThroughDay(repository: Repository, changes: number, first: number): readonly string[] {
  const begin = repository.now;
  const identifiers = fill(repository, changes, first, DAY / changes / MINUTE);
  repository.now = begin + DAY;
  return identifiers;
}

async function place(begin?: string) {
  const { repository, folder, source, harvest, stored } = await harvestPlace(0, { begin, pageSize: 50 });
  let days = 0;
  return {
    repository,
    day: (changes = 60) => liveThroughDay(repository, changes, 118_000_000 + 10_000 * ++days),
    /** A night: a harvest, then an audit. */
    night: (audit = AUDIT) => harvest({}, {}, audit),
    completeness: () => {
      using store = openRecordStore(join(folder, RECORD_STORE_FILE), source);
      return completenessOf(store, repository.now);
    },
    known: () => stored().entries,
  };
}

describe('an audit', () => {
  it('finds 100 records that the list of one day omitted here and there within 14 days', async () => {
    const { repository, day, night, known, completeness } = await place('2026-08-01T00:00:00Z');
    for (let index = 0; index < 3; index += 1) {
      day();
      await night();
    }
    const bad = day(2_000);
    for (const identifier of bad.filter((_, index) => index % 15 === 7 && index < 1_500))
      repository.hidden.add(identifier);
    expect(repository.hidden.size).toBe(100);
    await night();
    const lost = [...repository.hidden];
    repository.hidden.clear();
    const harvests = { missed: 0, fetched: 0, days: 0 };
    for (let found = known(); lost.some((identifier) => !found.has(identifier)); found = known()) {
      harvests.days += 1;
      expect(harvests.days).toBeLessThanOrEqual(14);
      day();
      const before = repository.requests.length;
      const { audited, finished } = await night();
      expect(audited?.failure).toBeUndefined();
      harvests.missed += audited?.missed ?? 0;
      expect(audited?.requests).toBeLessThanOrEqual(AUDIT.requestsPerDay);
      expect(repository.requests.length - before).toBeLessThan(AUDIT.requestsPerDay + 60);
      expect(finished).toBe(true);
    }
    expect(harvests).toMatchObject({ missed: 100 });
    expect(harvests.days).toBeLessThanOrEqual(5);
    expect(completeness()).toMatchObject({ missed: 100, pending: 0, held: [] });
  });

  it('finds an omitted deletion, and an omitted version of a record', async () => {
    const { repository, day, night, known } = await place();
    const identifiers = day();
    await night();
    const [gone = '', changed = ''] = identifiers;
    repository.now += HOUR;
    repository.remove(gone);
    repository.put(changed, person('118010001', 'Changed, Name'));
    repository.hidden.add(gone).add(changed);
    repository.now += DAY;
    await night();
    repository.hidden.clear();
    for (let index = 0; index < 4; index += 1) {
      day();
      await night();
    }
    expect(known().get(gone)?.deleted).toBe(true);
    expect(known().get(changed)?.marc).toContain('Changed, Name');
  });

  it('checks each day after three and after fourteen days, without repetition', async () => {
    const { repository, day, night, completeness } = await place('2026-08-01T00:00:00Z');
    const asked: (readonly [from: number, until: number])[] = [];
    for (let index = 0; index < 20; index += 1) {
      day();
      const before = repository.requests.length;
      await night();
      for (const query of repository.requests.slice(before)) {
        if (query.get('verb') !== 'ListIdentifiers' || query.has('resumptionToken')) continue;
        asked.push([Date.parse(query.get('from') ?? ''), Date.parse(query.get('until') ?? '')]);
      }
    }
    const times = (instant: number) => asked.filter(([from, until]) => from <= instant && instant <= until).length;
    const begin = Date.parse('2026-08-01T00:00:00Z');
    const counts = Array.from({ length: 20 * 24 }, (_, hour) => times(begin + hour * HOUR + 30 * MINUTE));
    expect(counts).toEqual(counts.map((__, hour) => Number(hour < 17 * 24) + Number(hour < 6 * 24)));
    expect(completeness().auditedThrough).toBe('2026-08-18T00:00:00Z');
  });

  it('stays within its daily requests over several runs, and ends even with five', async () => {
    const { repository, day, night, completeness } = await place('2026-08-01T00:00:00Z');
    const few = { requestsPerDay: 5, pauseMs: 0 };
    for (let index = 0; index < 4; index += 1) {
      day(300);
      await night(few);
    }
    for (let run = 0; run < 30; run += 1) {
      if (run % 3 === 0) repository.now += DAY;
      const { audited } = await night(few);
      expect(audited?.requests).toBeLessThanOrEqual(run % 3 === 0 ? 5 : 0);
    }
    expect(Date.parse(completeness().auditedThrough ?? '')).toBeGreaterThan(Date.parse('2026-08-03T00:00:00Z'));
  });

  it('rejects a list without known records', async () => {
    const { repository, day, night, completeness } = await place('2026-08-01T00:00:00Z');
    const identifiers = day(100);
    await night();
    const lost = identifiers.slice(0, 5);
    for (const identifier of lost) repository.hidden.add(identifier);
    for (let index = 0; index < 2; index += 1) {
      day();
      await night();
    }
    // The repository now omits all records of that day.
    for (const identifier of identifiers) repository.hidden.add(identifier);
    day();
    await night();
    expect(Date.parse(completeness().auditedThrough ?? '')).toBeLessThan(Date.parse('2026-08-02T00:00:00Z'));
    repository.hidden.clear();
    day();
    await night();
    expect(Date.parse(completeness().auditedThrough ?? '')).toBeGreaterThan(Date.parse('2026-08-02T00:00:00Z'));
  });

  it('that fails does not affect the harvest, and continues the next time', async () => {
    const { repository, day, night, completeness } = await place('2026-08-01T00:00:00Z');
    for (let index = 0; index < 5; index += 1) day();
    repository.fault = (query) => (query.get('verb') === 'ListIdentifiers' ? text('', 403) : undefined);
    expect(await night()).toMatchObject({ finished: true, audited: { failure: 'http_403' } });
    expect(completeness().auditedThrough).toBeUndefined();
    repository.fault = undefined;
    expect(await night()).toMatchObject({ audited: { failure: undefined } });
    expect(completeness().auditedThrough).toBe('2026-08-03T00:00:00Z');
  });

  it('can be switched off', async () => {
    const { repository, day, night } = await place();
    for (let index = 0; index < 5; index += 1) day();
    await night({ requestsPerDay: 0, pauseMs: 0 });
    expect(repository.requests.map((query) => query.get('verb'))).not.toContain('ListIdentifiers');
  });
});

describe('a day with a single entry', () => {
  it('is held until a second request, and is then complete, or accepted if there was no more', async () => {
    const { repository, day, night, known, completeness } = await place('2026-08-03T00:00:00Z');
    for (let index = 0; index < 30; index += 1) {
      day(25);
      await night();
    }
    expect(completeness().held).toEqual([]);
    const bad = day(25);
    for (const identifier of bad.slice(1)) repository.hidden.add(identifier);
    repository.now += 4 * HOUR;
    await night();
    expect(completeness()).toMatchObject({ held: ['2026-09-02'], harvestedThrough: '2026-09-01T23:59:59Z' });
    repository.now += HOUR;
    await night();
    expect(completeness().held).toEqual(['2026-09-02']);
    repository.hidden.clear();
    repository.now += 6 * HOUR;
    await night();
    expect(completeness()).toMatchObject({ held: [], missed: 24, pending: 0 });
    expect(bad.every((identifier) => known().has(identifier))).toBe(true);
    // A holiday is accepted after the second request.
    day(1);
    await night();
    expect(completeness().held).toEqual(['2026-09-03']);
    repository.now += 7 * HOUR;
    await night();
    expect(completeness()).toMatchObject({ held: [], missed: 24 });
  });

  it.each([
    [[100, 100, 100, 100], 24, true],
    [[100, 100, 100, 100], 25, false],
    [[0, 10, 100, 100, 4_000], 24, true],
    [[100, 100, 100], 0, false],
    [[19, 19, 19, 19], 0, false],
  ])('after %j on earlier equal weekdays with %d records is held: %s', (counts, records, isHeld) => {
    const earlier = counts.map((count, week) => ({
      day: new Date(Date.parse('2026-08-31') - (week + 1) * 7 * DAY).toISOString().slice(0, 10),
      records: count,
    }));
    const others = earlier.map(({ day }) => ({
      day: new Date(Date.parse(day) + DAY).toISOString().slice(0, 10),
      records: 1,
    }));
    expect(isFarBelow(records, expectedOn('2026-08-31', [...earlier, ...others]))).toBe(isHeld);
    expect(HELD_RULE.leastDays).toBe(4);
  });
});

/** Harvests of a conforming repository: the contents of the record store, and the requests. */
import { describe, expect, it } from 'vitest';
import { exported, harvestInto, harvestPlace, registered } from './harvesting.ts';
import { fill, identifierOf, person } from './repository.ts';

import { temporaryDirectory } from '../../temporary.ts';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const tag = (marc: string, name: string) => marc.includes(`<subfield code="a">${name}</subfield>`);

describe.each(['YYYY-MM-DDThh:mm:ssZ', 'YYYY-MM-DD'] as const)('a harvest by %s', (granularity) => {
  it('fetches all records page by page, and later only changed ones', async () => {
    const { repository, folder, harvest, stored } = await harvestPlace(23);
    Object.assign(repository, { granularity, gzip: true });
    repository.now += DAY;
    const first = await harvest();
    expect(first).toMatchObject({ finished: true, pages: 5, received: 23, records: 23, deleted: 0 });
    expect(first.windows).toHaveLength(1);

    repository.now += DAY;
    repository.put(identifierOf('118500003'), person('118500003', 'Changed, Name'));
    repository.put(identifierOf('118600000'), person('118600000', 'New, Name'));
    repository.remove(identifierOf('118500004'));
    repository.now += HOUR;
    const second = await harvest();
    expect(second).toMatchObject({ finished: true, pages: 1, received: 3, records: 24, deleted: 1 });
    const { entries, state } = stored();
    expect(entries.size).toBe(24);
    expect(tag(entries.get(identifierOf('118500003'))?.marc ?? '', 'Changed, Name')).toBe(true);
    expect(entries.get(identifierOf('118500004'))).toEqual({
      datestamp: granularity === 'YYYY-MM-DD' ? '2026-10-03' : '2026-10-03T00:23:00Z',
      identifier: identifierOf('118500004'),
      deleted: true,
      gnd: '118500004',
    });
    expect(state).toEqual({ granularity, complete: second.complete });

    const { complete } = second;
    expect(await harvest({ maxPages: 0 })).toMatchObject({ finished: false, complete });
    const bytes = exported(folder);
    expect(await harvest()).toMatchObject({ pages: 1, records: 24 });
    expect(exported(folder)).toBe(bytes);
  });

  it('requests a week at a time without gap or overlap, up to the time of the repository', async () => {
    const { repository, folder } = await harvestPlace(0, { begin: '2026-09-01T00:00:00Z' });
    repository.granularity = granularity;
    fill(repository, 40, 118_500_000, 24 * 60);
    const { windows, complete } = await harvestInto(folder, registered(repository, { from: '2026-09-04' }));
    expect(windows).toHaveLength(6);
    expect(windows[0]?.from.slice(0, 10)).toBe('2026-09-04');
    const granule = granularity === 'YYYY-MM-DD' ? DAY : 1_000;
    for (const [index, { from }] of windows.slice(1).entries())
      expect(Date.parse(from) - Date.parse(windows[index]?.until ?? '')).toBe(granule);
    expect(complete).toBe(windows.at(-1)?.until);
    expect(Date.parse(complete ?? '')).toBe(Date.parse('2026-10-11T00:00:00Z'));
    expect(windows.reduce((sum, { records }) => sum + records, 0)).toBe(37);
  });
});

describe('a harvest', () => {
  it('uses the clock of the repository, even when that was wrong', async () => {
    const { repository, harvest } = await harvestPlace(3);
    const right = repository.now;
    repository.now += 400 * DAY;
    await harvest();
    repository.now = right + DAY;
    repository.put(identifierOf('118700000'), person('118700000', 'After, Repair'));
    repository.now += 1_000;
    expect(await harvest()).toMatchObject({ records: 4 });
  });

  it('gets records that appear up to an hour late', async () => {
    const { repository, harvest } = await harvestPlace(3);
    await harvest();
    const { now } = repository;
    repository.now -= 59 * 60_000;
    repository.put(identifierOf('118700000'), person('118700000', 'Late, Index'));
    repository.now = now + DAY;
    expect(await harvest()).toMatchObject({ records: 4 });
  });

  it('stops after the allowed pages, and continues with the token', async () => {
    const { repository, harvest } = await harvestPlace(23);
    const first = await harvest({ maxPages: 2 });
    expect(first).toMatchObject({ finished: false, pages: 2, records: 10 });
    expect(first.complete).toBeUndefined();
    repository.now += 60_000;
    const second = await harvest();
    expect(second).toMatchObject({ finished: true, records: 23 });
    expect(second.received).toBeLessThan(40);
    expect(repository.requests.filter((query) => query.has('resumptionToken'))).toHaveLength(4 + 4);
  });

  it('reaches the end when no token ever works', async () => {
    const { repository, harvest } = await harvestPlace(23);
    repository.tokenMs = 0;
    expect(await harvest()).toMatchObject({
      finished: true,
      records: 23,
    });
  });

  it('starts over at a given day, removes older records, and keeps their identifiers', async () => {
    const { repository, folder, harvest } = await harvestPlace();
    const subject = identifierOf('040012344');
    repository.put(subject, person('040012344', 'Topic', '4001234-4'));
    fill(repository, 2);
    repository.remove(identifierOf('118500001'));
    repository.now += 20 * DAY;
    fill(repository, 2, 118_600_000);
    expect(await harvest()).toMatchObject({ records: 5 });
    const anew = await harvest({ from: '2026-10-15' });
    expect(anew).toMatchObject({ records: 2, received: 2, finished: true });
    expect(anew.windows[0]?.from).toBe('2026-10-15T00:00:00Z');

    repository.now += DAY;
    repository.remove(subject);
    repository.now += DAY;
    expect(await harvest()).toMatchObject({ records: 3, deleted: 1, unknown: 0 });
    expect(exported(folder)).toContain('(DE-588)4001234-4');
  });

  it('that begins in the future fails, and removes nothing', async () => {
    const { harvest, stored } = await harvestPlace(2);
    await harvest();
    await expect(harvest({ from: '2027-01-01' })).rejects.toMatchObject({ reason: 'oai_future' });
    expect(stored().entries.size).toBe(2);
  });

  it('empties the record store when the set changes', async () => {
    const { repository, folder, harvest } = await harvestPlace(2);
    await harvest();
    const other = registered(repository, { set: 'authorities:person' });
    expect(await harvestInto(folder, other)).toMatchObject({ records: 0, finished: true });
  });

  it('requests no set if the register has none', async () => {
    const { repository, source, harvest } = await harvestPlace(2);
    repository.sets = false;
    const { set: _, ...setless } = source;
    expect(await harvestInto(temporaryDirectory(), setless)).toMatchObject({ records: 2 });
    await expect(harvest()).rejects.toMatchObject({ reason: 'oai_no_sets' });
  });
});

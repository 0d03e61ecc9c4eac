/** A repository that fails for days: the harvest requests shorter lists until it succeeds, and is finally complete. */
import { describe, expect, it } from 'vitest';
import { readDocument, tableUnder } from '../docs/markdown.ts';
import { expectAllKnown, harvestPlace } from '../build/harvest/harvesting.ts';
import { type Behaviour, changed, envelope, fill, type Repository, text, XML } from '../build/harvest/repository.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A fault of lists whose announced length exceeds a limit; other lists are right. */
const whenLonger =
  (most: number, behaviour: Behaviour): Behaviour =>
  (request, response, answer) => {
    const whole = answer();
    const size = Number(/completeListSize="(\d+)"/.exec(whole)?.[1] ?? 0);
    if (size > most) behaviour(request, response, () => whole);
    else text(whole)(request, response, answer);
  };
const isList = (query: URLSearchParams): boolean => query.get('verb') === 'ListRecords';

/** 1,965 changes, in bursts of 400 within ten seconds, one burst every twenty seconds. */
function badDay(repository: Repository, day: number): void {
  for (let burst = 0; burst < 5; burst += 1) {
    const count = burst === 4 ? 365 : 400;
    repository.now = day + 9 * 60 * MINUTE + burst * 20_000;
    fill(repository, count, 118_000_000 + burst * 400, 10_000 / count / MINUTE);
  }
}

/** A repository that answers 502 to lists of more than 200 records, at the chosen requests. */
async function sick(isSick: (query: URLSearchParams) => boolean) {
  const place = await harvestPlace(0, { begin: '2026-08-10T00:00:00Z', pageSize: 50 });
  place.repository.fault = (query) => (isSick(query) ? whenLonger(200, text('Bad Gateway', 502)) : undefined);
  return { ...place, begin: place.repository.now };
}

function liveThrough(repository: Repository, begin: number, day: number): void {
  repository.now = begin + day * DAY;
  if (day === 4) badDay(repository, repository.now);
  else fill(repository, 60, 119_000_000 + 1_000 * day, DAY / 60 / MINUTE);
}

it('a repository that refuses long lists immediately is harvested every day, also on a day with 1,965 changes', async () => {
  const place = await sick(isList);
  const { repository, begin, harvest } = place;
  for (let day = 0; day < 12; day += 1) {
    liveThrough(repository, begin, day);
    repository.now = begin + (day + 1) * DAY;
    const before = repository.requests.length;
    const harvested = await harvest();
    expect(harvested, `day ${day}`).toMatchObject({ finished: true, gaps: 0 });
    expect(Date.parse(harvested.complete ?? '')).toBe(repository.now);
    expect(repository.requests.length - before).toBeLessThan(day === 4 ? 500 : 40);
  }
  expectAllKnown(place);
});

it('a repository that refuses long lists on the fifth page is harvested completely in one run', async () => {
  const place = await sick((query) => query.get('resumptionToken')?.endsWith('_200') === true);
  const { repository, begin, harvest } = place;
  for (let day = 0; day < 12; day += 1) liveThrough(repository, begin, day);
  repository.now = begin + 12 * DAY;
  expect(await harvest()).toMatchObject({ finished: true, records: 2_625 });
  expectAllKnown(place);
});

it.each([1, 3])(
  'a harvest with a limit of pages each night, %d, reaches the end, although tokens expire overnight',
  async (maxPages) => {
    const place = await harvestPlace(31, { minutes: 60 });
    const { repository, harvest } = place;
    let nights = 0;
    for (let finished = false; !finished && nights < 200; nights += 1) {
      ({ finished } = await harvest({ maxPages }));
      repository.forgetTokens();
    }
    expectAllKnown(place);
    expect(nights).toBeLessThan(200);
  },
);

/** A fault that lasts for the whole harvest. */
interface Fault {
  readonly name: string;
  readonly behaviour: (query: URLSearchParams, number: number) => Behaviour | undefined;
  /** 2: the records are known only after a harvest without the fault. */
  readonly harvests?: 2;
  /** Milliseconds by which `responseDate` is late. */
  readonly behindMs?: number;
}

const lists = (behaviour: Behaviour) => (query: URLSearchParams) => (isList(query) ? behaviour : undefined);
const longLists = (behaviour: Behaviour, most = 12) => lists(whenLonger(most, behaviour));
const empty = (content: string) => lists(text(envelope(content, '2026-10-09T00:00:00Z')));
const withSize = (size: number) =>
  lists(changed((answer) => answer.replace(/completeListSize="\d+"/, `completeListSize="${size}"`)));
const TOKEN = />[\d_]+<\/resumptionToken>/;
/** Bytes after which a proxy closes the connection. */
const CLOSED_AFTER = 64 * 1024;

const FAULTS: readonly Fault[] = [
  {
    name: 'half an answer with status 200',
    behaviour: longLists(changed((answer) => answer.slice(0, answer.length / 2))),
  },
  {
    name: 'an HTML page with status 200',
    behaviour: longLists(text('<!DOCTYPE html>\n<html><body>Wartung<br></body></html>')),
  },
  {
    name: 'an answer that stops in the middle',
    behaviour: longLists((_, response) => response.flushHeaders(), 30),
  },
  { name: 'a connection that is dropped', behaviour: longLists((request) => request.socket.destroy()) },
  {
    name: 'an empty list where there are records',
    behaviour: empty('<error code="noRecordsMatch">No.</error>'),
    harvests: 2,
  },
  { name: 'an empty list of records where there are some', behaviour: empty('<ListRecords/>'), harvests: 2 },
  {
    name: 'a token that repeats itself',
    behaviour: longLists(changed((answer) => answer.replace(TOKEN, '>same</resumptionToken>'))),
  },
  {
    name: 'tokens without end and without records',
    behaviour: (query, number) =>
      query.has('resumptionToken')
        ? text(envelope(`<ListRecords><resumptionToken>${number}</resumptionToken></ListRecords>`))
        : undefined,
  },
  {
    name: 'a list with fewer records than it announces',
    behaviour: longLists(changed((answer) => answer.replace(TOKEN, '/>'))),
  },
  { name: 'a list that always announces more than there is', behaviour: withSize(1_000_000) },
  { name: 'a list that announces less than there is', behaviour: withSize(1) },
  {
    name: 'records out of order',
    behaviour: lists(
      changed((answer) => {
        const records = answer.match(/<record><header.*<\/record>/g) ?? [];
        return answer.replace(records.join('\n'), records.toReversed().join('\n'));
      }),
    ),
  },
  {
    name: 'the same record twice, the older version after the newer',
    behaviour: lists(
      changed((answer) =>
        answer.replace(/<record><header.*<\/record>/g, (record) => {
          const older = record
            .replace(/<datestamp>[^<]+/, '<datestamp>2026-09-01T00:00:00Z')
            .replace('Person,', 'Nobody, no');
          return `${record}\n${older}`;
        }),
      ),
    ),
  },
  { name: 'a clock that is two days behind', behaviour: () => undefined, harvests: 2, behindMs: 2 * DAY },
  {
    name: '429 with Retry-After to all but every third request',
    behaviour: (_, number) => (number % 3 === 0 ? undefined : text('slow', 429, { 'retry-after': '0' })),
  },
  {
    name: '503 with Retry-After to every other request',
    behaviour: (_, number) => (number % 2 === 0 ? undefined : text('later', 503, { 'retry-after': '0' })),
  },
  {
    name: 'a proxy that closes after 64 KiB',
    behaviour: lists((_, response, answer) => {
      const bytes = Buffer.from(answer());
      response.writeHead(200, { ...XML, 'content-length': bytes.length });
      if (bytes.length <= CLOSED_AFTER) return void response.end(bytes);
      response.write(bytes.subarray(0, CLOSED_AFTER), () => response.socket?.destroy());
    }),
  },
];

it('every fault is documented', () => {
  const [august, ...rows] = tableUnder(readDocument('docs/sources.md'), 'What a harvest survives');
  expect(august?.slice(0, 2)).toEqual(['502 to every list of more than 200 records, on a day with 5,165 changes', '1']);
  expect(rows.map(([name, harvests]) => [name, harvests])).toEqual(
    FAULTS.map(({ name, harvests = 1 }) => [name, String(harvests)]),
  );
});

describe.each(FAULTS)('$name', ({ behaviour, harvests = 1, behindMs = 0 }) => {
  it(`is overcome: after ${harvests === 1 ? 'one harvest' : 'the next harvest'} all records are known`, async () => {
    const place = await harvestPlace(120, { pageSize: 10, minutes: 97 });
    const { repository, harvest, stored } = place;
    // A page of these large records exceeds the limit of the proxy.
    for (const [identifier, { marc = '' }] of [...repository.items].slice(0, 40)) {
      const { now } = repository;
      repository.now = repository.items.get(identifier)?.changed ?? now;
      repository.put(identifier, marc.replace('Person,', `Person,${' and so on'.repeat(900)}`));
      repository.now = now;
    }
    const { now } = repository;
    const healthy = repository.fault;
    repository.fault = behaviour;
    if (behindMs > 0) repository.now = now - behindMs;
    const patience = {
      retries: 3,
      maximumPauseMs: 1,
      timeOuts: { connect: 10_000, headers: 10_000, idle: 200, total: 60_000 },
    };
    const first = await harvest({}, patience);
    if (harvests === 2) {
      repository.fault = healthy;
      repository.now = now;
      await harvest({}, patience);
    }
    expectAllKnown(place);
    expect(stored().state?.window).toBeUndefined();
    expect(first.gaps).toBe(0);
    expect(repository.requests.length).toBeLessThan(300);
  });
});

describe('a list that fails at any length', () => {
  /** A repository with one second whose list is never answered. */
  async function gap() {
    const place = await harvestPlace(30, { pageSize: 50, minutes: 60 });
    const dead = new Date(Date.parse('2026-10-01T12:00:00Z')).toISOString().replace('.000', '');
    const touches = (query: URLSearchParams) =>
      (query.get('from') ?? '9') <= dead && (query.get('until') ?? '') >= dead;
    place.repository.fault = (query) =>
      query.has('resumptionToken') || (isList(query) && touches(query)) ? text('no', 502) : undefined;
    return { ...place, dead };
  }

  it('is skipped when later ones succeed, and requested again by each harvest until it is answered', async () => {
    const place = await gap();
    const { repository, dead, harvest } = place;
    const first = await harvest();
    expect(first).toMatchObject({ finished: false, gaps: 1, records: 29 });
    expect(Date.parse(first.complete ?? '')).toBe(Date.parse(dead) - 1_000);
    repository.now += DAY;
    fill(repository, 3, 118_600_000);
    expect(await harvest()).toMatchObject({ finished: false, gaps: 1, records: 32 });
    repository.fault = undefined;
    repository.now += DAY;
    expect(await harvest()).toMatchObject({ finished: true, gaps: 0, records: 33 });
    expectAllKnown(place);
  });

  it('is not skipped when no list is answered: the harvest fails with few requests, and continues later', async () => {
    const place = await harvestPlace(30, { minutes: 60 });
    const { repository, harvest, stored } = place;
    await harvest();
    const { complete } = stored().state ?? {};
    repository.now += DAY;
    fill(repository, 5, 118_600_000);
    repository.fault = lists(text('no', 502));
    const asked: number[] = [];
    for (let night = 0; night < 7; night += 1) {
      const before = repository.requests.length;
      await expect(harvest()).rejects.toMatchObject({ reason: 'http_502' });
      asked.push(repository.requests.length - before);
      repository.now += DAY;
    }
    expect(asked[0]).toBeLessThan(50);
    expect(Math.max(...asked.slice(1))).toBeLessThan(10);
    expect(stored().state).toMatchObject({ complete });
    repository.fault = undefined;
    const before = repository.requests.length;
    expect(await harvest()).toMatchObject({ finished: true, gaps: 0, records: 35 });
    expect(repository.requests.length - before).toBeLessThan(40);
    expectAllKnown(place);
  });
});

describe('the span of a harvest', () => {
  it('can begin at an instant', async () => {
    const { harvest } = await harvestPlace(24, { minutes: 60 });
    const span = { from: '2026-10-01T06:00:00Z' };
    expect(await harvest(span)).toMatchObject({ records: 18 });
  });
});

/** A repository that fails for days: the harvest requests shorter lists until it succeeds, and is finally complete. */
import { describe, expect, it } from 'vitest';
import { readDocument, tableUnder } from '../docs/markdown.ts';
import { harvestPlace, type HarvestPlace } from '../build/harvest/harvesting.ts';
import { type Behaviour, envelope, fill, identifierOf, person, type Repository } from '../build/harvest/repository.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const xml = { 'content-type': 'text/xml' };

const send =
  (content: string, status = 200, headers: Readonly<Record<string, string>> = xml): Behaviour =>
  (_, response) =>
    void response.writeHead(status, headers).end(content);
/** Replaces the text of the answer. */
const changed =
  (change: (text: string) => string): Behaviour =>
  (_, response, answer) =>
    void response.writeHead(200, xml).end(change(answer()));
/** A fault of lists whose announced length exceeds a limit; other lists are right. */
const whenLonger =
  (most: number, behaviour: Behaviour): Behaviour =>
  (request, response, answer) => {
    const text = answer();
    const size = Number(/completeListSize="(\d+)"/.exec(text)?.[1] ?? 0);
    if (size > most) behaviour(request, response, () => text);
    else response.writeHead(200, xml).end(text);
  };
const isList = (query: URLSearchParams): boolean => query.get('verb') === 'ListRecords';

/** Adds this number of changes from an instant on, evenly spread. */
function change(repository: Repository, from: number, count: number, ms: number, first: number): void {
  for (let index = 0; index < count; index += 1) {
    repository.now = from + Math.floor((index * ms) / count);
    const number = String(first + index);
    repository.put(identifierOf(number), person(number, `Person, ${number}`));
  }
}

/** 1,965 changes, in bursts of 400 within ten seconds, one burst every twenty seconds. */
function badDay(repository: Repository, day: number): void {
  for (let burst = 0; burst < 5; burst += 1) {
    const count = burst === 4 ? 365 : 400;
    change(repository, day + 9 * 60 * MINUTE + burst * 20_000, count, 10_000, 118_000_000 + burst * 400);
  }
}

/** The record store has exactly the items of the repository, each in its newest version. */
function expectAllKnown({ repository, stored }: HarvestPlace): void {
  const { entries } = stored();
  const known = new Map([...entries].map(([identifier, { deleted, marc }]) => [identifier, { deleted, marc }]));
  const items = [...repository.items.values()].map(
    ({ identifier, deleted, marc }) => [identifier, { deleted, marc }] as const,
  );
  expect(known).toEqual(new Map(items));
}

/** A repository that answers 502 to lists of more than 200 records, at the chosen requests. */
async function sick(isSick: (query: URLSearchParams) => boolean) {
  const place = await harvestPlace(0, { begin: '2026-08-10T00:00:00Z', pageSize: 50 });
  place.repository.fault = (query) => (isSick(query) ? whenLonger(200, send('Bad Gateway', 502)) : undefined);
  return { ...place, begin: place.repository.now };
}

function liveThrough(repository: Repository, begin: number, day: number): void {
  if (day === 4) badDay(repository, begin + day * DAY);
  else change(repository, begin + day * DAY, 60, DAY, 119_000_000 + 1_000 * day);
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
  /** Harvests until all records are known; all but the last have the fault. */
  readonly harvests: 1 | 2;
  /** Milliseconds by which `responseDate` is late. */
  readonly behindMs?: number;
}

const lists = (behaviour: Behaviour) => (query: URLSearchParams) => (isList(query) ? behaviour : undefined);
/** Bytes after which a proxy closes the connection. */
const CLOSED_AFTER = 64 * 1024;

const FAULTS: readonly Fault[] = [
  {
    name: 'half an answer with status 200',
    behaviour: lists(
      whenLonger(
        12,
        changed((text) => text.slice(0, text.length / 2)),
      ),
    ),
    harvests: 1,
  },
  {
    name: 'an HTML page with status 200',
    behaviour: lists(whenLonger(12, send('<!DOCTYPE html>\n<html><body>Wartung<br></body></html>'))),
    harvests: 1,
  },
  {
    name: 'an answer that stops in the middle',
    harvests: 1,
    behaviour: lists(whenLonger(30, (_, response) => response.flushHeaders())),
  },
  {
    name: 'a connection that is dropped',
    harvests: 1,
    behaviour: lists(whenLonger(12, (request) => request.socket.destroy())),
  },
  {
    name: 'an empty list where there are records',
    behaviour: lists(send(envelope('<error code="noRecordsMatch">No.</error>', '2026-10-09T00:00:00Z'))),
    harvests: 2,
  },
  {
    name: 'an empty list of records where there are some',
    behaviour: lists(send(envelope('<ListRecords/>', '2026-10-09T00:00:00Z'))),
    harvests: 2,
  },
  {
    name: 'a token that repeats itself',
    behaviour: lists(
      whenLonger(
        12,
        changed((text) => text.replace(/>[\d_]+<\/resumptionToken>/, '>same</resumptionToken>')),
      ),
    ),
    harvests: 1,
  },
  {
    name: 'tokens without end and without records',
    behaviour: (query, number) =>
      query.has('resumptionToken')
        ? send(envelope(`<ListRecords><resumptionToken>${number}</resumptionToken></ListRecords>`))
        : undefined,
    harvests: 1,
  },
  {
    name: 'a list with fewer records than it announces',
    behaviour: lists(
      whenLonger(
        12,
        changed((text) => text.replace(/>[\d_]+<\/resumptionToken>/, '/>')),
      ),
    ),
    harvests: 1,
  },
  {
    name: 'a list that always announces more than there is',
    behaviour: lists(changed((text) => text.replace(/completeListSize="\d+"/, 'completeListSize="1000000"'))),
    harvests: 1,
  },
  {
    name: 'a list that announces less than there is',
    behaviour: lists(changed((text) => text.replace(/completeListSize="\d+"/, 'completeListSize="1"'))),
    harvests: 1,
  },
  {
    name: 'records out of order',
    behaviour: lists(
      changed((text) => {
        const records = text.match(/<record><header.*<\/record>/g) ?? [];
        return text.replace(records.join('\n'), records.toReversed().join('\n'));
      }),
    ),
    harvests: 1,
  },
  {
    name: 'the same record twice, the older version after the newer',
    behaviour: lists(
      changed((text) =>
        text.replace(/<record><header.*<\/record>/g, (record) => {
          const older = record
            .replace(/<datestamp>[^<]+/, '<datestamp>2026-09-01T00:00:00Z')
            .replace('Person,', 'Nobody, no');
          return `${record}\n${older}`;
        }),
      ),
    ),
    harvests: 1,
  },
  { name: 'a clock that is two days behind', behaviour: () => undefined, harvests: 2, behindMs: 2 * DAY },
  {
    name: '429 with Retry-After to all but every third request',
    behaviour: (_, number) => (number % 3 === 0 ? undefined : send('slow', 429, { 'retry-after': '0' })),
    harvests: 1,
  },
  {
    name: '503 with Retry-After to every other request',
    behaviour: (_, number) => (number % 2 === 0 ? undefined : send('later', 503, { 'retry-after': '0' })),
    harvests: 1,
  },
  {
    name: 'a proxy that closes after 64 KiB',
    behaviour: lists((_, response, answer) => {
      const bytes = Buffer.from(answer());
      response.writeHead(200, { ...xml, 'content-length': bytes.length });
      if (bytes.length <= CLOSED_AFTER) return void response.end(bytes);
      response.write(bytes.subarray(0, CLOSED_AFTER), () => response.socket?.destroy());
    }),
    harvests: 1,
  },
];

it('every fault is documented', () => {
  const [august, ...rows] = tableUnder(readDocument('docs/sources.md'), 'What a harvest survives');
  expect(august?.slice(0, 2)).toEqual(['502 to every list of more than 200 records, on a day with 5,165 changes', '1']);
  expect(rows.map(([name, harvests]) => [name, harvests])).toEqual(
    FAULTS.map(({ name, harvests }) => [name, String(harvests)]),
  );
});

describe.each(FAULTS)('$name', ({ behaviour, harvests, behindMs = 0 }) => {
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
      query.has('resumptionToken') || (isList(query) && touches(query)) ? send('no', 502) : undefined;
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
    repository.fault = lists(send('no', 502));
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

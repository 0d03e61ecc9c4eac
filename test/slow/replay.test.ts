/** Thirty days of a repository, faults on a third: the record store finally equals that of a harvest without faults. */
import { expect, it } from 'vitest';
import { DownloadFailed } from '../../src/build/sources/download/download-failure.ts';
import { harvestInto, registered, storedOf } from '../build/harvest/harvesting.ts';
import {
  type Behaviour,
  envelope,
  identifierOf,
  person,
  type Repository,
  repositoryForTest,
} from '../build/harvest/repository.ts';
import { temporaryDirectory } from '../temporary.ts';

const DAY = 86_400_000;
const DAYS = 30;
/** The last day with a fault; afterwards the audit can check each day a second time. */
const LAST_FAULTY_DAY = 20;
const CHANGES = 60;

const xml = { 'content-type': 'text/xml' };
const status =
  (code: number, content = ''): Behaviour =>
  (_, response) =>
    void response.writeHead(code, { ...xml, 'retry-after': '0' }).end(content);
const halved: Behaviour = (_, response, answer) => {
  const whole = answer();
  response.writeHead(200, xml).end(whole.slice(0, whole.length / 2));
};
const cut: Behaviour = (_, response, answer) => {
  const bytes = Buffer.from(answer());
  response.writeHead(200, { ...xml, 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
};
const page = status(200, '<!DOCTYPE html>\n<html><head><title>Wartung</title></head></html>');
const empty = status(200, envelope('<error code="noRecordsMatch">No.</error>', '2026-12-01T00:00:00Z'));

const isList = (query: URLSearchParams): boolean => query.get('verb') === 'ListRecords';
type Fault = NonNullable<Repository['fault']>;

/** Faults by name; days have them in turn. */
const FAULTS: readonly (readonly [name: string, begin: (repository: Repository, day: number) => Fault | undefined])[] =
  [
    ['502 to every list', () => (query) => (isList(query) ? status(502) : undefined)],
    [
      '502 from the third page on',
      () => (query) => (query.get('resumptionToken')?.endsWith('_40') ? status(502) : undefined),
    ],
    ['429 to every second request', () => (_, number) => (number % 2 === 0 ? status(429) : undefined)],
    ['half of each fourth answer', () => (_, number) => (number % 4 === 0 ? halved : undefined)],
    ['connections that are cut', () => (_, number) => (number % 3 === 0 ? cut : undefined)],
    ['a page in place of each list', () => (query) => (isList(query) ? page : undefined)],
    ['lists that are empty', () => (query) => (isList(query) && !query.has('resumptionToken') ? empty : undefined)],
    [
      'records that no list has',
      (repository, day) => {
        const changed = [...repository.items.values()].filter((item) => item.changed > repository.now - DAY);
        for (const { identifier } of changed.filter((_, index) => (index + day) % 5 === 0))
          repository.hidden.add(identifier);
        return undefined;
      },
    ],
    ['tokens that are dead at once', (repository) => void (repository.tokenMs = 0)],
    ['nothing at all', () => () => status(503)],
  ];

/** Adds the new, changed and deleted records of a day. */
function live(repository: Repository, day: number): void {
  const begin = repository.now;
  for (let index = 0; index < CHANGES; index += 1) {
    repository.now = begin + Math.floor((index * DAY) / CHANGES);
    // One of four changes affects a record of earlier days.
    const old = index % 4 === 0 && day > 3;
    const number = String(118_000_000 + (old ? (day - 3) * 1_000 + index : day * 1_000 + index));
    // Deleted records must be known, because their number alone does not give the identifier.
    const isOfTheFirst = index % 40 === 4 && day > LAST_FAULTY_DAY;
    if (isOfTheFirst)
      repository.remove(identifierOf(String(118_000_000 + (day - LAST_FAULTY_DAY) * 1_000 + index + 1)));
    else repository.put(identifierOf(number), person(number, `Person, ${number}, ${day}`));
  }
  repository.now = begin + DAY;
}

it('a record store equals that of a harvest without faults after thirty days, ten of which had faults', async () => {
  const repository = await repositoryForTest('2026-08-01T00:00:00Z');
  repository.pageSize = 20;
  const source = registered(repository);
  const [well, sick] = [temporaryDirectory(), temporaryDirectory()];
  const audit = { requestsPerDay: 300, pauseMs: 0 };
  const downloading = { retries: 1, maximumPauseMs: 1 };
  const outcomes: Record<string, number> = { failed: 0, missed: 0, sick: 0 };
  const count = (what: string, by = 1) => (outcomes[what] = (outcomes[what] ?? 0) + by);
  for (let day = 1; day <= DAYS; day += 1) {
    live(repository, day);
    await harvestInto(well, source, {}, downloading, audit);
    if (day % 2 === 0 && day <= LAST_FAULTY_DAY) {
      const [, begin] = FAULTS[(day / 2) % FAULTS.length] ?? [];
      repository.fault = begin?.(repository, day);
      count('sick');
    }
    const harvested = await harvestInto(sick, source, {}, downloading, audit).catch((error: unknown) => {
      if (!(error instanceof DownloadFailed)) throw error;
      count('failed');
    });
    count('missed', harvested?.audited?.missed ?? 0);
    repository.fault = undefined;
    repository.tokenMs = 1_800_000;
    repository.hidden.clear();
  }
  const [expected, found] = [well, sick].map((folder) => storedOf(folder, source));
  expect(outcomes['sick']).toBe(DAYS / 3);
  // The faults had an effect: some nights failed, and the audit found some records.
  expect(outcomes['failed']).toBeGreaterThan(1);
  expect(outcomes['missed']).toBeGreaterThan(5);
  expect(found?.entries.size).toBeGreaterThan(1_000);
  expect(found?.state?.complete).toBe(expected?.state?.complete);
  expect(found?.entries).toEqual(expected?.entries);
});

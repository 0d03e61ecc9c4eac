/** Records compared with the publisher's own address: a change that no list has is noticed, and requested again. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { instantOfLocal, localTime } from '../../../src/core/model/local-time.ts';
import { compareSample, type ServedRecord } from '../../../src/build/sources/harvest/compare-sample.ts';
import { openRecordStore, RECORD_STORE_FILE } from '../../../src/build/sources/harvest/record-store.ts';
import { options } from '../fetch/fetching.ts';
import { listenAnywhere } from '../../core/http/serving.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { harvestInto, registered } from './harvesting.ts';
import { identifierOf, person, repositoryForTest } from './repository.ts';

const GND = '118500002' as GndId;
const XML = 'http://www.loc.gov/MARC21/slim';

const changedAt = (stamp: string, gnd: string = GND): string =>
  `<collection xmlns="${XML}">${person(gnd, 'Name').replace('<datafield', `<controlfield tag="005">${stamp}</controlfield><datafield`)}</collection>`;

/** A publisher's server with an answer per path. */
async function publisher(answer: (path: string) => readonly [status: number, body: string]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const [status, body] = answer(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  });
  const port = await listenAnywhere(server);
  onTestFinished(() => void server.close());
  return { asked, address: `http://127.0.0.1:${port}/gnd/{gnd}/about/marcxml` };
}

async function compare(answer: Parameters<typeof publisher>[0], records: readonly ServedRecord[]) {
  const { address, asked } = await publisher(answer);
  const folder = temporaryDirectory();
  const repository = await repositoryForTest();
  repository.put(identifierOf('118500010'), person('118500010', 'Other'));
  repository.now += 86_400_000;
  const source = registered(repository);
  await harvestInto(folder, source);
  using store = openRecordStore(join(folder, RECORD_STORE_FILE), source);
  const { http } = options(folder);
  const harvestedThrough = '2026-10-01T12:00:00Z';
  const found = await compareSample(records, { address, store, harvestedThrough, http, pauseMs: 0 });
  return { ...found, asked, again: store.windowsToRelist(10).filter(({ reason }) => reason === 'missed') };
}

describe('a record at the address of the publisher', () => {
  it.each([
    ['of the same day', '20260901120000.0', '2026-09-01', 0],
    ['older than ours', '20260801120000.0', '2026-09-01', 0],
    ['newer than ours', '20260902120000.0', '2026-09-01', 1],
    ['newer, where ours has no date', '20260902120000.0', undefined, 1],
    ['newer than the harvest', '20261001150000.0', '2026-09-01', 0],
    ['without a date', 'yesterday', '2026-09-01', 0],
  ])('%s is counted correctly', async (_, stamp, modified, outdated) => {
    const found = await compare(() => [200, changedAt(stamp)], [{ gnd: GND, modified }]);
    expect(found).toMatchObject({ sampled: 1, outdated, asked: [`/gnd/${GND}/about/marcxml`] });
    expect(found.again).toHaveLength(outdated);
  });

  it('that is newer gets its minute requested again, in the time of the repository', async () => {
    const { again } = await compare(() => [200, changedAt('20260902120000.0')], [{ gnd: GND, modified: '2026-09-01' }]);
    expect(again).toMatchObject([{ from: '2026-09-02T09:59:00Z', until: '2026-09-02T10:01:00Z', reason: 'missed' }]);
  });

  it.each([
    ['is gone', 404, ''],
    ['was merged into another', 200, changedAt('20260801120000.0', '118500010')],
  ])('%s is not counted', async (_, status, body) => {
    expect(await compare(() => [status, body], [{ gnd: GND, modified: '2026-09-01' }])).toMatchObject({ outdated: 1 });
  });

  it('is not requested any more after three failures in a row', async () => {
    const records = Array.from({ length: 10 }, () => ({ gnd: GND, modified: '2026-09-01' }));
    const failing = await compare(() => [500, ''], records);
    expect(failing).toMatchObject({ sampled: 0, outdated: 0 });
    expect(failing.asked).toHaveLength(3);
    expect(await compare(() => [200, '<html></html>'], records)).toMatchObject({ sampled: 0, outdated: 0 });
  });
});

describe('the local time of the DNB', () => {
  it.each([
    ['2026-08-14T09:00:03Z', '2026-08-14T11:00:03'],
    ['2026-01-14T09:00:03Z', '2026-01-14T10:00:03'],
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00'],
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00'],
    ['2026-12-31T23:30:00Z', '2027-01-01T00:30:00'],
  ])('of %s is %s, and vice versa', (instant, local) => {
    expect(localTime(Date.parse(instant))).toBe(local);
    expect(instantOfLocal(local)).toBe(Date.parse(instant));
  });
});

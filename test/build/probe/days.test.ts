/** The probe over simulated weeks: requests to hosts, time until a dead collection is reported, cost of a crash. */
import { expect, it } from 'vitest';
import { isDead } from '../../../src/core/model/source.ts';
import { readObservations } from '../../../src/build/sources/probe/observations.ts';
import { PROBE_LIMITS } from '../../../src/build/sources/probe/limits.ts';
import { readHealth } from '../../../src/build/sources/probe/health.ts';
import { healthFile, observationsFile } from '../../../src/build/sources/probe/files.ts';
import { choose, probe } from '../../../src/build/sources/probe/probe.ts';
import { forTest } from '../../for-file.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { alive, BEHAVIOURS } from './behaviours.ts';
import { sampleOf, startWeb } from './web.ts';

const web = forTest(() => startWeb());
const DAY = 86_400_000;

/** Runs the probe at the same hour of each day. */
async function days(number: number, sources: string, sample: Record<string, string[]>, acceptLoss = false) {
  const { clock, http } = web;
  const begin = clock.now().getTime();
  let last;
  for (let day = 0; day < number; day += 1) {
    clock.advance(Math.max(0, begin + day * DAY - clock.now().getTime()));
    last = await probe({ sources, sample, http, clock, acceptLoss });
  }
  clock.advance(Math.max(0, begin + number * DAY - clock.now().getTime()));
  return last?.report;
}

it('the probe keeps the promised pause per host, and the limit of addresses per collection and day', async () => {
  for (const host of ['one', 'two']) web.on(`${host}.test`, alive);
  web.on('hops.test', BEHAVIOURS.chain.host);
  const sample = {
    ...sampleOf(web, ['one', 'two', 'hops'], 30),
    shared: sampleOf(web, ['one'], 60)['one']?.slice(30) ?? [],
  };
  const sources = temporaryDirectory();
  await days(3, sources, sample);
  for (const [host, arrivals] of Map.groupBy(web.arrivals, (arrival) => arrival.host)) {
    const gaps = arrivals.slice(1).map(({ at }, index) => at - (arrivals[index]?.at ?? 0));
    expect({ host, shortest: Math.min(...gaps) }).toEqual({
      host,
      shortest: expect.toSatisfy((gap: number) => gap >= PROBE_LIMITS.pauseMs),
    });
  }
  const observations = await readObservations(observationsFile(sources));
  const perDay = Map.groupBy(observations, ({ at, collection }) => `${collection} ${at.slice(0, 10)}`);
  for (const looks of perDay.values()) expect(looks.length).toBeLessThanOrEqual(PROBE_LIMITS.perCollection);
  expect(observations.length).toBeGreaterThan(100);
});

it('the probe reports within seven days a collection that is not found', async () => {
  web.on('living.test', alive);
  web.on('dying.test', alive);
  const sample = sampleOf(web, ['living', 'dying'], 200);
  const sources = temporaryDirectory();
  const before = await days(5, sources, sample);
  expect(before?.collections['dying']).toMatchObject({ sampled: 40, ok: 40, gone: 0 });
  web.on('dying.test', BEHAVIOURS.notFound.host);
  const turned = web.clock.now().toISOString().slice(0, 10);
  const { living, dying } = (await days(7, sources, sample))?.collections ?? {};
  expect(dying && isDead(dying)).toBe(true);
  expect(dying?.since !== undefined && dying.since >= turned).toBe(true);
  expect(living).toMatchObject({ ok: 40, gone: 0, since: '2026-11-01' });
});

it('the probe keeps no credentials that a redirect names', async () => {
  web.on('living.test', alive);
  const location = web.address('living.test', '/person/1').replace('//', '//user:secret@');
  web.on('moved.test', (_, response, path) => {
    response.writeHead(path === '/robots.txt' ? 404 : 301, { location }).end();
  });
  const sources = temporaryDirectory();
  await days(1, sources, sampleOf(web, ['moved'], 1));
  const [observation] = await readObservations(observationsFile(sources));
  expect(observation).toMatchObject({ status: 200, final: web.address('living.test', '/person/1') });
});

it.each(['an error', 'its signal'])('the probe has no request under way when it ends with %s', async (end) => {
  for (const host of ['one', 'silent']) web.on(`${host}.test`, alive);
  let waiting = 0;
  const get: typeof web.http.get = async (url, options) => {
    if (!url.includes('silent')) return web.http.get(url, options);
    waiting += 1;
    const stopped = Promise.withResolvers<never>();
    options?.signal?.addEventListener('abort', () => stopped.reject(new Error('stopped')));
    return stopped.promise.finally(() => (waiting -= 1));
  };
  const stop = new AbortController();
  const onLook = () => {
    expect(waiting).toBe(1);
    if (stop.signal.aborted) throw new Error('it went on');
    if (end === 'an error') throw new Error(end);
    stop.abort(new Error(end));
  };
  const sample = sampleOf(web, ['one', 'silent'], 20);
  const options = { sources: temporaryDirectory(), sample, clock: web.clock, signal: stop.signal, onLook };
  await expect(probe({ ...options, http: { ...web.http, get } })).rejects.toThrow(end);
  expect(waiting).toBe(0);
});

it('the probe holds results by which many collections would have died at once, until a person accepts them', async () => {
  const hosts = ['one', 'two', 'three', 'four', 'five', 'six'];
  for (const host of hosts) web.on(`${host}.test`, alive);
  const [sample, sources] = [sampleOf(web, hosts, 8), temporaryDirectory()];
  const living = await days(3, sources, sample);
  for (const host of hosts) web.on(`${host}.test`, BEHAVIOURS.notFound.host);
  await expect(days(4, sources, sample)).rejects.toThrow(
    /held: \d of the 6 collections that were alive before seem to be dead now/,
  );
  expect((await readHealth(healthFile(sources)))?.collections).toEqual(living?.collections);
  const accepted = await days(4, sources, sample, true);
  expect(Object.values(accepted?.collections ?? {}).filter(isDead)).toHaveLength(6);
});

it('the probe chooses addresses of all collections in turn, within the limit of the day', () => {
  const sample = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `c${index}`,
      Array.from({ length: 50 }, (__, n) => `https://c${index}.test/${n}`),
    ]),
  );
  const chosen = choose(sample, [], new Date('2026-11-01T03:00:00Z'));
  expect(chosen).toHaveLength(PROBE_LIMITS.perDay);
  const counts = [...Map.groupBy(chosen, ({ collection }) => collection).values()].map(({ length }) => length);
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([10, 10]);
});

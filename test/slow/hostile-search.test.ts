/** Ten thousand queries that nobody types by accident, sent to a started server over the sample: answered or refused, never failed. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { hostileQueries } from '../../bench/search/hostile-queries.ts';
import { openSnapshot } from '../../src/cli/installation.ts';
import { INTERFACE } from '../../src/doors/interface/interface.ts';
import { type RunningServer, startServer } from '../../src/http/server.ts';
import type { Store } from '../../src/snapshot/store.ts';
import { always, LIMITS, UNHURRIED } from '../http/serving.ts';

const QUERIES = 10_000;
const AT_A_TIME = 8;

let store: Store;
let server: RunningServer;
beforeAll(async () => {
  store = await openSnapshot(inject('sample'));
  const options = { host: '127.0.0.1', port: 0, release: '1.2.3', trustedProxies: [] } as const;
  server = await startServer({
    doors: INTERFACE,
    snapshots: always(store),
    limits: LIMITS,
    ...UNHURRIED,
    clock: () => new Date('2026-11-21'),
    ...options,
  });
});
afterAll(async () => {
  await server.close();
  await store.close();
});

it('answers or refuses each of them', async () => {
  const words = { common: ['johann', 'goethe', 'maria', 'universität', 'köln'], short: ['von', 'der', 'st', 'j', 'm'] };
  const queries = hostileQueries(words, QUERIES, 20_261_121).values();
  const statuses = new Map<number, number>();
  const ask = async (): Promise<void> => {
    for (const { q, types, limit, offset } of queries) {
      const parameters = new URLSearchParams({ q, limit: String(limit), offset: String(offset) });
      if (types) parameters.set('type', types.join(','));
      const address = `${server.url}/api/v1/search?${parameters.toString()}`;
      let response = await fetch(address);
      // A machine that is held up for a second refuses what has waited so long; what is meant here is the query.
      while (response.status === 503) {
        expect(await response.json()).toMatchObject({ code: 'overloaded' });
        response = await fetch(address);
      }
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const body: unknown = await response.json();
      if (response.status === 200) expect(body, q).toHaveProperty('total.value');
      else expect(body, q).toMatchObject({ status: 400, code: 'invalid_search' });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, ask));
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect([...statuses.values()].reduce((sum, n) => sum + n, 0)).toBe(QUERIES);
});

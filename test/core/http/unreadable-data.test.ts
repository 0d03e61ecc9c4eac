/** Unreadable data: 503 everywhere, never “unknown”, and visible at once in the checks of health. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isReadable } from '../../../src/core/http/admin.ts';
import { type Store, StoreReadError } from '../../../src/core/snapshot/store.ts';
import { IDS, openFixture } from '../api/fixture.ts';
import { violations } from './contract.ts';
import { always, type Serving, serve } from './serving.ts';

const unreadable = async () => Promise.reject(new StoreReadError('disk on fire'));
let fixture: Store;
let store: Store;
let service: Serving;
const log = { error: vi.fn() };

beforeAll(async () => {
  fixture = await openFixture();
  const failing = {
    entity: unreadable,
    search: unreadable,
    coverage: unreadable,
    resolve: unreadable,
    check: unreadable,
  };
  store = { ...fixture, ...failing };
  service = await serve({ store, log });
});
afterAll(async () => {
  await service.close();
  await fixture.close();
});

it.each([
  [`/api/v1/gnd/${IDS.covered}/links`, '/api/v1/gnd/{gnd}/links'],
  ['/api/v1/gnd/Q5879/links', '/api/v1/gnd/{gnd}/links'],
  ['/api/v1/search?q=goethe', '/api/v1/search'],
  [`/api/v1/coverage?ids=${IDS.covered}`, '/api/v1/coverage'],
])('with unreadable data, %s is 503 as described', async (path, documented) => {
  log.error.mockClear();
  const answer = await service.get(path);
  expect(violations(documented, answer)).toEqual([]);
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(answer.json()).toMatchObject({ code: 'data_unreadable' });
  expect(answer.text).not.toContain('fire');
  expect(log.error).toHaveBeenCalledOnce();
  expect(log.error.mock.calls[0]?.[0]).toMatchObject({ reqId: answer.headers['x-request-id'] });
});

it('readiness depends on the data', async () => {
  expect(await isReadable(always(store))).toBe(false);
  expect(await isReadable(always(fixture))).toBe(true);
  expect(await isReadable({ acquire: () => undefined, refusal: () => undefined })).toBe(false);
});

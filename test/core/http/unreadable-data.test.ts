/** Unreadable data: 503 everywhere, never “unknown”, and visible at once in the checks of health. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { isReadable } from '../../../src/core/http/admin.ts';
import { StoreReadError } from '../../../src/core/snapshot/store.ts';
import { IDS, openFixture } from '../api/fixture.ts';
import { violations } from './contract.ts';
import { always, serveForTest } from './serving.ts';

const ASKED = {
  [`/api/v1/gnd/${IDS.covered}/links`]: '/api/v1/gnd/{gnd}/links',
  '/api/v1/gnd/Q5879/links': '/api/v1/gnd/{gnd}/links',
  '/api/v1/search?q=goethe': '/api/v1/search',
  [`/api/v1/coverage?ids=${IDS.covered}`]: '/api/v1/coverage',
};

it('with unreadable data, every answer is 503 as described and logged once, and the service is not ready', async () => {
  const fixture = await openFixture();
  onTestFinished(() => fixture.close());
  const fail = async () => Promise.reject(new StoreReadError('disk on fire'));
  const store = { ...fixture, entity: fail, search: fail, coverage: fail, resolve: fail, check: fail };
  const log = { error: vi.fn() };
  const service = await serveForTest({ store, log });
  for (const [path, documented] of Object.entries(ASKED)) {
    log.error.mockClear();
    const answer = await service.get(path);
    expect(answer.json(), path).toMatchObject({ status: 503, code: 'data_unreadable' });
    expect([answer.status, answer.headers['retry-after'], violations(documented, answer)]).toEqual([503, '5', []]);
    expect(answer.text).not.toContain('fire');
    const reqId = answer.headers['x-request-id'];
    expect(log.error.mock.calls).toEqual([[expect.objectContaining({ reqId }), expect.anything()]]);
  }
  expect(await isReadable(always(store))).toBe(false);
  expect(await isReadable(always(fixture))).toBe(true);
  expect(await isReadable({ acquire: () => undefined, refusal: () => undefined })).toBe(false);
});

/** Unreadable data are never “unknown”, and visible at once in the checks of health. */
import { expect, it, onTestFinished } from 'vitest';
import { isReadable } from '../../../src/core/http/admin.ts';
import { StoreReadError } from '../../../src/core/snapshot/store.ts';
import { openFixture } from '../api/fixture.ts';
import { always, serveForTest } from './serving.ts';

it('with unreadable data, neither an identifier of others is unknown nor is the service ready', async () => {
  const fixture = await openFixture();
  onTestFinished(() => fixture.close());
  const unreadable = async () => Promise.reject(new StoreReadError('disk on fire'));
  const store = { ...fixture, resolve: unreadable, check: unreadable };
  const service = await serveForTest({ store });
  expect((await service.get('/api/v1/gnd/Q5879/links')).json()).toMatchObject({ status: 503, code: 'data_unreadable' });
  expect(await isReadable(always(store))).toBe(false);
  expect(await isReadable(always(fixture))).toBe(true);
  expect(await isReadable({ acquire: () => undefined, refusal: () => undefined })).toBe(false);
});

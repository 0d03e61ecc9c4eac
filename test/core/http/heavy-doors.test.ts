/** Heavy doors answer 304 without taking a turn. */
import { expect, it } from 'vitest';
import { openFixture } from '../api/fixture.ts';
import { serveForTest } from './serving.ts';

it.each(['/api/v1/search?q=goethe', '/api/v1/coverage?ids=118540238'])(
  '%s is answered 304 before any work',
  async (path) => {
    const fixture = await openFixture();
    let work = 0;
    const counting = <T extends unknown[], R>(method: (...of: T) => R) => {
      return (...of: T) => {
        work += 1;
        return method(...of);
      };
    };
    const store = {
      ...fixture,
      search: counting(fixture.search.bind(fixture)),
      match: counting(fixture.match.bind(fixture)),
      resolve: counting(fixture.resolve.bind(fixture)),
      coverage: counting(fixture.coverage.bind(fixture)),
    };
    const service = await serveForTest({ fixture, store });
    const { status, headers } = await service.get(path);
    expect([status, work > 0]).toEqual([200, true]);
    work = 0;
    const again = await service.get(path, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, work]).toEqual([304, 0]);
    expect(again.headers['cache-control']).toBe(headers['cache-control']);
  },
);

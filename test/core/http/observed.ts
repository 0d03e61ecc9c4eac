/** A finished request, as observers get it from the server. */
import type { ObservedRequest } from '../../../src/core/http/log.ts';

export function observed(request: Partial<ObservedRequest> = {}): ObservedRequest {
  return {
    id: '0d9f6c1e-7f6b-4c3e-9a55-0c6f5e2f9d11',
    method: 'GET',
    route: '/api/v1/gnd/{gnd}/links',
    status: 200,
    bytes: 1234,
    seconds: 0.00123,
    client: { key: '192.0.2.77', exempt: false, network: '192.0.2.0/24' },
    ...request,
  };
}

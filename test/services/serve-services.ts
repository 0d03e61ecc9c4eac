/** All services over the bundled sample, on a free port. */
import { inject } from 'vitest';
import { openSnapshot } from '../../src/cli/installation.ts';
import { allServices } from '../../src/services/services.ts';
import { serve, type Serving } from '../http/serving.ts';

/** @param dumps folder of dumps, where there are any */
export async function serveServices(dumps?: string): Promise<Serving> {
  return serve({ fixture: await openSnapshot(inject('sample')), services: allServices('1.2.3', dumps) });
}

/** The bundled sample with the site for people, on a free port, the clock stopped, and quotas that no test reaches. */
import { type SampleOptions, serveSample, type SampleService } from '../docs/sample-service.ts';
import { LIMITS } from '../http/serving.ts';

export async function serveSite(options: Pick<SampleOptions, 'baseUrl'> = {}): Promise<SampleService> {
  return serveSample({ limits: LIMITS, ...options });
}

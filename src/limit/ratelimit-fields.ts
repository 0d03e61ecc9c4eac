/** The quota fields of draft-ietf-httpapi-ratelimit-headers-11: the only place that knows their syntax. */
import type { Decision, Policy } from './limiter.ts';

export interface RateLimitFields {
  readonly 'ratelimit-policy': string;
  readonly ratelimit: string;
  /** Seconds, only when refused. RFC 9110 §10.2.3 */
  readonly 'retry-after'?: string;
}

/** E.g. `RateLimit-Policy: "links";q=600;w=60` and `RateLimit: "links";r=599;t=60`. */
export function rateLimitFields(policy: Policy, decision: Decision): RateLimitFields {
  return {
    'ratelimit-policy': `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
    ratelimit: `"${policy.name}";r=${decision.remaining};t=${decision.resetSeconds}`,
    ...(decision.allowed ? {} : { 'retry-after': String(Math.max(1, decision.resetSeconds)) }),
  };
}

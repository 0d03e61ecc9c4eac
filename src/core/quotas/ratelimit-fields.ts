/** The quota fields of draft-ietf-httpapi-ratelimit-headers-11: the only place that knows their syntax. */
import type { QuotaDecision, Policy } from './limiter.ts';

export interface RateLimitFields {
  readonly 'ratelimit-policy': string;
  readonly ratelimit: string;
  /** Seconds, only when refused. RFC 9110 §10.2.3 */
  readonly 'retry-after'?: string;
}

type Remaining = Pick<QuotaDecision, 'remaining' | 'resetSeconds'>;

/** E.g. `RateLimit-Policy: "links";q=600;w=60, "links-burst";q=300;w=1` and `RateLimit: "links";r=599;t=60, …`. */
export function rateLimitFieldsOf(policies: readonly Policy[]) {
  const policyField = policies.map(({ name, quota, windowSeconds }) => `"${name}";q=${quota};w=${windowSeconds}`);
  const written = policyField.join(', ');
  const beginnings = policies.map(({ name }, i) => `${i === 0 ? '' : ', '}"${name}";r=`);
  /**
   * Writes the fields of one request.
   * @param decisions one for each policy, in the same order
   * @param waitSeconds ≥ 1; undefined when the request is allowed
   */
  return (decisions: readonly Remaining[], waitSeconds: number | undefined): RateLimitFields => {
    let ratelimit = '';
    for (let i = 0; i < decisions.length; i += 1) {
      ratelimit += `${beginnings[i]}${decisions[i]?.remaining};t=${decisions[i]?.resetSeconds}`;
    }
    if (waitSeconds === undefined) return { 'ratelimit-policy': written, ratelimit };
    return { 'ratelimit-policy': written, ratelimit, 'retry-after': String(waitSeconds) };
  };
}

/** The number of requests that a client may send: a quota per window, a burst within it, and a quota for a whole IPv6 site. */
import type { Client } from './client.ts';
import type { QuotaDecision, Limiter, Policy } from './limiter.ts';
import {
  type Limits,
  type LimitsInForce,
  perQuota,
  type Quota,
  type QuotaInForce,
  type QuotaName,
} from './quota-table.ts';
import { type RateLimitFields, rateLimitFieldsOf } from './ratelimit-fields.ts';

export interface QuotaVerdict {
  readonly allowed: boolean;
  /** Whole seconds, ≥ 1, until another request can succeed; meaningful only for a refusal. */
  readonly waitSeconds: number;
  /** Policy that refuses; among several, the one that refuses longest. */
  readonly violated?: Policy;
  /** Fields to be sent with any answer. */
  readonly fields: RateLimitFields;
}

export type Quotas = ReturnType<typeof createQuotas>;

interface QuotasOptions {
  readonly limiter: Limiter;
  readonly limits: Limits;
  /** Quota of an IPv6 /48 as a multiple of the quota of a client, which is a /64; 0 for no such limit. */
  readonly siteFactor: number;
}

/** The quota itself comes first, for clients that read only one policy. */
type Policies = readonly [quota: Policy, burst: Policy, site?: Policy];

type Plan = ReturnType<typeof planOf>;

export function createQuotas({ limiter, limits, siteFactor }: QuotasOptions) {
  const inForce: LimitsInForce = perQuota((name) => quotaInForce(limits[name], siteFactor));
  const plans = perQuota((name) => plansOf(name, inForce[name]));
  return {
    inForce,
    /** Counts a cost against all policies of a name, which allow or refuse it as a whole. Cost 0 counts nothing. */
    take(client: Client, name: QuotaName, cost: number): QuotaVerdict | Promise<QuotaVerdict> {
      const { host, site } = plans[name];
      const plan = client.site === undefined ? host : site;
      return client.exempt ? plan.untouched : takeAll(limiter, plan, client, cost);
    },
  };
}

/** The quota with its burst, which cannot be larger than the quota. */
function quotaInForce({ quota, windowSeconds, burst }: Quota, siteFactor: number): QuotaInForce {
  return {
    quota,
    windowSeconds,
    burst: Math.min(burst, quota),
    ...(siteFactor > 0 && { site: quota * siteFactor }),
  };
}

function plansOf(name: string, { quota, windowSeconds, burst, site }: QuotaInForce): { host: Plan; site: Plan } {
  const own = [
    { name, quota, windowSeconds },
    { name: `${name}-burst`, quota: burst, windowSeconds: 1 },
  ] as const;
  const host = planOf(own);
  if (site === undefined) return { host, site: host };
  return { host, site: planOf([...own, { name: `${name}-site`, quota: site, windowSeconds }]) };
}

/** `untouched` is the verdict for clients that are not counted. */
function planOf(policies: Policies) {
  const all = policies.filter((policy) => policy !== undefined);
  const write = rateLimitFieldsOf(all);
  const full = all.map(({ quota, windowSeconds }) => ({ remaining: quota, resetSeconds: windowSeconds }));
  const untouched: QuotaVerdict = { allowed: true, waitSeconds: 1, fields: write(full, undefined) };
  return { policies, write, untouched };
}

/**
 * Checks the burst, then the quota, then the site. A request that one of them refuses is not counted against the next ones:
 * a client that keeps sending uses up neither its quota for the minute nor the quota that it shares with its neighbours.
 * The site is read before the quota is counted, so that a site that neighbours have used up costs the client nothing.
 * Two simultaneous requests may both see one request left for the site; one is then refused, but counts for its client.
 */
async function takeAll(
  limiter: Limiter,
  { policies, write }: Plan,
  client: Client,
  cost: number,
): Promise<QuotaVerdict> {
  const [quotaPolicy, burstPolicy, sitePolicy] = policies;
  const siteKey = client.site ?? client.key;
  // In parallel with the burst check: with Redis each is a round trip.
  const siteBefore = sitePolicy && limiter.take(siteKey, sitePolicy, 0);
  let burst = limiter.take(client.key, burstPolicy, cost);
  if (burst instanceof Promise) burst = await burst;
  let site = siteBefore instanceof Promise ? await siteBefore : siteBefore;
  const isStopped = !burst.allowed || site?.allowed === false;
  let quota = limiter.take(client.key, quotaPolicy, isStopped ? 0 : cost);
  if (quota instanceof Promise) quota = await quota;
  if (sitePolicy !== undefined && cost > 0 && !isStopped && quota.allowed) {
    const counted = limiter.take(siteKey, sitePolicy, cost);
    site = counted instanceof Promise ? await counted : counted;
  }
  const decisions = site === undefined ? [quota, burst] : [quota, burst, site];
  return verdictOf(policies, decisions, write);
}

function verdictOf(policies: Policies, decisions: readonly QuotaDecision[], write: Plan['write']): QuotaVerdict {
  let violated: Policy | undefined;
  let waitSeconds = 1;
  for (let i = 0; i < decisions.length; i += 1) {
    const decision = decisions[i];
    if (decision === undefined || decision.allowed) continue;
    if (violated === undefined || decision.resetSeconds > waitSeconds) violated = policies[i];
    waitSeconds = Math.max(waitSeconds, decision.resetSeconds);
  }
  if (violated === undefined) return { allowed: true, waitSeconds, fields: write(decisions, undefined) };
  return { allowed: false, waitSeconds, violated, fields: write(decisions, waitSeconds) };
}

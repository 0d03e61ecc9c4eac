/** The quota fields, to the letter of the draft. */
import { expect, it } from 'vitest';
import { rateLimitFields } from '../../src/limit/ratelimit-fields.ts';

const policy = { name: 'links', quota: 600, windowSeconds: 60 };

it('are structured fields', () => {
  expect(rateLimitFields(policy, { allowed: true, remaining: 599, resetSeconds: 60 })).toEqual({
    'ratelimit-policy': '"links";q=600;w=60',
    ratelimit: '"links";r=599;t=60',
  });
});

it('tell a refused client how long to wait, at least a second', () => {
  expect(rateLimitFields(policy, { allowed: false, remaining: 0, resetSeconds: 17 })).toMatchObject({
    ratelimit: '"links";r=0;t=17',
    'retry-after': '17',
  });
  expect(rateLimitFields(policy, { allowed: false, remaining: 0, resetSeconds: 0 })['retry-after']).toBe('1');
});

/** The quota fields, to the letter of the draft. */
import { expect, it } from 'vitest';
import { rateLimitFieldsOf } from '../../src/limit/ratelimit-fields.ts';

const links = { name: 'links', quota: 600, windowSeconds: 60 };
const burst = { name: 'links-burst', quota: 100, windowSeconds: 1 };

it('are structured fields', () => {
  expect(rateLimitFieldsOf([links])([{ remaining: 599, resetSeconds: 60 }], undefined)).toEqual({
    'ratelimit-policy': '"links";q=600;w=60',
    ratelimit: '"links";r=599;t=60',
  });
});

it('list several policies in one order', () => {
  const states = [
    { remaining: 599, resetSeconds: 60 },
    { remaining: 99, resetSeconds: 1 },
  ];
  expect(rateLimitFieldsOf([links, burst])(states, undefined)).toEqual({
    'ratelimit-policy': '"links";q=600;w=60, "links-burst";q=100;w=1',
    ratelimit: '"links";r=599;t=60, "links-burst";r=99;t=1',
  });
});

it('tell a refused client how long to wait', () => {
  expect(rateLimitFieldsOf([links])([{ remaining: 0, resetSeconds: 17 }], 17)).toEqual({
    'ratelimit-policy': '"links";q=600;w=60',
    ratelimit: '"links";r=0;t=17',
    'retry-after': '17',
  });
});
